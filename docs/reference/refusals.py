"""Prints refusals.md: what the tool says is not supported in a kernel yet, as the calls of `notYet` in its sources have it."""

import pathlib
import re

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "tool/front"
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[()\[\]{},?]|(?<!:):(?!:)|[^\s"()\[\]{},?:]+|::')


def arguments(text):
    """Those of a call whose '(' the text begins behind, each as a list of tokens."""
    result, depth = [[]], 1
    for token in TOKEN.findall(text):
        depth += (token in "([{") - (token in ")]}")
        if depth == 0:
            return result
        if token == "," and depth == 1:
            result.append([])
        else:
            result[-1].append(token)
    return []


def said(tokens):
    """The text of an expression: `...` stands for what is no literal, both literals of a choice for the choice."""
    text = ""
    for token in tokens:
        if token.startswith('"'):
            text += token[1:-1].replace('\\"', '"')
        elif token == "?":
            text = text.removesuffix("...")
        elif token == ":":
            text += " or "
        elif token not in "+()" and not text.endswith("..."):
            text += "..."
    return text


def rows():
    for source in SOURCES.rglob("*.cpp"):
        for part in source.read_text(encoding="utf-8").split("notYet(")[1:]:
            found = arguments(part)
            if len(found) >= 3:
                what, instead = said(found[-2]).rstrip(","), said(found[-1])
                if not what.startswith("...") and re.search(r"\w{3}", what):
                    yield what, instead


def cell(text):
    return text.replace("|", "\\|").replace("<", "\\<").replace("*", "\\*")


print("# What a kernel cannot hold yet\n")
print("Each is the error `... is not supported in a kernel yet`, [`construct-not-yet`](diagnostics/construct-not-yet.md), at its place in")
print("the source, with the way out as a note. `...` stands for a name, a type or a number of the source.")
print("\n| not supported yet | way out |\n| --- | --- |")
for what, instead in sorted(set(rows())):
    print(f"| {cell(what)} | {cell(instead)} |")
