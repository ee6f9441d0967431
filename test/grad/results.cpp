// exp and tanh differentiate from the value they returned; the reverse sweep calls neither.
// RUN: %treelize %s -o - -- -std=c++20 | %FileCheck %s
#include <treelize/annotations.hpp>
#include <cmath>

TREELIZE(kernel) double gate(double x, double y) { return std::tanh(x) * std::exp(y); }
// CHECK: static double sweep(
// CHECK: const double tanh_value = std::tanh(x);
// CHECK: const double exp_value = std::exp(y);
// CHECK-NOT: std::
// CHECK: y_b += exp_value_b * exp_value;
// CHECK: x_b += tanh_value_b * (1.0 - tanh_value * tanh_value);
