// What `wrt` leaves out, and would lose a derivative, is told at once: each variable with the first statement that stores there,
// as if those before it were selected.
// RUN: not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>
#include <vector>

class [[treelize::data_oriented]] Heat {
public:
  treelize::field<double> u;
  treelize::field<double> loss;
  void step() {
    for (int i = 0; i < static_cast<int>(u.size()); ++i)
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: what depends on a selected number is written to 'next_', which 'wrt' leaves out: its derivative would be lost [treelize-wrt-lost-derivative]
      next_[i] = u[i] * alpha_;
    for (int i = 0; i < static_cast<int>(u.size()); ++i)
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: what depends on a selected number is written to 'u'
      u[i] = next_[i];
  }
  // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: error: what depends on a selected number is written to 'loss'
  TREELIZE(kernel, wrt = path_in("alpha_")) void run() {
    step();
    loss.value() = u[0] * u[1];
  }
  // CHECK-NOT: error:
  TREELIZE(kernel, wrt = any(path_in("alpha_"), path_contains("next_"), path_contains("u"), path_contains("loss"))) void whole() {
    step();
    loss.value() = u[0] * u[1];
  }

private:
  double alpha_;
  std::vector<double> next_;
};
