// Fields: shape, indexing, adjoint storage, and that they are ordinary values.
#include "treelize/error.hpp"
#include "treelize/field.hpp"

#include <gtest/gtest.h>

#include <numeric>

using treelize::field;

TEST(Field, HasAShapeOfAnyRank) {
  const field<double> x(2, 3, 4);
  EXPECT_EQ(x.size(), 24u);
  EXPECT_EQ(x.shape(), (std::vector<std::size_t>{2, 3, 4}));
  EXPECT_EQ(x.shape(1), 3u);
  EXPECT_EQ(x.grad.shape(), x.shape());
}

TEST(Field, RunsItsLastIndexFastest) {
  field<int> x(2, 3);
  std::iota(x.begin(), x.end(), 0);
  EXPECT_EQ(x(1, 0), 3);
  EXPECT_EQ(x(1, 2), x[5]);
  EXPECT_EQ(&x(0, 1), x.data() + 1);
}

TEST(Field, WithoutExtentsIsOneValue) {
  field<double> y;
  y.value() = 2;
  EXPECT_EQ(y[0], 2);
  EXPECT_TRUE(y.shape().empty());
  EXPECT_EQ(y.grad.value(), 0);
}

TEST(Field, StartsAtZero) {
  const field<double> x(3);
  EXPECT_EQ(x[0] + x[1] + x[2] + x.grad[2], 0);
}

TEST(Field, TakesValues) {
  const field<double> x(std::vector<double>{1, 2, 3});
  EXPECT_EQ(x[2], 3);
  const field<double> m({2, 2}, {1, 2, 3, 4});
  EXPECT_EQ(m(1, 0), 3);
  EXPECT_THROW(field<double>({2, 2}, {1, 2, 3}), treelize::error);
  EXPECT_THROW(field<double>(-1), treelize::error);
}

TEST(Field, CopiesAndMoves) {
  field<double> x(2);
  x[0] = 1;
  x.grad[1] = 5;
  field<double> copy = x;
  copy[0] = 7;
  EXPECT_EQ(x[0], 1);
  EXPECT_EQ(copy.grad[1], 5);
  const double* data = x.data();
  const field<double> moved = std::move(x);
  EXPECT_EQ(moved.data(), data);
}

TEST(Field, ForgetsItsAdjoint) {
  field<double> x(2);
  x.grad.fill(3);
  x.zero_grad();
  EXPECT_EQ(x.grad[0] + x.grad[1], 0);
}

TEST(Field, EqualityIsOfValues) {
  field<double> a(2), b(2);
  a.grad[0] = 1;
  EXPECT_EQ(a, b);
  b[1] = 1;
  EXPECT_NE(a, b);
  EXPECT_NE(field<double>(2, 1), field<double>(1, 2));
}

TEST(Field, AddsToItsAdjointThroughConst) {
  const field<double> x(2);
  x.grad[0] += 2;
  EXPECT_EQ(x.grad[0], 2);
}

TEST(Field, HasShadows) {
  field<double> x(2, 2);
  x.fill(3);
  const field<double> zero = treelize::zeros_like(x);
  EXPECT_EQ(zero.shape(), x.shape());
  EXPECT_EQ(zero(1, 1), 0);
  field<double> empty;
  treelize::size_like(empty, x);
  EXPECT_EQ(empty.shape(), x.shape());
  treelize::increment(empty, x);
  EXPECT_EQ(empty(1, 0), 3);
  field<double> other(3);
  EXPECT_THROW(treelize::size_like(other, x), treelize::error);
}

TEST(Field, GoesToTheTape) {
  treelize::tape t;
  field<double> x(2, 2);
  x(1, 1) = 4;
  t.push(x);
  x = field<double>(1);
  t.pop(x);
  EXPECT_EQ(x(1, 1), 4);
  EXPECT_EQ(x.shape(), (std::vector<std::size_t>{2, 2}));
}

TEST(Field, CopiesEmptyWhileAsked) {
  const field<double> x(3);
  x.set_copies_empty(true);
  const field<double> empty = x;
  x.set_copies_empty(false);
  EXPECT_TRUE(empty.empty() && empty.grad.empty());
  EXPECT_EQ(field<double>(x).size(), 3u);
}
