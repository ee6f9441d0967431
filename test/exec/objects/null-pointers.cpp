// Pointers that may be null: optional parameters, pointers that point somewhere only later, searches.
// RUN: %treelize %s -o %T/null-pointers.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/null-pointers.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <array>
#include <cmath>
#include <vector>

namespace app {

inline double sum(std::span<const double> x, const double* weights = nullptr) {
  double result = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    result += weights ? weights[i] * x[i] * x[i] : x[i];
  return result;
}
TREELIZE(kernel) double optionalArgument(std::span<const double> x) { return sum(x) * sum(x, x.data() + 1 - 1); }

TREELIZE(kernel) double chosenLater(std::span<const double> x, int n) {
  const double a = x[0] * x[1], b = x[2];
  const double* p = nullptr;
  if (n > 1)
    p = &a;
  if (n > 2)
    p = &b;
  const bool isNull = p == nullptr;
  return (isNull ? a * b : std::sin(*p)) + (p != nullptr && *p > 0 ? *p * b : 1);
}

// CHECK-LABEL: struct previous_kernel
// CHECK: bool last_is_set = false;
// CHECK: if (last_is_set) {
// CHECK-NEXT: sum += x[last] * x[i];
TREELIZE(kernel) double previous(std::span<const double> x) {
  const double* last = nullptr;
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (last)
      sum += *last * x[i];
    if (x[i] > 0)
      last = &x[i];
  }
  return sum;
}

struct Particle {
  double m, v;
};
TREELIZE(kernel) double heaviest(std::span<const double> x, TREELIZE(nondiff) double limit) {
  std::vector<Particle> particles;
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    particles.push_back({x[i], x[i + 1]});
  Particle* best = nullptr;
  for (Particle& particle : particles)
    if (particle.m < limit && (!best || particle.m > best->m))
      best = &particle;
  if (!best)
    return 0;
  best->v *= best->m;
  double energy = 0;
  for (const Particle& particle : particles)
    energy += particle.m * particle.v * particle.v;
  return energy;
}

inline const double* firstAbove(std::span<const double> x, double limit) {
  for (const double& value : x)
    if (value > limit)
      return &value;
  return nullptr;
}
TREELIZE(kernel) double search(std::span<const double> x, TREELIZE(nondiff) double limit) {
  double result = 1;
  if (const double* found = firstAbove(x, limit))
    result = *found * x[0];
  const double* none = firstAbove(x, 1000);
  return none ? *none : result;
}

// Are two of them the same?
TREELIZE(kernel) double compared(std::span<const double> x, int n) {
  const double *first = nullptr, *second = nullptr;
  double sum = x[0];
  for (int i = 0; i < 4; ++i) {
    if (first == second)
      sum *= x[1];
    if (i == n)
      first = &x[2];
    if (i == 2)
      second = &x[2];
    if (second != first)
      sum += x[3] * sum;
    if (i == 3)
      second = nullptr;
  }
  return second == first ? sum : sum * x[2];
}

// CHECK-LABEL: struct optionalParameter_kernel
// CHECK: weights != nullptr
TREELIZE(kernel) void optionalParameter(std::span<const double> x, const double* weights, std::span<double> y) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[i] = x[i] * x[i];
    if (weights != nullptr)
      y[i] *= weights[i];
  }
}

double& pick(bool first, double& a, double& b) {
  if (first)
    return a;
  return b;
}
double& clampedElement(std::vector<double>& x, int i) {
  if (i < 0)
    return x.front();
  if (i >= static_cast<int>(x.size()))
    return x.back();
  return x[static_cast<std::size_t>(i)];
}
TREELIZE(kernel) double places(std::span<const double> x, int n) {
  std::vector<double> y(x.begin(), x.end());
  double a = x[0], b = x[1];
  pick(n > 1, a, b) *= 2;
  double& other = pick(n > 2, b, a);
  other += a * b;
  for (int i = -1; i < n; ++i)
    clampedElement(y, i) *= clampedElement(y, i - 1) + b;
  double sum = a * a + b * std::sin(b);
  for (double value : y)
    sum += value;
  return sum;
}

// One call of a function after the other: its pointers have nothing to do with one another.
double total(std::span<const double> x) {
  double sum = 0;
  for (const double* p = &x[0]; p != &x[0] + 2; ++p)
    sum += *p * *p;
  return sum;
}
TREELIZE(kernel) double twice(std::span<const double> x, int n) {
  const std::vector<double> y(x.begin() + 1, x.end());
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += total(x) * total(y);
  return sum;
}

} // namespace app

#include "null-pointers.treelize.hpp"

namespace kernels = app::kernels;

void testOptionalParameter() {
  const std::vector<double> x = {1, -2, 3}, w = {0.5, 2, -1};
  std::vector<double> y(3), x_b(3), w_b(3), y_b(3, 1.0);
  kernels::optionalParameter.adjoint(x, nullptr, y, x_b, nullptr, y_b);
  check::near("optionalParameter", "without weights", x_b[1], -4, 0, 0);
  y_b = {1, 1, 1};
  kernels::optionalParameter.adjoint(x, w.data(), y, x_b, w_b.data(), y_b);
  check::near("optionalParameter", "with weights", x_b[1], -4 - 8, 0, 0);
  check::near("optionalParameter", "the weights", w_b[2], 9, 0, 0);
}

int main() {
  const std::vector<double> x = {0.5, -1.25, 2.0, 0.75};
  check::scalar("optionalArgument", kernels::optionalArgument, x);
  check::scalar("previous", kernels::previous, x);
  check::scalar("heaviest", kernels::heaviest, x, 1.0);
  check::scalar("no heaviest", kernels::heaviest, x, -5.0);
  check::scalar("search", kernels::search, x, 0.6);
  check::scalar("search in vain", kernels::search, x, 6.0);
  for (int n : {1, 2, 3}) {
    check::scalar("chosenLater", kernels::chosenLater, x, n);
    check::scalar("compared", kernels::compared, x, n);
    check::scalar("places", kernels::places, x, n);
    check::scalar("twice", kernels::twice, x, n);
  }
  testOptionalParameter();
  return check::finish();
}
