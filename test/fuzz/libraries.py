#!/usr/bin/env python3
"""Thin kernels over public libraries: is each derivative right, or refused?

One kernel for each line of libraries.txt, with other arguments in each round, until the time is over: derived, built and
checked (adjoint, tangent and differences). Prints what became of them, per library, and fails where a derivative is
wrong, where the tool fails, or where what it wrote does not compile. A library that is not installed is skipped.
"""
import argparse
import collections
import concurrent.futures
import dataclasses
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
PER_FILE = 12
NUMBERS = 8  # that a kernel is given
GOOD, BAD = ["right", "refused", "undefined"], ["wrong", "crash", "does not compile", "no C++"]


@dataclasses.dataclass
class Library:
    name: str
    package: str = ""
    needs: str = ""
    flags: list = dataclasses.field(default_factory=list)
    includes: list = dataclasses.field(default_factory=list)
    lets: list = dataclasses.field(default_factory=list)
    calls: list = dataclasses.field(default_factory=list)

    def is_installed(self):
        return not self.needs or any((pathlib.Path(folder) / self.needs).exists() for folder in ("/usr/include", "/usr/local/include"))


def read_table(path):
    libraries = []
    for line in path.read_text().splitlines():
        word, _, rest = line.partition(" ")
        if heading := re.fullmatch(r"\[([\w.]+)\]", line):
            libraries.append(Library(heading.group(1)))
        elif word in ("package", "needs"):
            setattr(libraries[-1], word, rest)
        elif word == "flags":
            libraries[-1].flags += shlex.split(rest)
        elif word == "include":
            libraries[-1].includes += rest.split()
        elif word == "let":
            libraries[-1].lets.append(rest)
        elif line and not line.startswith("#"):
            libraries[-1].calls.append(line)
    return libraries


def filled(text, rng):
    """The text with arguments in its holes."""
    def number():
        a, b = rng.choices([f"x[{i}]" for i in range(NUMBERS)], k=2)
        return rng.choice([a, a, f"({a} * {b} + 0.3)", f"({a} - 0.5 * {b})"])

    bounded = {"u": "std::sin({})", "s": "(0.9 * std::sin({}))", "h": "(0.5 + 0.4 * std::sin({}))", "p": "(1.5 + std::cos({}))",
               "q": "(4 + std::cos({}))", "a": "{}"}

    def argument(match):
        hole = match.group(1)
        if hole in "in":
            return str(rng.randrange(5) if hole == "i" else rng.randrange(1, 4))
        return bounded[hole].format(number())

    return re.sub(r"@([ushpqain])\b", argument, text)


def variables_of(let):
    """What a line declares: `v` and `w` of `T v(@a), w{@p};`."""
    return set(re.findall(r"\b([a-z]\w*)(?=[({;]| =)", let))


def names_in(text):
    return set(re.findall(r"[A-Za-z_]\w*", text))


def lets_for(library, call):
    """The declarations that the call asks for, and those that they ask for, in order."""
    asked, chosen = names_in(call), []
    for let in reversed(library.lets):
        if variables_of(let) & asked:
            chosen.insert(0, let)
            asked |= names_in(let)
    return chosen


@dataclasses.dataclass
class Kernel:
    library: Library
    call: str
    text: str
    number: int

    @property
    def name(self):
        return f"f{self.number}"


def make_kernel(library, call, number, rng):
    body = " ".join(filled(let, rng) for let in lets_for(library, call))
    text = f"TREELIZE(kernel) inline double f{number}(const std::vector<double>& x) {{ {body} return {filled(call, rng)}; }}"
    return Kernel(library, call, text, number)


def source_of(library, kernels):
    includes = "".join(f"#include {name}\n" for name in ["<treelize/annotations.hpp>", "<cmath>", "<vector>", *library.includes])
    texts = "".join(kernel.text + "\n" for kernel in kernels)
    return f"#pragma once\n{includes}namespace fuzz {{\n{texts}}}\n"


def program_of(kernels):
    calls = "".join(f'  fuzz::check("{k.name}", fuzz::kernels::{k.name}, fuzz::{k.name});\n' for k in kernels)
    return '#include "kernels.treelize.hpp"\n#include "LibraryCheck.h"\nint main() {\n' + calls + "}\n"


class Run:
    """A few kernels of one library, and what becomes of each: (kind, why)."""

    def __init__(self, folder, library, kernels, options):
        self.folder, self.library, self.options = folder, library, options
        self.open = list(kernels)
        self.outcome = {}
        folder.mkdir(parents=True)

    def close(self, kernel, kind, why=""):
        self.outcome[kernel.number] = (kernel, kind, why)
        self.open.remove(kernel)

    def flags(self):
        return ["-std=c++20", *self.library.flags, f"-I{HERE / 'Inputs'}", f"-I{self.options.runtime}"]

    def command(self, command, limit=240):
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=limit, errors="replace")
            return done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired:
            return None, "", f"no end after {limit} s"

    def derive(self, kernels):
        source = self.folder / "kernels.hpp"
        source.write_text(source_of(self.library, kernels))
        return self.command([self.options.tool, str(source), "-o", str(self.folder / "kernels.treelize.hpp"), "--", *self.flags()])

    def blamed(self, errors, kernels):
        """The kernels that the tool's errors are about, and why."""
        lines = {line: kernel for line, kernel in enumerate(source_of(self.library, kernels).splitlines(), 1)}
        by_line = {line: k for k in kernels for line, text in lines.items() if text == k.text}
        found, reason = {}, ""
        for line in errors.splitlines():
            message = re.search(r"error: (.*)", line)
            place = re.search(r"/kernels\.hpp:(\d+):", line)
            note = re.search(r"note: '(f\d+)' is a kernel|worked on kernel '(?:\w+::)*(f\d+)'", line)
            reason = message.group(1) if message else reason
            kernel = by_line.get(int(place.group(1))) if place else None
            if note:
                kernel = next((k for k in kernels if k.name in note.groups()), None)
            if kernel and reason:
                found.setdefault(kernel.number, (kernel, reason))
        return list(found.values())

    def derive_all(self):
        """Until the tool writes what is left."""
        while self.open:
            code, _, errors = self.derive(self.open)
            if code == 0:
                return
            blamed = self.blamed(errors, self.open)
            if len(self.open) > 1 and not blamed or code not in (1, 70) and len(self.open) > 1:
                for kernel in list(self.open):
                    self.derive_alone(kernel)
                return
            for kernel, reason in blamed or [(self.open[0], errors.strip()[:300])]:
                self.close(kernel, self.kind_of(code, errors), reason)

    @staticmethod
    def kind_of(code, errors):
        if code != 1:
            return "crash"
        return "no C++" if "[treelize-uncompilable-source]" in errors else "refused"

    def derive_alone(self, kernel):
        code, _, errors = self.derive([kernel])
        if code != 0:
            blamed = self.blamed(errors, [kernel])
            self.close(kernel, self.kind_of(code, errors), blamed[0][1] if blamed else f"{code}: {errors.strip()[:300]}")

    def build(self, kernels):
        if self.derive(kernels)[0] != 0:
            return "the tool wrote nothing"
        (self.folder / "main.cpp").write_text(program_of(kernels))
        code, _, errors = self.command([*shlex.split(self.options.cxx), *self.flags(), "-w", f"-I{self.folder}", str(self.folder / "main.cpp"),
                                        *self.options.link, "-o", str(self.folder / "check")])
        problem = next((line for line in errors.splitlines() if "error" in line), errors[:300])
        return "" if code == 0 else re.sub(r"\S*/", "", problem)

    def build_all(self):
        if self.open and self.build(self.open):
            for kernel in list(self.open):
                if problem := self.build([kernel]):
                    self.close(kernel, "does not compile", problem)
            if self.open and (problem := self.build(self.open)):
                for kernel in list(self.open):
                    self.close(kernel, "does not compile", f"together with others: {problem}")

    def check_all(self):
        while self.open:
            code, output, errors = self.command([str(self.folder / "check")])
            said = dict(line.split(" ", 1) for line in output.splitlines() if re.match(r"f\d+ ", line))
            for kernel in list(self.open):
                if text := said.get(kernel.name):
                    kind, _, why = text.partition(": ")
                    self.close(kernel, kind, why)
            if not self.open:
                return
            self.close(self.open[0], "wrong", f"the program ends with {code}: {errors.strip()[:200]}")
            if self.open and self.build(self.open):
                return

    def run(self):
        self.derive_all()
        self.build_all()
        self.check_all()
        return list(self.outcome.values())


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", required=True)
    parser.add_argument("--cxx", default="g++", help="the compiler with its flags")
    parser.add_argument("--runtime", default=str(HERE.parents[1] / "runtime" / "include"))
    parser.add_argument("--link", action="append", default=[], help="the runtime library")
    parser.add_argument("--seed", default=str(int(time.time())))
    parser.add_argument("--seconds", type=float, default=7200, help="no kernel is begun after them")
    parser.add_argument("--rounds", type=int, default=1000, help="how often each line is drawn at most")
    parser.add_argument("--each", type=int, help="how many lines of a library are drawn at most in each round")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("--only", help="a regular expression for names of libraries and calls")
    parser.add_argument("--list", action="store_true", help="say of each kernel that is not right what became of it")
    parser.add_argument("--keep", help="a folder for what is written; otherwise it is removed")
    return parser.parse_args()


def wanted(libraries, only):
    for library in libraries:
        calls = [call for call in library.calls if not only or re.search(only, library.name) or re.search(only, call)]
        if calls and not library.is_installed():
            print(f"{library.name}: skipped, install {library.package}")
        elif calls:
            yield dataclasses.replace(library, calls=calls)


def batches(libraries, options, deadline):
    number = 0
    for turn in range(options.rounds):
        for library in libraries:
            rng = random.Random(f"{options.seed}/{turn}/{library.name}")
            calls = rng.sample(library.calls, len(library.calls))[:options.each]
            for i in range(0, len(calls), PER_FILE):
                if time.monotonic() > deadline:
                    return
                kernels = [make_kernel(library, call, number + k, rng) for k, call in enumerate(calls[i:i + PER_FILE])]
                number += len(kernels)
                yield library, kernels


def tell(outcomes, options):
    for kernel, kind, why in outcomes:
        if kind in BAD or (options.list and kind != "right"):
            print(f"{kind}: {kernel.library.name}: {kernel.call}\n    {why}\n    {kernel.text}", flush=True)
    return outcomes


def report(outcomes):
    counts = collections.defaultdict(collections.Counter)
    for kernel, kind, _ in outcomes:
        counts[kernel.library.name][kind] += 1
    for name, kinds in counts.items():
        print(f"{name}: " + ", ".join(f"{kinds[kind]} {kind}" for kind in GOOD + BAD if kinds[kind]))
    return sum(kinds[kind] for kinds in counts.values() for kind in BAD)


def main():
    options = arguments()
    deadline = time.monotonic() + options.seconds
    print(f"seed {options.seed}", flush=True)
    libraries = list(wanted(read_table(HERE / "libraries.txt"), options.only))
    outcomes = []
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        root = pathlib.Path(options.keep or temporary)
        running = set()
        for i, (library, kernels) in enumerate(batches(libraries, options, deadline)):
            running.add(pool.submit(Run(root / f"batch{i}", library, kernels, options).run))
            if len(running) >= options.jobs:
                done, running = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
                outcomes += [outcome for future in done for outcome in tell(future.result(), options)]
        outcomes += [outcome for future in running for outcome in tell(future.result(), options)]
    bad = report(outcomes)
    print(f"{len(outcomes)} kernels, {bad} problems")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
