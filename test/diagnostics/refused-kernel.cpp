// A constructor cannot be a kernel, nor what no object of its own could call, nor what would clash with the namespace
// of the kernels.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
struct [[treelize(data_oriented)]] P {
  // CHECK: :[[#@LINE+2]]:14: error: a constructor cannot be a kernel [treelize-refused-kernel]
  // CHECK: note: call a function from it and make that one the kernel
  [[treelize(kernel)]] P(double x) : x(x) {}
  double x;
};
// CHECK: :[[#@LINE+1]]:12: error: a consteval function cannot be a kernel
[[treelize(kernel)]] consteval double early(double x) { return x; }
namespace app {
// CHECK: :[[#@LINE+1]]:12: error: a function named 'kernels' cannot be a kernel
[[treelize(kernel)]] double kernels(double x) { return x; }
}
namespace kernels {
// CHECK: :[[#@LINE+1]]:12: error: a function in a namespace named 'kernels' cannot be a kernel
[[treelize(kernel)]] double f(double x) { return x; }
}
