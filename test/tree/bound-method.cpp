// A method that is a tree function takes trees on a bound object as well, and on one that is bound
// where it stands.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
#include <treelize/annotations.hpp>

#include <cassert>
#include <vector>

namespace app {
class TREELIZE(data_oriented) Scaler {
public:
  double factor = 2;
  double last = 0;
  [[treelize::kernel]] double twice(double x) const { return factor * x; }
  [[treelize]] double scale(double x, double by) const { return factor * x * by; }
  [[treelize]] void note(double x) { last = x; }
};
} // namespace app

// CHECK: using ::app::Scaler::scale;
// CHECK: ::app::scale(static_cast<const ::app::Scaler&>(*this), static_cast<Args&&>(args)...);

#include GENERATED

int main() {
  treelize::bound<app::Scaler> s;
  const treelize::tree<double> t = {{"a", 1}, {"b", {{"c", 2}}}};
  assert((s.scale(t, 3) == treelize::tree<double>{{"a", 6}, {"b", {{"c", 12}}}}));
  assert(s.scale(1, 3) == 6 && s.twice(4) == 8);
  s.note(std::vector<double>{1, 5});
  assert(s.last == 5);

  app::Scaler elsewhere;
  auto bound = treelize::bind(elsewhere);
  elsewhere.factor = 3;
  assert((bound.scale(t, 3) == treelize::tree<double>{{"a", 9}, {"b", {{"c", 18}}}}));
  assert(bound.scale(1, 3) == 9 && bound.twice(4) == 12);
  bound.note(std::vector<double>{1, 7});
  assert(elsewhere.last == 7);
  bound.note(8);
  assert(elsewhere.last == 8);
  const app::Scaler& fixed = elsewhere;
  assert(treelize::bind(fixed).scale(treelize::tree<double>{{"a", 1}}, 1)["a"] == 3.0);
}
