"""The code of Markdown pages. A page is a small project, to be read from top to bottom:

* a block whose first line is `// NAME` or `# NAME` is the file NAME, or goes on with it where the page has had it;
* any other `cpp` block is statements of the page's program, page.cpp: together they are the body of its main(), at
  whose head their lines `#include`, `#define` and `using namespace` stand;
* the `text` blocks, one after the other, are what the page's program prints;
* a block whose first line begins with `$ ` holds commands and what they print: `...` is any lines, and a
  command that shows no output may print what it likes;
* what is of another language, or stands below the line `<!-- shown: WHY -->`, is shown and no more;
* the line `<!-- wants: PACKAGE... -->` says what the page's code needs besides.

extract.py OUT PAGE... writes the files into a folder, and what commands print into output.txt. Of a name that several
pages have, all must say the same. pages.py compiles and runs what stands there.
"""

import pathlib
import re
import sys
from typing import NamedTuple

FENCE = re.compile(r"^(?P<shown><!-- shown: [^\n]+ -->\n)?```(?P<language>\w*)[^\n]*\n(?P<code>.*?)^```$", re.M | re.S)
NAMED = re.compile(r"(?://|#) ([\w./-]*\.\w+|Makefile)\n")


class Block(NamedTuple):
    kind: str  # file, statements, text, commands
    name: str  # of a file
    code: str
    line: int  # of the page


def blocks(text):
    for fence in FENCE.finditer(text):
        code, language = fence["code"], fence["language"]
        line = text.count("\n", 0, fence.start("code")) + 1
        name = NAMED.match(code)
        if fence["shown"]:
            continue
        if language and name:
            yield Block("file", name[1], code, line)
        elif code.startswith("$ "):
            yield Block("commands", "", code, line)
        elif language == "cpp":
            yield Block("statements", "", code, line)
        elif language == "text":
            yield Block("text", "", code, line)


def wanted_packages(text):
    return " ".join(re.findall(r"^<!-- wants: (.*) -->$", text, re.M)).split()


def commands(code):
    """Pairs of a command and the lines that it shows; a command goes on behind a backslash."""
    for shown in re.split(r"^\$ ", code, flags=re.M)[1:]:
        command = re.match(r"(?:.*\\\n)*.*\n", shown)[0]
        yield command.strip(), shown[len(command):]


def files(text):
    """What a page writes: the text of each file by its name."""
    found = {}
    for block in blocks(text):
        if block.kind == "file":
            found[block.name] = found.get(block.name, "") + block.code
        elif block.kind == "commands":
            shown = "".join(output for _, output in commands(block.code))
            found["output.txt"] = found.get("output.txt", "") + shown
    return found


def main(out, *pages):
    folder = pathlib.Path(out)
    for page in pages:
        for name, code in files(pathlib.Path(page).read_text(encoding="utf-8")).items():
            path = folder / name
            if path.exists() and path.read_text(encoding="utf-8") != code:
                sys.exit(f"{page}: there is another '{name}' already")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(code, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
