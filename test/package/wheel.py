"""Checks a wheel, and what tells a build where it was installed: wheel.py FOLDER ENVIRONMENT SOURCE"""

import pathlib
import subprocess
import sys

ALLOWED = {"linux-vdso.so.1", "libc.so.6", "libm.so.6", "libgcc_s.so.1", "libstdc++.so.6", "ld-linux-x86-64.so.2"}
LARGEST = 25_000_000


def said(*command, expect=0):
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == expect, f"{command}: {run.returncode}\n{run.stdout}{run.stderr}"
    return run.stdout.strip()


def main(folder, environment, source):
    wheels = sorted(folder.glob("*.whl"))
    assert len(wheels) == 1, f"which one of {wheels}?"
    assert wheels[0].name.endswith("-py3-none-manylinux_2_36_x86_64.whl"), wheels[0].name
    assert wheels[0].stat().st_size <= LARGEST, f"{wheels[0]} has {wheels[0].stat().st_size} bytes"

    python = environment / "bin" / "python"
    cmake = pathlib.Path(said(python, "-m", "treelize", "--cmake-dir"))
    root = cmake.parents[2]
    program = root / "bin" / "treelize"
    needed = {line.split()[0].rsplit("/", 1)[-1] for line in said("ldd", program).splitlines()}
    assert needed <= ALLOWED, f"it also needs {needed - ALLOWED}"
    for folder in (source / "runtime" / "include", pathlib.Path("/usr/lib/llvm-19/lib/clang")):
        assert str(folder).encode() not in program.read_bytes(), f"the binary would look into {folder}"
    for name in (
        "lib/libtreelize.a",
        "lib/clang/19/include/stddef.h",
        "lib/cmake/treelize/treelize-config.cmake",
        "share/treelize/runtime/CMakeLists.txt",
    ):
        assert (root / name).is_file(), f"{name} is missing"
    info = next(root.parent.glob("treelize-*.dist-info"))
    assert {path.name for path in (info / "licenses").iterdir()} == {"LICENSE", "LICENSE-of-LLVM-and-Clang"}

    # By hand, the compiler alone; and CMake by the folder, in either variable.
    work = environment.parent / "work"
    work.mkdir()
    said("sh", "-c", f"cd {work} && {environment}/bin/treelize init fit && {environment}/bin/treelize fit.hpp -o fit.treelize.hpp")
    flags = said(environment / "bin" / "treelize", "--cflags").split()
    libraries = said(python, "-m", "treelize", "--libs").split()
    said("g++", *flags, "-Wall", "-Werror", "-I", work, work / "main.cpp", *libraries, "-o", work / "by-hand")
    assert said(work / "by-hand") == "y = 2.000 x + 1.000"
    for number, variable in enumerate(("treelize_DIR", "CMAKE_PREFIX_PATH")):
        said("cmake", "-G", "Ninja", "-S", work, "-B", work / str(number), f"-D{variable}={cmake}")


if __name__ == "__main__":
    main(*map(pathlib.Path, sys.argv[1:]))
