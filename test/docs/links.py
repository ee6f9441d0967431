"""Names the relative links and pictures of Markdown pages that lead nowhere, as a forge would show them: links.py PAGE..."""

import pathlib
import re
import sys

LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)")
FENCE = re.compile(r"^```.*?^```$", re.M | re.S)

lost = []
for page in map(pathlib.Path, sys.argv[1:]):
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    lost += [f"{page}: {target}" for target in LINK.findall(text) if not (page.parent / target).exists()]
if lost:
    sys.exit("\n".join(lost))
