#!/bin/sh
# Packages of Treelize, left in build/package/:
#
#   build.sh wheel    treelize-VERSION-py3-none-manylinux_2_36_x86_64.whl: needs no LLVM where it is installed
#   build.sh deb      treelize_VERSION_amd64.deb, libtreelize-dev_VERSION_amd64.deb: for Debian's LLVM
#
# Both are made of the build in build/, which is made or brought up to date first. On Debian 12 and 13, as root,
# missing packages are installed. BUILD chooses another build folder.
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
case "$*" in
wheel) more=python3 ;;
deb) more="dpkg-dev file" ;;
*) echo "usage: build.sh wheel|deb" >&2 && exit 2 ;;
esac

# shellcheck disable=SC2086 # a list of words
sh tool/cmake/debian-packages.sh g++ cmake ninja-build llvm-19-dev libclang-19-dev clang-19 $more
if [ ! -e "$build/build.ninja" ]; then
  cmake -G Ninja -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DTREELIZE_TESTS=OFF -DTREELIZE_UNITY=ON
fi

if [ "$1" = wheel ]; then
  cmake --build "$build" --target treelize treelize_runtime treelize_static
  # The library of the wheel is for g++, whatever the tool was built with.
  runtime=$build/package/runtime
  cmake -G Ninja -S runtime -B "$runtime" -DCMAKE_CXX_COMPILER=g++ -DCMAKE_BUILD_TYPE=Release
  cmake --build "$runtime"
  stage=$build/package/stage
  rm -rf "$stage"
  cmake --install "$build" --prefix "$stage" --strip >/dev/null
  cp "$build/package/bin/treelize" "$stage/bin/treelize"
  cp "$runtime/lib/libtreelize.a" "$stage/lib/libtreelize.a"
  python3 tool/package/wheel.py "$stage" "$build/package"
else
  cmake --build "$build" --target treelize treelize_runtime
  (cd "$build" && cpack --config CPackConfig.cmake -B package >/dev/null)
  rm -rf "$build/package/_CPack_Packages"
fi
ls "$build"/package/*."$([ "$1" = wheel ] && echo whl || echo deb)"
