// Two kernels of one name with the same parameters have no overload to be told apart by.
// RUN: not %treelize %s -o %t.treelize.hpp -- -std=c++20 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>

// CHECK: [[#@LINE+4]]:{{.*}} error: kernel 'same' is defined twice with the same parameters [treelize-kernel-twice]
// CHECK: [[#@LINE+2]]:{{.*}} note: 'one' is declared here
// CHECK: note: give one of the two a name of its own
TREELIZE(kernel = same) inline double one(double x) { return x; }
TREELIZE(kernel = same) inline double two(double x) { return x; }
