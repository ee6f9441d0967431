// A pointer that a loop asks for before anything is known of what it may point into.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
#include <memory>
#include <treelize/annotations.hpp>
struct Small {
  double in[1] = {2};
  std::unique_ptr<double> out;
  double* data() { return out ? out.get() : in; }
  void step(double x) {
    auto next = std::make_unique<double>(1);
    *next = x * data()[0];
    // CHECK: :[[#@LINE+2]]:9: error: a pointer that a loop asks for before it points anywhere is not supported in a kernel yet
    // CHECK: let it point somewhere before the loop
    out = std::move(next);
  }
};
TREELIZE(kernel) inline double steps(double x, int n) {
  Small s;
  for (int i = 0; i < n; ++i)
    s.step(x);
  return s.data()[0];
}
