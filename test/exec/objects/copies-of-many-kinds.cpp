// Constructors and assignments that copy every member, in whatever way, are as good as defaulted ones: the library may copy
// such objects.
// RUN: %treelize %s -o %T/copies-of-many-kinds.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/copies-of-many-kinds.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace app {

static const std::size_t lowest = 0u, highest = 2u;
template <class T> T clamp(T v, T low, T high) { return std::max(std::min(v, high), low); }

/// Element by element, through functions of its own; with a destructor that is virtual.
struct Elements {
  double data[3];
  Elements() { set(0, 0, 0); }
  Elements(double x, double y, double z) { set(x, y, z); }
  Elements(const Elements& v) { set(v.x(), v.y(), v[2]); }
  virtual ~Elements() {}
  Elements& operator=(const Elements& v) {
    data[0] = v[0];
    this->data[1] = v.y();
    data[2] = v.data[2];
    return *this;
  }
  double operator[](std::size_t i) const { return data[clamp(i, lowest, highest)]; }
  double x() const { return data[0]; }
  const double& y() const { return *(data + 1); }
  void set(double a, double b, double c) {
    data[0] = a;
    data[1] = b;
    data[2] = c;
  }
};

/// By bytes; of rows that lie behind each other, and of one object.
struct Bytes {
  double rows[2][2] = {{1, 2}, {3, 4}};
  int tag = 1;
  Bytes() = default;
  Bytes(const Bytes& other) : tag(other.tag) { std::memcpy(rows, other.rows, sizeof(rows)); }
  Bytes& operator=(const Bytes& other) {
    if (this == std::addressof(other))
      return *this;
    std::copy(&other.rows[0][0], &other.rows[0][0] + 4, &rows[0][0]);
    std::memmove(&tag, &other.tag, sizeof tag);
    return *this;
  }
};

/// By members side by side, of which a base is made.
struct Three {
  double x, y, z;
  double& operator[](int i) { return (&x)[i]; }
  const double& operator[](int i) const { return (&x)[i]; }
};
template <int n> struct Values {
  double values[n] = {};
  Values() = default;
  explicit Values(const double* from) {
    for (int i = 0; i < n; i++)
      values[i] = *from++;
  }
};
struct Derived : Values<3> {
  Three three{1, 2, 3};
  Derived() = default;
  explicit Derived(const double* from) : Values<3>(from) {}
  Derived(const Derived& other) : Values<3>(other.values) {
    int i = 0;
    while (i < 3) {
      three[i] = other.three[i];
      ++i;
    }
  }
  Derived& operator=(const Derived& other) {
    Values<3>::operator=(other);
    std::copy_n(&other.three, 1, &three);
    return *this;
  }
};

/// By a copy with which it swaps, and by the assignment.
struct Swapped {
  std::array<double, 2> pair{1, 2};
  std::vector<double> more;
  Swapped() = default;
  Swapped(const Swapped& other) : more(other.more) {
    for (std::size_t i = 0; i < pair.size(); ++i)
      pair[i] = other.pair[i];
  }
  Swapped& operator=(const Swapped& other) {
    Swapped copy(other);
    swap(copy);
    return *this;
  }
  void swap(Swapped& other) {
    std::swap(pair[0], other.pair[0]);
    std::swap(pair[1], other.pair[1]);
    more.swap(other.more);
  }
};
struct Assigned {
  double value = 1, half = 0.5;
  Assigned() = default;
  Assigned(const Assigned& other) { *this = other; }
  Assigned& operator=(const Assigned& other) {
    return value = other.value, half = other.half, *this;
  }
};

// CHECK-LABEL: struct elements_kernel {
// CHECK: app::Elements swapped = v[0];
// CHECK-NEXT: v[0] = v[2];
TREELIZE(kernel) double elements(std::span<const double> x) {
  std::vector<Elements> v{{x[0], x[1], 1}, {x[1], x[0], x[0]}};
  v.push_back(Elements(x[0] * x[1], 2, x[1]));
  std::swap(v[0], v[2]);
  const std::optional<Elements> last = v[2];
  return v[0].x() * v[1].y() + last->data[0] * v[0].data[2];
}
TREELIZE(kernel) double bytes(std::span<const double> x) {
  std::vector<Bytes> v(2);
  v[0].rows[1][0] = x[0];
  v[1] = v[0];
  v[1].rows[0][1] = x[1];
  v.push_back(v[1]);
  return v[2].rows[1][0] * v[2].rows[0][1] * v[0].rows[0][1] * v[0].tag;
}
TREELIZE(kernel) double derived(std::span<const double> x) {
  const double start[3] = {x[0], x[1], x[0] * x[1]};
  std::vector<Derived> v(2, Derived(start));
  v[1].three[2] = x[0];
  v[0] = v[1];
  const std::vector<Derived> w = v;
  return w[0].three.z * w[1].values[2] + w[0].values[1];
}
TREELIZE(kernel) double swapped(std::span<const double> x) {
  std::vector<Swapped> v(2);
  v[0].pair[1] = x[0];
  v[0].more = {x[1], x[0]};
  v[1] = v[0];
  const auto w = v;
  return w[1].pair[1] * w[1].more[0] * w[0].more[1];
}
TREELIZE(kernel) double assigned(std::span<const double> x) {
  std::vector<Assigned> v(1);
  v[0].half = x[0];
  v.push_back(v[0]);
  v[1].value = x[1];
  return v[1].half * v[1].value * v[0].value;
}

/// A part of it is assigned where it is made, by a function that does more than copy: so do its copies.
struct Tripling {
  double v = 1;
  Tripling() = default;
  Tripling(const Tripling&) = default;
  Tripling& operator=(const Tripling& other) {
    v = 3 * other.v * other.v;
    return *this;
  }
};
struct Assigning {
  Tripling part;
  Assigning() = default;
  Assigning(const Assigning& other) { part = other.part; }
};
TREELIZE(kernel) double tripled(std::span<const double> x) {
  Assigning a;
  a.part.v = x[0];
  const Assigning b = a;
  return b.part.v * x[1];
}

} // namespace app

#include "copies-of-many-kinds.treelize.hpp"

int main() {
  using namespace app::kernels;
  const std::vector<double> x{1.3, 0.7};
  check::scalar("elements", elements, x);
  check::scalar("bytes", bytes, x);
  check::scalar("derived", derived, x);
  check::scalar("swapped", swapped, x);
  check::scalar("assigned", assigned, x);
  check::scalar("tripled", tripled, x);
  return check::finish();
}
