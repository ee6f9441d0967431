// What does not fit a kernel says so by the names of the kernel, the parameter and the part: shadows of another length,
// a key that a map does not have, and seeds for several lanes where the derivative has none.
// RUN: %treelize %s -o %t.hpp -- -std=c++20 -DGENERATED='"%t.hpp"'
// RUN: %cxx %s -DGENERATED='"%t.hpp"' %link -o %t && %t | %FileCheck %s
// RUN: not %cxx -DLANES -DGENERATED='"%t.hpp"' %s -fsyntax-only > %t.txt 2>&1
// RUN: %FileCheck %s --check-prefix=LANES --input-file=%t.txt
// RUN: awk "END { exit NR > 12 }" %t.txt
// RUN: not %clangxx -DLANES -DGENERATED='"%t.hpp"' %s -fsyntax-only > %t.txt 2>&1
// RUN: %FileCheck %s --check-prefix=LANES --input-file=%t.txt
// RUN: awk "END { exit NR > 12 }" %t.txt
// RUN: %allcxx -DGENERATED='"%t.hpp"' %s -fsyntax-only
#include "../Inputs/Tell.h"

#include <treelize/annotations.hpp>

#include <cstdio>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

struct TREELIZE(node) Net {
  std::vector<std::vector<double>> rows;
  std::map<int, double> by;
};
TREELIZE(kernel) inline double total(const Net& net, std::span<const double> x) {
  double sum = 0;
  for (const std::vector<double>& row : net.rows)
    for (double w : row)
      sum += w * x[0];
  return sum;
}
TREELIZE(kernel) inline double looked(const Net& net, const std::map<std::string, double>& rates, const std::string& key) {
  return net.by.at(3) * rates.at(key) * rates.at("b");
}
TREELIZE(kernel) inline void squares(const std::vector<double>& x, std::vector<double>& y) {
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = x[i] * x[i];
}

#include GENERATED

int main() {
  const Net net{{{1, 2}, {3}}, {{3, 1.0}}};
  const std::vector<double> x{1, 2};
  Net short_b{{{1, 2}, {}}, {}};
  short_b.rows[1] = {1, 2};
  std::vector<double> x_b(1);
  // CHECK: treelize: the shadow of 'net.rows[1]' in kernel 'total' has 2 elements, its primal 1
  tell([&] { kernels::total.adjoint(net, x, 1.0, short_b, x_b); });
  Net empty;
  // CHECK: treelize: the shadow of 'x' in kernel 'total' has 1 elements, its primal 2
  tell([&] { kernels::total.adjoint(net, x, 1.0, empty, x_b); });
  // CHECK: treelize: the tangent of 'net.rows' in kernel 'total' has 0 elements, its primal 2
  tell([&] { kernels::total.tangent(net, x, Net{}, x); });

  // CHECK: treelize: the map 'net.by' has no key 3
  tell([&] { kernels::looked.grad(Net{}, {{"a", 1}, {"b", 1}}, "a"); });
  // CHECK: treelize: the map 'rates' has no key 'c'
  tell([&] { kernels::looked.grad(net, {{"a", 1}, {"b", 1}}, "c"); });
  // CHECK: treelize: the map 'rates' has no key 'b'
  tell([&] { kernels::looked.grad(net, {{"a", 1}}, "a"); });

#ifdef LANES
  std::vector<double> y(2);
  std::vector<treelize::lanes<2>> lanes(2);
  // LANES: error: {{.*lanes_need_parameters_that_are_numbers_pointers_or_spans .*squares|kernel 'squares' has no 'adjoint': lanes need parameters that are numbers pointers or spans: call it once for each seed}}
  kernels::squares.adjoint(x, y, lanes, lanes);
#endif
}
