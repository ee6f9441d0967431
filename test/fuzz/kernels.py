#!/usr/bin/env python3
"""Random kernels over the whole language: are their derivatives right?

Writes many kernels per file, derives them twice (with the optional passes and without), builds the two, by
two compilers where there are two, and runs them (Inputs/Check.h: adjoint against tangent, differences), then
compares their gradients. A kernel that the tool refuses is left out. One seed gives one set of kernels; --first and --count choose among
them, so that a failing kernel is had alone by --seed S --first N --count 1 --keep FOLDER.
"""
import argparse
import collections
import concurrent.futures
import math
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cells
import cursors
import nests
import operators
import recurrences
import reruns
import special
import values
import vectors
from statements import STATEMENTS, Statements

HERE = pathlib.Path(__file__).resolve().parent
PER_FILE = 125


def function(rng, used, signature, readable, arrays, result, count, calls=()):
    """The text of one function with a random body; its last statement is the result."""
    body = Statements(rng, used, result, calls)
    body.variables.readable += readable
    body.variables.writable += [name for name in readable if "[" not in name]
    body.variables.arrays += arrays
    values.declare(body)
    body.statements(count)
    body.use_locals([len(readable)] + body.variables.marks()[1:])
    body.line(result(body))
    return "\n".join([signature + " {"] + body.lines + ["}", ""])


def scalar(rng, used, name, calls):
    result = lambda k: f"return 0.5 * {k.variables.real()} + {k.real(3)};"
    return function(rng, used, f"TREELIZE(kernel) inline double {name}(std::span<const double> x)", [], [("x", 4, True)], result, 6, calls)


def numbers(rng, used, name, calls):
    result = lambda k: f"return 0.5 * {k.variables.real()} + {k.real(3)};"
    return function(rng, used, f"TREELIZE(kernel) inline double {name}(double a, double b)", ["a", "b"], [], result, 6, calls)


def in_place(rng, used, name, calls):
    return function(rng, used, f"TREELIZE(kernel) inline void {name}(std::span<double> y)", [], [("y", 4, False)], lambda k: "return;", 7, calls)


FORMS = [("scalar", scalar, 5), ("numbers", numbers, 2), ("inPlace", in_place, 4), ("scalar", nests.nest, 3), ("scalar", vectors.steps, 2),
         ("scalar", cursors.cursors, 3), ("scalar", reruns.reruns, 2), ("scalar", reruns.steps, 1)]

# One part of the language each, by the option that asks for it; those that `--cells` adds to the others.
ALONE = {"nests": [nests.nest], "vectors": [vectors.steps], "cursors": [cursors.cursors], "reruns": [reruns.reruns], "steps": [reruns.steps],
         "slices": [cells.slices], "bits": [cells.bits], "single": [cells.single], "absent": [cells.absent], "special": [special.unasked, special.times_zero],
         "recurrences": [recurrences.recurrence]}
CELLS = [("scalar", cells.slices, 2), ("scalar", cells.bits, 2), ("scalar", cells.single, 2), ("scalar", cells.absent, 3),
         ("unasked", special.unasked, 2), ("timesZero", special.times_zero, 1), ("scalar", recurrences.recurrence, 2)]


def kernel(seed, number, used):
    """(form of the check, text) of kernel `number`: it depends on nothing but the seed and the number."""
    rng = random.Random(f"{seed}/{number}")
    form, make, _ = rng.choices(FORMS, [weight for _, _, weight in FORMS])[0]
    helper = f"helper_{number}"
    signature = f"inline double {helper}(double a, double b)"
    texts = [function(rng, used, signature, ["a", "b"], [], lambda k: f"return {k.small()};", 3)]
    texts.append(make(rng, used, f"f{number}", [f"{helper}(@, @)"]))
    return form, "\n".join(texts)


HEAD = f'#pragma once\n#include "Helpers.h"\nnamespace fuzz {{\n{reruns.STEPS}'


class Batch:
    """A file of kernels and the program that checks them."""

    def __init__(self, folder, seed, numbers, used):
        self.folder, self.numbers = folder, numbers
        self.made = [(n, *kernel(seed, n, used)) for n in numbers]
        self.refused = collections.Counter()  # by what the tool says
        self.source = folder / "kernels.hpp"
        folder.mkdir(parents=True, exist_ok=True)
        self.write()

    def write(self):
        texts = "\n".join(text for _, _, text in self.made)
        self.source.write_text(f"{HEAD}{texts}}}\n")
        calls = "".join(f'  check.{form}("f{n}", fuzz::kernels::f{n});\n' for n, form, _ in self.made)
        (self.folder / "main.cpp").write_text(
            '#include "kernels.treelize.hpp"\n#include "Check.h"\nint main() {\n  fuzz::Check check;\n' + calls + "  return check.finish();\n}\n")

    def leave_out(self, said):
        """Takes out the kernels that the tool's errors are about; are there any?"""
        ends, line = [], HEAD.count("\n")
        for n, _, text in self.made:
            line += text.count("\n") + 1
            ends.append((line, n))
        out = set()
        for error in re.split(r"^(?=\S+: (?:error|warning): )", said, flags=re.MULTILINE):
            what = re.match(r"\S+: error: (.*) \[treelize-", error)
            lines = [int(at) for at in re.findall(rf"{re.escape(str(self.source))}:(\d+):", error)] if what else []
            about = {next(n for end, n in ends if at <= end) for at in lines if HEAD.count("\n") < at <= line}
            if about - out:
                self.refused[what[1]] += len(about - out)
            out |= about
        self.made = [one for one in self.made if one[0] not in out]
        self.write()
        return bool(out)


def run(command, problems, what, limit=300, refusal=None):
    """Standard output of a command; None and an entry in problems when it fails. What `refusal` takes is no failure, but a
    reason to try again."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
        while done.returncode == 1 and refusal and refusal(done.stderr):
            done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        problems.append(f"{what}: no end after {limit} s")
        return None
    if done.returncode:
        problems.append(f"{what}: exit code {done.returncode}\n{(done.stderr + done.stdout)[:3000]}")
        return None
    return done.stdout


def gradients(batch, variant, passes, cxx, options, problems):
    """Derives, builds and runs one batch; the gradients that it prints."""
    folder = batch.folder / variant
    folder.mkdir(exist_ok=True)
    header = folder / "kernels.treelize.hpp"
    flags = ["-std=c++20", f"-I{HERE / 'Inputs'}", f"-I{options.runtime}"]
    where = f"{batch.folder.name} (f{batch.numbers[0]} to f{batch.numbers[-1]}, {variant})"
    # The generated loops run serially: what is compared is what they save and run again.
    derive = [options.tool, str(batch.source), "-o", str(header), *passes, "--", "-fopenmp", *flags]
    if run(derive, problems, f"{where}: treelize", refusal=batch.leave_out) is None:
        return None
    program = folder / "check"
    build = [*shlex.split(cxx), *flags, "-w", f"-I{folder}", str(batch.folder / "main.cpp"), *options.link, "-o", str(program)]
    if run(build, problems, f"{where}: the compiler") is None:
        return None
    text = run([str(program)], problems, f"{where}: derivatives")
    return None if text is None else {line.split()[0]: [float(x) for x in line.split()[1:]] for line in text.splitlines()}


def same(a, b):
    return all(math.isclose(x, y, rel_tol=1e-9, abs_tol=1e-11 * max(1, *map(abs, a))) or (x != x and y != y) for x, y in zip(a, b))


def without_optional_passes(options, first):
    """All of them; of mixed passes a half that the seed and the batch's first kernel choose."""
    page = subprocess.run([options.tool, "--print-reference=passes"], capture_output=True, text=True, check=True).stdout
    names = re.findall(r"^\| `([^`]+)` \|[^|]*\| yes \|", page, re.MULTILINE)
    if options.mixed:
        names = random.Random(f"{options.seed}/passes/{first}").sample(names, len(names) // 2)
    return [f"--disable-pass={name}" for name in names]


def check(batch, options):
    problems = []
    whole = gradients(batch, "whole", [], options.cxx, options, problems)
    plain = gradients(batch, "plain", without_optional_passes(options, batch.numbers[0]), options.other_cxx or options.cxx, options, problems)
    if whole and plain:
        problems += [f"{name}: {whole[name]} with the optional passes, {plain[name]} without"
                     for name in whole if name in plain and not same(whole[name], plain[name])]
    return problems


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", required=True)
    parser.add_argument("--cxx", default="g++", help="the compiler with its flags")
    parser.add_argument("--other-cxx", help="the compiler for the derivatives without the optional passes")
    parser.add_argument("--runtime", required=True, help="the runtime's include folder")
    parser.add_argument("--link", action="append", default=[], help="what else is linked")
    parser.add_argument("--source", default=str(HERE.parents[1]), help="the repository")
    parser.add_argument("--seed", default=str(int(time.time())))
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("--keep", help="a folder for what is written; otherwise it is removed")
    parser.add_argument("--nests", action="store_true", help="only loops over arrays")
    parser.add_argument("--vectors", action="store_true", help="only steps on whole vectors")
    parser.add_argument("--cursors", action="store_true", help="only steps that change what they are told by")
    parser.add_argument("--reruns", action="store_true", help="only iterations that run again")
    parser.add_argument("--steps", action="store_true", help="only iterations with steps that must be taken once")
    parser.add_argument("--slices", action="store_true", help="only base parts of objects")
    parser.add_argument("--bits", action="store_true", help="only bit-fields")
    parser.add_argument("--single", action="store_true", help="only pointers to one object")
    parser.add_argument("--absent", action="store_true", help="only optionals and variants that are absent")
    parser.add_argument("--special", action="store_true", help="only operators at their special points")
    parser.add_argument("--recurrences", action="store_true", help="only numbers that iterations hand on")
    parser.add_argument("--cells", action="store_true", help="these seven beside all others")
    parser.add_argument("--mixed", action="store_true", help="compare with half of the optional passes, not with none")
    parser.add_argument("--print", action="store_true", help="print the kernels and check nothing")
    return parser.parse_args()


def main():
    options = arguments()
    operators.check_complete(pathlib.Path(options.source))
    only = [make for name, makes in ALONE.items() if getattr(options, name) for make in makes]
    if only:
        FORMS[:] = [form for form in FORMS + CELLS if form[1] in only]
    elif options.cells:
        FORMS.extend(CELLS)
    print(f"seed {options.seed}")
    used = set()
    numbers = range(options.first, options.first + options.count)
    if options.print:
        print("\n".join(kernel(options.seed, n, used)[1] for n in numbers))
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        root = pathlib.Path(options.keep or temporary)
        batches = [Batch(root / f"batch{i}", options.seed, numbers[i:i + PER_FILE], used) for i in range(0, options.count, PER_FILE)]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            problems = sum(pool.map(lambda batch: check(batch, options), batches), [])
    for problem in problems:
        print(problem)
    productions = {f"statement {m.__name__}" for m, _ in STATEMENTS} | {f"expression {name}" for name in operators.OTHER}
    productions |= {f"operator {name}" for name in [*operators.DIFFERENTIABLE, *operators.PASSIVE]}
    if options.count >= 300 and not only and productions - used:
        problems.append(f"never used: {sorted(productions - used)}")
        print(problems[-1])
    refused = sum((batch.refused for batch in batches), collections.Counter())
    for what, count in refused.most_common():
        print(f"{count} refused: {what}")
    print(f"{options.count} kernels, {refused.total()} refused, {len(problems)} problems")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
