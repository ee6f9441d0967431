// A vector that takes another length by assignment: its shadow takes the old length back.
// RUN: %treelize %s -o %T/vectors.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

TREELIZE(kernel) double pyramid(std::span<const double> x) {
  std::vector<double> level(x.begin(), x.end());
  while (level.size() > 1) {
    std::vector<double> next(level.size() - 1);
    for (std::size_t i = 0; i < next.size(); ++i)
      next[i] = level[i] * level[i + 1] + 0.1 * level[i];
    level = next;
  }
  return level[0];
}

TREELIZE(kernel) double pair(double x, double y) {
  std::vector<double> both[2];
  both[0] = {x, y};
  both[1] = {x * y};
  for (double& element : both[0])
    both[1].push_back(element * element);
  return both[0][1] * both[1][0] * both[1][2] * both[1][1];
}

} // namespace app

#include "vectors.treelize.hpp"

int main() {
  check::scalar("pyramid", app::kernels::pyramid, {0.7, -1.2, 1.9, 0.4, -0.8});
  check::numbers("pair", app::kernels::pair, 0.7, -1.2);
  return check::finish();
}
