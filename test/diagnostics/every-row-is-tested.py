# Every error and warning of tool/Diagnostics.def has a test that expects its id.
import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1])
table = (source / "tool" / "Diagnostics.def").read_text()
rows = re.findall(r"^TREELIZE_DIAGNOSTIC\(\w+,\s*(?:error|warning),\s*\"([\w-]+)\"", table, re.M)
tests = "\n".join(
    file.read_text(errors="replace")
    for file in (source / "test").rglob("*")
    if file.suffix in {".cpp", ".hpp", ".h", ".test"}
)
untested = [row for row in rows if f"[treelize-{row}]" not in tests]
for row in untested:
    print(f"no test expects [treelize-{row}]")
print(f"{len(rows)} rows")
sys.exit(1 if untested or len(rows) < 20 else 0)
