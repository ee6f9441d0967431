// A class of more fields than compilers let a fold expression have operands.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %allcxx -DGENERATED='"%t.treelize.hpp"' -fsyntax-only %s
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <treelize/annotations.hpp>

#include <cassert>

#define TEN(p)                                                                                     \
  double p##0 = 0, p##1 = 1, p##2 = 2, p##3 = 3, p##4 = 4, p##5 = 5, p##6 = 6, p##7 = 7, p##8 = 8, \
         p##9 = 9;
#define HUNDRED(p)                                                                                 \
  TEN(p##0) TEN(p##1) TEN(p##2) TEN(p##3) TEN(p##4) TEN(p##5) TEN(p##6) TEN(p##7) TEN(p##8) TEN(p##9)

namespace app {
struct [[treelize::node]] Wide {
  HUNDRED(a)
  HUNDRED(b)
  HUNDRED(c)
};
[[treelize]] inline double add(double x, double y) { return x + y; }
[[treelize]] inline void scale(double& x, double by) { x *= by; }
} // namespace app

#include GENERATED

#include <treelize/pytree.hpp>

int main() {
  const app::Wide x;
  app::Wide sum = add(x, x);
  scale(sum, 2);
  const auto [leaves, structure] = treelize::flatten(sum);
  const app::Wide same = treelize::map([](double x, double y) { return x - y + y; },
                                       treelize::unflatten(structure, leaves), x);
  assert(leaves.size() == 300 && same.c98 == 32);
  assert(sum.a00 == 0 && sum.b51 == 4 && sum.c99 == 36);
}
