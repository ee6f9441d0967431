// An assignment that is virtual runs the one of the object's class, by a reference to its base, too.
// RUN: %treelize %s -o %T/virtual-assignment.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
// RUN: %clangxx -I%T -I%S/../../Inputs %s -fsyntax-only
#include <KernelCheck.h>
#include <treelize/annotations.hpp>

namespace app {

struct Base {
  double a = 1, b = 2;
  Base() = default;
  Base(double x, double y) : a(x), b(y) {}
  Base(const Base&) = default;
  virtual ~Base() = default;
  virtual Base& operator=(const Base& other) {
    a = other.a;
    b = 2 * other.b;
    return *this;
  }
};
struct Derived : Base {
  double c = 3;
  Derived(double x, double y, double z) : Base(x, y), c(z) {}
  Derived(const Derived&) = default;
  Derived& operator=(const Derived& other) = default;
  Base& operator=(const Base& other) override {
    a = other.a;
    b = other.b;
    c = 7 * other.a;
    return *this;
  }
};

TREELIZE(kernel) double by_reference(double x, double y, double z) {
  Derived d(x, y, z), e(y * z, x, x);
  Base& part = d;
  part = e;
  return d.a + d.b * d.c;
}
TREELIZE(kernel) double by_cast(double x, double y, double z) {
  Derived d(x, y, z);
  const Base e(y * z, x);
  static_cast<Base&>(d) = e;
  return d.a + d.b * d.c;
}
TREELIZE(kernel) double by_name(double x, double y, double z) {
  Derived d(x, y, z);
  const Base e(y * z, x);
  d.Base::operator=(e);
  return d.a + d.b * d.c;
}
TREELIZE(kernel) double of_base(double x, double y, double z) {
  const Derived d(x, y, z);
  Base e(y * z, x);
  e = d;
  return e.a + e.b * d.c;
}

} // namespace app

#include "virtual-assignment.treelize.hpp"

int main() {
  check::Kernels kernel;
  kernel("by_reference", app::kernels::by_reference, app::by_reference, 1.2, 0.7, 0.4);
  kernel("by_cast", app::kernels::by_cast, app::by_cast, 1.2, 0.7, 0.4);
  kernel("by_name", app::kernels::by_name, app::by_name, 1.2, 0.7, 0.4);
  kernel("of_base", app::kernels::of_base, app::of_base, 1.2, 0.7, 0.4);
  return kernel.failures;
}
