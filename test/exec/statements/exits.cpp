// Early exits: break, continue, return in and out of loops, switch with and without fallthrough.
// RUN: %treelize %s -o %T/exits.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -Wno-implicit-fallthrough -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

TREELIZE(kernel) double earlyReturn(std::span<const double> x) {
  if (x[0] < 0)
    return x[1] * x[1];
  if (x[0] > 100)
    return 0;
  const double a = x[0] * x[1];
  return a * a;
}

TREELIZE(kernel) double breaks(std::span<const double> x) {
  double sum = 1;
  for (double v : x) {
    sum *= v + 2;
    if (sum > 4)
      break;
    sum += v * v;
  }
  return sum;
}

TREELIZE(kernel) double continues(std::span<const double> x) {
  double sum = 1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] < 0)
      continue;
    sum = sum * x[i] + 1;
  }
  return sum;
}

TREELIZE(kernel) double returnsFromLoops(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) {
      sum += x[i] * x[j] * x[j];
      if (sum > 3)
        return sum * x[j];
    }
    sum *= 1.5;
  }
  return sum;
}

TREELIZE(kernel) double breaksInner(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double p = 1;
    int j = 0;
    while (true) {
      p *= x[i] + 0.1 * j;
      if (++j > 3 || p < -2)
        break;
      if (j == 2)
        continue;
      p += x[0];
    }
    sum += p * p;
  }
  return sum;
}

TREELIZE(kernel) double doBreak(std::span<const double> x) {
  double v = x[0];
  int i = 0;
  do {
    ++i;
    if (i == 2)
      continue;
    v *= x[1] + i;
    if (v > 5)
      break;
  } while (i < 4);
  return v;
}

// A case may begin in the middle of another one's block.
TREELIZE(kernel) double nestedCases(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    switch (i) {
    case 0:
      sum += x[i];
      break;
    [[likely]] case 1:
      sum += x[i] * x[i];
      {
      [[unlikely]] case 2:
        sum += x[i] * sum;
      }
      [[fallthrough]];
    default:
      sum *= 1.5;
    }
  return sum;
}

TREELIZE(kernel) double switches(std::span<const double> x) {
  double sum = 0;
  for (int i = 0; i < static_cast<int>(x.size()); ++i) {
    switch (i % 3) {
    case 0:
      sum += x[i] * x[i];
      break;
    case 1:
      sum *= x[i];
      break;
    default:
      sum += 1;
    }
  }
  return sum;
}

// Ranges of labels, and a declaration before the first label.
TREELIZE(kernel) double labelRanges(std::span<const double> x, int n) {
  double sum = x[0];
  switch (n) {
    int twice;
  case 0 ... 1:
    twice = 2 * n;
    sum *= x[1] * twice;
  case 4:
    sum += x[2];
    break;
  default:
    sum *= x[2];
  }
  return sum;
}

TREELIZE(kernel) double fallsThrough(std::span<const double> x) {
  double sum = 1;
  for (int i = 0; i < static_cast<int>(x.size()); ++i) {
    switch (i) {
    case 0:
      sum *= x[i];
    case 1:
      sum += x[i] * sum;
      if (sum > 50)
        break;
    case 2:
      sum *= 1.1;
      break;
    case 3:
    case 4:
      continue;
    }
    sum += x[0];
  }
  return sum;
}

TREELIZE(kernel) double switchReturns(std::span<const double> x, int which) {
  switch (which) {
  case 0:
    return x[0] * x[1];
  case 1:
    return x[1] / x[2];
  }
  return x[0] * x[0] * x[2];
}

} // namespace app

#include "exits.treelize.hpp"

int main() {
  const std::vector<double> x = {0.7, -1.2, 1.9, 0.4, -0.8}, y = {-0.7, 1.2, 0.9, 1.4, 0.8};
  for (const std::vector<double>& v : {x, y}) {
    check::scalar("earlyReturn", app::kernels::earlyReturn, v);
    check::scalar("breaks", app::kernels::breaks, v);
    check::scalar("continues", app::kernels::continues, v);
    check::scalar("returnsFromLoops", app::kernels::returnsFromLoops, v);
    check::scalar("breaksInner", app::kernels::breaksInner, v);
    check::scalar("doBreak", app::kernels::doBreak, v);
    check::scalar("switches", app::kernels::switches, v);
    check::scalar("nestedCases", app::kernels::nestedCases, v);
    check::scalar("fallsThrough", app::kernels::fallsThrough, v);
    for (int which = 0; which < 6; ++which)
      check::scalar("labelRanges", app::kernels::labelRanges, v, which);
    for (int which : {0, 1, 2})
      check::scalar("switchReturns", app::kernels::switchReturns, v, which);
  }
  return check::finish();
}
