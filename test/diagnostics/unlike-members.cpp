// An unnamed union whose alternatives are not the same numbers is refused with the names of two of them; so is a union that
// has a name, and what keeps an optional empty, where it is read.
// RUN: not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>

#include <cstdint>
#include <vector>

struct Bits {
  union { double value; std::uint64_t bits; };
};
// CHECK: :[[#@LINE+3]]:{{[0-9]+}}: error: an object of class 'Bits', in which 'value' and 'bits' share memory without being names of the same numbers, is not supported in a kernel yet
// CHECK: note: use a member for each, or std::variant
TREELIZE(kernel) inline double bits(double x) {
  Bits b;
  b.value = x;
  return b.value * x;
}

struct Shifted {
  union {
    struct { double x, y; };
    struct { float a; double b; };
  };
};
// CHECK: error: an object of class 'Shifted', in which 'x' and 'a' share memory
TREELIZE(kernel) inline double shifted(double x) {
  std::vector<Shifted> all(2);
  all[0].x = x;
  return all[0].x;
}

struct Pointers {
  union { const double* p; const double* q; };
};
// CHECK: error: an object of class 'Pointers', in which 'p' and 'q' share memory
TREELIZE(kernel) inline double pointers(double x) {
  Pointers both{&x};
  return *both.q;
}

struct Named {
  union { double x, r; } u;
};
// CHECK: error: an object of the union 'Named::(unnamed union at {{.*}})' is not supported in a kernel yet
TREELIZE(kernel) inline double named(double x) {
  Named n{{x}};
  return n.u.r;
}

// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: an object of class 'Bits', in which 'value' and 'bits' share memory
TREELIZE(kernel) inline double given(const Bits& b) { return b.value; }

struct Maybe {
  union { char dummy; double value; };
  bool has;
  explicit Maybe(double v) : value(v), has(true) {}
};
// CHECK: error: the member 'dummy', which shares memory with others that are not alike, is not supported in a kernel yet
TREELIZE(kernel) inline double empty(double x) {
  Maybe m(x);
  return m.dummy + m.value;
}
