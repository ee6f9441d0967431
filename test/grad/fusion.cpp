// A loop whose iterations exchange sums alone is reversed iteration by iteration: its tape is one iteration long.
// What follows it is reversed first, and only where that asks for none of the loop's results. The same holds of a loop
// of the iteration.
// RUN: %treelize %s -o %T/fusion.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/fusion.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=fusion -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

// CHECK-LABEL: struct mean_kernel
// CHECK: static double sweep(
// CHECK: const double sum_b =
// CHECK: for (std::size_t i = 0; i < x.size(); ++i) {
// CHECK: sum += value;
// CHECK: x_b[i] +=
// CHECK: static treelize::tangent_result
// OFF-LABEL: struct mean_kernel
// OFF: static double sweep(
// OFF: sum += value;
// OFF: const double result =
// OFF: const double sum_b =
TREELIZE(kernel) double mean(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double value = x[i];
    for (int k = 0; k < 3; ++k)
      value = value * value + x[0];
    sum += value;
  }
  return sum / static_cast<double>(x.size());
}

// The square's seed is the sum itself: nothing can be fused.
// CHECK-LABEL: struct squared_kernel
// CHECK: static double sweep(
// CHECK: sum += x[i] * x[i];
// CHECK-NEXT: }
// CHECK: const double result = sum * sum;
TREELIZE(kernel) double squared(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * x[i];
  return sum * sum;
}

// So is the loop inside, pair by pair: nothing is kept, and what a choice leaves is in a local.
// CHECK-LABEL: struct pairs_kernel
// CHECK: static double sweep(
// CHECK-NOT: tape
// CHECK: for (std::size_t j = i + 1; j < x.size(); ++j) {
// CHECK: exp_value_old = exp_value;
// CHECK: const double exp_value = exp_value_old;
// CHECK: x_b[j] -= d_b;
// CHECK-NOT: tape
// CHECK: static treelize::tangent_result
TREELIZE(kernel) double pairs(std::span<const double> x) {
  double energy = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = i + 1; j < x.size(); ++j) {
      const double d = x[i] - x[j];
      double s = d * d;
      s = s * s + d;
      if (s < 0.8)
        energy += std::exp(-s) * s;
    }
  return energy;
}

// What a loop of three steps keeps is an array of three.
// CHECK-LABEL: struct points_kernel
// CHECK: static double sweep(
// CHECK-NOT: tape
// CHECK: double [[KEPT:[a-z_]+]][3];
// CHECK: [[KEPT]][k] =
// CHECK: = [[KEPT]][k];
// CHECK-NOT: tape
// CHECK: static treelize::tangent_result
TREELIZE(kernel) double points(std::span<const double> x) {
  double energy = 0;
  for (std::size_t i = 0; i + 3 <= x.size(); i += 3)
    for (std::size_t j = 0; j < i; j += 3) {
      double square = 1;
      for (int k = 0; k < 3; ++k) {
        double d = x[i + k] - x[j + k];
        d -= std::round(d / 2) * 2;
        square += std::exp(d) * d;
      }
      energy += 1 / square;
    }
  return energy;
}

// What an iteration does before its loop is reversed behind it.
// CHECK-LABEL: struct rows_kernel
// CHECK: static double sweep(
// CHECK-NOT: tape
// CHECK: const double w2 = sin_value;
// CHECK-NOT: tape
// CHECK: w2_b += v_b * x[j]
// CHECK: std::cos(w);
// CHECK-NOT: tape
// CHECK: static treelize::tangent_result
TREELIZE(kernel) double rows(std::span<const double> x) {
  double total = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double w = x[i] * x[i];
    w = std::sin(w);
    double sum = 0;
    for (std::size_t j = 0; j < i; ++j) {
      double v = w * x[j];
      v = v * v * x[i];
      sum += v;
    }
    total += 3 * sum;
  }
  return total;
}

// The row's seed is its sum, and the third loop reads what follows it: no pairs there.
TREELIZE(kernel) double squaredRows(std::span<const double> x) {
  double total = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < x.size(); ++j)
      sum += x[i] * std::sin(x[j]);
    total += sum * sum;
  }
  return total;
}

TREELIZE(kernel) double weightChangesBehind(std::span<const double> x) {
  double total = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double w = x[i], sum = 0;
    for (std::size_t j = 0; j < x.size(); ++j)
      sum += w * std::sin(w * x[j]);
    w = w * w;
    total += 2 * sum + w * x[i];
  }
  return total;
}

// Trips that differ, in a loop inside the pairs, and branches that leave the pair early.
TREELIZE(kernel) double rays(std::span<const double> x) {
  double total = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      double left = 1;
      for (int k = 0; k < 5; ++k) {
        if (x[i] * k > 2)
          continue;
        total += left * x[j];
        left *= std::exp(-x[i] * x[i] - 0.1 * x[j]);
        if (left < 0.5)
          break;
      }
    }
  return total;
}

// What the sum's factors ask for waits until the sum is there.
// CHECK-LABEL: struct scaled_kernel
// CHECK: static double sweep(
// CHECK: const double sum_b =
// CHECK: for (std::size_t i = 0; i < x.size(); ++i) {
// CHECK: sum += value;
// CHECK: x_b[i] +=
// CHECK: const double result =
// CHECK: x_b[0] += {{.*}}sum
// CHECK: static treelize::tangent_result
TREELIZE(kernel) double scaled(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double value = x[i];
    for (int k = 0; k < 3; ++k)
      value = value * value + 0.5;
    sum += value;
  }
  return std::exp(x[1]) * sum * x[0];
}

// The factor's adjoint is a seed of the loop itself.
TREELIZE(kernel) double scaledByItself(std::span<const double> x) {
  double sum = 0, other = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += std::sin(x[i]);
    other += std::exp(x[i]);
  }
  return other * sum;
}

TREELIZE(kernel) double weightedRows(std::span<const double> x) {
  double total = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double weight = std::exp(x[i]);
    double sum = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      double v = x[j] * x[i];
      v = std::sin(v) * v;
      sum += v;
    }
    if (sum > 0.1)
      total += weight * sum;
    total += weight * x[0] * sum;
  }
  return total * x[0];
}

TREELIZE(kernel) double carried(std::span<const double> x) {
  double sum = 0, state = 1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    state = state * x[i] + 1;
    sum += state;
  }
  return 3 * sum;
}

TREELIZE(kernel) double readsItsSum(std::span<const double> x) {
  double sum = 1;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += sum * x[i];
  return sum;
}

TREELIZE(kernel) double overwrittenAfter(std::span<double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * x[i];
  x[0] = sum;
  return 2 * sum;
}

TREELIZE(kernel) double twoSums(std::span<const double> x) {
  double a = 0, b = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    a += std::sin(x[i]);
  for (std::size_t i = 1; i < x.size(); ++i) {
    if (x[i] < 0)
      continue;
    b += x[i] * x[i - 1];
    a -= x[i];
  }
  return 2 * a + 3 * b;
}

TREELIZE(kernel) double grownAfter(std::span<const double> x) {
  std::vector<double> sums;
  double sum = 0;
  for (double v : x)
    sum += v * v;
  sums.push_back(sum);
  return sums[0];
}

} // namespace app

#include "fusion.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, 0.7};
  check::scalar("mean", app::kernels::mean, x);
  check::scalar("squared", app::kernels::squared, x);
  for (std::size_t n = 0; n <= x.size(); ++n) {
    const std::vector<double> some(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(n));
    check::scalar("pairs", app::kernels::pairs, some);
    check::scalar("rows", app::kernels::rows, some);
    check::scalar("squaredRows", app::kernels::squaredRows, some);
    check::scalar("weightChangesBehind", app::kernels::weightChangesBehind, some);
    check::scalar("rays", app::kernels::rays, some);
  }
  check::scalar("points", app::kernels::points, {0.9, -0.3, 0.4, 1.7, 2.2, 0.1, -0.7, 0.2, 1.3});
  check::scalar("scaled", app::kernels::scaled, x);
  check::scalar("scaledByItself", app::kernels::scaledByItself, x);
  check::scalar("weightedRows", app::kernels::weightedRows, x);
  check::scalar("carried", app::kernels::carried, x);
  check::scalar("readsItsSum", app::kernels::readsItsSum, x);
  check::scalar("twoSums", app::kernels::twoSums, x);
  check::scalar("grownAfter", app::kernels::grownAfter, x);
  std::vector<double> y = x, y_b(4), y_t{1, 0, 0, 0};
  app::kernels::overwrittenAfter.adjoint(y, 1.0, y_b);
  check::near("overwrittenAfter", "y[1]", y_b[1], 4 * x[1], 1e-14, 0);
  check::near("overwrittenAfter", "restored", y[0], x[0], 0, 0);
  return check::finish();
}
