"""Reads the tool as TREELIZE_UNITY compiles it, without making code of it: unity.py BUILD"""

import json
import pathlib
import shlex
import subprocess
import sys


def run(entry, *more):
    done = subprocess.run([*shlex.split(entry["command"]), *more], cwd=entry["directory"])
    if done.returncode != 0:
        print("failed:", entry["file"])
    return done.returncode == 0


def main(build):
    entries = json.loads((build / "compile_commands.json").read_text())
    headers = [entry for entry in entries if "/cmake_pch." in entry["file"]]
    units = [entry for entry in entries if "/Unity/" in entry["file"]]
    are_read = [run(entry) for entry in headers] + [run(entry, "-fsyntax-only") for entry in units]
    print(f"{len(units)} units")
    sys.exit(0 if all(are_read) else 1)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
