"""What compilers make of tree functions: how fast the code is, how long it takes to compile.

  compilers.py --treelize build/bin/treelize --library build/lib/libtreelize.a [--compiler g++]...

For every compiler there is, at -O2 and -O3: the benchmarks of trees as multiples of the
hand-written loop, and the seconds that a tree function over a struct of 200 fields takes to compile.
Both are the shortest of several runs, as other work on the machine can only lengthen one.
"""

import argparse
import os
import pathlib
import resource
import shutil
import subprocess
import tempfile

here = pathlib.Path(__file__).resolve().parent
runtime = here.parent.parent / "runtime" / "include"
annotated = ["Shapes.hpp", "Sums.hpp"]
sources = ["StaticTree.cpp", "DynamicTree.cpp", "UnlikeTrees.cpp", "Main.cpp", "Ratios.cpp"]
fields = 200


def wide_header():
    members = "".join(f"  double field_{i};\n" for i in range(fields))
    return f"""#pragma once
#include <treelize/annotations.hpp>
namespace bench {{
struct [[treelize::node]] Wide {{
{members}}};
[[treelize]] inline double step(double x, double gradient, double rate) {{
  return x - rate * gradient;
}}
}} // namespace bench
"""


wide_program = """#include "Wide.treelize.hpp"
bench::Wide next(const bench::Wide& x, const bench::Wide& gradient) { return step(x, gradient, 0.1); }
"""


def generate(treelize, header, folder):
    output = folder / (pathlib.Path(header).stem + ".treelize.hpp")
    subprocess.run([treelize, header, "-o", output, "--", "-std=c++20", f"-I{runtime}"], check=True)


def seconds(command, repetitions=5):
    def used():
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return children.ru_utime + children.ru_stime

    times = []
    for _ in range(repetitions):
        before = used()
        subprocess.run(command, check=True)
        times.append(used() - before)
    return min(times)


def compile_time(command, folder):
    program = folder / "wide.cpp"
    program.write_text(wide_program)
    empty = folder / "empty.cpp"
    empty.write_text("#include <treelize/tree_function.hpp>\n")
    compile_only = [*command, "-c", "-o", os.devnull]
    return seconds([*compile_only, program]), seconds([*compile_only, empty])


def ratios(command, library, folder):
    program = folder / "trees"
    subprocess.run(
        [*command, *[here / source for source in sources], library, "-lbenchmark", "-lpthread", "-o", program],
        check=True,
    )
    lines = subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("shortest"))
    return [line for line in lines[start + 1 :] if "/hand-written" not in line]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--treelize", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--compiler", action="append")
    options = parser.parse_args()
    compilers = options.compiler or [c for c in ("g++", "clang++-14", "clang++-19", "clang++-22") if shutil.which(c)]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "Wide.hpp").write_text(wide_header())
        for header in [*[here / header for header in annotated], folder / "Wide.hpp"]:
            generate(options.treelize, header, folder)
        for compiler in compilers:
            for level in ("-O0", "-O2", "-O3"):
                command = [compiler, level, "-std=c++20", "-w", f"-I{runtime}", f"-I{here}", f"-I{folder}"]
                wide, empty = compile_time(command, folder)
                print(f"{compiler} {level}: {fields} fields compile in {wide:.2f} s, of which headers {empty:.2f} s")
                if level != "-O0":
                    print("\n".join("  " + line for line in ratios(command, options.library, folder)), flush=True)


if __name__ == "__main__":
    main()
