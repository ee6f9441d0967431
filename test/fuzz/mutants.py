#!/usr/bin/env python3
"""Broken inputs: whatever the tool is given, it ends with a message or a header, never with a crash.

Takes the inputs of the tests, deletes, doubles and swaps tokens or cuts the file off, and runs the tool on the
result: exit code 0 or 1, an end in time, and no output unless the exit code is 0. --keep FOLDER keeps
the mutants that were answered wrongly.
"""
import argparse
import concurrent.futures
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|#[^\n]*|"(?:\\.|[^"\\\n])*"|\w+|[^\w\s]+?|\s+', re.S)
COSTLY = re.compile(r"#\s*include\s*<(?!treelize/annotations|cassert|cstddef|cstdint)")
PER_RUN = 10


def inputs(tests, cheap):
    """The tests' sources that have something to generate; cheap ones read no large header."""
    found = []
    for path in sorted(tests.rglob("*.[ch]pp")):
        if {"unit", "bench", "conformance"} & set(path.relative_to(tests).parts):
            continue
        text = path.read_text()
        if re.search("treelize", text, re.I) and not (cheap and COSTLY.search(text)):
            found.append((path, text))
    return found


def mutate(rng, text):
    tokens = TOKEN.findall(text)
    places = [i for i, t in enumerate(tokens) if not t.isspace() and not t.startswith(("//", "/*"))]
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        kind, at = rng.choice(["delete", "delete", "swap", "swap", "double", "replace", "cut"]), rng.choice(places)
        other = rng.choice([rng.choice(places), min(at + 1, len(tokens) - 1)])
        if kind == "delete":
            tokens[at] = " "
        elif kind == "swap":
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif kind == "double":
            tokens[at] += " " + tokens[at]
        elif kind == "replace":
            tokens[at] = tokens[other]
        elif kind == "cut" and rng.random() < 0.3:
            tokens[at + 1:] = [" "] * (len(tokens) - at - 1)
    return "".join(tokens)


def answer(files, out, options):
    """None, or what is wrong with the tool's answer to these inputs."""
    flags = ["--", "-std=c++20", f"-I{options.runtime}", f"-I{HERE.parent / 'Inputs'}", f"-I{HERE / 'Inputs'}"]
    try:
        done = subprocess.run([options.tool, *map(str, files), "--output-dir", str(out), *flags], capture_output=True, timeout=options.limit)
    except subprocess.TimeoutExpired:
        return f"no end after {options.limit} s"
    written = sorted(p.name for p in out.iterdir())
    for path in out.iterdir():
        path.unlink()
    if done.returncode not in (0, 1):
        return f"exit code {done.returncode}: {done.stderr.decode(errors='replace')[-600:]}"
    if done.returncode == 1 and written:
        return f"exit code 1, but {written} were written"
    if done.returncode == 1 and b"error:" not in done.stderr:
        return "exit code 1 without an error message"
    if done.returncode == 0 and len(written) != len(files):
        return f"exit code 0, but only {written} were written"
    return None


def check(root, batch, texts, options):
    """The problems of some mutants: the tool is given all, and each alone only if that fails."""
    folder, out = root / f"batch{batch}", root / f"batch{batch}" / "out"
    out.mkdir(parents=True)
    files = []
    for number, (origin, text) in texts:
        files.append(folder / f"mutant{number}{origin.suffix}")
        files[-1].write_text(text)
    if answer(files, out, options) is None:
        return []
    problems = []
    for file, (number, (origin, text)) in zip(files, texts):
        problem = answer([file], out, options)
        if problem:
            problems.append(f"mutant {number} of {origin.name}: {problem}")
            if options.keep:
                pathlib.Path(options.keep, file.name).write_text(text)
    return problems or [f"mutants {texts[0][0]} to {texts[-1][0]}: a wrong answer to all together, but to none alone"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", required=True)
    parser.add_argument("--runtime", required=True, help="the runtime's include folder")
    parser.add_argument("--seed", default=str(int(time.time())))
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--any", type=int, default=5, help="one in so many mutants comes from any input, the others from those that are read quickly")
    parser.add_argument("--limit", type=int, default=120, help="seconds that a run of the tool may take")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("--keep", help="a folder for the mutants that were answered wrongly")
    return parser.parse_args()


def main():
    options = arguments()
    print(f"seed {options.seed}")
    every, cheap = inputs(HERE.parent, False), inputs(HERE.parent, True)
    mutants = []
    for number in range(options.first, options.first + options.count):
        rng = random.Random(f"{options.seed}/{number}")
        origin, text = rng.choice(every if number % options.any == 0 else cheap)
        mutants.append((number, (origin, mutate(rng, text))))
    if options.keep:
        pathlib.Path(options.keep).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        batches = [mutants[i:i + PER_RUN] for i in range(0, len(mutants), PER_RUN)]
        problems = sum(pool.map(lambda b: check(pathlib.Path(folder), b, batches[b], options), range(len(batches))), [])
    for problem in problems:
        print(problem)
    print(f"{options.count} mutants of {len(every)} inputs, {len(problems)} problems")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
