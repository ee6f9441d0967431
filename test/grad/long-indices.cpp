// Whole numbers made of each other keep their names: written out, the last one would be a million terms.
// RUN: %treelize %s -o %T/long-indices.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/long-indices.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <treelize/check_gradient.hpp>

#include <span>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

// CHECK-LABEL: struct chained_kernel
// CHECK: static double sweep(
// CHECK: const unsigned int g = (e * e + e) * (e * e + e) + (e * e + e);
// CHECK: tangent_sweep(
TREELIZE(kernel) double chained(std::span<const double> x, int m) {
  const int n = static_cast<int>(x.size()) - m;
  double loss = 0;
  for (int j = 0; j < n; ++j) {
    const unsigned a = static_cast<unsigned>(j) + 1, b = a * a + a, c = b * b + b, d = c * c + c, e = d * d + d,
                   f = e * e + e, g = f * f + f, h = g * g + g, i = h * h + h, k = i * i + i, l = k * k + k, o = l * l + l,
                   p = o * o + o, q = p * p + p, r = q * q + q, t = r * r + r;
    double sum = 0;
    for (int u = 0; u < m; ++u)
      sum += x[n + u] * x[j + u];
    loss += sum * sum * (t % 7U);
  }
  return loss;
}

} // namespace app

#include "long-indices.treelize.hpp"

int main() {
  std::vector<double> x(90);
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = 0.01 * static_cast<double>(i % 7);
  return !treelize::check_gradient(app::kernels::chained, std::span<const double>(x), 20).passed();
}
