"""Makes a wheel of an installation: wheel.py STAGE OUT

The installation lies in the package `treelize` as it is, with Clang's own headers, the runtime's sources and the
licences beside it; where it is installed, a file in lib/cmake leads find_package to it. The same input gives the same
bytes.
"""

import base64
import hashlib
import pathlib
import re
import subprocess
import sys
import zipfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
HERE = SOURCE / "tool" / "package"
CLANG = pathlib.Path("/usr/lib/llvm-19/lib/clang/19")
CLANG_LICENCE = pathlib.Path("/usr/share/doc/libclang-common-19-dev/copyright")
TAG = "py3-none-manylinux_2_36_x86_64"
NEWEST_GLIBC = (2, 36)  # what the tag promises

METADATA = """Metadata-Version: 2.1
Name: treelize
Version: {version}
Summary: Annotate C++20; get its derivatives and its functions over trees as plain C++
License: Apache-2.0 WITH LLVM-exception
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: C++
Requires-Python: >=3.7
Description-Content-Type: text/markdown

"""


def version_of(stage):
    text = (stage / "lib/cmake/treelize/treelize-config-version.cmake").read_text()
    return re.search(r'set\(PACKAGE_VERSION "([^"]+)"\)', text)[1]


def newest_glibc(binary):
    symbols = subprocess.run(["objdump", "-T", binary], capture_output=True, text=True, check=True).stdout
    return max((int(a), int(b)) for a, b in re.findall(r"GLIBC_(\d+)\.(\d+)", symbols))


def files_below(folder, place):
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield f"{place}/{path.relative_to(folder).as_posix()}", path


def contents(stage, version):
    """Pairs of a name in the wheel and the file that has its bytes."""
    info, data = f"treelize-{version}.dist-info", f"treelize-{version}.data/data"
    yield from files_below(HERE / "python" / "treelize", "treelize")
    yield from files_below(stage, "treelize")
    yield from files_below(CLANG / "include", f"treelize/lib/clang/{CLANG.name}/include")
    yield "treelize/share/treelize/runtime/CMakeLists.txt", SOURCE / "runtime" / "CMakeLists.txt"
    yield from files_below(SOURCE / "runtime" / "src", "treelize/share/treelize/runtime/src")
    yield f"{data}/lib/cmake/treelize/treelize-config.cmake", HERE / "python" / "treelize-config.cmake"
    version_file = "lib/cmake/treelize/treelize-config-version.cmake"
    yield f"{data}/{version_file}", stage / version_file
    yield f"{info}/licenses/LICENSE", SOURCE / "LICENSE"
    yield f"{info}/licenses/LICENSE-of-LLVM-and-Clang", CLANG_LICENCE


def main(stage, out):
    version = version_of(stage)
    binary = stage / "bin" / "treelize"
    if newest_glibc(binary) > NEWEST_GLIBC:
        sys.exit(f"wheel.py: {binary} needs a newer glibc than the wheel's tag promises: build on Debian 12")
    info = f"treelize-{version}.dist-info"
    entries = [(name, path.read_bytes(), path.stat().st_mode & 0o111) for name, path in contents(stage, version)]
    for name, text in {
        "METADATA": METADATA.format(version=version) + (SOURCE / "README.md").read_text(encoding="utf-8"),
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: treelize\nRoot-Is-Purelib: false\nTag: {TAG}\n",
        "entry_points.txt": "[console_scripts]\ntreelize = treelize.__main__:main\n",
    }.items():
        entries.append((f"{info}/{name}", text.encode(), 0))
    record = ""
    for name, content, _ in entries:
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    entries.append((f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode(), 0))

    with zipfile.ZipFile(out / f"treelize-{version}-{TAG}.whl", "w") as wheel:
        for name, content, is_program in entries:
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if is_program else 0o100644) << 16
            wheel.writestr(entry, content, compresslevel=9)


if __name__ == "__main__":
    main(*map(pathlib.Path, sys.argv[1:]))
