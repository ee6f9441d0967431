// Handlers that look at the members of what they catch, and recursive functions that throw nothing in a try block.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/caught-objects.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <span>
#include <stdexcept>
#include <string>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

struct Failure {
  double value;
  int code;
};
struct Late : std::exception {
  double v;
  explicit Late(double a) : v(a) {}
  double twice() const { return 2 * v; }
};
class Bad : public std::runtime_error {
public:
  Bad(const std::string& what, double x, double y) : std::runtime_error(what + "!"), values_{x, y} {}
  double sum() const { return values_[0] + values_[1]; }

private:
  std::vector<double> values_;
};
double checked(double y) {
  if (y > 0.5)
    throw Late(y * y);
  return y;
}
double power(double x, int n) { return n <= 0 ? x : x * power(x + 1, n - 1); }
double first(std::span<const double> x, double bound) {
  try {
    for (const double v : x) {
      if (v > bound)
        throw Failure{v * bound, 2};
      if (v < -bound)
        throw Bad("small", v, bound);
    }
  } catch (const Bad& bad) {
    return bad.sum() * bound;
  }
  return bound;
}

TREELIZE(kernel) double members(std::span<const double> x) {
  double s = x[0];
  try {
    s *= 2;
    if (s > 0.1)
      throw Failure{s * x[1], 2};
    s += 1;
  } catch (const Failure& e) {
    s = e.value * x[2] * e.code;
  }
  return s;
}
TREELIZE(kernel) double methods(std::span<const double> x) {
  double s = 0;
  for (const double v : x) {
    try {
      s += checked(v);
    } catch (Late& e) {
      e.v *= s + 1;
      s += 3 * e.twice() * s + e.v;
    } catch (...) {
      s = 0;
    }
  }
  return s;
}
TREELIZE(kernel) double inlined(std::span<const double> x) {
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    try {
      s += first(x, 0.3 + 0.4 * i * x[0]);
    } catch (Failure failure) {
      s += failure.value * s + x[2];
    }
  }
  return s;
}
TREELIZE(kernel) double recursive(std::span<const double> x) {
  double s = x[0];
  for (int i = 0; i < 3; ++i) {
    try {
      s += power(x[1], i);
      if (s > 1)
        throw Failure{s, i};
      s *= x[2];
    } catch (const Failure& failure) {
      s = 0.3 * failure.value * x[3] + failure.code;
    }
  }
  return s;
}

} // namespace app

#include "caught-objects.treelize.hpp"

#include <GradientCheck.h>

int main() {
  const std::vector<double> x = {0.61, -0.37, 0.83, 1.21}, y = {-0.61, 0.37, 0.43, -0.21};
  for (const std::vector<double>& at : {x, y}) {
    check::scalar("members", app::kernels::members, at);
    check::scalar("methods", app::kernels::methods, at);
    check::scalar("inlined", app::kernels::inlined, at);
    check::scalar("recursive", app::kernels::recursive, at);
  }
  return check::finish();
}
