// check_gradient takes arguments, results and objects of every kind that a kernel does, with the checks on.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DTREELIZE_CHECK -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t | %FileCheck %s
#include <treelize/annotations.hpp>
#include <treelize/check_gradient.hpp>
#include <treelize/field.hpp>
#include <treelize/kernel.hpp>

#include <array>
#include <iostream>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace app {

struct Named {
  std::string name;
  std::optional<double> w;
  std::pair<double, int> p;
  std::tuple<double, float> t;
  std::vector<bool> mask;
};
TREELIZE(kernel) inline double ofRecord(Named n, double x) {
  return n.w.value() * n.p.first * x + std::get<0>(n.t) * std::get<1>(n.t);
}
TREELIZE(kernel) inline std::array<double, 2> toArray(const std::vector<double>& x) {
  return {x[0] * x[1], x[1] * x[1]};
}
TREELIZE(kernel) inline int toInteger(std::vector<double>& x) {
  int count = 0;
  for (double& v : x) {
    v *= v;
    count += v > 1;
  }
  return count;
}

class TREELIZE(data_oriented) Constant {
public:
  treelize::field<double> x{2};
  TREELIZE(kernel) double energy() const { return x[0] * x[1]; }
  TREELIZE(kernel) static double square(double a) { return a * a; }
};
class TREELIZE(data_oriented) Final final {
public:
  double k = 3;
  TREELIZE(kernel) double energy(double y) const { return k * y; }
};

} // namespace app

#include GENERATED

int main() {
  using treelize::check_gradient;
  // CHECK: passed: 5 of 5 leaves
  std::cout << check_gradient(app::kernels::ofRecord, app::Named{"n", 2.0, {3, 4}, {1, 2}, {true}}, 2.0);
  // CHECK: passed: 2 of 2 leaves
  std::cout << check_gradient(app::kernels::toArray, std::vector<double>{2, 3});
  // CHECK: passed: 3 of 3 leaves
  std::cout << check_gradient(app::kernels::toInteger, std::vector<double>{2, 3, 0.5});

  treelize::bound<app::Constant> c;
  c.x.fill(2);
  // CHECK: passed: 2 of 2 leaves
  // CHECK: passed: 1 of 1 leaves
  std::cout << check_gradient(c.energy) << check_gradient(c.square, 3.0);

  app::Final final;
  // CHECK: passed: 2 of 2 leaves
  std::cout << check_gradient(treelize::bind(final).energy, 2.0);
}
