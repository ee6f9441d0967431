// The pattern of a Hessian: operations that are not linear note which inputs meet.
// RUN: %treelize %s -o %T/hessian.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/hessian.treelize.hpp
// RUN: %allcxx -fsyntax-only -I%S/../Inputs -I%T %s
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <PatternCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace app {

// CHECK-LABEL: struct differences_kernel
// CHECK: Csr hessian_pattern(std::span<const double> x) const {
// CHECK: Csr hessian_csr(std::span<const double> x) const {
// CHECK: void hessian_csr(
// CHECK: static double pattern_sweep(std::span<const double> x) {
// CHECK: const double d = treelize::dependence::joined(x[i + 1], x[i]);
// CHECK-NEXT: s = treelize::dependence::joined(s, treelize::dependence::curved(d));
TREELIZE(kernel, hessian = sparse) double differences(std::span<const double> x) {
  double s = 0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    const double d = x[i + 1] - x[i];
    s += d * d;
  }
  return s;
}

TREELIZE(kernel, hessian = sparse) double rosenbrock(std::span<const double> x) {
  double s = 0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    const double a = x[i + 1] - x[i] * x[i], b = 1 - x[i];
    s += 100 * a * a + b * b;
  }
  return s;
}

// A product is linear in each of its factors.
// CHECK-LABEL: struct chain_kernel
// CHECK: treelize::dependence::product(
// CHECK: treelize::dependence::quotient(
TREELIZE(kernel, hessian = sparse) double chain(std::span<const double> x) {
  double s = 3 * x[0];
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    s += x[i] * x[i + 1];
  return s + x[0] / x[2];
}

// The multipliers are constants for the differentiation.
TREELIZE(kernel, hessian = sparse, wrt = (x))
double lagrangian(std::span<const double> x, std::span<const double> multipliers) {
  double s = 0;
  for (const double v : x)
    s += v;
  for (std::size_t i = 0; i < multipliers.size(); ++i)
    s += multipliers[i] * (x[i] * std::sin(x[i + 1]) - 1);
  return s;
}

// Dense: each number meets each other one.
TREELIZE(kernel, hessian = sparse) double logSumExp(std::span<const double> x) {
  double most = x[0];
  for (const double v : x)
    if (v > most)
      most = v;
  double s = 0;
  for (const double v : x)
    s += std::exp(v - most);
  return most + std::log(s);
}

// Choices, absolute values and steps are made of straight pieces.
TREELIZE(kernel, hessian = sparse) double pieces(std::span<const double> x) {
  return std::max(x[0], x[1]) + std::fabs(x[2]) + (x[3] > 0 ? x[3] : 2 * x[0]) + std::fma(x[0], x[3], x[1]) +
         std::floor(x[2] * x[2]) + std::lerp(x[1], x[2], x[4]);
}

TREELIZE(kernel, hessian = sparse) double powers(std::span<const double> x) {
  return std::pow(x[0], 3.0) + std::pow(2.0, x[1]) + std::pow(x[2] * x[2] + 1, x[3]) + std::hypot(x[4], x[0]);
}

TREELIZE(kernel, hessian = sparse) double linear(std::span<const double> x) { return 2 * x[0] - x[1] / 3; }

TREELIZE(kernel, hessian = sparse) float single(float x, float y) { return x * y + std::exp(x); }

} // namespace app

#include "hessian.treelize.hpp"

int main() {
  using namespace app;
  const std::vector<double> x{1, -2, 3, 4, -5};
  check::same("differences", check::picture(kernels::differences.hessian_pattern(x)),
              "##...\n###..\n.###.\n..###\n...##\n");
  check::same("rosenbrock", check::picture(kernels::rosenbrock.hessian_pattern(x)),
              "##...\n###..\n.###.\n..###\n...##\n");
  check::same("chain", check::picture(kernels::chain.hessian_pattern(x)),
              ".##..\n#.#..\n####.\n..#.#\n...#.\n");
  check::same("lagrangian", check::picture(kernels::lagrangian.hessian_pattern(x, std::span(x).first(2))),
              ".#...\n###..\n.##..\n.....\n.....\n");
  check::same("logSumExp", check::picture(kernels::logSumExp.hessian_pattern(std::span(x).first(3))),
              "###\n###\n###\n");
  check::same("pieces", check::picture(kernels::pieces.hessian_pattern(x)),
              "...#.\n....#\n....#\n#....\n.##..\n");
  check::same("powers", check::picture(kernels::powers.hessian_pattern(x)),
              "#...#\n.#...\n..##.\n..##.\n#...#\n");
  check::same("linear", check::picture(kernels::linear.hessian_pattern(std::span(x).first(2))), "..\n..\n");
  check::same("single", check::picture(kernels::single.hessian_pattern(1, 2)), "##\n#.\n");

  check::hessian("differences", kernels::differences, x);
  check::hessian("rosenbrock", kernels::rosenbrock, x);
  check::hessian("chain", kernels::chain, x);
  check::hessian("lagrangian", kernels::lagrangian, x, std::vector<double>{1, 2});
  check::hessian("logSumExp", kernels::logSumExp, x);
  check::hessian("powers", kernels::powers, x);
  check::hessian("linear", kernels::linear, std::vector<double>{1, 2});
  check::hessian("single", kernels::single, 1.0f, 2.0f);
  return check::failures();
}
