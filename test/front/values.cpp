// A value reaches to the next comma outside (), [] and {}.
// RUN: %treelize %s --list -- -std=c++20 | %FileCheck %s
// CHECK: a: missing = f(1, 2), mode = inner
[[treelize(missing = f(1, 2), mode = inner)]] double a(double x);
// CHECK: b: missing = (std::array<double, 2>{1, 2}[0]), inherit = false
[[treelize(missing = (std::array<double, 2>{1, 2}[0]), inherit = false)]] double b(double x);
// CHECK: c: missing = [a, b]{ return ","; }, mode = left
[[treelize(missing = [a, b]{ return ","; }, mode = left)]] double c(double x);
// CHECK: d: kernel, wrt = ( x , y )
[[treelize(kernel, wrt = ( x , y ))]] double d(double x, double y) { return x * y; }
