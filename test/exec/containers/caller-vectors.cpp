// Vectors of the caller's that a kernel gives another length: the shadow has the length at the end before the adjoint
// runs, and that at the beginning afterwards.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/caller-vectors.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <cmath>
#include <span>
#include <stdexcept>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

TREELIZE(kernel) void appends(std::span<const double> x, std::vector<double>& out) {
  for (double v : x)
    if (v > 0)
      out.push_back(v * x[0]);
  out.push_back(out[0] * x[1]);
}
TREELIZE(kernel) void replaces(std::span<const double> x, std::vector<double>& out) {
  const double first = out.empty() ? 1 : out[0];
  out.clear();
  out.resize(x.size() - 1);
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    out[i] = std::sin(x[i] * first) * x[i + 1];
}
TREELIZE(kernel) void assigns(std::span<const double> x, std::vector<double>& out) {
  std::vector<double> result(x.size() + out.size(), x[0]);
  for (std::size_t i = 0; i < x.size(); ++i)
    result[i] *= x[i];
  out = result;
}
TREELIZE(kernel) double erases(std::span<const double> x, std::vector<double>& out) {
  std::erase_if(out, [&](double v) { return v < x[0]; });
  out.pop_back();
  double s = 0;
  for (double v : out)
    s += v * x[1];
  return s;
}

} // namespace app

#include "GradientCheck.h"
#include "caller-vectors.treelize.hpp"

/// Adjoint against tangent, and the tangent against differences.
template <class Kernel> void checked(const char* name, const Kernel& kernel, std::vector<double> out) {
  const std::vector<double> x = {0.61, -0.37, 0.83}, x_t = check::direction(3), start_t = check::direction(out.size());
  std::vector<double> end = out, end_t = start_t;
  kernel.tangent(std::span<const double>(x), end, std::span<const double>(x_t), end_t);
  std::vector<double> x_b(3), same = out;
  const std::vector<double> seed = check::direction(end.size());
  std::vector<double> out_b = seed;
  kernel.adjoint(std::span<const double>(x), same, std::span<double>(x_b), out_b);
  if (same != out || out_b.size() != out.size()) {
    std::printf("%s: the adjoint changed its argument, or its shadow has another length\n", name);
    ++check::failures();
  }
  check::near(name, "adjoint against tangent", check::dot(x_b, x_t) + check::dot(out_b, start_t), check::dot(seed, end_t), 1e-12, 1);
  const auto run = [&](double by) {
    std::vector<double> at = check::moved(out, start_t, by);
    kernel(std::span<const double>(check::moved(x, x_t, by)), at);
    return at;
  };
  const std::vector<double> above = run(check::step), below = run(-check::step);
  for (std::size_t i = 0; i < end.size(); ++i)
    check::near(name, "tangent against differences", end_t[i], (above[i] - below[i]) / (2 * check::step), 1e-6, 1);
  std::vector<double> wrong(end.size() + 1);
  try {
    kernel.adjoint(std::span<const double>(x), same, std::span<double>(x_b), wrong);
    std::printf("%s: a shadow of a wrong length was taken\n", name);
    ++check::failures();
  } catch (const std::exception&) {
  }
}

int main() {
  checked("appends", app::kernels::appends, {});
  checked("appends", app::kernels::appends, {2, 3});
  checked("replaces", app::kernels::replaces, {0.5, 0.1, 0.2});
  checked("assigns", app::kernels::assigns, {0.5, 0.1});
  const std::vector<double> x = {0.61, -0.37, 0.83};
  std::vector<double> out = {0.7, 0.1, 0.9, 0.65, 2};
  const auto [value, gradient] = app::kernels::erases.value_and_grad(std::span<const double>(x), out);
  check::near("erases", "value", value, (0.7 + 0.9 + 0.65) * x[1], 1e-12, 1);
  check::near("erases", "d/dx[1]", gradient.x[1], 0.7 + 0.9 + 0.65, 1e-12, 1);
  for (std::size_t i = 0; i < out.size(); ++i)
    check::near("erases", "d/dout", gradient.out.at(i), i == 1 || i == 4 ? 0 : x[1], 1e-12, 1);
  return check::finish();
}
