// Loops that run as far as a container reaches, which they make longer or shorter.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/growing-bounds.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s < %t/growing-bounds.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %allcxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <cmath>
#include <span>
#include <string>
#include <treelize/annotations.hpp>
#include <vector>
namespace app {

// CHECK-LABEL: struct grown_kernel
// CHECK: static double sweep(
// CHECK: while (i < v.size()) {
TREELIZE(kernel) double grown(std::span<const double> x) {
  std::vector<double> v{x[0], x[1]};
  for (std::size_t i = 0; i < v.size(); ++i)
    if (v.size() < 5)
      v.push_back(v[i] * x[0]);
  double sum = 0;
  for (double y : v)
    sum += y * y;
  return sum;
}

TREELIZE(kernel) double shrunk(std::span<const double> x) {
  std::vector<double> v{x[0], x[1], x[2], x[0] * x[1], x[2] * x[2]};
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    sum += v[i] * v.back();
    v.pop_back();
  }
  return sum;
}

TREELIZE(kernel) double grownByLambda(std::span<const double> x) {
  std::vector<double> v{x[0], x[1]};
  const auto add = [&] {
    if (v.size() < 4)
      v.push_back(x[2] * static_cast<double>(v.size()));
  };
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    sum += v[i] * v[i];
    add();
  }
  return sum;
}

TREELIZE(kernel) double grownText(std::span<const double> x) {
  std::string text = "a";
  double sum = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    sum += x[i % 3] * x[0];
    if (text.size() < 4)
      text += "b";
  }
  return sum;
}

} // namespace app

#include "GradientCheck.h"
#include "growing-bounds.treelize.hpp"

int main() {
  using namespace app::kernels;
  for (const std::vector<double>& x : {std::vector{1.3, 0.8, 1.9}, {-1.1, 0.6, 0.4}}) {
    check::scalar("grown", grown, x);
    check::scalar("shrunk", shrunk, x);
    check::scalar("grownByLambda", grownByLambda, x);
    check::scalar("grownText", grownText, x);
  }
  return check::finish();
}
