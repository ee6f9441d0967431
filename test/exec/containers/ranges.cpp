// Loops over the library's views, backwards, and with iterators of the user's own.
// RUN: %treelize %s -o %T/ranges.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s < %T/ranges.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <numeric>
#include <ranges>
#include <vector>

namespace app {

// Horner's rule from the back.
TREELIZE(kernel) double horner(std::span<const double> given) {
  const std::vector<double> x(given.begin(), given.end());
  double sum = 0;
  for (auto it = x.rbegin(); it != x.rend(); ++it)
    sum = sum * 0.5 * x[0] + *it;
  return sum * std::accumulate(x.crbegin(), x.crend(), 1.0, [](double a, double b) { return a * 0.3 + b * b; });
}

// CHECK-LABEL: views
TREELIZE(kernel) double views(std::span<const double> x) {
  double sum = 0;
  for (int i : std::views::iota(1, 4))
    sum += x[i] * x[i - 1] * i;
  for (double a : x | std::views::reverse | std::views::drop(1) | std::views::take(3))
    sum = sum * a + x[1];
  for (double a : std::views::take(x, 100) | std::views::filter([](double b) { return b > 0; }) |
                      std::views::transform([&](double b) { return b * b * x[2]; })) {
    if (a < -0.5)
      continue;
    sum += std::sin(a);
  }
  std::vector<double> v(x.begin(), x.end());
  for (double& a : std::views::reverse(v))
    a *= sum;
  return v[0] * v[1] + v[6];
}

struct Numbers {
  int first, last;
  struct Iterator {
    int number;
    int operator*() const { return number; }
    Iterator& operator++() {
      ++number;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return number != other.number; }
  };
  Iterator begin() const { return {first}; }
  Iterator end() const { return {last}; }
};

struct Strided {
  const double* data;
  int count;
  struct Iterator {
    const double* at;
    const double& operator*() const { return *at; }
    Iterator& operator++() {
      at += 2;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at != other.at; }
  };
  Iterator begin() const { return {data}; }
  Iterator end() const { return {data + 2 * count}; }
};

TREELIZE(kernel) double iterators(std::span<const double> x) {
  double sum = x[0];
  for (const int i : Numbers{1, 5}) {
    if (i == 3)
      continue;
    sum += sum * x[i] * i;
  }
  for (const double a : Strided{x.data(), 3})
    sum += a * a * sum;
  return sum;
}

/// Iterators that hold a number which is differentiated.
struct Multiple {
  int i;
  double factor;
  double operator*() const { return i * factor; }
  Multiple& operator++() {
    factor *= 1.5;
    ++i;
    return *this;
  }
  bool operator!=(const Multiple& other) const { return i != other.i; }
};
struct Multiples {
  int first, last;
  double factor;
  Multiple begin() const { return {first, factor}; }
  Multiple end() const { return {last, factor}; }
};
TREELIZE(kernel) inline double multiples(std::span<const double> x) {
  double sum = 0;
  for (double v : Multiples{1, 4, x[0]})
    sum = sum * x[1] + v * v;
  return sum;
}

} // namespace app

#include "ranges.treelize.hpp"

int main() {
  const std::vector<double> x{0.7, 1.3, -0.4, 0.9, 0.2, -1.1, 0.55};
  check::scalar("views", app::kernels::views, x);
  check::scalar("iterators", app::kernels::iterators, x);
  check::scalar("horner", app::kernels::horner, x);
  check::scalar("multiples", app::kernels::multiples, x);
  return check::finish();
}
