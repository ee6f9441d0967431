// An aggregate's bound form takes the fields in order; copies and moves stay what they were.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %clangxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>

#include <cassert>
#include <type_traits>

namespace app {
struct TREELIZE(data_oriented) Line {
  double slope;
  double offset = 7;
  TREELIZE(kernel) double at(double s) const { return slope * s + offset; }
};
} // namespace app

#include GENERATED

using Bound = treelize::bound<app::Line>;
static_assert(sizeof(Bound) == sizeof(app::Line) && alignof(Bound) == alignof(app::Line));
static_assert(std::is_trivially_copyable_v<Bound>);
static_assert(!std::is_copy_constructible_v<decltype(Bound::at)>);
static_assert(!std::is_default_constructible_v<decltype(Bound::at)>);

int main() {
  Bound a{2, 3}, b{2};
  assert(a.at(1) == 5 && b.at(1) == 9);
  Bound copy = a;
  copy.slope = 10;
  assert(copy.at.grad(1).s == 10 && a.at.grad(1).s == 2);
  copy = b;
  assert(copy.at(1) == 9);
  const app::Line plain{1, 1};
  Bound converted(plain);
  converted = app::Line{4, 0};
  assert(converted.at(1) == 4);
  Bound array[2] = {a, b};
  assert(array[1].at(1) == 9);
}
