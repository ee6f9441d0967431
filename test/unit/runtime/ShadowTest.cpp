// Shadows have the shape of their primals; floating leaves carry derivatives, nothing else does.
#include "treelize/error.hpp"
#include "treelize/detail/shadow.hpp"

#include <gtest/gtest.h>

#include <map>
#include <optional>

using treelize::increment;
using treelize::set_zero;
using treelize::size_like;
using treelize::transfer;
using treelize::zeros_like;

namespace {
struct Layer {
  std::vector<double> w;
  double b = 0;
  int n = 0;
};
struct Net {
  std::vector<Layer> layers;
  std::array<double, 2> scale{};
  std::map<std::string, double> extra;
};
struct Node {
  double a = 0;
  int id = 0;
};
} // namespace
template <> struct treelize::fields<Layer> {
  static constexpr auto tie(auto& x) { return std::tie(x.w, x.b, x.n); }
};
template <> struct treelize::fields<Net> {
  static constexpr auto tie(auto& x) { return std::tie(x.layers, x.scale, x.extra); }
};
template <> struct treelize::node_traits<Node> {
  using members = treelize::members<treelize::child<"a", &Node::a>, treelize::aux<"id", &Node::id>>;
};

static Net example() { return {{{{1, 2}, 3, 4}, {{5}, 6, 7}}, {8, 9}, {{"k", 10}}}; }

TEST(Shadow, ZerosLikeKeepsShapeAndIntegers) {
  const Net zero = zeros_like(example());
  ASSERT_EQ(zero.layers.size(), 2u);
  EXPECT_EQ(zero.layers[0].w, (std::vector<double>{0, 0}));
  EXPECT_EQ(zero.layers[0].b, 0);
  EXPECT_EQ(zero.layers[1].n, 7);
  EXPECT_EQ(zero.extra.at("k"), 0);
}

TEST(Shadow, ZerosLikeOfASpanOwnsItsElements) {
  const double x[3] = {1, 2, 3};
  const std::vector<double> dynamic = zeros_like(std::span<const double>(x));
  const std::array<double, 3> fixed = zeros_like(std::span<const double, 3>(x));
  EXPECT_EQ(dynamic, (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(fixed, (std::array<double, 3>{}));
}

TEST(Shadow, NodesKeepTheirAux) {
  const Node zero = zeros_like(Node{1.5, 3});
  EXPECT_EQ(zero.a, 0);
  EXPECT_EQ(zero.id, 3);
}

TEST(Shadow, SizeLikeFillsWhatIsEmpty) {
  Net shadow;
  size_like(shadow, example());
  EXPECT_EQ(shadow.layers.at(1).w.size(), 1u);
  shadow.layers[0].w[1] = 5;
  size_like(shadow, example());
  EXPECT_EQ(shadow.layers[0].w[1], 5);
}

TEST(Shadow, SizeLikeRefusesAnotherSize) {
  std::vector<double> shadow(2);
  EXPECT_THROW(size_like(shadow, std::vector<double>(3)), treelize::error);
  double a[2], b[3];
  EXPECT_THROW(size_like(std::span<double>(a), std::span<const double>(b)), treelize::error);
  EXPECT_NO_THROW(size_like(std::span<double>(a), std::span<double>(a)));
}

TEST(Shadow, CheckShapeRefusesAnotherShape) {
  EXPECT_THROW(treelize::check_shape(Net{}, example()), treelize::error);
  EXPECT_NO_THROW(treelize::check_shape(example(), example()));
}

TEST(Shadow, IncrementAddsLeafByLeaf) {
  Net sum = example();
  increment(sum, example());
  EXPECT_EQ(sum.layers[0].w[1], 4);
  EXPECT_EQ(sum.scale[1], 18);
  EXPECT_EQ(sum.layers[0].n, 4);
  EXPECT_EQ(sum.extra.at("k"), 20);
}

TEST(Shadow, IncrementTakesEmptyForZero) {
  std::vector<double> target;
  increment(target, std::vector<double>{1, 2});
  increment(target, std::vector<double>{});
  EXPECT_EQ(target, (std::vector<double>{1, 2}));
}

TEST(Shadow, TransferLeavesZero) {
  Net target = example(), source = example();
  transfer(target, source);
  EXPECT_EQ(target.layers[1].b, 12);
  EXPECT_EQ(source.layers[1].b, 0);
  EXPECT_EQ(source.layers[1].n, 7);
}

TEST(Shadow, ReachesArraysPairsOptionalsAndComplex) {
  double grid[2][2] = {{1, 2}, {3, 4}};
  set_zero(grid);
  EXPECT_EQ(grid[1][1], 0);
  std::pair<double, std::optional<double>> pair{1, 2};
  set_zero(pair);
  EXPECT_EQ(*pair.second, 0);
  std::tuple<std::complex<double>, int> tuple{{1, 2}, 3};
  set_zero(tuple);
  EXPECT_EQ(std::get<0>(tuple), std::complex<double>());
  EXPECT_EQ(std::get<1>(tuple), 3);
  std::vector<bool> bits{true};
  set_zero(bits);
  EXPECT_TRUE(bits[0]);
}
