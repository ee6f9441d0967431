# Every public header compiles alone, and what lies in `detail` is named by no example and no page for users.
#
#   public-headers.py SOURCE COMPILER...
import pathlib
import subprocess
import sys

source, compiler = pathlib.Path(sys.argv[1]), sys.argv[2:]
headers = source / "runtime" / "include"
elsewhere = {"mpi.hpp", "sundials.hpp"}  # compiled alone in test/parallel and test/matrices, where their packages are
public = sorted(
    path
    for folder in ("treelize", "treelize/adapt")
    for path in (headers / folder).glob("*.hpp")
    if path.name not in elsewhere
)
failed = 0
for path in public:
    name = path.relative_to(headers).as_posix()
    unit = f"#include <{name}>\n"
    run = subprocess.run([*compiler, "-fsyntax-only", "-x", "c++", "-"], input=unit, text=True, capture_output=True)
    if run.returncode != 0:
        print(f"<{name}> does not compile alone:\n{run.stderr}")
        failed += 1

users = [path for path in (source / "docs" / "examples").rglob("*") if path.suffix in {".cpp", ".hpp", ".h"}]
users += [source / "README.md", *(source / "docs").glob("*.md")]
users += [page for folder in ("guide", "howto") for page in (source / "docs" / folder).glob("*.md")]
for path in users:
    if "treelize/detail/" in path.read_text():
        print(f"{path.relative_to(source)} names a header of treelize/detail")
        failed += 1
print(f"{len(public)} headers, {len(users)} files of users")
sys.exit(1 if failed or len(public) < 20 else 0)
