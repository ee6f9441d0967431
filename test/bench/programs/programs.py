"""How fast the gradients of test/bench/programs are, as Markdown tables.

  programs.py --treelize build/bin/treelize --library build/lib/libtreelize.a [name]...

Generates the adjoints, compiles them with each setting, checks every gradient, and times the programs (or those of the
given names, or of a field) beside the hand-written adjoints. A time is the shortest of many, of the CPU.

  --setting 'g++ -O2'        a compiler and its flags, instead of the usual four; may be repeated
  --check                    only check the gradients, at small sizes
  --disable-pass NAME        leave out a pass; 'all' stands for every one that may be left out
  --seconds N                for each program and setting
  --keep FOLDER              leave what is generated and built there
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
runtime = here.parents[2] / "runtime" / "include"
settings = ["clang++-19 -O3 -march=native", "clang++-19 -O2", "g++ -O3 -march=native", "g++ -O2"]
names = "Stencils Filters Networks Estimation Mechanics Algebra Sequences Paths Renderers Dynamics Styles Nested".split()
# What the kernels of other headers call the gradients of, in this order.
inner = ["Potentials", "Replies"]
# Headers, and the sources with their cases; the oldest programs have another.
fields = {"Programs": "First"} | {name: name for name in names}


def passes(treelize):
    """The names that --disable-pass takes, as its error message lists them."""
    said = subprocess.run([treelize, "--disable-pass=?", "x.hpp"], capture_output=True, text=True)
    return re.findall(r"'([\w-]+)'", said.stderr.partition("optional passes are")[2])


def generate(treelize, folder, disabled):
    options = [f"--disable-pass={name}" for name in disabled]
    for headers in [inner[:1], inner[1:], fields]:
        paths = [here / f"{header}.hpp" for header in headers]
        flags = ["-std=c++20", f"-I{runtime}", f"-I{folder}"]
        subprocess.run([treelize, *paths, f"--output-dir={folder}", *options, "--", *flags], check=True)


def build(setting, library, folder):
    command = [*setting.split(), "-std=c++20", "-w", f"-I{runtime}", f"-I{here}", f"-I{folder}"]
    objects = []
    for source in ["Bench", *fields.values()]:
        objects.append(folder / f"{source}.o")
        subprocess.run([*command, "-c", here / f"{source}.cpp", "-o", objects[-1]], check=True)
    subprocess.run([setting.split()[0], *objects, library, "-lpthread", "-o", folder / "programs"], check=True)
    return folder / "programs"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--treelize", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--setting", action="append")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--disable-pass", action="append", default=[])
    parser.add_argument("--seconds", default="1")
    parser.add_argument("--keep")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    disabled = passes(options.treelize) if "all" in options.disable_pass else options.disable_pass
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        generate(options.treelize, folder, disabled)
        wrong = 0
        for setting in options.setting or [s for s in settings if shutil.which(s.split()[0])]:
            program = build(setting, options.library, folder)
            if not options.check:
                print(f"\n`{setting}`\n", flush=True)
            arguments = ["--check", "--small"] if options.check else [f"--seconds={options.seconds}"]
            wrong += subprocess.run([program, *arguments, *options.names]).returncode
        sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
