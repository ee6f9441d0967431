// Template arguments of class type, and lists in braces of objects without a default constructor.
// RUN: %treelize %s -o %T/template-objects.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <array>
#include <cmath>
#include <initializer_list>
#include <vector>

namespace app {

struct Settings {
  int n;
  double w;
  bool squared;
  constexpr double at(int i) const { return w * i; }
};
struct Point {
  std::array<double, 2> c;
};
template <Settings S> double series(double x) {
  double s = 0;
  for (int i = 0; i < S.n; ++i)
    s = s * x + S.w;
  if constexpr (S.squared)
    s *= s;
  return s;
}
TREELIZE(kernel) double ofSettings(std::span<const double> x) {
  return series<Settings{3, 0.5, true}>(x[0]) * series<Settings{2, -1.5, false}>(x[1]);
}
template <Settings S, Point P> struct Filter {
  double state = P.c[0];
  double operator()(double x) {
    state = state * S.w + x * P.c[1] + S.at(2);
    return state;
  }
};
TREELIZE(kernel) double ofFilter(std::span<const double> x) {
  Filter<Settings{3, 0.5, false}, Point{{0.3, 0.7}}> f;
  double s = 0;
  for (double v : x)
    s += f(v) * v;
  return s;
}
template <auto F> double twice(double x) { return F(F(x)); }
template <std::array<double, 3> W> double weighted(const double* x) {
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += W[i] * x[i] * x[i];
  return s;
}
TREELIZE(kernel) double ofLambda(std::span<const double> x) {
  return twice<[](double v) { return v * v + 1; }>(x[0]) * weighted<std::array<double, 3>{1, 2, 3}>(x.data());
}

class Line {
public:
  Line(double a, double b) : a_(a), b_(b) {}
  explicit Line(double a) : Line(a, a) {}
  double at(double x) const { return a_ * x + b_; }

private:
  double a_, b_;
};
class Chain {
public:
  Chain(std::initializer_list<Line> lines) : lines_(lines.begin(), lines.end()) {}
  double at(double x) const {
    for (const Line& l : lines_)
      x = std::tanh(l.at(x));
    return x;
  }

private:
  std::vector<Line> lines_;
};
TREELIZE(kernel) double ofLists(std::span<const double> x) {
  Chain c{Line{x[0], x[1]}, Line(x[2]), {x[3], 0.5}};
  return c.at(0.4);
}

} // namespace app

#include "template-objects.treelize.hpp"

int main() {
  const std::vector<double> x{0.7, 1.3, 0.4, 1.9, 0.6};
  check::scalar("ofSettings", app::kernels::ofSettings, x);
  check::scalar("ofFilter", app::kernels::ofFilter, x);
  check::scalar("ofLambda", app::kernels::ofLambda, x);
  check::scalar("ofLists", app::kernels::ofLists, x);
  return check::finish();
}
