# The kernel language reads what it writes: every kernel of the inputs, after every pass that changes it, is the same text
# again when it has been read.
#
#   round-trip.py TOOL OPT INPUT... -- FLAG...
import re
import subprocess
import sys
import tempfile

tool, opt, *rest = sys.argv[1:]
inputs, flags = rest[: rest.index("--")], rest[rest.index("--") + 1 :]


def generated_name(path):
    """Under which the input includes what is generated from it."""
    with open(path) as file:
        found = re.search(r'#include ["<]([\w.-]+\.treelize\.hpp)[">]', file.read())
    return found.group(1) if found else "kernels.treelize.hpp"


def without_notes(text):
    lines = (re.match(r"((?:[^`/]|/(?!/)|`(?:[^`\\]|\\.)*`)*)", line).group(1) if not line.lstrip().startswith("#") else line
             for line in text.splitlines())
    return [line.rstrip() for line in lines if line.strip()]


failed = kernels = 0
for path in inputs:
    with tempfile.TemporaryDirectory() as folder:
        command = [tool, path, "-o", f"{folder}/{generated_name(path)}", "--dump-after=all", "--", *flags]
        dumps = subprocess.run(command, capture_output=True, text=True)
    again = subprocess.run([opt, "-"], input=dumps.stdout, capture_output=True, text=True)
    if dumps.returncode or again.returncode:
        print(f"{path}: {dumps.stderr}{again.stderr}")
        failed += 1
        continue
    written, read = without_notes(dumps.stdout), without_notes(again.stdout)
    kernels += sum(line.startswith("kernel ") for line in written)
    for before, after in zip(written + [""], read + [""]):
        if before != after:
            print(f"{path}:\n- {before}\n+ {after}")
            failed += 1
            break
print(f"{kernels} kernels")
sys.exit(1 if failed or kernels == 0 else 0)
