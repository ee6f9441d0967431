"""A hook of mkdocs: links to files of the repository that are no part of the site become text, if the files exist."""

import logging
import pathlib
import re

LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#:]+)\)")
log = logging.getLogger("mkdocs.hooks.outside")


def on_page_markdown(markdown, page, config, files):
    docs = pathlib.Path(config.docs_dir).resolve()
    here = (docs / page.file.src_uri).parent

    def text_of(link):
        target = (here / link[2]).resolve()
        inside = target.is_relative_to(docs) and not target.is_dir()
        if not inside and not target.exists():
            log.warning("'%s' links to '%s', which does not exist", page.file.src_uri, link[2])
        return link[0] if inside else link[1]

    return LINK.sub(text_of, markdown)
