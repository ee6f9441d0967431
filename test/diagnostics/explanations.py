"""Tries the page of every diagnostic: explanations.py TREELIZE PAGES [--write]

The program of a page must provoke its diagnostic and no other one, with the messages that the page shows; what stands under
"Instead" must be taken without a word. With --write the messages are put into the pages as they are printed now.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$\n?", re.M | re.S)
MESSAGE = re.compile(r"^\S+: (?:error|warning|note): .*", re.M)
ID = re.compile(r"\[treelize-([\w-]+)\]")


class Program:
    """Files and the commands that generate from them; what a later one does not give is the earlier one's."""

    def __init__(self, text, before=None):
        self.files = dict(before.files) if before else {}
        self.commands = before.commands if before else ""
        own = [(language, code) for language, code in BLOCK.findall(text) if language != "text"]
        for language, code in own:
            if language == "cpp":
                self.files[re.match(r"// (\S+)\n", code)[1]] = code
            else:
                self.commands = code
        self.is_given = bool(own)

    def run(self, tool):
        """The exit code, and what was printed on standard error."""
        commands = self.commands
        if not commands:
            header = next(iter(self.files))
            commands = f"treelize {header} -o {pathlib.Path(header).stem}.treelize.hpp -- -std=c++20"
        with tempfile.TemporaryDirectory() as folder:
            for name, code in self.files.items():
                pathlib.Path(folder, name).write_text(code, encoding="utf-8")
            script = f'set -e\ntreelize() {{ "{tool}" "$@"; }}\n{commands}'
            done = subprocess.run(["sh", "-c", script], cwd=folder, capture_output=True, text=True, check=False)
            return done.returncode, re.sub(r" +$", "", done.stderr.replace(f"{folder}/", ""), flags=re.M)


def with_messages(page, printed):
    """The page with these messages behind its first program."""
    meaning, why = page.split("\n## Why\n")
    meaning = re.sub(r"^```text\n.*?^```\n", "", meaning, flags=re.M | re.S).rstrip("\n")
    return f"{meaning}\n```text\n{printed}```\n\n## Why\n{why}"


def faults(name, page, kind, tool):
    parts = re.split(r"^## (.*)\n", page, flags=re.M)
    if parts[1::2] != ["Why", "Instead"] or not page.startswith(f"# {name}\n"):
        return ["it has not the parts '# id', '## Why', '## Instead'"]
    if subprocess.run([tool, f"--explain={name}"], capture_output=True, text=True, check=False).stdout != page:
        return ["it is another one than '--explain' prints: build again"]
    provoking = Program(parts[0])
    status, printed = provoking.run(tool)
    found = []
    if set(ID.findall(printed)) != {name}:
        found.append(f"its program provokes\n{printed}")
    if status != (1 if kind == "error" else 0):
        found.append(f"its program ends with {status}")
    if MESSAGE.findall(with_messages(page, printed)) != MESSAGE.findall(page):
        found.append(f"it shows other messages than\n{printed}")
    instead = Program(parts[4], provoking)
    status, printed = instead.run(tool)
    if not instead.is_given or status or printed:
        found.append(f"what it writes instead ends with {status}\n{printed}")
    return found


def rows(tool):
    table = subprocess.run([tool, "--print-reference=diagnostics"], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^\| \[`([\w-]+)`\]\S+ \| (\w+) \|", table, re.M)


def main(tool, folder, *options):
    tool = str(pathlib.Path(tool).resolve())
    failed = False
    table = rows(tool)
    files = {path.stem: path for path in pathlib.Path(folder).glob("*.md")}
    for name in {name for name, _ in table} ^ set(files):
        print(f"{name} is a diagnostic without a page, or a page without a diagnostic")
        failed = True
    for name, kind in table:
        if name not in files:
            continue
        page = files[name].read_text(encoding="utf-8")
        if "--write" in options:
            page = with_messages(page, Program(page.split("\n## Why\n")[0]).run(tool)[1])
            files[name].write_text(page, encoding="utf-8")
        for fault in faults(name, page, kind, tool):
            print(f"{name}: {fault}")
            failed = True
    print(f"{len(table)} pages")
    return 1 if failed or len(table) < 60 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
