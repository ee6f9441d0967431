// A switch without fallthrough is a chain of branches; with it, cases run from the one entered.
// RUN: %treelize %s -o %t --dump-after=structure -- -std=c++20 | %FileCheck %s
#include <treelize/annotations.hpp>

TREELIZE(kernel) double chain(double x, int k) {
  switch (k) {
  case 0:
    x = x * x;
    break;
  default:
    x = 2 * x;
  }
  return x;
}
// CHECK-LABEL: kernel chain
// CHECK: if selector == 0
// CHECK-NEXT: x = x * x
// CHECK-NEXT: else

TREELIZE(kernel) double falls(double x, int k) {
  switch (k) {
  case 0:
    x = x * x;
    [[fallthrough]];
  case 1:
    x = x + 1;
  }
  return x;
}
// CHECK-LABEL: kernel falls
// CHECK: if entry <= 0
// CHECK-NEXT: x = x * x
// CHECK-NEXT: if entry <= 1
