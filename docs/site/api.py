"""Doxygen's pages of the runtime's headers: api.py OUT [SETTING...], each SETTING as in a Doxyfile. Wants the package doxygen."""

import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def is_possible():
    return shutil.which("doxygen") is not None


def layout(folder):
    """Doxygen's own layout, with a way back to the site."""
    path = pathlib.Path(folder) / "layout.xml"
    subprocess.run(["doxygen", "-l", path], check=True, stdout=subprocess.DEVNULL)
    back = '<tab type="user" url="../index.html" title="Tutorial and guide"/>'
    path.write_text(path.read_text(encoding="utf-8").replace("<navindex>", f"<navindex>{back}", 1), encoding="utf-8")
    return path


def build(out, *settings):
    """Writes them into a folder, and gives what Doxygen warns of. It knows no class of another library, which is no fault."""
    out = pathlib.Path(out).resolve()
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        lines = [(HERE / "Doxyfile").read_text(encoding="utf-8"), f'OUTPUT_DIRECTORY = "{out}"', "HTML_OUTPUT = .",
                 f'LAYOUT_FILE = "{layout(folder)}"', *settings]
        done = subprocess.run(["doxygen", "-"], input="\n".join(lines), cwd=HERE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"docs: doxygen: {done.stderr}")
    return [line for line in done.stderr.splitlines() if "Internal inconsistency: scope for class" not in line]


if __name__ == "__main__":
    if not is_possible():
        sys.exit("docs: no doxygen: install the package doxygen")
    if warnings := build(*sys.argv[1:]):
        sys.exit("\n".join(warnings))
