// Assignments that take their operand by value and swap with it, of classes in vectors too.
// RUN: %treelize %s -o %T/copy-and-swap.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %allcxx -I%T -I%S/../../Inputs %s -fsyntax-only
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace app {

/// Swaps member by member.
struct Series {
  std::vector<double> terms;
  double scale;
  explicit Series(double x) : terms{x, x * x}, scale(x) {}
  Series(const Series& other) : terms(other.terms), scale(other.scale) {}
  Series& operator=(Series other) {
    std::swap(terms, other.terms);
    std::swap(scale, other.scale);
    return *this;
  }
};

/// Swaps by a function of its own.
struct Pair {
  double a, b;
  explicit Pair(double x) : a(x), b(x * x) {}
  Pair(const Pair& other) : a(other.a), b(other.b) {}
  Pair& operator=(Pair other) {
    swap(*this, other);
    return *this;
  }
  friend void swap(Pair& one, Pair& other) {
    using std::swap;
    swap(one.a, other.a);
    swap(one.b, other.b);
  }
};

struct Buffer {
  double* data;
  int size;
  explicit Buffer(double x) : data(new double[2]), size(2) {
    data[0] = x;
    data[1] = x * x;
  }
  Buffer(const Buffer& other) : data(new double[other.size]), size(other.size) {
    std::copy(other.data, other.data + size, data);
  }
  ~Buffer() { delete[] data; }
  Buffer& operator=(Buffer other) {
    std::swap(data, other.data);
    std::swap(size, other.size);
    return *this;
  }
};

struct Base {
  double first = 0;
};
struct Derived : Base {
  double second = 0;
  Derived() = default;
  Derived(double x, double y) : Base{x}, second(y) {}
  Derived(const Derived&) = default;
  Derived& operator=(const Derived& other) {
    Base::operator=(other);
    second = other.second;
    return *this;
  }
};

TREELIZE(kernel) double vectors(std::span<const double> x) {
  std::vector<Series> series;
  for (double each : x)
    series.push_back(Series{each});
  std::vector<Series> others;
  others = series;
  others[0] = series[1];
  others.push_back(others[0]);
  others[2].terms[1] *= x[0];
  double sum = 0;
  for (const Series& each : others)
    sum = sum * 1.5 + each.terms[1] * each.scale;
  return sum;
}

TREELIZE(kernel) double loops(std::span<const double> x) {
  Pair p(x[0]), q(x[1]);
  for (int i = 0; i < 3; ++i) {
    Pair kept(x[2] * i);
    kept = p;
    if (i > 0) {
      p = q;
      q = Pair(x[i]);
    }
    q.b *= kept.b;
  }
  std::vector<Pair> pairs(2, p);
  pairs[1] = q;
  return pairs[0].b * pairs[1].b + q.a;
}

TREELIZE(kernel) double buffers(std::span<const double> x) {
  Buffer a(x[0]), b(x[1]);
  for (int i = 0; i < 3; ++i) {
    if (i % 2)
      a = b;
    else
      b = Buffer(x[i]);
    a.data[0] *= x[2];
    b.data[1] += a.data[1];
  }
  return a.data[0] * a.data[1] + b.data[1];
}

TREELIZE(kernel) double bases(std::span<const double> x) {
  Derived a(x[0], x[1]), b(x[2], x[0] * x[1]);
  std::vector<Derived> all{a, b}, copies;
  all[0] = all[1];
  copies = all;
  return copies[0].first * copies[0].second;
}

} // namespace app

#include "copy-and-swap.treelize.hpp"

int main() {
  check::scalar("vectors", app::kernels::vectors, {0.9, 1.3, 0.4});
  check::scalar("loops", app::kernels::loops, {0.9, 1.3, 0.4});
  check::scalar("buffers", app::kernels::buffers, {0.9, 1.3, 0.4});
  check::scalar("bases", app::kernels::bases, {0.9, 1.3, 0.4});
  return check::finish();
}
