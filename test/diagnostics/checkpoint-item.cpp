// The item takes a positive number, and belongs to a kernel.
// RUN: not %treelize %s -o - -- -std=c++20 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>

// CHECK: [[#@LINE+1]]:31: error: '0' is no value of annotation item 'checkpoint' [treelize-wrong-value]
TREELIZE(kernel, checkpoint = 0) inline double none(double x) { return x; }

// CHECK: [[#@LINE+1]]:10: error: annotation item 'checkpoint' means nothing without 'kernel' [treelize-needs-kernel]
TREELIZE(checkpoint = 2, mode = strict) inline double tree(double x) { return x; }
