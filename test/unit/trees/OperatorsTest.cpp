// Operators on trees, leaf by leaf; `==` and the parts of a tree keep their meaning.
#include "AsGenerated.h"

#include "treelize/tree_operators.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

using treelize::tree;

namespace shapes {
TREELIZE_TREE_OPERATORS
} // namespace shapes
template <>
inline constexpr bool treelize::has_tree_operators<shapes::Layer> = true;

namespace {

const tree<double> t = {{"a", 1}, {"b", {{"c", 2}}}};

TEST(TreeOperators, CalculateLeafByLeaf) {
  EXPECT_EQ(t + t * 2, (tree<double>{{"a", 3}, {"b", {{"c", 6}}}}));
  EXPECT_EQ(1.0 / t, (tree<double>{{"a", 1}, {"b", {{"c", 0.5}}}}));
  EXPECT_EQ(-t - 1, (tree<double>{{"a", -2}, {"b", {{"c", -3}}}}));
}

TEST(TreeOperators, GiveTheTypeThatTheLeavesGive) {
  const tree<int> whole = {{"a", 5}};
  static_assert(std::is_same_v<decltype(whole + 0.5), tree<double>>);
  EXPECT_EQ(whole % 3, (tree<int>{{"a", 2}}));
  EXPECT_EQ((whole & 4) | 2, (tree<int>{{"a", 6}}));
  const tree<std::string> text = {{"a", "x"}};
  EXPECT_EQ(text + "y", (tree<std::string>{{"a", "xy"}}));
}

TEST(TreeOperators, AreStrict) {
  EXPECT_THROW(t + tree<double>({{"a", 1}}), treelize::mismatch_error);
}

TEST(TreeOperators, CompareLeafByLeafButForEquality) {
  EXPECT_EQ(t < 2, (tree<bool>{{"a", true}, {"b", {{"c", false}}}}));
  EXPECT_EQ(!(t >= t), (tree<bool>{{"a", false}, {"b", {{"c", false}}}}));
  EXPECT_TRUE(t == t);
}

TEST(TreeOperators, LeaveThePartsOfATreeAlone) {
  static_assert(std::is_same_v<decltype(t["a"] + t["b"]["c"]), double>);
  EXPECT_EQ(t["a"] + t["b"]["c"], 3);
  EXPECT_EQ(t["b"] + tree<double>({{"c", 1}}), (tree<double>{{"c", 3}}));
}

TEST(TreeOperators, Assign) {
  tree<double> sum = t;
  sum += t;
  sum *= 2;
  EXPECT_EQ(sum, (tree<double>{{"a", 4}, {"b", {{"c", 8}}}}));
}

TEST(TreeOperators, StandAsideForPrinting) {
  std::ostringstream out;
  out << t;
  EXPECT_EQ(out.str(), "{a: 1, b: {c: 2}}");
}

TEST(TreeOperators, AreForNodesThatAskForThem) {
  const shapes::Layer layer{{1, 2}, 3, 7};
  const shapes::Layer twice = 2.0 * layer;
  EXPECT_EQ(twice.weights, (std::vector<double>{2, 4}));
  EXPECT_EQ((layer - layer).bias, 0);
  EXPECT_EQ((-layer).id, 7);
  static_assert(
      !treelize::detail::has_operation<treelize::detail::add_leaf, shapes::Net, shapes::Net>);
}

TEST(TreeOperators, AreThoseOfTheTable) {
  const std::set<std::string> spelled = {
#define TREELIZE_UNARY(name, op) #name,
#define TREELIZE_BINARY(name, op) #name,
#define TREELIZE_ASSIGNING(name, op) #name,
#include "treelize/detail/walk/tree_operators.def"
  };
#define TREELIZE_OPERATOR(name, spelling, ...)                                                     \
  EXPECT_TRUE(std::string(spelling).starts_with("std::") || spelled.contains(#name)) << #name;
#include "treelize/detail/operators.def"
}

} // namespace
