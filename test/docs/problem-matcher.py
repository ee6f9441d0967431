"""Reads a message as the task of an editor does: problem-matcher.py TASKS < MESSAGES prints what its pattern finds."""

import json
import pathlib
import re
import sys


def main(tasks):
    _, text = pathlib.Path(tasks).read_text(encoding="utf-8").split("\n", 1)  # the first line is the file's name
    pattern = json.loads(text)["tasks"][0]["problemMatcher"]["pattern"]
    for line in sys.stdin:
        found = re.match(pattern["regexp"], line.rstrip("\n"))
        if found:
            print({part: found[group] for part, group in pattern.items() if part != "regexp"})


if __name__ == "__main__":
    main(*sys.argv[1:])
