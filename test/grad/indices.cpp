// What an innermost loop leaves alone of a longer index is summed before it, in a type that holds every offset.
// RUN: %treelize %s -o %T/indices.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/indices.treelize.hpp
// RUN: %cxx -fsanitize=undefined,address -fno-sanitize-recover=all -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=indices -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

// Both arrays share the offset; the two-term index stays as it is.
// CHECK-LABEL: struct blocks_kernel
// CHECK: static double sweep(
// CHECK: const std::ptrdiff_t offset = static_cast<std::ptrdiff_t>(start) + i * m - 1;
// CHECK-NEXT: for (int j = 1; j < m; ++j) {
// CHECK: x_b[offset + j] +=
// CHECK-SAME: x[i * m + j]
// OFF-LABEL: struct blocks_kernel
// OFF: x[start + i * m + j - 1]
TREELIZE(kernel) double blocks(std::span<const double> x, int start, int m) {
  double sum = 0;
  for (int i = 0; i < 2; ++i)
    for (int j = 1; j < m; ++j)
      sum += x[start + i * m + j - 1] * x[i * m + j];
  return sum;
}

// Unsigned numbers that wrap around, a counter that counts down in the index, one that is there twice, an index from memory.
// CHECK-LABEL: struct others_kernel
// CHECK: static double sweep(
// CHECK-NOT: offset
// CHECK: tangent_sweep(
TREELIZE(kernel) double others(std::span<const double> x, unsigned a, unsigned b) {
  const int at[2] = {1, 2}, n = static_cast<int>(x.size()), c = 1;
  double sum = 0;
  for (unsigned j = 0; j < 2; ++j)
    sum += x[a - b + j] * x[j];
  for (int j = 0; j < 2; ++j)
    sum += x[n - c - j] * x[at[0] + at[1] + j - 2] * x[n - c - 2 + j - j];
  return sum;
}

} // namespace app

#include "indices.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, 0.7, 1.1, -0.8};
  check::scalar("blocks", app::kernels::blocks, x, 1, 3);
  check::scalar("blocks", app::kernels::blocks, x, 0, 1);
  check::scalar("others", app::kernels::others, x, 3u, 2u);
  return check::finish();
}
