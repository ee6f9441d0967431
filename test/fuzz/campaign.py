#!/usr/bin/env python3
"""Thousands of random kernels, in parts that a stop does not lose: kernels.py over all forms and cells, all passes
against a random half of them, two compilers that take turns.

A finished part is a line of the log, its problems follow it. Called again with the same log it goes on behind the last part.

    campaign.py --log campaign.log --tool build/bin/treelize --runtime runtime/include --link build/lib/libtreelize.a
"""
import argparse
import pathlib
import re
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
LAST = re.compile(r"^(\d+) kernels, (\d+) refused, (\d+) problems$", re.MULTILINE)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0], formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--log", required=True, help="a line for each finished part; what it has is not done again")
    parser.add_argument("--seed", default="20261125")
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--part", type=int, default=250, help="how many kernels a part has")
    parser.add_argument("--cxx", default="g++ -D_GLIBCXX_ASSERTIONS")
    parser.add_argument("--other-cxx", default="clang++ -fsanitize=address,undefined")
    return parser.parse_known_args()


def head(options, first):
    return f"part {first} to {min(first + options.part, options.count) - 1} of seed {options.seed}: "


def run(options, passed, first):
    """Whether the part is right, and its lines for the log."""
    one, other = (options.cxx, options.other_cxx)[::-1 if first // options.part % 2 else 1]
    count = min(options.part, options.count - first)
    command = [sys.executable, str(HERE / "kernels.py"), "--mixed", "--cells", f"--seed={options.seed}", f"--first={first}", f"--count={count}",
               f"--cxx={one}", f"--other-cxx={other}", *passed]
    began = time.time()
    done = subprocess.run(command, capture_output=True, text=True)
    last = LAST.search(done.stdout)
    if not last:
        raise SystemExit(f"kernels.py did not come to its end:\n{done.stdout}{done.stderr}")
    text = f"{head(options, first)}{last[0]}, {time.time() - began:.0f} s\n"
    return text if done.returncode == 0 else text + "".join(f"    {line}\n" for line in done.stdout.splitlines())


def main():
    options, passed = arguments()
    log = pathlib.Path(options.log)
    for first in range(0, options.count, options.part):
        known = log.read_text() if log.exists() else ""
        if head(options, first) in known:
            continue
        lines = run(options, passed, first)
        with log.open("a") as out:
            out.write(lines)
        print(lines.splitlines()[0], flush=True)
    parts = [LAST.search(line.split(": ", 1)[1].rsplit(",", 1)[0]) for line in log.read_text().splitlines() if line.startswith("part ")]
    kernels, refused, problems = (sum(int(part[i]) for part in parts) for i in (1, 2, 3))
    print(f"{kernels} kernels, {refused} refused, {problems} problems")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
