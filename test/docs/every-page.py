"""Says which pages of docs have code and no test that runs it and wants what the page wants: every-page.py DOCS TESTS.

The pages of docs/reference are not among them, as the tool prints those.
"""

import pathlib
import re
import sys

import extract


def required(test):
    return set(re.findall(r"[\w.+-]+", "".join(re.findall(r"^REQUIRES:(.*)$", test, re.M))))


def main(docs, tests):
    texts = {test.name: test.read_text(encoding="utf-8") for test in pathlib.Path(tests).glob("*.test")}
    wrong = []
    for page in sorted(pathlib.Path(docs).rglob("*.md")):
        name, text = page.relative_to(docs), page.read_text(encoding="utf-8")
        if name.parts[0] == "reference" or not list(extract.blocks(text)):
            continue
        test = "-".join(name.with_suffix("").parts) + ".test"
        if f"docs/{name}\n" not in texts.get(test, ""):
            wrong.append(f"test/docs/pages/{test} does not run docs/{name}")
        elif required(texts[test]) != set(extract.wanted_packages(text)):
            wrong.append(f"test/docs/pages/{test} does not require what docs/{name} wants")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main(*sys.argv[1:])
