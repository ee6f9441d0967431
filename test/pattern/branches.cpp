// Where real numbers decide, both ways of a branch run, one after the other; what whole numbers decide
// stays a branch.
// RUN: %treelize %s -o %T/branches.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/branches.treelize.hpp
// RUN: %allcxx -fsyntax-only -I%S/../Inputs -I%T %s
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <PatternCheck.h>
#include <treelize/annotations.hpp>
#include <treelize/error.hpp>

#include <cmath>
#include <span>
#include <stdexcept>
#include <vector>

namespace app {

// A local that a branch sets and reads is put back for the other way.
// CHECK-LABEL: struct ways_kernel
// CHECK: static void pattern_sweep(
// CHECK: double t = x[i];
// CHECK: u = treelize::dependence::joined(u, t);
// CHECK: t = x[i + 1];
// CHECK: u = treelize::dependence::joined(u, t, x[i]);
// CHECK: t = treelize::dependence::joined(t, after_t);
TREELIZE(kernel, jacobian = sparse) void ways(std::span<const double> x, std::span<double> y) {
  for (std::size_t i = 0; i + 2 < x.size(); ++i) {
    double t, u;
    if (x[i] > 0) {
      t = x[i];
      u = t * t;
    } else {
      t = x[i + 1];
      u = t * x[i];
    }
    y[2 * i] = u;
    y[2 * i + 1] = t;
  }
}

// The known part of a condition keeps its guard, the index of an element that is not there.
// CHECK-LABEL: struct upwind_kernel
// CHECK: static void pattern_sweep(
// CHECK: if (i > 0) {
// CHECK-NEXT: y[i] = treelize::dependence::joined(y[i], x[i - 1]);
TREELIZE(kernel, jacobian = sparse) void upwind(std::span<const double> x, std::span<double> y) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[i] = x[i];
    if (i > 0 && x[i] > x[i - 1])
      y[i] -= 0.5 * x[i - 1];
    else if (i + 1 < x.size() && x[i] < 0)
      y[i] += x[i + 1];
  }
}

// An element that both ways set forgets what it was.
// CHECK-LABEL: struct both_kernel
// CHECK: static void pattern_sweep(
// CHECK: x[i] = pivot;
TREELIZE(kernel, jacobian = sparse) void both(std::span<double> x) {
  const double pivot = x[0];
  for (std::size_t i = 1; i < x.size(); ++i)
    if (pivot > 0)
      x[i] = pivot;
    else
      x[i] = 2;
}

// A whole number from a real one may be any index.
TREELIZE(kernel, jacobian = sparse)
void table(std::span<const double> t, double x, std::span<const double> z, std::span<double> y) {
  const double scaled = (x + 2) * 0.25 * static_cast<double>(t.size());
  int k = static_cast<int>(scaled);
  if (k >= static_cast<int>(t.size()))
    k = static_cast<int>(t.size()) - 1;
  for (std::size_t i = 0; i < z.size(); ++i)
    y[i] = z[i];
  y[1] = t[k] * x;
}

// What throws gives no entries.
TREELIZE(kernel, jacobian = sparse) void checked(std::span<const double> x, std::span<double> y) {
  if (x.size() != y.size())
    throw std::invalid_argument("sizes");
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] > 100)
      throw std::domain_error("too large");
    y[i] = std::max(x[i], x[0]);
  }
}

// A search leaves its loop early.
TREELIZE(kernel, jacobian = sparse) void search(std::span<const double> grid, double x, std::span<double> y) {
  std::size_t found = 0;
  for (std::size_t i = 1; i < grid.size(); ++i) {
    found = i;
    if (grid[i] > x)
      break;
  }
  y[0] = grid[found] - x;
  y[1] = grid[0];
}

// The weight of a link that is not there is zero: the sweep, which goes both ways, throws.
// CHECK-LABEL: struct links_kernel
// CHECK: static void pattern_sweep(
// CHECK: x[treelize::dependence::within(to[i], x.size())]
TREELIZE(kernel, jacobian = sparse)
void links(const std::vector<int>& to, std::span<const double> weight, std::span<const double> x, std::span<double> y) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    y[i] = x[i];
    if (weight[i] > 0)
      y[i] += weight[i] * x[to[i]];
  }
}

} // namespace app

#include "branches.treelize.hpp"

int main() {
  using namespace app;
  const std::vector<double> x{1, -2, 3, 4, -5};
  std::vector<double> y(5);
  check::same("ways", check::picture(kernels::ways.jacobian_pattern(std::span(x).first(4), y)),
              "##..\n##..\n.##.\n.##.\n....\n");
  check::same("upwind", check::picture(kernels::upwind.jacobian_pattern(x, y)),
              "##...\n###..\n.###.\n..###\n...##\n");
  check::same("both", check::picture(kernels::both.jacobian_pattern(y)),
              "#....\n#....\n#....\n#....\n#....\n");
  check::same("table", check::picture(kernels::table.jacobian_pattern(std::span(x).first(2), 0.5, x, y)),
              "...#....\n###.....\n.....#..\n......#.\n.......#\n");
  check::same("checked", check::picture(kernels::checked.jacobian_pattern(x, y)),
              "#....\n##...\n#.#..\n#..#.\n#...#\n");
  check::same("search", check::picture(kernels::search.jacobian_pattern(std::span(x).first(3), 0.5, y)),
              "####\n#...\n....\n....\n....\n");

  check::jacobian("ways", kernels::ways, std::vector<double>(x.begin(), x.begin() + 4), y);
  check::jacobian("upwind", kernels::upwind, x, y);
  check::jacobian("both", kernels::both, y);
  check::jacobian("table", kernels::table, std::vector<double>{1, 2}, 0.5, x, y);
  check::jacobian("checked", kernels::checked, x, y);
  check::jacobian("search", kernels::search, std::vector<double>{1, 2, 3}, 0.5, y);
  try {
    kernels::links.jacobian_pattern({1, -1}, std::span(x).first(2), std::span(x).first(2), std::span(y).first(2));
    std::printf("links: an index beyond the end is taken\n");
    return 1;
  } catch (const treelize::error& error) {
    check::same("links", error.what(),
                "treelize: real numbers keep the kernel from element -1 of 2, and a pattern holds for all of their values: "
                "ask for the index before them");
  }
  return check::failures();
}
