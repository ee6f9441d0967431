"""Writes the code of Markdown pages into a folder, as it stands there: extract.py OUT PAGE...

A block whose first line is `// name` or `# name` becomes the file `name`; the output behind a `$ command` becomes
output.txt. Of a name that several pages have, all must say the same.
"""

import pathlib
import re
import sys


def blocks(text):
    for language, code in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S):
        name = re.match(r"(?://|#) ([\w.-]+)\n", code)
        if language and name:
            yield name[1], code
        elif not language and code.startswith("$ "):
            yield "output.txt", code.split("\n", 1)[1]


def main(out, *pages):
    folder = pathlib.Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    for page in pages:
        for name, code in blocks(pathlib.Path(page).read_text(encoding="utf-8")):
            path = folder / name
            if path.exists() and path.read_text(encoding="utf-8") != code:
                sys.exit(f"{page}: there is another '{name}' already")
            path.write_text(code, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
