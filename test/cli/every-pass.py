# --dump-after prints the kernel for the name of every pass, in each stage that its row names, and what it prints is whole.
#
#   every-pass.py TOOL INPUT...
import re
import subprocess
import sys

tool, *inputs = sys.argv[1:]


def run(*arguments):
    return subprocess.run([tool, *arguments], capture_output=True, text=True, check=True).stdout


rows = re.findall(r"^\| `([^`]+)` \| ([^|]+) \| (?:yes|no) \|", run("--print-reference=passes"), re.MULTILINE)
failed = 0
for name, stages in rows:
    dumps = "".join(run(file, "-o", "-", f"--dump-after={name}", "--", "-std=c++20") for file in inputs)
    heads = re.findall(rf"^// (\w+) after {re.escape(name)} \((\w+)\)\n(?:type .*\n)*kernel \1\(", dumps, re.MULTILINE)
    for stage in stages.strip().split(", "):
        if stage not in {seen for _, seen in heads}:
            print(f"--dump-after={name} prints no kernel of the stage {stage}")
            failed += 1
print(f"{len(rows)} passes")
sys.exit(1 if failed or len(rows) < 40 else 0)
