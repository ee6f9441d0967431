"""Builds the site: build.py WORK OUT. mkdocs-material comes from PyPI into WORK/python, once; doxygen writes OUT/api if there is one."""

import json
import os
import pathlib
import subprocess
import sys
import venv

import api

HERE = pathlib.Path(__file__).resolve().parent
REQUIREMENT = "mkdocs-material>=9.5,<10"


def mkdocs(work):
    """The program, in an environment of its own."""
    environment = work / "python"
    python, program = environment / "bin" / "python", environment / "bin" / "mkdocs"
    if not program.exists():
        try:
            venv.create(environment, with_pip=True)
        except subprocess.CalledProcessError:
            sys.exit("docs: python3 has no venv: install the package python3-venv")
        if subprocess.call([python, "-m", "pip", "install", "--quiet", REQUIREMENT]):
            sys.exit(f"docs: pip cannot install {REQUIREMENT}")
    return program


def main(work, out):
    work = pathlib.Path(work).resolve()
    work.mkdir(parents=True, exist_ok=True)
    program = mkdocs(work)
    settings = {"INHERIT": str(HERE / "mkdocs.yml"), "docs_dir": str(HERE.parent), "site_dir": str(pathlib.Path(out).resolve()),
                "hooks": [str(HERE / "outside.py"), str(HERE / "navigation.py")]}
    configuration = work / "mkdocs.yml"
    configuration.write_text(json.dumps(settings), encoding="utf-8")  # which is YAML, too
    # The notice is about the future of mkdocs, which no reader of these pages can do anything about.
    quiet = dict(os.environ, NO_MKDOCS_2_WARNING="1")
    failed = subprocess.call([program, "build", "--strict", "--clean", "--config-file", configuration], env=quiet)
    if failed:
        sys.exit(failed)
    if not api.is_possible():
        print("docs: no pages of the headers, as there is no doxygen: install the package doxygen")
    elif warnings := api.build(pathlib.Path(out) / "api"):
        sys.exit("\n".join(warnings))


if __name__ == "__main__":
    main(*sys.argv[1:])
