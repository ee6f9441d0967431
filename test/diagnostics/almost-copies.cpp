// Constructors and assignments that copy almost every member, or do so and something else.
// RUN: not %treelize %s -o - -- -std=c++20 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>

#include <cstring>
#include <optional>
#include <vector>

namespace app {

template <class T> double copied(T object, double x) {
  std::vector<T> v(1), w(1);
  v[0].a[1] = x;
  w = v;
  return w[0].a[1] + object.a[1];
}

struct Short { // one byte row too few
  double a[3] = {1, 2, 3};
  Short() = default;
  Short(const Short& other) { std::memcpy(a, other.a, 2 * sizeof(double)); }
};
// CHECK: error: a copy that the library makes of 'app::Short', whose copies are not equal
TREELIZE(kernel) double f1(double x) { return copied(Short(), x); }

struct Crossed { // elements change places
  double a[2] = {1, 2};
  Crossed() = default;
  Crossed(const Crossed& other) {
    for (int i = 0; i < 2; ++i)
      a[i] = other.a[1 - i];
  }
};
// CHECK: error: a copy that the library makes of 'app::Crossed', whose copies are not equal
TREELIZE(kernel) double f2(double x) { return copied(Crossed(), x); }

struct Scaled { // one is multiplied by what is one only at first
  double a[2] = {1, 2}, unit = 1;
  Scaled() = default;
  Scaled(const Scaled& other) : unit(other.unit) {
    a[0] = other.a[0];
    a[1] = other.a[1] * other.unit;
  }
};
// CHECK: error: a copy that the library makes of 'app::Scaled', whose copies are not equal
TREELIZE(kernel) double f3(double x) { return copied(Scaled(), x); }

struct Reset { // where it is assigned to itself
  double a[2] = {1, 2};
  Reset() = default;
  Reset(const Reset&) = default;
  Reset& operator=(const Reset& other) {
    if (this == &other)
      a[0] = 0;
    else
      a[0] = other.a[0];
    a[1] = other.a[1];
    return *this;
  }
};
// CHECK: error: a copy that the library makes of 'app::Reset', whose copies are not equal
TREELIZE(kernel) double f4(double x) { return copied(Reset(), x); }

struct Tripling {
  double v = 1;
  Tripling() = default;
  Tripling(const Tripling&) = default;
  Tripling& operator=(const Tripling& other) {
    v = 3 * other.v;
    return *this;
  }
};
struct Assigning { // whose part is assigned where it is made
  double a[2] = {1, 2};
  Tripling part;
  Assigning() = default;
  Assigning(const Assigning& other) {
    a[0] = other.a[0];
    a[1] = other.a[1];
    part = other.part;
  }
};
// CHECK: error: a copy that the library makes of 'app::Assigning', whose copies are not equal
TREELIZE(kernel) double f5(double x) { return copied(Assigning(), x); }

struct Taking { // leaves the other one without it
  double a[2] = {1, 2};
  Taking() = default;
  Taking(Taking& other) : a{other.a[0], other.a[1]} { other.a[0] = 0; }
  Taking(const Taking& other) : a{other.a[0], other.a[1]} {}
};
// CHECK: error: a copy that the library makes of 'app::Taking', whose copies are not equal
TREELIZE(kernel) double f6(double x) { return copied(Taking(), x); }

inline int copies = 0;
struct Counting { // tells others
  double a[2] = {1, 2};
  Counting() = default;
  Counting(const Counting& other) : a{other.a[0], other.a[1]} { ++copies; }
};
// CHECK: error: a copy that the library makes of 'app::Counting', whose copies are not equal
TREELIZE(kernel) double f7(double x) { return copied(Counting(), x); }

} // namespace app
