// A class that derives from a container, or another class of the library that has a model of its own: what it has of
// that is no member, and refused where it is used. So is an object that takes one of an unrelated class, or a copy
// of one on a heap that nobody makes there.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
#include <treelize/annotations.hpp>

#include <algorithm>
#include <array>
#include <complex>
#include <optional>
#include <span>
#include <vector>

namespace app {

struct Tagged : std::array<double, 2> {
  double scale = 1;
  double sum() const { return (*this)[0] + at(1); }
  double length() const { return 1.0 * size(); }
};
// CHECK: library-bases.cpp:[[#@LINE+4]]:{{[0-9]+}}: error: an object as the 'std::array<double, 2>' that its class derives from is not supported in a kernel yet
// CHECK: note: make that a member of the class
TREELIZE(kernel) double element(double x) {
  Tagged t;
  t[0] = x;
  return t[0] * t.scale;
}
// CHECK: error: an object as the 'std::array<double, 2>'
// CHECK: note: called from here
TREELIZE(kernel) double own(const Tagged& t, double x) { return t.sum() * x; }
// CHECK: error: an object as the 'std::array<double, 2>'
TREELIZE(kernel) double length(const Tagged& t, double x) { return t.length() * x; }
inline double first(std::span<const double> s) { return s[0]; }
// CHECK: library-bases.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: an element of a 'app::Tagged' is not supported in a kernel yet
TREELIZE(kernel) double spanned(const Tagged& t, double x) { return first(t) * x; }

struct Numbers : std::vector<double> {
  double scale = 1;
};
// CHECK: library-bases.cpp:[[#@LINE+2]]:{{[0-9]+}}: error: an object as the 'std::vector<double>' that its class derives from is not
TREELIZE(kernel) double grown(double x) {
  Numbers n;
  n.push_back(x);
  return n[0] * n.scale;
}
// CHECK: library-bases.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: an element of a 'app::Numbers' is not supported in a kernel yet
TREELIZE(kernel) double given(const Numbers& n, double x) { return n[0] * x; }

struct Maybe : std::optional<double> {};
struct Number : std::complex<double> {
  Number(double a, double b) : std::complex<double>(a, b) {}
};
// CHECK: error: an object as the 'std::optional<double>' that its class derives from is not
TREELIZE(kernel) double absent(double x) {
  Maybe m;
  m.emplace(x);
  return *m;
}
// CHECK: error: an object as the 'std::complex<double>' that its class derives from is not
TREELIZE(kernel) double turned(double x) {
  Number z(x, x);
  return z.real();
}

struct Plain {
  double p = 1;
};
struct More : Plain {
  double v = 2;
  More& operator=(const Plain& other) {
    p = other.p;
    v = 3;
    return *this;
  }
};
// CHECK: library-bases.cpp:[[#@LINE+4]]:{{[0-9]+}}: error: an object of class 'app::More' that takes one of 'app::Plain' here is not
TREELIZE(kernel) double converted(double x) {
  std::vector<Plain> from(2);
  std::vector<More> to(2);
  std::copy(from.begin(), from.end(), to.begin());
  return to[0].p * x;
}

struct Base {
  double p = 1;
  virtual ~Base() = default;
  virtual double cost() const { return p; }
};
struct Derived : Base {
  double v = 2;
  double cost() const override { return p * v; }
};
// CHECK: error: a copy here of 'app::Base', objects of which are pointed at, is not supported in a kernel yet
TREELIZE(kernel) double filled(double x) {
  Derived d;
  std::vector<Base> all;
  all.push_back(d);
  all.emplace_back(d);
  std::vector<Base> many(3, d);
  return many[0].cost() * all[0].p * x;
}

} // namespace app
