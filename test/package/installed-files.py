"""What an installation holds: installed-files.py PREFIX SOURCE

Prints all that lies outside of include/, and compares that folder with the runtime's.
"""

import pathlib
import sys


def files_below(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


prefix, source = map(pathlib.Path, sys.argv[1:])
for name in sorted(files_below(prefix)):
    if not name.startswith("include/"):
        print(name)
different = files_below(prefix / "include") ^ files_below(source / "runtime" / "include")
sys.exit(f"headers differ: {sorted(different)}" if different else 0)
