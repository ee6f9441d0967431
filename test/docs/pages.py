"""Compiles and runs the code of Markdown pages: pages.py ROOT PAGE...

ROOT is an installation of Treelize, or its build folder, which serves pages without a CMake project. Each page has a
folder of its own, far from any compile_commands.json. What a page's code means is said in extract.py. Ends with 1, and the names of the pages, where some code does not do what its page shows.
A page that wants a package which is not there is left out, with a line that says so.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

import extract

# What a package is recognised by, and what its user gives to the compiler.
PACKAGES = {
    "libceres-dev": ("/usr/include/ceres/ceres.h", ["-lceres", "-lglog"]),
    "libeigen3-dev": ("/usr/include/eigen3/Eigen/Core", ["-isystem", "/usr/include/eigen3"]),
    "liblbfgspp-dev": ("/usr/include/LBFGS.h", []),
    "libnlopt-cxx-dev": ("/usr/include/nlopt.hpp", ["-lnlopt_cxx", "-lm"]),
    "nlohmann-json3-dev": ("/usr/include/nlohmann/json.hpp", []),
    "clang-19": ("/usr/bin/clang++-19", []),
    "clangd-19": ("/usr/bin/clangd-19", []),
    "make": ("/usr/bin/make", []),
    "meson": ("/usr/bin/meson", []),
    "openmp": ("/usr/bin/g++", ["-fopenmp"]),
    "libopenmpi-dev": ("/usr/bin/mpicxx", []),
}
# `unused`: a page shows a value where a program would go on with it.
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-attributes", "-Wno-unused", "-Wno-unused-result"]
# Open MPI wants to be told that root, more ranks than cores, and a machine that tells nothing of itself are meant.
MPI_IN_A_CONTAINER = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                      "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl": "^tcp",
                      "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe", "HWLOC_HIDE_ERRORS": "2"}


class Wrong(Exception):
    pass


def run(command, folder, environment=None):
    done = subprocess.run(command, cwd=folder, env=environment, shell=isinstance(command, str),
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    return done.returncode, done.stdout


def must(command, folder):
    code, output = run(command, folder)
    if code:
        raise Wrong(f"{' '.join(command)}\n{output}")
    return output


def compare(shown, printed, what):
    parts = [re.escape(part) for part in re.split(r"^\.\.\.\n", shown, flags=re.M)]
    if not re.fullmatch(r"(?:.*\n)*?".join(parts), printed):
        raise Wrong(f"{what}\nshown:\n{shown}printed:\n{printed}")


def run_commands(block, folder, root):
    environment = dict(os.environ, **MPI_IN_A_CONTAINER, CMAKE_PREFIX_PATH=str(root), CMAKE_GENERATOR="Ninja",
                       PATH=f"{root}/bin{os.pathsep}{os.environ['PATH']}")
    for command, shown in extract.commands(block.code):
        code, printed = run(command, folder, environment)
        if shown:
            compare(shown, printed, f"line {block.line}: {command}")
        # What an error is shown of must fail, all else must not.
        if bool(code) != bool(re.search(r"\berror\b", shown)):
            raise Wrong(f"line {block.line}: {command}: exit code {code}\n{printed}")


def program(page, parts):
    """The text of page.cpp: the compiler speaks of the page's lines."""
    hoisted = re.compile(r"^(?:#include .*|#define .*|using namespace .*)$", re.M)
    head, body = "", ""
    for part in parts:
        head += "".join(f"{line}\n" for line in hoisted.findall(part.code))
        body += f'#line {part.line} "{page}"\n' + hoisted.sub("", part.code)
    return f"{head}int main() {{\n{body}}}\n"


def add_file(block, folder):
    path = folder / block.name
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(block.code)


def annotated(headers, folder):
    return [name for name in headers if re.search(r"\[\[treelize|TREELIZE\(", (folder / name).read_text(encoding="utf-8"))]


def build(folder, headers, root, flags):
    """Generates each header, in the order of the page, and makes a program of all units."""
    include = ["-std=c++20", f"-I{root}/include", *(flag for flag in flags if not flag.startswith("-l"))]
    generated = {name: name.replace(".hpp", ".treelize.hpp") for name in annotated(headers, folder)}
    for name, output in generated.items():
        must([f"{root}/bin/treelize", name, "-Werror", "-o", output, "--", *include], folder)
    units = [path.name for path in sorted(folder.glob("*.cpp"))]
    if not units:
        units = ["page.cpp"]
        (folder / "page.cpp").write_text("".join(f'#include "{name}"\n' for name in generated.values()) + "int main() {}\n")
    must([os.environ.get("CXX", "g++"), *include, *WARNINGS, *units, f"{root}/lib/libtreelize.a",
          *(flag for flag in flags if flag.startswith("-l")), "-o", "program"], folder)
    return must(["./program"], folder)


def check(page, folder, root):
    text = page.read_text(encoding="utf-8")
    found = list(extract.blocks(text))
    packages = extract.wanted_packages(text)
    missing = [name for name in packages if not os.path.exists(PACKAGES[name][0])]
    if missing:
        return f"left out, wants {' '.join(missing)}"
    statements = [block for block in found if block.kind == "statements"]
    has_commands = any(block.kind == "commands" for block in found)
    if statements and has_commands:
        raise Wrong(f"line {statements[0].line}: statements on a page of commands: name the block's file")
    for block in found:
        if block.kind == "file":
            add_file(block, folder)
        elif block.kind == "commands":
            run_commands(block, folder, root)
    if statements:
        (folder / "page.cpp").write_text(program(page.name, statements), encoding="utf-8")
    headers = list(dict.fromkeys(block.name for block in found if block.name.endswith(".hpp")))
    if not has_commands and (headers or statements or list(folder.glob("*.cpp"))):
        flags = [flag for name in packages for flag in PACKAGES[name][1]]
        shown = "".join(block.code for block in found if block.kind == "text")
        compare(shown, build(folder, headers, root, flags), "the program")
    return "right" if found else "no code"


def main(root, *pages):
    bad = []
    for page in map(pathlib.Path, pages):
        try:
            with tempfile.TemporaryDirectory(prefix="treelize-page-") as folder:
                print(f"{page}: {check(page, pathlib.Path(folder), pathlib.Path(root).resolve())}", flush=True)
        except Wrong as wrong:
            print(f"{page}: wrong: {wrong}", flush=True)
            bad.append(str(page))
    if bad:
        sys.exit(f"code that is wrong: {', '.join(bad)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
