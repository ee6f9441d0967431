# How the text and value tests run: a test is a file with RUN lines, one thing each.
#
#   %treelize   the built tool                    %runtime  the runtime's include folder
#   %commented  the same, with comments in the sweeps; %treelize %s leaves them out
#   %opt        passes over kernels as text       %python   the interpreter of the tests' scripts
#   %cxx        g++, every warning an error       %link     the runtime library, for linking
#   %clangxx    the tool's own Clang, likewise    %everycxx every compiler there is (compile only)
#   %allcxx     one of them in turn, all with TREELIZE_TEST_ALL
#   %eigen      the flag that finds Eigen         %path     the PATH, for one that goes on with it
#   %FileCheck, and `FileCheck`, `not`, `count`, `split-file` by their names
#
# Features say which compilers exist: gxx, clang14, clang19, clang22; `examples`: this build
# has the programs of docs/examples; `tsan`: g++ has its thread sanitizer; `openmp`: g++ has OpenMP.
# What else a test needs is a feature of the name of its Debian package, so that a skipped test says
# what to install; `test/run.sh --all` installs them all. `whl` and `deb`: there are packages in build/package.
# `mkdocs-material`: `cmake --build build --target docs` has fetched it from PyPI.
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys

import lit.formats

config.name = "treelize"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cpp", ".hpp", ".h", ".kernel", ".test"]
config.excludes = ["Inputs", "unit", "bench", "package-app", "CMakeLists.txt"]

source = config.treelize_source_dir
binary = config.treelize_binary_dir
llvm = f"/usr/lib/llvm-{config.treelize_llvm}/bin"
runtime = f"{source}/runtime/include"
config.test_source_root = f"{source}/test"
config.test_exec_root = f"{binary}/test"

strict = f"-std=c++20 -Wall -Wextra -Werror -I{runtime}"
sanitize = f" -fsanitize={config.treelize_sanitize}" if config.treelize_sanitize else ""
compilers = {
    "gxx": ("g++", "-Wno-attributes"),
    "clang14": ("clang++-14", "-Wno-unknown-attributes"),
    "clang19": ("clang++-19", "-Wno-unknown-attributes"),
    "clang22": ("clang++-22", "-Wno-unknown-attributes"),
}
present = [name for name, (command, _) in compilers.items() if shutil.which(command)]
config.available_features.update(present)
if config.treelize_examples:
    config.available_features.add("examples")


def has_thread_sanitizer():
    # The name alone is printed where there is no such file.
    query = ["g++", "-print-file-name=libtsan.so"]
    found = subprocess.run(query, capture_output=True, text=True).stdout.strip()
    return os.path.isabs(found) and not config.treelize_sanitize


if "gxx" in present and has_thread_sanitizer():
    config.available_features.add("tsan")

# The library's flags stand in a file of GCC's own.
spec = subprocess.run(["g++", "-print-file-name=libgomp.spec"], capture_output=True, text=True).stdout.strip()
if "gxx" in present and os.path.isabs(spec):
    config.available_features.add("openmp")

processor = pathlib.Path("/proc/cpuinfo")
if processor.exists() and {"avx", "fma"} <= set(processor.read_text().split()):
    config.available_features.add("avx")

if shutil.which("make"):
    config.available_features.add("make")

eigen = "/usr/include/eigen3"
if os.path.exists(f"{eigen}/Eigen/Core"):
    config.available_features.add("libeigen3-dev")

if os.path.exists("/usr/include/ceres/ceres.h"):
    config.available_features.add("libceres-dev")

if os.path.exists("/usr/include/sundials/sundials_config.h"):
    config.available_features.add("libsundials-dev")

if os.path.exists("/usr/include/suitesparse/klu.h"):
    config.available_features.add("libsuitesparse-dev")

if os.path.exists("/usr/include/coin/IpTNLP.hpp") or os.path.exists("/usr/include/coin-or/IpTNLP.hpp"):
    config.available_features.add("coinor-libipopt-dev")

for package, program in {"meson": "meson", "lintian": "lintian", "pkg-config": "pkg-config", "ninja-build": "ninja", "chromium": "chromium",
                         "doxygen": "doxygen"}.items():
    if shutil.which(program):
        config.available_features.add(package)

if importlib.util.find_spec("ensurepip"):
    config.available_features.add("python3-venv")

if os.path.exists(f"{binary}/docs/python/bin/mkdocs"):
    config.available_features.add("mkdocs-material")

# Packages that tool/package/build.sh has left; test/run.sh --all makes them.
packages = pathlib.Path(binary, "package")
config.available_features.update(kind for kind in ("whl", "deb") if list(packages.glob(f"*.{kind}")))


def command(*names, options=""):
    commands = (f"'{compilers[name][0]} {strict} {compilers[name][1]}{sanitize}'" for name in names)
    return f"{sys.executable} {source}/test/compile.py {options} {' '.join(commands)} --"


clang = f"clang{config.treelize_llvm}"
config.substitutions += [
    # A test's own source without comments in the sweeps, for checks of line after line.
    (r"%treelize (?=%s\b)", f"{binary}/bin/treelize --no-comments "),
    ("%treelize", f"{binary}/bin/treelize"),
    ("%commented", f"{binary}/bin/treelize"),
    ("%opt", f"{binary}/bin/treelize-opt"),
    ("%runtime", runtime),
    ("%allcxx", command(*present)),
    ("%everycxx", command(*present, options="--every")),
    ("%clangxx", command(clang if clang in present else "gxx")),
    ("%cxx", command("gxx")),
    ("%eigen", f"-isystem {eigen}"),
    ("%link", f"{binary}/lib/libtreelize.a"),
    ("%FileCheck", f"{llvm}/FileCheck"),
    ("%cmake", config.treelize_cmake),
    ("%python", sys.executable),
    ("%source", source),
    ("%binary", binary),
]
config.environment["PATH"] = os.pathsep.join([llvm, os.environ["PATH"]])
# Where a command gets a PATH that goes on with this one: lit's own shell has no variables.
config.substitutions.append(("%path", config.environment["PATH"]))
config.environment["TREELIZE_TEST_HEADERS"] = f"{config.test_exec_root}/precompiled"
config.environment["FILECHECK_OPTS"] = "--dump-input-filter=annotation --allow-unused-prefixes=false"
for name in ("CCACHE_DIR", "HOME", "TREELIZE_TEST_ALL"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
