// subside: containers of trees become trees of containers, always strictly, with an inherit of its
// own.
#include "AsGenerated.h"

#include <gtest/gtest.h>

#include <map>

using namespace shapes;
using treelize::mode;
using treelize::tree;
using treelize::walk;

namespace {

constexpr treelize::subside_options on{.enabled = true};
constexpr treelize::subside_options no_inherit{.enabled = true, .inherit = false};
constexpr treelize::subside_options no_lists{.enabled = true, .list = false};

template <treelize::subside_options Subside = on, mode M = mode::strict>
struct mean {
  static constexpr treelize::walk_options options{.mode = M, .subside = Subside};
  using parameters = treelize::parameters<const std::vector<double>&>;
  double operator()(const std::vector<double>& v) const {
    return std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size());
  }
};

struct scaled_sum {
  static constexpr treelize::walk_options options{.subside = {.enabled = true}};
  using parameters = treelize::parameters<const std::tuple<double, std::vector<double>>&, double>;
  double operator()(const std::tuple<double, std::vector<double>>& t, double by) const {
    const auto& [first, more] = t;
    return by * std::accumulate(more.begin(), more.end(), first);
  }
};

template <treelize::subside_options Subside = on>
struct same {
  static constexpr treelize::walk_options options{.subside = Subside};
  using parameters = treelize::parameters<treelize::deduced>;
  template <class T>
  T operator()(const T& x) const {
    return x;
  }
};

const tree<double> one = {{"a", 1}, {"x", {{"c", 2}, {"d", 3}}}};
const tree<double> two = {{"a", 3}, {"x", 5}};

TEST(Subside, PairsTheTreesOfAVector) {
  const std::vector trees{one, two};
  EXPECT_EQ(walk(mean<>{}, trees), (tree<double>{{"a", 2}, {"x", {{"c", 3.5}, {"d", 4}}}}));
}

TEST(Subside, IsStrictWhateverTheMode) {
  const std::vector trees{one, tree<double>{{"a", 1}}};
  using outer = mean<on, mode::outer>;
  try {
    walk(outer{}, trees);
    FAIL();
  } catch (const treelize::mismatch_error& e) {
    EXPECT_EQ(e.path(), "x");
  }
}

TEST(Subside, HasAnInheritOfItsOwn) {
  const std::vector trees{one, two};
  using off = mean<no_inherit>;
  EXPECT_THROW(walk(off{}, trees), treelize::inherit_error);
}

TEST(Subside, LooksIntoNestedContainers) {
  const auto nested = std::tuple(one, std::vector{two, two});
  EXPECT_EQ(walk(scaled_sum{}, nested, two)["x"]["c"], 5 * (2 + 5 + 5.0));
}

TEST(Subside, TakesAValueBesideATreeForAllLeaves) {
  const auto mixed = std::tuple(one, std::vector<int>{7, 8});
  const double by = 1;
  EXPECT_EQ(walk(scaled_sum{}, mixed, by)["x"]["d"], 3 + 7 + 8.0);
}

TEST(Subside, GivesTheClassOfStaticTrees) {
  const std::array nets{Net{{{1, 2}, 3, 7}, {{4}, 5, 8}}, Net{{{3, 4}, 5, 0}, {{6}, 7, 0}}};
  const Net result = walk(mean<>{}, nets);
  EXPECT_EQ(result.hidden.weights, (std::vector<double>{2, 3}));
  EXPECT_EQ(result.output.bias, 6);
  EXPECT_EQ(result.hidden.id, 7) << "aux data are those of the first tree";
}

TEST(Subside, RefusesStaticTreesOfUnlikeLengths) {
  const std::vector layers{Layer{{1, 2}, 3, 7}, Layer{{1}, 3, 7}};
  try {
    walk(mean<>{}, layers);
    FAIL();
  } catch (const treelize::mismatch_error& e) {
    EXPECT_EQ(e.path(), "weights[1]");
  }
}

TEST(Subside, ADeducedParameterTakesTheContainerOverTheLeaves) {
  const std::map<std::string, Layer> layers{{"p", {{1}, 3, 7}}, {"q", {{2}, 4, 7}}};
  const auto result = walk(same<>{}, layers);
  static_assert(std::is_same_v<decltype(result), const tree<std::map<std::string, double>>>);
  EXPECT_EQ(result["bias"].value(), (std::map<std::string, double>{{"p", 3}, {"q", 4}}));
}

TEST(Subside, LeavesAKindOfContainerThatIsSwitchedOff) {
  const std::vector trees{one, one};
  using closed = same<no_lists>;
  static_assert(std::is_same_v<decltype(walk(closed{}, trees)), std::vector<tree<double>>>);
}

TEST(Subside, LeavesAContainerWithoutATreeAlone) {
  const std::vector<double> values{1, 2};
  static_assert(std::is_same_v<decltype(walk(same<>{}, values)), std::vector<double>>);
  EXPECT_EQ(walk(same<>{}, values), values);
}

} // namespace
