// Single numbers and objects from new or make_unique that outlive the block in which they are made.
// RUN: %treelize %s -o %T/kept-allocations.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %allcxx -I%T -I%S/../../Inputs %s -fsyntax-only
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <memory>
#include <vector>

namespace app {

TREELIZE(kernel) double owners(std::span<const double> x) {
  std::vector<std::unique_ptr<double>> all;
  for (double each : x)
    all.push_back(std::make_unique<double>(each * each));
  double sum = 0;
  for (const std::unique_ptr<double>& each : all)
    sum += *each * *each * x[0];
  return sum;
}

struct Cell {
  std::unique_ptr<double> value;
  explicit Cell(double x) : value(std::make_unique<double>(x)) {}
};

TREELIZE(kernel) double members(std::span<const double> x) {
  std::vector<Cell> cells;
  for (double each : x)
    cells.push_back(Cell{each});
  cells.emplace_back(x[0] * x[1]);
  *cells[0].value *= 2;
  double sum = 0;
  for (const Cell& each : cells)
    sum += *each.value * *each.value;
  return sum;
}

TREELIZE(kernel) double branches(std::span<const double> x) {
  std::unique_ptr<double> p;
  if (x[0] > 0.5)
    p = std::make_unique<double>(x[1]);
  else
    p.reset(new double(x[2] * 2));
  double sum = *p * *p;
  for (int i = 0; i < 3; ++i) {
    p = std::make_unique<double>(*p * x[i]);
    sum += *p;
  }
  return sum;
}

struct Part {
  double value;
};
std::unique_ptr<Part> made(double x) {
  if (x > 0.45)
    return std::make_unique<Part>(Part{x * x});
  return nullptr;
}

TREELIZE(kernel) double returned(std::span<const double> x) {
  double sum = 0;
  for (double each : x)
    if (auto part = made(each))
      sum += part->value * x[0];
  return sum;
}

} // namespace app

#include "kept-allocations.treelize.hpp"

int main() {
  for (const std::vector<double>& x : {std::vector{0.9, 1.3, 0.4}, std::vector{0.3, 0.7, 0.5}}) {
    check::scalar("owners", app::kernels::owners, x);
    check::scalar("members", app::kernels::members, x);
    check::scalar("branches", app::kernels::branches, x);
    check::scalar("returned", app::kernels::returned, x);
  }
  return check::finish();
}
