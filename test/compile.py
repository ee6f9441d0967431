"""Runs one compile with several compilers: compile.py 'g++ -Wall' 'clang++ -Wall' -- -fsyntax-only a.cpp

One test in as many as there are compilers is compiled by each of them, its name telling by which; where
TREELIZE_TEST_ALL is set (`run.sh --all`), or behind `--every`, all compile all. Every compiler gets a turn even when
one fails, so that a test shows all that is wrong at once.

Half of the time of a small program goes to the headers of the library, so they come before it,
precompiled, in a folder of the build (TREELIZE_TEST_HEADERS). The first compiler goes without where
it makes no program: it finds what a file forgets to include.
"""

import hashlib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import zlib

HEADERS = pathlib.Path(__file__).parent / "Inputs" / "precompiled"
# A compiler takes a precompiled header with the flags alone that it was made with, but for macros that
# nothing in it asks for.
MATTERS = re.compile(r"-(D_|DNDEBUG|DEIGEN|U|O|f(?!syntax-only)|m|std|x|include|M|E)")
ARE_PREPARED = [[], ["-O1"], ["-O2"], ["-fsanitize=address,undefined"]]


def age(path):
    return str(os.stat(os.path.realpath(path)).st_mtime_ns)


def made(command, flags, header, folder):
    """The path of the precompiled header, made at the first time that anybody asks for it."""
    gcc = shutil.which("g++")
    facts = [*command, *flags, str(header), age(header), age(shutil.which(command[0])), age(gcc) if gcc else ""]
    result = folder / f"{hashlib.sha1(' '.join(facts).encode()).hexdigest()[:12]}.h.gch"
    if not result.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as work:
            new = pathlib.Path(work, result.name)
            subprocess.run([*command, *flags, "-x", "c++-header", header, "-o", new], check=True)
            result.with_suffix("").write_text(f'#include "{header}"\n')  # for flags that the other one does not fit
            new.rename(result)
    return result


def prepared(command, arguments):
    """What the compiler takes in addition, to have the headers precompiled."""
    folder = os.environ.get("TREELIZE_TEST_HEADERS")
    flags = [flag for flag in arguments if MATTERS.match(flag)]
    if not folder or flags not in ARE_PREPARED:
        return []
    eigen = next((at for at, argument in enumerate(arguments) if argument.endswith("/eigen3")), None)
    places = [] if eigen is None else arguments[eigen - 1 : eigen + 1]
    header = HEADERS / ("eigen.h" if places else "library.h")
    result = made(command, flags + places, header, pathlib.Path(folder))
    if "clang" in command[0]:
        return ["-include-pch", str(result)]
    return ["-include", str(result.with_suffix(""))]


def in_turn(commands, arguments):
    """The compilers that compile this source: one, by the name of the source."""
    source = next((argument for argument in reversed(arguments) if argument.endswith(".cpp")), "")
    return [commands[zlib.crc32(pathlib.Path(source).name.encode()) % len(commands)]]


def main(arguments):
    every = arguments[0] == "--every" or "TREELIZE_TEST_ALL" in os.environ
    arguments = arguments[arguments[0] == "--every" :]
    split = arguments.index("--")
    commands = [shlex.split(compiler) for compiler in arguments[:split]]
    rest = arguments[split + 1 :]
    first = commands[0]
    failed = []
    for command in commands if every else in_turn(commands, rest):
        reads_all = command is first and "-fsyntax-only" in rest
        command += [] if reads_all else prepared(command, rest)
        command += rest
        if subprocess.run(command).returncode != 0:
            failed.append(command)
    for command in failed if len(commands) > 1 else []:
        print("failed:", shlex.join(command), file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
