// An item that is a list of words takes those of the table alone.
// RUN: not %treelize %s -o %t.treelize.hpp -- -std=c++20 2>&1 | %FileCheck %s
// RUN: not ls %t.treelize.hpp
#include <treelize/annotations.hpp>

// CHECK: wrong-words.cpp:[[@LINE+2]]:42: error: 'hvp' is no value of annotation item 'derivatives' [treelize-wrong-value]
// CHECK: note: write words of 'adjoint', 'tangent', 'lanes' or 'second'
TREELIZE(kernel, derivatives = (adjoint, hvp)) double f(double x) { return x * x; }
