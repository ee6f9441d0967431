"""A filter of Doxygen: prints a header, whose first comment, which says what it is for, is the text of the file's page."""

import pathlib
import re
import sys

path = pathlib.Path(sys.argv[1])
text = path.read_text(encoding="utf-8")
first = "" if "detail" in path.parts else re.match(r"(?://.*\n)*", text)[0]
# Markdown takes what stands four columns in, behind an empty line, for code.
first = re.sub(r"^(// ?\S.*\n)(//   )", r"\1//\n\2", first, flags=re.M)
first = re.sub(r"^//   ", "//     ", first, flags=re.M)
if first:
    print("/// \\file\n" + first.replace("\n//", "\n///").replace("//", "///", 1), end="")
print(text[len(first):] if "detail" in path.parts else re.sub(r"\A(?://.*\n)*", "", text), end="")
