// A class whose copies do more than copy: where the library makes them, nobody sees what it does.
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

// CHECK: hidden-copies.cpp:[[#@LINE+3]]:22: error: a copy that the library makes of 'app::Share', whose copies are not equal, is not supported in a kernel yet
// CHECK: note: default its constructors and assignments, or copy by a function of another name
TREELIZE(kernel) double vectors(double x) {
  std::vector<Share> shares;
  shares.emplace_back(x);
  return shares[0].value;
}

TREELIZE(kernel) double swaps(double x, double y) {
  Share a(x), b(y);
  // CHECK: hidden-copies.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: a copy that the library makes of 'app::Share'
  std::swap(a, b);
  return a.value;
}

// CHECK: hidden-copies.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: a parameter by value of a class that does not just copy its members
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
TREELIZE(kernel) double parts(double x) {
  Part p;
  p.a[0] = x;
  // CHECK: hidden-copies.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: a 'std::optional<app::Part>', whose value copies itself
  std::optional<Part> q = p;
  return q->a[0];
}

// The assignment leaves out the base.
struct Counted {
  double count = 0;
};
struct Item : Counted {
  double own = 1;
  Item() = default;
  Item(const Item&) = default;
  Item& operator=(const Item& other) {
    own = other.own;
    return *this;
  }
};
TREELIZE(kernel) double bases(double x) {
  // CHECK: hidden-copies.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: a copy that the library makes of 'app::Item', whose copies are not equal
  std::vector<Item> v(1), w(1);
  w[0].count = x;
  v = w;
  return v[0].count;
}

// Swapping leaves out a member.
struct Half {
  double a = 0, b = 0;
  Half() = default;
  Half(const Half& other) : a(other.a), b(other.b) {}
  Half& operator=(Half other) {
    std::swap(a, other.a);
    return *this;
  }
};
TREELIZE(kernel) double halves(double x) {
  // CHECK: hidden-copies.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: a copy that the library makes of 'app::Half', whose copies are not equal
  std::vector<Half> v(1), w(1);
  w[0].b = x;
  v = w;
  return v[0].b;
}

} // namespace app
