// Loops and branches over fields; `while`, `break` and `continue` besides, which Taichi refuses.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -I%inputs -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -I%inputs -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <Near.h>
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <cassert>
#include <cmath>
#include <cstdio>

namespace app {

struct TREELIZE(data_oriented) Loops {
  treelize::field<double> x{std::vector<double>{1, 2, 3}};
  treelize::field<double> y;
  treelize::field<double> t{3};

  TREELIZE(kernel) void sum() { // tk-s-066
    for (std::size_t i = 0; i < x.size(); ++i)
      y.value() += std::sin(x[i]);
  }
  TREELIZE(kernel) void nested() { // tk-s-067
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        y.value() += x[i] * x[j];
  }
  TREELIZE(kernel) void localAccumulator() { // tk-s-068
    for (int i = 0; i < 3; ++i) {
      double s = 0.0;
      for (int j = 0; j < 4; ++j)
        s += x[i] * (j + 1);
      y.value() += s * s;
    }
  }
  TREELIZE(kernel) void boundFromOuterIndex() { // tk-s-069
    for (int i = 0; i < 3; ++i) {
      double s = 1.0;
      for (int j = 0; j < i; ++j)
        s = s * x[i];
      y.value() += s;
    }
  }
  TREELIZE(kernel) void carriedProduct() { // tk-s-070, tk-s-076 (no unrolling is asked for in C++)
    double p = 1.0;
    for (int j = 0; j < 3; ++j)
      p = p * x[j];
    y.value() += p;
  }
  TREELIZE(kernel) void twoLoops() { // tk-s-071
    for (std::size_t i = 0; i < x.size(); ++i)
      t[i] = x[i] * x[i];
    for (std::size_t i = 0; i < t.size(); ++i)
      y.value() += t[i] * 3.0;
  }
  TREELIZE(kernel) void branch() { // tk-s-072
    for (double v : x)
      if (v > 1.5)
        y.value() += v * v;
      else
        y.value() += -v;
  }
  TREELIZE(kernel) void whileLoop() { // tk-s-073
    for (std::size_t i = 0; i < x.size(); ++i) {
      double s = x[i];
      int k = 0;
      while (k < 3) {
        s = s * 2.0;
        k += 1;
      }
      y.value() += s;
    }
  }
  TREELIZE(kernel) void breaking() { // tk-s-074
    for (int i = 0; i < 3; ++i) {
      double s = 0.0;
      for (int j = 0; j < 5; ++j) {
        if (j == 2)
          break;
        s += x[i];
      }
      y.value() += s;
    }
  }
  TREELIZE(kernel) void continuing() { // tk-s-075
    for (int i = 0; i < 3; ++i) {
      double s = 0.0;
      for (int j = 0; j < 4; ++j) {
        if (j == 2)
          continue;
        s += x[i] * j;
      }
      y.value() += s;
    }
  }
  TREELIZE(kernel) void mixedBody() { // tk-s-081
    for (int i = 0; i < 3; ++i) {
      y.value() += x[i];
      for (int j = 0; j < 2; ++j)
        y.value() += x[i] * x[i];
    }
  }
};

} // namespace app

#include GENERATED

using Bound = treelize::bound<app::Loops>;

int failures = 0;

template <class Kernel>
void check(Bound& c, Kernel& kernel, const char* id, double y, const std::vector<double>& g) {
  c = Bound();
  kernel();
  const double value = c.y.value();
  c.y.grad.value() = 1;
  kernel.grad();
  if (near(value, y) && near(c.x.grad, g))
    return;
  ++failures;
  std::printf("%s: y %.17g, adjoint %.17g %.17g %.17g\n", id, value, c.x.grad[0], c.x.grad[1], c.x.grad[2]);
}

int main() {
  Bound c;
  check(c, c.sum, "tk-s-066", 1.8918884196934453, {0.5403023058681398, -0.4161468365471424, -0.9899924966004454});
  check(c, c.nested, "tk-s-067", 36, {12, 12, 12});
  check(c, c.localAccumulator, "tk-s-068", 1400, {200, 400, 600});
  check(c, c.boundFromOuterIndex, "tk-s-069", 12, {0, 1, 6});
  check(c, c.carriedProduct, "tk-s-070", 6, {6, 3, 2});
  check(c, c.twoLoops, "tk-s-071", 42, {6, 12, 18});
  check(c, c.branch, "tk-s-072", 12, {-1, 4, 6});
  check(c, c.whileLoop, "tk-s-073", 48, {8, 8, 8});
  check(c, c.breaking, "tk-s-074", 12, {2, 2, 2});
  check(c, c.continuing, "tk-s-075", 24, {4, 4, 4});
  check(c, c.mixedBody, "tk-s-081", 34, {5, 9, 13});
  return failures != 0;
}
