// rise: a tree of containers becomes a container of trees; and functions that return trees
// themselves.
#include "AsGenerated.h"

#include <gtest/gtest.h>

#include <map>

using namespace shapes;
using treelize::tree;
using treelize::walk;

namespace {

struct minmax {
  static constexpr treelize::walk_options options{.rise = true};
  using parameters = treelize::parameters<double, double>;
  std::pair<double, double> operator()(double a, double b) const {
    return {std::min(a, b), std::max(a, b)};
  }
};

constexpr auto nothing = nullptr;
constexpr auto lists_stay = [] { return std::pair(0, 0); };
constexpr auto two_of_list = [] { return std::pair(std::vector<int>(2), 0); };

/// A list as long as the leaf says.
template <auto Template = nothing>
struct ragged {
  static constexpr treelize::walk_options options{.rise = true};
  using parameters = treelize::parameters<double>;
  static auto rise_template()
    requires requires { Template(); }
  {
    return Template();
  }
  std::pair<std::vector<double>, int> operator()(double x) const {
    return {std::vector<double>(static_cast<std::size_t>(x), x), 0};
  }
};

struct powers {
  static constexpr treelize::walk_options options{.rise = true};
  using parameters = treelize::parameters<int>;
  std::map<std::string, int> operator()(int x) const { return {{"one", x}, {"two", x * x}}; }
};

struct grow {
  static constexpr treelize::walk_options options{};
  using parameters = treelize::parameters<double>;
  tree<int> operator()(double x) const {
    return {{"n", static_cast<int>(x)}, {"l", treelize::list(0)}};
  }
};

const tree<double> unlike = {{"a", 1}, {"x", {{"c", 2}}}};
const tree<double> alike = {{"a", 2}, {"x", {{"c", 2}}}};

TEST(Rise, SplitsATreeOfPairs) {
  const auto [low, high] = walk(minmax{}, unlike, alike);
  EXPECT_EQ(low, unlike);
  EXPECT_EQ(high, alike);
}

TEST(Rise, GivesEachTheClassOfTheArgument) {
  const Net a{{{1, 9}, 2, 5}, {{3}, 4, 6}}, b{{{9, 1}, 0, 0}, {{3}, 7, 0}};
  const std::pair<Net, Net> both = walk(minmax{}, a, b);
  EXPECT_EQ(both.first.hidden.weights, (std::vector<double>{1, 1}));
  EXPECT_EQ(both.second.output.bias, 7);
  EXPECT_EQ(both.second.output.id, 6);
  const std::map<std::string, double> m{{"k", 1}}, n{{"k", 2}};
  EXPECT_EQ(walk(minmax{}, n, m), std::pair(m, n));
}

TEST(Rise, TakesListsOfEqualLength) {
  const auto [lists, zero] = walk(ragged<>{}, alike);
  static_assert(std::is_same_v<decltype(lists), const std::vector<tree<double>>>);
  ASSERT_EQ(lists.size(), 2u);
  EXPECT_EQ(lists[1], alike);
  EXPECT_EQ(zero["x"]["c"], 0);
}

TEST(Rise, RefusesListsOfUnlikeLength) {
  try {
    walk(ragged<>{}, unlike);
    FAIL();
  } catch (const treelize::rise_error& e) {
    EXPECT_EQ(e.path(), "x.c");
    EXPECT_NE(std::string(e.what()).find("here are 2 elements, the first leaf has 1 element"),
              std::string::npos);
  }
}

TEST(Rise, GoesAsDeepAsTheTemplate) {
  const auto [lists, zero] = walk(ragged<lists_stay>{}, unlike);
  EXPECT_EQ(lists["x"]["c"].value(), (std::vector<double>{2, 2}));
}

TEST(Rise, HoldsTheTemplateAgainstLengths) {
  EXPECT_EQ(walk(ragged<two_of_list>{}, alike).first.size(), 2u);
  EXPECT_THROW(walk(ragged<two_of_list>{}, unlike), treelize::rise_error);
  const tree<double> none;
  EXPECT_EQ(walk(ragged<two_of_list>{}, none).first.size(), 2u);
  EXPECT_EQ(walk(ragged<>{}, none).first.size(), 0u);
}

TEST(Rise, TakesMapsWithEqualKeys) {
  const tree<int> t = {{"a", 2}, {"b", 3}};
  const std::map<std::string, tree<int>> risen = walk(powers{}, t);
  EXPECT_EQ(risen.at("two"), (tree<int>{{"a", 4}, {"b", 9}}));
}

TEST(Graft, PutsATreeInThePlaceOfALeaf) {
  EXPECT_EQ(walk(grow{}, unlike)["x"]["c"]["n"], 2);
  EXPECT_EQ(walk(grow{}, unlike)["a"]["l"][0], 0);
}

TEST(Graft, GivesATreeWhereTheClassHoldsNone) {
  const Layer layer{{1, 2}, 3, 0};
  const tree<int> result = walk(grow{}, layer);
  EXPECT_EQ(result["weights"][1]["n"], 2);
  const std::map<std::string, double> map{{"k", 4}};
  const std::map<std::string, tree<int>> trees = walk(grow{}, map);
  EXPECT_EQ(trees.at("k")["n"], 4);
}

} // namespace
