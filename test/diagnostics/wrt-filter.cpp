// Filters in wrt that cannot be evaluated at generation, select nothing, or select a part of one field.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
#include <vector>

struct [[treelize::node]] Layer {
  [[treelize::tag("param")]] double w;
  double b;
};
struct [[treelize::node]] Model {
  Layer first, second;
  std::vector<double> x;
};

// CHECK: :[[#@LINE+1]]:26: error: '[](auto, auto) { return true; }' in 'wrt' is no filter that can be evaluated at generation: a function can be asked only when the program runs [treelize-wrt-no-filter]
[[treelize(kernel, wrt = [](auto, auto) { return true; })]] double a(const Model& m) { return m.first.w; }

// CHECK: :[[#@LINE+1]]:26: error: 'tagged("param")' in 'wrt' is no filter that can be evaluated at generation: 'tagged' is none of the filters that treelize knows
[[treelize(kernel, wrt = tagged("param"))]] double b(const Model& m) { return m.first.w; }

// CHECK: :[[#@LINE+1]]:26: error: 'wrt = with_tag("buffer")' selects nothing of kernel 'c' that has a derivative [treelize-wrt-selects-nothing]
[[treelize(kernel, wrt = with_tag("buffer"))]] double c(const Model& m) { return m.first.w; }

// CHECK: :[[#@LINE+1]]:26: error: 'wrt' tells apart the elements of 'm.x[*]', which only the program can when it runs [treelize-wrt-undecided]
[[treelize(kernel, wrt = path_contains(1))]] double d(const Model& m) { return m.x[1]; }

// CHECK: :[[#@LINE+1]]:26: error: 'wrt' selects 'm.second.b' but not 'm.first.b', and both are one field of one class [treelize-wrt-same-field]
[[treelize(kernel, wrt = path_in("m.first.w", "m.second.b"))]] double e(const Model& m) { return m.first.w; }
