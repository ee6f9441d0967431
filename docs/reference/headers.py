"""Prints headers.md: the public headers, each with the first sentence of the comment that it opens with."""

import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "runtime/include/treelize"


def sentence(header):
    """The first sentence, which a stop ends, or an empty line of the comment."""
    paragraph = re.match(r"(?:// .+\n)*", header.read_text(encoding="utf-8"))[0]
    text = re.sub(r"^// ", "", paragraph, flags=re.M).replace("\n", " ")
    if not text:
        sys.exit(f"{header} opens with no comment: say what it is for")
    return re.split(r"\.(?= )", text)[0].rstrip(" :")


def print_table(folder):
    print("\n| header | what it is for |\n| --- | --- |")
    for header in sorted(folder.glob("*.hpp")):
        print(f"| `{header.relative_to(FOLDER.parent)}` | {sentence(header)} |")


print("# Public headers\n")
print("What a program may include. What lies in `treelize/detail` is for generated headers and these.")
print("The site that `cmake --build build --target docs` writes has them class by class, where doxygen is installed.")
print_table(FOLDER)
for part in sorted(path for path in FOLDER.iterdir() if path.is_dir() and path.name != "detail"):
    print(f"\n## `treelize/{part.name}`")
    print_table(part)
