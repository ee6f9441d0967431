// What generated code would say of a place in the source, and nobody knows before, is refused.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
#include <source_location>
#include <treelize/annotations.hpp>

double scaled(double x, std::source_location at = std::source_location::current()) {
  return x * at.line();
}

// CHECK: [[#@LINE+2]]:{{.*}} error: 'column' of a place in the source, which is another one in generated code, is not supported
TREELIZE(kernel) double f(double x) {
  return x * std::source_location::current().column();
}
// CHECK: note: make the place a parameter of the kernel, or ask a constant one for its line

// CHECK: [[#@LINE-9]]:{{.*}} error: 'line' of a place in the source
TREELIZE(kernel) double g(double x) {
  return scaled(x);
}
