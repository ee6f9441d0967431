// Copies, moves and rows of bound objects: each one's kernels are bound to it.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %allcxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <cassert>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace app {
class TREELIZE(data_oriented) Chain {
public:
  explicit Chain(double x0) : x(1) { x[0] = x0; }
  treelize::field<double> x, loss;
  TREELIZE(kernel) void compute() { loss.value() += x[0] * x[0]; }
};
} // namespace app

#include GENERATED

using Bound = treelize::bound<app::Chain>;

static_assert(sizeof(Bound) == sizeof(app::Chain));
static_assert(std::is_copy_constructible_v<Bound> && std::is_copy_assignable_v<Bound>);
static_assert(std::is_nothrow_move_constructible_v<Bound> == std::is_nothrow_move_constructible_v<app::Chain>);
static_assert(!std::is_copy_constructible_v<decltype(Bound::compute)>);

double gradientOf(Bound& c) {
  c.loss.grad.value() = 1;
  c.x.zero_grad();
  c.compute.grad();
  return c.x.grad[0];
}

int main() {
  Bound a(3);
  Bound copy(a);
  copy.x[0] = 4;
  assert(gradientOf(copy) == 8 && a.x.grad[0] == 0 && gradientOf(a) == 6);

  Bound moved(std::move(copy));
  assert(gradientOf(moved) == 8);

  a = moved;
  moved.x[0] = 5;
  assert(gradientOf(a) == 8 && gradientOf(moved) == 10);
  a = std::move(moved);
  assert(gradientOf(a) == 10);
  copy = Bound(1);
  std::swap(a, copy);
  assert(gradientOf(a) == 2 && gradientOf(copy) == 10);

  std::vector<Bound> all;
  for (int i = 0; i < 20; ++i)
    all.emplace_back(i);
  assert(gradientOf(all[7]) == 14 && all[8].x.grad[0] == 0);

  const auto owned = std::make_unique<Bound>(6);
  assert(gradientOf(*owned) == 12);

  const app::Chain plain = a; // a bound object is its class
  Bound again(plain);
  assert(gradientOf(again) == 2);
}
