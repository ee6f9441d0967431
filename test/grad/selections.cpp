// Of a running minimum or maximum only the iteration that wins is reversed; its value is known from the search.
// RUN: %treelize %s -o %T/selections.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/selections.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=selections -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <array>

namespace app {

// CHECK-LABEL: struct nearest_kernel
// CHECK: static double sweep(
// CHECK: const bool taken = distance_row[at] < closest_best;
// CHECK-NEXT: if (taken) {
// CHECK: winner = c_begin + at;
// CHECK: const bool found = closest_best < closest;
// CHECK: if (found) {
// CHECK-NEXT: closest = closest_best;
// CHECK-NEXT: }
// CHECK: if (found) {
// CHECK: x_b[i
// CHECK: tangent_sweep(
// OFF-NOT: winner
TREELIZE(kernel) double nearest(std::span<const double> x) {
  double closest = 100;
  for (std::size_t c = 0; c < x.size(); ++c) {
    double distance = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      distance += (x[c] - x[i] * x[i]) * (x[c] - x[i] * x[i]);
    closest = std::min(closest, distance);
  }
  return closest * closest;
}

// The largest of the smallest: a winner in the search for a winner.
// Where a tie wins as well, the values cannot tell whether anybody did.
// CHECK-LABEL: struct farthest_kernel
// CHECK: found_row[at] = taken ? 1 : found_row[at];
// CHECK: x_b[winner3] +=
TREELIZE(kernel) double farthest(std::span<const double> x) {
  double far = -1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double near = 10;
    for (std::size_t k = 0; k < x.size(); ++k)
      near = std::min((x[i] - x[k]) * (x[i] + x[k] - 2) + 0.1 * x[k], near);
    far = std::max(near, far);
  }
  return far * x[0];
}

// A nest of loops has one winner, with a counter of each.
// CHECK-LABEL: struct pooled_kernel
// CHECK: static double sweep(
// CHECK: winner = dy;
// CHECK-NEXT: winner2 = dx;
// CHECK: if (found) {
// CHECK-NEXT: top = top_best;
// CHECK-NEXT: }
// CHECK-NOT: for (
// CHECK: x_b[0] += {{.*}}winner{{.*}}winner2
// CHECK: tangent_sweep(
TREELIZE(kernel) double pooled(std::span<const double> x, int width) {
  double sum = 0;
  for (int at = 0; at + 1 < width; at += 2) {
    double top = x[at];
    for (int dy = 0; dy < 3; ++dy)
      for (int dx = 0; dx < 2; ++dx)
        top = std::max(top, x[(dy * width + at + dx) % 8] * x[0]);
    sum += top * top;
  }
  return sum;
}

// Four cheap iterations are reversed as they stand.
// CHECK-LABEL: struct few_kernel
// CHECK-NOT: winner
// CHECK: tangent_sweep(
TREELIZE(kernel) double few(std::span<const double> x, int width) {
  double sum = 0;
  for (int at = 0; at + 1 < width; at += 2) {
    double top = x[at];
    for (int dy = 0; dy < 2; ++dy)
      for (int dx = 0; dx < 2; ++dx)
        top = std::max(top, x[dy * width + at + dx] * x[0]);
    sum += top * top;
  }
  return sum;
}

// One whose inner loops run not at all, or as far as the outer counter says, and where nobody wins.
TREELIZE(kernel) double triangle(std::span<const double> x) {
  double low = 0.5, none = -100;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double row = x[i] * x[0];
    for (std::size_t j = 0; j < i; ++j)
      low = std::min(low, row * x[j] - x[i]);
  }
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = i; j < i; ++j)
      none = std::max(none, x[j]);
  return low * low + none * x[0];
}

// What an inner iteration hands to the next one: a sum, a cursor, an array. Such a nest has no one winner.
// CHECK-LABEL: struct carried_kernel
// CHECK-NOT: winner
// CHECK: tangent_sweep(
TREELIZE(kernel) double carried(std::span<const double> x) {
  double top = -100;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      sum += x[k] * x[i];
      top = std::max(top, sum);
    }
  }
  return top * x[0];
}

TREELIZE(kernel) double cursor(std::span<const double> x) {
  double top = -100;
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::size_t at = 0;
    std::array<double, 4> seen{};
    for (std::size_t k = 0; k < x.size(); ++k) {
      at += k + 1;
      seen[k] = x[at % 4] + seen[0];
      top = std::max(top, seen[k / 2] * x[i]);
    }
  }
  return top * x[0];
}

// Nobody wins, and a tie: the first operand, so that `x[1]` wins over an equal `x[2]`, and `x[0] * x[3]` over what
// has been.
TREELIZE(kernel) double ties(std::span<const double> x) {
  double none = 1000, first = x[1] - 1, last = x[0] * x[3] - 1;
  for (std::size_t i = 0; i < x.size(); ++i)
    none = std::max(none, x[i]);
  for (std::size_t i = 1; i < x.size(); ++i)
    first = std::max(first, x[i] * x[0]);
  for (std::size_t i = 1; i < x.size(); ++i)
    last = std::max(x[i] * x[i], last);
  return none * first * x[0] + last;
}

// An iteration looks at the extremum, or leaves something else behind: all of them are reversed.
// CHECK-LABEL: struct others_kernel
// CHECK-NOT: winner
TREELIZE(kernel) double others(std::span<const double> x) {
  double low = 1, sum = 0, high = x[0];
  for (std::size_t i = 0; i < x.size(); ++i) {
    low = std::min(low, x[i] * x[0]);
    sum += low;
  }
  for (std::size_t i = 0; i < x.size(); ++i)
    high = std::max(high, x[i] * high);
  return low * sum + high;
}

// A branch that keeps what is better, and which it was.
// CHECK-LABEL: struct kept_kernel
// CHECK: static double sweep(
// CHECK: const bool found = shortest_best < shortest;
// CHECK: if (found) {
// CHECK: shortest = shortest_best;
// CHECK: which = winner;
// CHECK: tangent_sweep(
TREELIZE(kernel) double kept(std::span<const double> x) {
  double shortest = 10, there = 0;
  std::size_t which = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    double length = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      length += (x[k] - x[i] * x[i]) * (x[k] - x[i] * x[i]);
    if (length < shortest) {
      shortest = length;
      which = k;
      there = length * x[k];
    }
  }
  return shortest * x[which] + there;
}

// The extremum is an element; the last one of several wins.
// CHECK-LABEL: struct rows_kernel
// CHECK: static double sweep(
// CHECK: const bool taken = {{.*}} >= best_best_row[at];
// CHECK-NEXT: best_best_row[at] = taken ?
// CHECK: found_row[at] = taken ? 1 : found_row[at];
// CHECK: tangent_sweep(
TREELIZE(kernel) double rows(std::span<const double> x) {
  const std::size_t n = x.size();
  std::vector<double> best(n, -1.0);
  for (std::size_t row = 0; row < n; ++row)
    for (std::size_t k = 0; k < n; ++k)
      if (x[k] * x[row] >= best[row])
        best[row] = x[k] * x[row];
  double sum = 0;
  for (std::size_t row = 0; row < n; ++row)
    sum += best[row] * best[row] * x[row];
  return sum;
}

// Not where the branch keeps something else than what it has compared, where what is kept is asked for, where the
// element is not the same one, or where each that wins for a while leaves something behind.
// CHECK-LABEL: struct unlike_kernel
// CHECK-NOT: winner
// CHECK: tangent_sweep(
TREELIZE(kernel) double unlike(std::span<const double> x) {
  const std::size_t n = x.size();
  std::vector<double> low(n, 5.0);
  double shortest = 10, best = 4;
  std::size_t which = 0;
  for (std::size_t k = 0; k < n; ++k)
    if (const double length = x[k] * x[k]; length < shortest)
      shortest = 0.5 * length + x[0];
  for (std::size_t k = 0; k < n; ++k)
    if (const double length = x[k] * x[which]; length < best) {
      best = length;
      which = k;
    }
  for (std::size_t k = 0; k < n; ++k)
    if (x[k] * x[0] < low[k % 2])
      low[k % 2] = x[k] * x[0];
  double least = 4, leaders = 0;
  std::vector<int> leads(n);
  for (std::size_t k = 0; k < n; ++k)
    if (x[k] * x[0] < least) {
      least = x[k] * x[0];
      leads[k] = 1;
    }
  for (std::size_t k = 0; k < n; ++k)
    leaders += leads[k] * x[k] * x[k];
  return shortest * low[0] + low[1] * x[which] + best + least * leaders;
}

} // namespace app

#include "selections.treelize.hpp"

namespace {

// The adjoint's tie rule is the tangent's: differences cannot tell.
void checkTies() {
  const std::vector<double> x{0.5, 1.5, 1.5, 3.0};
  const std::vector<double> x_t{0.3, -0.7, 0.2, 0.6};
  std::vector<double> x_b(x.size());
  app::kernels::ties.adjoint(x, 1.0, x_b);
  double along = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    along += x_b[i] * x_t[i];
  check::near("ties", "tangent", along, app::kernels::ties.tangent(x, x_t).derivative, 1e-14, 1);
}

} // namespace

int main() {
  for (const std::vector<double>& x : {std::vector{0.9, -0.3, 0.4, 1.7}, std::vector{-0.5, 0.2, -0.4, 0.1}}) {
    check::scalar("pooled", app::kernels::pooled, x, static_cast<int>(x.size() / 2));
    check::scalar("few", app::kernels::few, x, static_cast<int>(x.size() / 2));
    check::scalar("carried", app::kernels::carried, x);
    check::scalar("cursor", app::kernels::cursor, x);
    check::scalar("triangle", app::kernels::triangle, x);
    check::scalar("nearest", app::kernels::nearest, x);
    check::scalar("farthest", app::kernels::farthest, x);
    check::scalar("ties", app::kernels::ties, x);
    check::scalar("kept", app::kernels::kept, x);
    check::scalar("rows", app::kernels::rows, x);
    check::scalar("unlike", app::kernels::unlike, x);
    check::scalar("others", app::kernels::others, x);
  }
  checkTies();
  return check::finish();
}
