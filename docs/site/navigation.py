"""A hook of mkdocs: in the navigation, the pages of the headers, which are Doxygen's, and the many of the diagnostics."""

import pathlib
import sys

from mkdocs.structure.nav import Link

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import api


def on_config(config):
    """The page of each diagnostic, below the list of all."""
    folder = pathlib.Path(config.docs_dir)
    pages = sorted(page.relative_to(folder).as_posix() for page in folder.glob("reference/diagnostics/*.md"))
    reference = next(part["Reference"] for part in config.nav if "Reference" in part)
    reference[reference.index("reference/diagnostics.md")] = {
        "Diagnostics": ["reference/diagnostics.md", *({pathlib.PurePath(page).stem: page} for page in pages)]}
    return config


def on_nav(nav, config, files):
    reference = next(part for part in nav.items if part.title == "Reference")
    if api.is_possible():
        link = Link("Headers, class by class", "api/index.html")
        link.parent = reference
        headers = next(at for at, page in enumerate(reference.children) if page.is_page and page.file.src_uri == "reference/headers.md")
        reference.children.insert(headers + 1, link)
    return nav
