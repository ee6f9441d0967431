// std::initializer_list: a fixed array.
// RUN: %treelize %s -o %T/lists.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/lists.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <initializer_list>
#include <numeric>

namespace app {

inline double product(std::initializer_list<double> factors) {
  double p = 1;
  for (const double f : factors)
    p *= f;
  return p;
}

inline double twice(std::initializer_list<double> terms) {
  return std::accumulate(terms.begin(), terms.end(), 0.0) + product(terms) * static_cast<double>(terms.size());
}

struct Polynomial {
  std::vector<double> coefficients;
  Polynomial(std::initializer_list<double> list) {
    for (double c : list)
      coefficients.push_back(c);
  }
  double operator()(double x) const {
    double y = 0;
    for (const double c : coefficients)
      y = y * x + c;
    return y;
  }
};

// CHECK: std::array<double, 3> list
TREELIZE(kernel) double listed(std::span<const double> x) {
  const Polynomial p = {x[0], x[1] * x[2], 2.0};
  auto weights = {x[3], x[4]};
  double y = p(x[5]) * twice({x[0], x[1], x[2]});
  for (double w : weights)
    y += w * product({w, y});
  return y;
}

} // namespace app

#include "lists.treelize.hpp"

int main() {
  check::scalar("listed", app::kernels::listed, {0.7, 1.3, 0.4, 0.9, 1.1, 0.3});
  return check::failures();
}
