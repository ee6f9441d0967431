// Walks over types whose shape is known while compiling: values, and the class of the result.
#include "AsGenerated.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>

using namespace shapes;
using treelize::mode;
using treelize::walk;

namespace {

TEST(StaticWalk, MapsANodeFieldByField) {
  const Layer a{{1, 2, 3}, 4, 7}, b{{10, 20, 30}, 40, 7}, other{{10, 20, 30}, 40, 8};
  const Layer c = walk(leaves::add<>{}, a, b);
  EXPECT_EQ(c.weights, (std::vector<double>{11, 22, 33}));
  EXPECT_EQ(c.bias, 44);
  EXPECT_EQ(c.id, 7) << "aux data are those of both trees";
  EXPECT_THROW(walk(leaves::add<>{}, a, other), treelize::error);
}

TEST(StaticWalk, NestsNodes) {
  const Net a{{{1}, 2, 0}, {{3}, 4, 0}};
  const Net c = walk(leaves::add<>{}, a, a);
  EXPECT_EQ(c.output.weights[0], 6);
  EXPECT_EQ(c.output.bias, 8);
}

TEST(StaticWalk, InheritsAScalar) {
  const Layer a{{1, 2}, 4, 0};
  const double one = 1;
  EXPECT_EQ(walk(leaves::add<>{}, a, one).bias, 5);
  EXPECT_EQ(walk(leaves::add<>{}, one, a).weights[1], 3);
}

TEST(StaticWalk, InheritsASubTreesLeaf) {
  const std::tuple<std::vector<double>, double> a{{1, 2}, 3};
  const std::tuple<double, double> b{10, 20};
  EXPECT_EQ(walk(leaves::add<>{}, a, b), (std::tuple<std::vector<double>, double>{{11, 12}, 23}));
}

TEST(StaticWalk, MapsInPlace) {
  Net y{{{1}, 2, 0}, {{3}, 4, 0}};
  const Net x = y;
  const double half = 0.5;
  static_assert(std::is_void_v<decltype(walk(leaves::accumulate<>{}, y, x, half))>);
  walk(leaves::accumulate<>{}, y, x, half);
  EXPECT_EQ(y.hidden.weights[0], 1.5);
  EXPECT_EQ(y.output.bias, 6);
}

TEST(StaticWalk, AccumulatesIntoAScalar) {
  double sum = 0;
  const Layer x{{1, 2}, 3, 0};
  const double one = 1;
  walk(leaves::accumulate<>{}, sum, x, one);
  EXPECT_EQ(sum, 6);
}

TEST(StaticWalk, FillsArraysOfArrays) {
  Grid g{{{1, 2, 3}, {4, 5, 6}}, {7, 8}};
  const Grid c = walk(leaves::add<float>{}, g, g);
  EXPECT_EQ(c.cells[1][2], 12);
  EXPECT_EQ(c.scale[1], 16);
}

TEST(StaticWalk, TakesTheWholeLeafThatTheParameterTakes) {
  const std::map<std::string, std::vector<double>> m{{"a", {1, 2}}, {"b", {}}};
  EXPECT_EQ(walk(leaves::length{}, m), (std::map<std::string, int>{{"a", 2}, {"b", 0}}));
}

TEST(StaticWalk, RebindsStandardContainers) {
  const std::vector<double> v{1, -1};
  const std::array<double, 2> a{1, -1};
  const std::optional<double> o = 1;
  static_assert(std::is_same_v<decltype(walk(leaves::positive{}, v)), std::vector<bool>>);
  static_assert(std::is_same_v<decltype(walk(leaves::positive{}, a)), std::array<bool, 2>>);
  static_assert(std::is_same_v<decltype(walk(leaves::positive{}, o)), std::optional<bool>>);
  EXPECT_EQ(walk(leaves::positive{}, v), (std::vector<bool>{true, false}));
}

TEST(StaticWalk, RebindsAClassTemplateOverItsLeaf) {
  const Point<double> p{1, -1};
  const auto q = walk(leaves::positive{}, p);
  static_assert(std::is_same_v<decltype(q), const Point<bool>>);
  EXPECT_TRUE(q.x && !q.y);
}

TEST(StaticWalk, BecomesATreeWhereNoClassFits) {
  const Layer a{{1, -2}, 4, 0};
  const auto t = walk(leaves::positive{}, a);
  static_assert(std::is_same_v<decltype(t), const treelize::tree<bool>>);
  EXPECT_EQ(t["weights"][1], false);
  EXPECT_EQ(t["bias"], true);
}

TEST(StaticWalk, InnerDropsKeysOfAStruct) {
  const Layer a{{1, 2}, 4, 0};
  const std::map<std::string, double> m{{"bias", 1}};
  const auto t = walk(leaves::add<double, mode::inner>{}, a, m);
  EXPECT_EQ(t, (treelize::tree<double>{{"bias", 5}}));
}

TEST(StaticWalk, UnlikeClassesGiveTheFirst) {
  const std::map<std::string, double> m{{"x", 1}, {"y", 2}};
  const Point<double> p{10, 20};
  static_assert(std::is_same_v<decltype(walk(leaves::add<>{}, p, m)), Point<double>>);
  EXPECT_EQ(walk(leaves::add<>{}, p, m).y, 22);
  const std::vector<double> v{1, 2};
  const std::array<double, 2> a{1, 2};
  static_assert(std::is_same_v<decltype(walk(leaves::add<>{}, a, v)), std::array<double, 2>>);
  static_assert(std::is_same_v<decltype(walk(leaves::add<>{}, v, a)), std::vector<double>>);
}


} // namespace

namespace {

class Polar {
public:
  static Polar of(double r, double phi, int id) {
    Polar p;
    p.r_ = r, p.phi_ = phi, p.id_ = id;
    return p;
  }
  double r() const { return r_; }
  double phi() const { return phi_; }
  int id() const { return id_; }

private:
  double r_ = 0, phi_ = 0;
  int id_ = 0;
};

} // namespace

template <> struct treelize::node_traits<Polar> {
  static constexpr std::array<std::string_view, 2> keys{"r", "phi"};
  static auto children(const Polar& p) { return std::tuple<double, double>(p.r(), p.phi()); }
  static int aux(const Polar& p) { return p.id(); }
  static Polar make(int id, double r, double phi) { return Polar::of(r, phi, id); }
};

namespace {

TEST(HandWrittenTrait, IsMadeFromChildrenAndAux) {
  const Polar p = Polar::of(1, 2, 9);
  const Polar q = walk(leaves::add<>{}, p, p);
  EXPECT_EQ(q.r(), 2);
  EXPECT_EQ(q.phi(), 4);
  EXPECT_EQ(q.id(), 9);
}

} // namespace
