"""Runs one compile with several compilers: all-compilers.py 'g++ -Wall' 'clang++ -Wall' -- -fsyntax-only a.cpp

Every compiler gets a turn even when one fails, so that a test shows all that is wrong at once.
"""

import shlex
import subprocess
import sys


def main(arguments):
    split = arguments.index("--")
    failed = []
    for compiler in arguments[:split]:
        command = shlex.split(compiler) + arguments[split + 1 :]
        if subprocess.run(command).returncode != 0:
            failed.append(command)
    for command in failed:
        print("failed:", shlex.join(command), file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
