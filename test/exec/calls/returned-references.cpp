// What a function returns by reference, from one of several places, where a condition chooses between calls of it, and where
// the result of an output is a stream that goes on: each is looked up once, and nothing is written twice.
// RUN: %treelize %s -o %T/returned-references.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
// RUN: %clangxx -I%S/../../Inputs -I%T %s -fsyntax-only
#include <KernelCheck.h>
#include <treelize/annotations.hpp>

#include <sstream>
#include <stdexcept>

namespace app {

struct V {
  double x, y;
  const double& operator[](int i) const {
    if (i == 0)
      return x;
    return y;
  }
  double& at(int i) {
    switch (i) {
    case 0:
      return x;
    default:
      return y;
    }
  }
};

TREELIZE(kernel) double constant(double x, double y, bool c, int i) {
  const V a{x, y}, b{y, x * y};
  return c ? b[i] : a[i];
}
TREELIZE(kernel) double nested(double x, double y, int i) {
  const V a{x, y}, b{y, x * y}, d{x * x, y * y};
  return i > 1 ? a[i - 2] : i > 0 ? b[i] + a[i] : d[i] * (i == 0 ? a[i] : b[i]);
}
TREELIZE(kernel) double written(double x, double y, bool c, int i) {
  V a{x, y}, b{y, x * y};
  (c ? b.at(i) : a.at(1 - i)) *= x;
  return a.x + 2 * a.y + 3 * b.x + 4 * b.y;
}
TREELIZE(kernel) double looped(double x, double y, int n) {
  const V a{x, y}, b{y, x * y};
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += i * (i % 3 == 0 ? b[i % 2] : a[(i + 1) % 2]);
  return sum;
}

enum Type { put = -1, call = 1 };
inline std::ostream& operator<<(std::ostream& out, Type t) {
  switch (t) {
  case put:
    return out << "Put";
  default:
    return out << "Call";
  }
}
struct Point {
  int i;
};
inline std::ostream& operator<<(std::ostream& out, Point p) { return out << 'P' << p.i; }

TREELIZE(kernel) double failing(double f) {
  if (f < 0) {
    std::ostringstream message;
    message << call << " option, " << put << '!';
    throw std::runtime_error(message.str());
  }
  return f * f;
}
TREELIZE(kernel) double counted(double x) {
  std::ostringstream text;
  text << Point{3} << "abc" << call << Point{4} << put;
  return x * static_cast<double>(text.str().size());
}

} // namespace app

#include "returned-references.treelize.hpp"

static bool fails(double f) {
  try {
    app::kernels::failing.grad(f);
  } catch (const std::runtime_error&) {
    return true;
  }
  return false;
}

int main() {
  check::Kernels check;
  for (int i : {0, 1}) {
    for (bool c : {false, true}) {
      check("constant", app::kernels::constant, app::constant, 1.5, 0.7, c, i);
      check("written", app::kernels::written, app::written, 1.5, 0.7, c, i);
    }
    check("nested", app::kernels::nested, app::nested, 1.5, 0.7, i);
    check("nested", app::kernels::nested, app::nested, 1.5, 0.7, i + 2);
  }
  check("looped", app::kernels::looped, app::looped, 1.5, 0.7, 7);
  check("failing", app::kernels::failing, app::failing, 1.5);
  check("counted", app::kernels::counted, app::counted, 1.5);
  if (!fails(-1)) {
    std::cout << "failing: throws nothing\n";
    ++check.failures;
  }
  return check.failures;
}
