// A machine without a C++ compiler has no C++ library: that is said, instead of a missing <span>.
// RUN: not %treelize %s -o %t.hpp -- -std=c++20 -nostdinc++ 2>&1 | FileCheck %s
// CHECK-NOT: file not found
// CHECK: error: nothing is generated for '{{.*}}missing-library.cpp', because there is no C++ library [treelize-missing-library]
// CHECK: note: install a C++ compiler (Debian: g++), or tell by '--gcc-install-dir=<folder>' after '--' where one is
#include <span>
