// map over several trees: the first fixes the structure; reductions; transposition.
#include "Nodes.h"

#include "treelize/detail/any_all.hpp"

#include <gtest/gtest.h>

using namespace treelize;
using namespace treelize::literals;
using nodes::Params;

namespace {

double add(double a, double b) {
  return a + b;
}

TEST(Map, GivesTheSameClass) {
  const Params p{1, {2, 3}, "relu"};
  const Params sum = map(add, p, p);
  EXPECT_EQ(sum, (Params{2, {4, 6}, "relu"}));
}

TEST(Map, ChangesTheLeafType) {
  const tree<double> t{{"a", 1.5}, {"b", list(2.5, tree<double>{})}};
  EXPECT_EQ(map([](double x) { return static_cast<int>(x); }, t),
            (tree<int>{{"a", 1}, {"b", list(2, tree<int>{})}}));
}

TEST(Map, HandsASubtreeToAParameterThatIsOne) {
  const tree<int> first{{"a", 1}, {"b", 2}};
  const tree<int> second{{"a", list(1, 2, 3)}, {"b", 4}};
  auto count = [](int a, const subtree<int>& part) {
    return a * static_cast<int>(part.leaves().size());
  };
  EXPECT_EQ(map(count, first, second), (tree<int>{{"a", 3}, {"b", 2}}));
}

TEST(Map, RefusesASubtreeThatTheFunctionDoesNotTake) {
  const tree<double> first{{"a", 1.0}}, second{{"a", list(1.0, 2.0)}};
  try {
    map(add, first, second);
    FAIL();
  } catch (const mismatch_error& e) {
    EXPECT_EQ(e.path(), "a");
    EXPECT_STREQ(e.what(),
                 "treelize: map: tree 2 has [*, *] at 'a', where the first has a leaf, and the "
                 "function takes no sub-tree");
  }
}

TEST(Map, NamesAllPlacesWhereATreeIsNotAsDeep) {
  const tree<double> first{{"a", list(1.0)}, {"b", tuple(1.0)}},
      second{{"a", 1.0}, {"b", list(1.0)}};
  try {
    map(add, first, second);
    FAIL();
  } catch (const mismatch_error& e) {
    EXPECT_STREQ(
        e.what(),
        "treelize: map: the trees do not have the structure of the first at 'a': a list of "
        "1 against a leaf; at 'b': a tuple of 1 against a list of 1");
  }
}

TEST(Map, OfStaticTreesHandsDeeperPartsWhole) {
  const std::vector<double> first{1, 2};
  const std::vector<std::vector<double>> second{{1, 2}, {3}};
  auto plus_size = [](double a, const std::vector<double>& b) {
    return a + static_cast<double>(b.size());
  };
  EXPECT_EQ(map(plus_size, first, second), (std::vector<double>{3, 3}));
}

TEST(Map, GraftsTreesThatTheFunctionReturns) {
  const tree<int> t{{"a", 1}, {"b", 2}};
  EXPECT_EQ(map([](int x) { return tree<int>(list(x, -x)); }, t),
            (tree<int>{{"a", list(1, -1)}, {"b", list(2, -2)}}));
}

TEST(Map, StopsWhereIsLeafHolds) {
  const tree<int> t{{"a", {}}, {"b", list(1, 2)}};
  auto none = [](const subtree<int>& part) { return part.is_none(); };
  auto size = [](const subtree<int>& part) { return static_cast<int>(part.leaves().size()); };
  EXPECT_EQ(map(size, t, "is_leaf"_a = none), (tree<int>{{"a", 0}, {"b", list(1, 1)}}));
}

TEST(MapWithPath, GivesThePathFirst) {
  const tree<int> t{{"a", 1}, {"b", list(2)}};
  EXPECT_EQ(
      map_with_path([](const key_path& path, int x) { return path.str() + std::to_string(x); }, t),
      (tree<std::string>{{"a", std::string("a1")}, {"b", list(std::string("b[0]2"))}}));
}

TEST(MapWithPath, OfAStaticTreeGivesItsClass) {
  const Params p{1, {2, 3}, "relu"};
  EXPECT_EQ(
      map_with_path([](const key_path& path, double x) { return x * double(path.size()); }, p),
      (Params{1, {4, 6}, "relu"}));
}

TEST(Reduce, GoesFromTheFirstLeafToTheLast) {
  const tree<std::string> t{{"b", std::string("2")}, {"a", std::string("1")}};
  EXPECT_EQ(reduce([](std::string a, const std::string& b) { return a + "," + b; }, t), "1,2");
  EXPECT_EQ(reduce(add, Params{1, {2, 3}, ""}, 10.0), 16);
}

TEST(Reduce, OfNothingNeedsAnInitialValue) {
  const tree<double> none;
  EXPECT_EQ(reduce(add, none, 5.0), 5);
  EXPECT_THROW(reduce(add, none), access_error);
}

TEST(AllAndAny, OfOneTreeReduceItsLeaves) {
  const tree<bool> t{{"a", true}, {"b", false}};
  EXPECT_FALSE(all(t));
  EXPECT_TRUE(any(t));
  EXPECT_TRUE(all(tree<bool>{}));
  EXPECT_FALSE(any(tree<bool>{}));
  EXPECT_TRUE(all(Params{1, {2}, ""}));
}

TEST(Map, AuxDataOfStaticTreesArePartOfTheStructure) {
  const auto add = [](double a, double b) { return a + b; };
  const nodes::Params a{1, {2}, "relu"}, b{1, {2}, "tanh"};
  const std::vector<nodes::Params> with_a{a, a}, with_b{a, b};
  EXPECT_EQ(map(add, a, a).activation, "relu");
  EXPECT_THROW(map(add, a, b), mismatch_error);
  try {
    map(add, with_a, with_b);
    FAIL() << "the aux data differ";
  } catch (const mismatch_error& e) {
    EXPECT_EQ(e.path(), "[1]");
  }
  const nodes::Polar p{1, 2, 3}, q{1, 2, 4};
  EXPECT_THROW(map(add, p, q), mismatch_error);
}

TEST(Transpose, OfStaticTreesIsTheInnerClassOverTheOuter) {
  const std::vector<std::pair<int, int>> rows{{1, 2}, {3, 4}, {5, 6}};
  const auto columns =
      transpose(structure(std::vector<int>(3)), structure(std::pair<int, int>()), rows);
  static_assert(
      std::is_same_v<decltype(columns), const std::pair<std::vector<int>, std::vector<int>>>);
  EXPECT_EQ(columns, (std::pair{std::vector{1, 3, 5}, std::vector{2, 4, 6}}));
  EXPECT_EQ(transpose(structure(std::pair<int, int>()), structure(std::vector<int>(3)), columns),
            rows);
  EXPECT_THROW(transpose(structure(std::vector<int>(2)), structure(std::pair<int, int>()), rows),
               mismatch_error);
}

TEST(Transpose, OfANodeTemplateIsRebound) {
  const std::map<std::string, nodes::Point<double>> rows{{"a", {1, 2}}, {"b", {3, 4}}};
  const std::map<std::string, double> outer{{"a", 0}, {"b", 0}};
  const auto columns = transpose(structure(outer), structure(nodes::Point<double>{}), rows);
  static_assert(std::is_same_v<decltype(columns),
                               const nodes::Point<std::map<std::string, double>>>);
  EXPECT_EQ(columns.x, (std::map<std::string, double>{{"a", 1}, {"b", 3}}));
  EXPECT_EQ(columns.y, (std::map<std::string, double>{{"a", 2}, {"b", 4}}));
}

TEST(Transpose, TurnsAListOfTuplesIntoATupleOfLists) {
  const treedef outer = list(0, 0, 0).structure(), inner = tuple(0, 0).structure();
  const tree<int> t = list(tuple(1, 2), tuple(3, 4), tuple(5, 6));
  EXPECT_EQ(transpose(outer, inner, t), (tree<int>(tuple(list(1, 3, 5), list(2, 4, 6)))));
  EXPECT_EQ(transpose(outer, t), transpose(outer, inner, t));
  EXPECT_THROW(transpose(inner, inner, t), mismatch_error);
}

} // namespace
