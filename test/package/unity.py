"""Reads the tool as TREELIZE_UNITY compiles it, without making code of it: unity.py BUILD"""

import json
import pathlib
import shlex
import subprocess
import sys


def main(build):
    failed = 0
    units = [entry for entry in json.loads((build / "compile_commands.json").read_text()) if "/Unity/" in entry["file"]]
    for entry in units:
        words = shlex.split(entry["command"])
        first = next(at for at, word in enumerate(words) if word.startswith("-") and "=" not in word) - 1
        # The precompiled header would have to be made first.
        flags = [word for word in words[first + 1 : words.index("-o")] if "cmake_pch" not in word and "-include" not in word]
        flags = [word for word in flags if word != "-Xclang" and not word.startswith(("-M", "-fpch", "-fno-pch")) and word != "-Winvalid-pch"]
        flags = [word for word in flags if not word.endswith((".o", ".d"))]
        failed |= subprocess.run([words[first], *flags, "-fsyntax-only", entry["file"]], cwd=entry["directory"]).returncode
    print(f"{len(units)} units")
    sys.exit(failed)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
