#!/bin/sh
# From a bare Debian 12 or 13 to a trained classifier: installs what is missing, builds the tool,
# generates the gradient of docs/examples/digits, trains, and shows the result.
#
# Run as root where packages are missing. BUILD chooses another build folder than build/.
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}

sh tool/cmake/debian-packages.sh g++ cmake ninja-build llvm-19-dev libclang-19-dev clang-19

cmake -G Ninja -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DTREELIZE_TESTS=OFF \
  -DTREELIZE_EXAMPLES=ON
cmake --build "$build" --target digits

"$build/docs/examples/digits/digits" docs/examples/digits/digits.csv "$build/loss.svg"
