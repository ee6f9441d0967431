// Loops that cannot keep checkpoints, and kernels that need none.
// RUN: not %treelize %s -o - -- -std=c++20 -DCASE=1 2>&1 | %FileCheck %s --check-prefixes=CHECK,EXTENT
// RUN: not %treelize %s -o - -- -std=c++20 -DCASE=2 2>&1 | %FileCheck %s --check-prefixes=CHECK,BACKWARDS
// RUN: not %treelize %s -o - -- -std=c++20 -DCASE=3 2>&1 | %FileCheck %s --check-prefixes=CHECK,CALL
// RUN: not %treelize %s -o - -- -std=c++20 -DCASE=4 2>&1 | %FileCheck %s --check-prefixes=CHECK,READ
// RUN: not %treelize %s -o - -- -std=c++20 -DCASE=5 2>&1 | %FileCheck %s --check-prefixes=CHECK,PART
#include <treelize/annotations.hpp>
#include <cmath>
#include <vector>

// CHECK: [[#@LINE+1]]:18: warning: 'checkpoint' has no effect on kernel 'sum': no counted loop of its own body stores anything [treelize-checkpoint-without-effect]
TREELIZE(kernel, checkpoint = 4) inline double sum(const std::vector<double>& a) {
  double s = 0;
  for (double x : a)
    s += x * x;
  return s;
}

#if CASE == 1
TREELIZE(kernel, checkpoint = 4) inline void unknown_extent(double* u, int n, int steps) {
  // EXTENT: [[#@LINE+1]]:3: error: the loop of kernel 'unknown_extent' cannot keep checkpoints: how much 'u' points at is not known; make it a span or a vector [treelize-checkpoint-refused]
  for (int t = 0; t < steps; ++t)
    for (int i = 0; i < n; ++i)
      u[i] = std::sin(u[i]);
}

#elif CASE == 2
TREELIZE(kernel, checkpoint = 4) inline double backwards(double x, int steps) {
  // BACKWARDS: [[#@LINE+1]]:3: error: the loop of kernel 'backwards' cannot keep checkpoints: it runs backwards
  for (int t = steps; t-- > 0;)
    x = std::sin(x * t);
  return x;
}

#elif CASE == 4
#include <map>
TREELIZE(kernel, checkpoint = 4) inline double looked_up(double x, int steps) {
  std::map<int, int> table = {{0, 1}, {1, 3}};
  // READ: [[#@LINE+1]]:3: error: the loop of kernel 'looked_up' cannot keep checkpoints: it reads an object that has no derivative
  for (int t = 0; t < steps; ++t) {
    const double factor = static_cast<double>(table.count(t));
    x = std::sin(x * factor);
  }
  table.clear();
  return x;
}

#elif CASE == 5
#include <optional>
TREELIZE(kernel, checkpoint = 4) inline double held(std::optional<std::vector<double>>& o, double x, int steps) {
  // PART: [[#@LINE+1]]:3: error: the loop of kernel 'held' cannot keep checkpoints: it writes to a part of 'o' that need not be there
  for (int t = 0; t < steps; ++t) {
    if (o)
      (*o)[0] = std::sin((*o)[0]) * x;
    x = std::sin(x);
  }
  return x;
}

#else
TREELIZE(nondiff) void watch(double x);
TREELIZE(kernel, checkpoint = 4) inline double watched(double x, int steps) {
  // CALL: [[#@LINE+1]]:3: error: the loop of kernel 'watched' cannot keep checkpoints: it does '::watch({{.*}})', which cannot be done again
  for (int t = 0; t < steps; ++t) {
    x = std::sin(x);
    watch(x);
  }
  return x;
}
#endif
