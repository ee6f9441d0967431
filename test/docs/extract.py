"""Writes the code of a Markdown page into a folder: extract.py README.md OUT

A block whose first line is `// name` becomes the file `name`; the CMake block becomes a
CMakeLists.txt with the two lines that every project begins with.
"""

import pathlib
import re
import sys

CMAKE_HEAD = "cmake_minimum_required(VERSION 3.25)\nproject(extract LANGUAGES CXX)\n"


def main(page, out):
    folder = pathlib.Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    text = pathlib.Path(page).read_text(encoding="utf-8")
    for language, code in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S):
        name = re.match(r"// (\S+)\n", code)
        if language == "cpp" and name:
            (folder / name[1]).write_text(code, encoding="utf-8")
        elif language == "cmake":
            (folder / "CMakeLists.txt").write_text(CMAKE_HEAD + code, encoding="utf-8")
        elif language == "" and code.startswith("$ "):
            (folder / "output.txt").write_text(code.split("\n", 1)[1], encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
