#!/bin/sh
# From a bare Debian 12 or 13 to a trained classifier: generates the gradient of docs/examples/digits, trains, and
# shows the result.
#
# A wheel or the two .deb packages that lie in build/package/, or beside this script, are installed (the wheel into a
# folder of build/); without any, the tool is built, which takes about 7 CPU minutes. Run as root where packages are
# missing. BUILD chooses another build folder than build/.
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}

# The newest file of a pattern in either place; nothing where there is none.
newest() {
  # shellcheck disable=SC2012,SC2086 # a pattern of our own names
  ls -t "$build"/package/$1 docs/$1 2>/dev/null | head -n 1
}
wheel=$(newest "treelize-*.whl")
tool=$(newest "treelize_*.deb")
runtime=$(newest "libtreelize-dev_*.deb")

# What was installed makes the program, in a folder of its own.
build_example() {
  cmake -G Ninja -S docs/examples/digits -B "$build/quickstart" -DCMAKE_BUILD_TYPE=Release \
    "$@" >/dev/null
  cmake --build "$build/quickstart" --target digits
  digits=$build/quickstart/digits
}

if [ -n "$wheel" ]; then
  sh tool/cmake/debian-packages.sh g++ cmake ninja-build python3-venv
  echo "Installing $wheel"
  [ -x "$build/quickstart-python/bin/python" ] || python3 -m venv "$build/quickstart-python"
  "$build/quickstart-python/bin/python" -m pip install --quiet --no-index --no-deps --force-reinstall "$wheel"
  build_example -Dtreelize_DIR="$("$build/quickstart-python/bin/python" -m treelize --cmake-dir)"
elif [ -n "$tool" ] && [ -n "$runtime" ]; then
  sh tool/cmake/debian-packages.sh g++ cmake ninja-build
  echo "Installing $tool and $runtime"
  apt-get -qq -o Dpkg::Use-Pty=0 install --no-install-recommends "$(realpath "$tool")" "$(realpath "$runtime")" >/dev/null
  build_example
else
  sh tool/cmake/debian-packages.sh g++ cmake ninja-build llvm-19-dev libclang-19-dev clang-19
  cmake -G Ninja -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DTREELIZE_TESTS=OFF \
    -DTREELIZE_EXAMPLES=ON -DTREELIZE_UNITY=ON
  cmake --build "$build" --target digits
  digits=$build/docs/examples/digits/digits
fi

"$digits" docs/examples/digits/digits.csv "$build/digits.svg"
