#!/bin/sh
# Builds everything and runs every test; the last line is `N passed, N failed, N skipped`.
# run.sh --all installs what else a test may want, too, and makes the packages and the site: without it, those tests are skipped.
# It also compiles each test with every compiler, where otherwise they take turns.
#
# On Debian 12 and 13, as root, it installs what is missing; elsewhere it says what to install.
# BUILD and TREELIZE_LLVM choose another build folder and another release of LLVM.
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}
llvm=${TREELIZE_LLVM:-19}
case "$*" in
"") more= ;;
--all) more="libmpich-dev libboost-math-dev libglm-dev libabsl-dev meson lintian pkg-config python3-venv dpkg-dev file \
  chromium doxygen clangd-19 libceres-dev liblbfgspp-dev libnlopt-cxx-dev libsundials-dev libsuitesparse-dev \
  coinor-libipopt-dev"
  export TREELIZE_TEST_ALL=1 ;;
*) echo "usage: run.sh [--all]" >&2 && exit 2 ;;
esac

# shellcheck disable=SC2086 # a list of words
sh tool/cmake/debian-packages.sh g++ cmake ninja-build make python3 \
  "llvm-$llvm-dev" "libclang-$llvm-dev" "clang-$llvm" "llvm-$llvm-tools" libgtest-dev nlohmann-json3-dev libeigen3-dev \
  libtbb-dev libopenmpi-dev $more \
  --if-offered clang-14 clang-19 clang-22

# A first build takes half the time by units, and shows that the quick start's units compile.
units=
[ -e "$build/CMakeCache.txt" ] || units=-DTREELIZE_UNITY=ON
cmake -G Ninja -S . -B "$build" -DTREELIZE_LLVM="$llvm" -DTREELIZE_TESTS=ON \
  -DTREELIZE_EXAMPLES=ON ${units:+"$units"}
cmake --build "$build"

if [ "$*" = --all ]; then
  BUILD=$build sh tool/package/build.sh wheel
  BUILD=$build sh tool/package/build.sh deb
  cmake --build "$build" --target docs-pages
fi

rm -f "$build"/test/*.xml
ctest --test-dir "$build" --verbose || true
names=$(ctest --test-dir "$build" --show-only | sed -n 's/^ *Test *#[0-9]*: //p')
# shellcheck disable=SC2086 # a list of words
python3 test/summary.py "$build/test" $names
