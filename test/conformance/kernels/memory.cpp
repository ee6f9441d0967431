// Fields that a kernel overwrites: exact where Taichi is silently wrong, at the values that are present.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -I%inputs -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -I%inputs -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <Near.h>
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <algorithm>
#include <cassert>

namespace app {

struct TREELIZE(data_oriented) Memory {
  treelize::field<double> x{std::vector<double>{1, 2, 3}};
  treelize::field<double> y;
  treelize::field<double> t{3};

  TREELIZE(kernel) void squareInPlace() {
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = x[i] * x[i];
      y.value() += x[i];
    }
  }
  TREELIZE(kernel) void readThenOverwrite() {
    for (std::size_t i = 0; i < x.size(); ++i) {
      y.value() += x[i] * x[i];
      x[i] = 5.0;
    }
  }
  TREELIZE(kernel) void storeTwice() {
    y.value() = x[0] * 5.0;
    y.value() = x[1] * 7.0;
  }
  TREELIZE(kernel) void carried() {
    for (int i = 0; i < 2; ++i)
      t[i + 1] = t[i] + x[i] * x[i];
  }
  TREELIZE(kernel) void greatest() {
    for (double v : x)
      y.value() = std::max(y.value(), v);
  }
};

} // namespace app

#include GENERATED

using Bound = treelize::bound<app::Memory>;

void overwrittenInput() { // tk-s-077
  Bound c;
  c.y.grad.value() = 1;
  c.squareInPlace.grad();
  assert(near(c.x.grad, {2, 4, 6}) && near(c.x, {1, 2, 3})); // truth
  c.squareInPlace();
  assert(c.y.value() == 14 && near(c.x, {1, 4, 9}));
  c.x.zero_grad();
  c.squareInPlace.grad(); // after the run, the present values are the squares
  assert(near(c.x.grad, {2, 8, 18}));
}

void lastStoreWins() { // tk-s-078
  Bound c;
  c.storeTwice();
  assert(c.y.value() == 14);
  c.y.grad.value() = 1;
  c.storeTwice.grad();
  assert(near(c.x.grad, {0, 7, 0}) && c.y.grad.value() == 0); // the seed is consumed
}

void carriedField() { // tk-s-079
  Bound c;
  c.carried();
  assert(c.y.value() == 0 && near(c.t, {0, 1, 5}));
  c.y.grad.value() = 1;
  c.carried.grad();
  assert(near(c.x.grad, {0, 0, 0}));
  c.t.grad[2] = 1; // the output that the statement is about
  c.carried.grad();
  assert(near(c.x.grad, {2, 4, 0}) && near(c.t.grad, {1, 0, 0}));
}

void onlyTheWinnerGetsTheAdjoint() { // tk-s-080
  Bound c;
  c.y.grad.value() = 1;
  c.greatest.grad();
  assert(near(c.x.grad, {0, 0, 1}) && c.y.grad.value() == 0); // truth
  c.greatest();
  assert(c.y.value() == 3);
  c.x.zero_grad();
  c.y.grad.value() = 1;
  c.greatest.grad(); // now 3 meets 3: at a tie the first operand wins
  assert(near(c.x.grad, {0, 0, 0}) && c.y.grad.value() == 1);
}

void overwrittenAfterItsUse() { // tk-s-087, an error of Taichi's debug mode
  Bound c;
  c.y.grad.value() = 1;
  c.readThenOverwrite.grad();
  assert(near(c.x.grad, {2, 4, 6}));
}

int main() {
  overwrittenInput();
  lastStoreWins();
  carriedField();
  onlyTheWinnerGetsTheAdjoint();
  overwrittenAfterItsUse();
}
