// A null pointer says "no output" or "no data": passed on to functions that call themselves, kept in flags, as a default
// argument, chosen by another pointer. What follows one cannot run.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/null-pointers.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%t/null-pointers.treelize.hpp
// RUN: %cxx -Wall -Wextra -Werror -Wno-attributes -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
#include <cmath>
#include <treelize/annotations.hpp>

namespace app {

// Calls itself, with what it was given, or with a place of its own where somebody wants the error.
inline double quad(double a, double b, int depth, double* error = nullptr) {
  if (b < a)
    return -quad(b, a, depth, error);
  const double middle = 0.5 * (a + b), rough = (b - a) * std::sin(middle);
  if (depth == 0) {
    if (error)
      *error = 0.1 * rough * rough;
    return rough;
  }
  double left = 0, right = 0;
  const double sum = quad(a, middle, depth - 1, error ? &left : nullptr) + quad(middle, b, depth - 1, error ? &right : nullptr);
  if (error)
    *error = left + right;
  return sum;
}

// The function without an output is one of its own, without the parameter.
// CHECK-DAG: static double quad_forward(double a, double b, int depth, treelize::tape& tape)
TREELIZE(kernel) double integral(double x, double y) { return quad(x, y, 3); }
TREELIZE(kernel) double both(double x, double y) {
  double error = 0;
  const double value = quad(x, y, 2, &error);
  return value * value + error + quad(y, x, 1);
}

inline double spherical(double x, double y, double* area, double* length) {
  const bool wantsArea = area != nullptr, wantsAny = area || length;
  const double h = std::hypot(x, y);
  double scale = 1;
  if (wantsAny)
    scale = std::cos(h);
  if (wantsArea)
    *area = scale * x * y;
  if (length)
    *length = scale * h;
  return h * h * x;
}
TREELIZE(kernel) double none(double x, double y) { return spherical(x, y, nullptr, nullptr); }
TREELIZE(kernel) double length(double x, double y) {
  double found = 0;
  return spherical(x, y, nullptr, &found) * found;
}

// A mask that only the program knows: what follows the null pointer would end it.
inline double masked(double x, unsigned mask, double* out) {
  if (mask & 2U)
    *out = std::exp(x);
  return x * x;
}
TREELIZE(kernel) double byMask(double x, double y, unsigned mask) { return masked(x * y, mask, nullptr) + x; }

struct Grid {
  const double* weights = nullptr;
  int size = 2;
};
inline double sum(const Grid& grid, double x, int i) {
  const double term = grid.weights ? grid.weights[i] * x : x * x;
  return i + 1 < grid.size ? term + sum(grid, x, i + 1) : term;
}
TREELIZE(kernel) double unweighted(double x, double y) {
  Grid grid;
  grid.size = 3;
  return sum(grid, x, 0) * y;
}
TREELIZE(kernel) double weighted(double x, double y) {
  const double weights[] = {0.5, y, 0.25};
  const Grid grid{weights, 2};
  return sum(grid, x, 0) * y;
}

inline int place(const int* order, int i) { return order ? order[i] : i; }
TREELIZE(kernel) double ordered(double x, double y) {
  const double values[] = {x, y, x * y};
  double total = 0;
  for (int i = 0; i < 3; ++i)
    total = total * x + values[place(nullptr, i)];
  return total;
}

} // namespace app

#include "null-pointers.treelize.hpp"

#include <GradientCheck.h>

int main() {
  using namespace app;
  check::numbers("integral", kernels::integral, 0.3, 1.4);
  check::numbers("integral back", kernels::integral, 1.4, 0.3);
  check::numbers("both", kernels::both, 0.3, 1.4);
  check::numbers("none", kernels::none, 0.3, 1.4);
  check::numbers("length", kernels::length, 0.3, 1.4);
  check::near("byMask", "x", kernels::byMask.grad(0.3, 1.4, 1).x, 2 * 0.3 * 1.4 * 1.4 + 1, 1e-14, 0);
  check::numbers("unweighted", kernels::unweighted, 0.3, 1.4);
  check::numbers("weighted", kernels::weighted, 0.3, 1.4);
  check::numbers("ordered", kernels::ordered, 0.3, 1.4);
  return check::finish();
}
