// A class whose copies do more than copy: where the library or an object that holds it makes them, nobody sees what it does.
// RUN: not %treelize %s -o - -- -std=c++20 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>

#include <optional>
#include <utility>
#include <vector>

namespace app {

struct Share {
  double value = 0;
  Share() = default;
  explicit Share(double value) : value(value) {}
  Share(const Share& other) : value(0.5 * other.value) {}
  Share& operator=(const Share& other) = default;
};

// CHECK: hidden-copies.cpp:[[#@LINE+3]]:22: error: a copy of 'app::Share', whose constructors or assignments do not just copy its members, is not supported in a kernel yet
// CHECK: note: default them, or copy by a function of another name
TREELIZE(kernel) double vectors(double x) {
  std::vector<Share> shares;
  shares.emplace_back(x);
  return shares[0].value;
}

TREELIZE(kernel) double swaps(double x, double y) {
  Share a(x), b(y);
  // CHECK: hidden-copies.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: a copy of 'app::Share', whose
  std::swap(a, b);
  return a.value;
}

struct Holder {
  Share share;
  double other;
};
TREELIZE(kernel) double holders(double x) {
  Holder a{Share(x), x};
  // CHECK: hidden-copies.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: a copy of 'app::Holder', whose
  Holder b = a;
  return b.share.value;
}

TREELIZE(kernel) double captures(double x) {
  Share a(x);
  // CHECK: hidden-copies.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: a copy of 'app::Share', whose
  const auto f = [a](double y) { return a.value * y; };
  return f(x);
}

// CHECK: hidden-copies.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: a copy of 'app::Share', whose
TREELIZE(kernel) double parameter(Share share) { return share.value; }

// Not all elements, or not the same ones.
struct Part {
  double a[3] = {1, 2, 3};
  Part() = default;
  Part(const Part& other) {
    for (int i = 0; i < 2; ++i)
      a[i] = other.a[i];
  }
  Part& operator=(const Part&) = default;
};
struct Crossed {
  double a = 0, b = 0;
  Crossed() = default;
  Crossed(const Crossed& other) : a(other.b), b(other.a) {}
  Crossed& operator=(const Crossed&) = default;
};
TREELIZE(kernel) double parts(double x) {
  Part p;
  p.a[0] = x;
  // CHECK: hidden-copies.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: a copy of 'app::Part', whose
  std::optional<Part> q = p;
  return q->a[0];
}
TREELIZE(kernel) double crossed(double x) {
  Crossed c;
  c.a = x;
  // CHECK: hidden-copies.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: a copy of 'app::Crossed', whose
  std::pair<Crossed, int> p(c, 1);
  return p.first.a;
}

} // namespace app
