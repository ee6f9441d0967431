// `extern template` is about object code: the bodies are here, and are taken.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/extern-templates.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%t/extern-templates.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
#include <treelize/annotations.hpp>

namespace lib {

template <class Number> struct Box {
  Number width, height;
  Number area() const;
};
template <class Number> Number Box<Number>::area() const { return width * height; }
template <class Number> Number twice(Number x) { return Number(2) * x; }

extern template struct Box<double>;
extern template double twice(double);

} // namespace lib

namespace app {

// CHECK: const double result = 2.0 * x2;
TREELIZE(kernel) double area(double x, double y) { return lib::twice(lib::Box<double>{x, y}.area() + x); }

} // namespace app

#include "extern-templates.treelize.hpp"

template struct lib::Box<double>;
template double lib::twice(double);

#include <GradientCheck.h>

int main() {
  check::numbers("area", app::kernels::area, 0.7, 1.3);
  return check::finish();
}
