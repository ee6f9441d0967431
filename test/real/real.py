#!/usr/bin/env python3
"""Functions of public libraries as they are delivered: is each derivative right, or refused?

One kernel for each line of lists/*.txt is derived, built and checked (adjoint, tangent and differences). Prints a table of
what became of them, and fails where a derivative is wrong, the tool fails, or what it wrote does not compile. A library that
is not installed is skipped. With --rounds and --seconds it is a fuzzer: each round has other arguments.
"""
import argparse
import concurrent.futures
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import sys
import tempfile
import time

import batch
import lists
import table

HERE = pathlib.Path(__file__).resolve().parent
PER_FILE = 24


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", required=True)
    parser.add_argument("--cxx", default="g++ -O0", help="the compiler with its flags")
    parser.add_argument("--runtime", default=str(HERE.parents[1] / "runtime" / "include"))
    parser.add_argument("--link", action="append", default=[], help="the runtime library")
    parser.add_argument("--lists", type=pathlib.Path, default=HERE / "lists", help="the folder of the lists")
    parser.add_argument("--library", action="append", default=[], help="only this one")
    parser.add_argument("--only", help="a regular expression for the functions")
    parser.add_argument("--list", action="store_true", help="say of each function that is not right what became of it")
    parser.add_argument("--plain", action="store_true", help="only whether the functions themselves compile and have values")
    parser.add_argument("--log", type=pathlib.Path, help="what became of each function; what it has already is not tried again")
    parser.add_argument("--all-right", action="store_true", help="fail where a function is refused, too")
    parser.add_argument("--write", action="store_true", help="the table goes into docs/limits.md")
    parser.add_argument("--keep", help="a folder for what is written; otherwise it is removed")
    parser.add_argument("--seed", default="1", help="of the arguments")
    parser.add_argument("--seconds", type=float, default=36000, help="no function is begun after them")
    parser.add_argument("--rounds", type=int, default=1, help="how often each function is tried, with other arguments")
    parser.add_argument("-j", "--jobs", type=int, default=1)
    return parser.parse_args()


def wanted(options):
    for library in lists.read_lists(options.lists):
        if options.library and library.name not in options.library:
            continue
        calls = [call for call in library.calls if not options.only or re.search(options.only, call)]
        if calls and not library.is_installed():
            print(f"{library.name}: skipped, install {library.package}")
        elif calls:
            yield dataclasses.replace(library, calls=calls)


class Log:
    """A line for each function: what became of this very text under this very tool."""

    def __init__(self, options):
        self.path = options.log
        self.tool = hashlib.sha256(pathlib.Path(options.tool).read_bytes()).hexdigest()[:16]
        self.known = {}
        if self.path and self.path.exists():
            for entry in map(json.loads, self.path.read_text().splitlines()):
                if entry["kind"] not in ("no C++", "does not compile"):  # may be a matter of flags
                    self.known[entry["tool"], entry["text"]] = entry

    def text_of(self, kernel):
        return lists.source_of(kernel.library, [dataclasses.replace(kernel, text=kernel.text.replace(f" {kernel.name}(", " f(", 1))])

    def find(self, kernel):
        entry = self.known.get((self.tool, self.text_of(kernel)))
        return entry and batch.Outcome(kernel, entry["kind"], entry["id"], entry["why"], entry["place"])

    def add(self, outcomes):
        if not self.path:
            return
        with self.path.open("a") as file:
            for o in outcomes:
                entry = {"library": o.kernel.library.name, "call": o.kernel.call, "kind": o.kind, "id": o.id, "why": o.why, "place": o.place,
                         "tool": self.tool, "text": self.text_of(o.kernel)}
                file.write(json.dumps(entry) + "\n")


def kernels_of(libraries, options):
    """By library and round; numbers are unique."""
    number = 0
    for turn in range(options.rounds):
        for library in libraries:
            seed = f"{options.seed}/{turn}" if turn else options.seed
            yield library, [lists.make_kernel(library, call, number + i, seed) for i, call in enumerate(library.calls)]
            number += len(library.calls)


def batches(libraries, options, log, known):
    deadline = time.monotonic() + options.seconds
    for library, kernels in kernels_of(libraries, options):
        if time.monotonic() > deadline and not options.log:
            return
        found = [log.find(kernel) for kernel in kernels]
        known += filter(None, found)
        new = [kernel for kernel, outcome in zip(kernels, found) if not outcome]
        for i in range(0, len(new), PER_FILE):
            if time.monotonic() > deadline:
                break
            yield library, new[i:i + PER_FILE]


def tell(outcomes, options):
    for outcome in outcomes:
        if outcome.kind in batch.BAD or (options.list and outcome.kind != "right"):
            place = f"    {outcome.place}\n" if outcome.place else ""
            print(f"{outcome.kind}: {outcome.kernel.library.name}: {outcome.kernel.call}\n    {outcome.why} [{outcome.id}]\n{place}"
                  f"    {outcome.kernel.text}", flush=True)


def run_all(libraries, options, log, root):
    outcomes = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        def run(i, library, kernels):
            return batch.Batch(root / f"batch{i}", library, kernels, options).run()

        def collect(running, when):
            done, left = concurrent.futures.wait(running, return_when=when)
            for future in done:
                log.add(future.result())
                tell(future.result(), options)
                outcomes.extend(future.result())
            return left

        running = set()
        for i, (library, kernels) in enumerate(batches(libraries, options, log, outcomes)):
            running.add(pool.submit(run, i, library, kernels))
            if len(running) >= options.jobs:
                running = collect(running, concurrent.futures.FIRST_COMPLETED)
        collect(running, concurrent.futures.ALL_COMPLETED)
    return outcomes


def main():
    options = arguments()
    os.nice(10)
    print(f"seed {options.seed}", flush=True)
    libraries = list(wanted(options))
    with tempfile.TemporaryDirectory() as temporary:
        outcomes = run_all(libraries, options, Log(options), pathlib.Path(options.keep or temporary))
    print(table.table(libraries, outcomes), end="")
    for reason in table.frequent(outcomes):
        print(reason)
    if options.write:
        table.write(libraries, outcomes)
    good = ["right"] if options.all_right else ["right", "refused"]
    bad = sum(outcome.kind not in good for outcome in outcomes)
    print(f"{len(outcomes)} functions, {bad} problems")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
