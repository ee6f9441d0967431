// The four modes with inherit and missing, on maps and on tree<T>: cases of treevalue's own behaviour.
#include "AsGenerated.h"

#include <gtest/gtest.h>

#include <map>

using treelize::mode;
using treelize::tree;
using treelize::walk;
using map = std::map<std::string, int>;

namespace {

/// The walk takes lvalues, as the generated overloads hand them over.
template <class F, class... A> auto call(const F& leaf, const A&... arguments) {
  return walk(leaf, arguments...);
}

const tree<int> flat = {{"a", 1}, {"b", 2}, {"x", 6}};
const tree<int> deep = {{"a", 10}, {"b", 20}, {"x", {{"c", 30}, {"d", 40}}}};
const tree<int> part = {{"a", 100}, {"q", 200}};

TEST(Strict, InheritsALeafByASubTree) {
  EXPECT_EQ(walk(leaves::add<int>{}, flat, deep),
            (tree<int>{{"a", 11}, {"b", 22}, {"x", {{"c", 36}, {"d", 46}}}}));
}

TEST(Strict, RefusesUnlikeKeys) {
  EXPECT_THROW(walk(leaves::add<int>{}, flat, part), treelize::mismatch_error);
  EXPECT_THROW(call(leaves::add<int>{}, map{{"a", 1}}, map{{"b", 1}}), treelize::mismatch_error);
}

TEST(Strict, WithoutInheritRefusesALeafByATree) {
  using strict = leaves::add<int, mode::strict, false>;
  EXPECT_THROW(walk(strict{}, flat, deep), treelize::inherit_error);
  EXPECT_EQ(walk(strict{}, deep, deep)["x"]["d"], 80);
}

TEST(Strict, WithoutInheritAcceptsALeafByAnEmptyTree) {
  using strict = leaves::add<int, mode::strict, false>;
  const tree<int> none;
  const int one = 1;
  EXPECT_TRUE(walk(strict{}, none, one).is_none());
}

TEST(Inner, KeepsWhatAllHave) {
  EXPECT_EQ(walk(leaves::add<int, mode::inner>{}, flat, part), (tree<int>{{"a", 101}}));
  EXPECT_EQ(call(leaves::add<int, mode::inner>{}, map{{"a", 1}, {"b", 2}}, map{{"b", 3}, {"c", 4}}),
            (map{{"b", 5}}));
}

TEST(Inner, TakesTheShorterList) {
  const std::vector<int> a{1, 2, 3}, b{10, 20};
  EXPECT_EQ(walk(leaves::add<int, mode::inner>{}, a, b), (std::vector<int>{11, 22}));
}

TEST(Outer, FillsWithMissing) {
  EXPECT_EQ(walk(leaves::add_or<mode::outer, 5>{}, flat, part),
            (tree<int>{{"a", 101}, {"b", 7}, {"q", 205}, {"x", 11}}));
  EXPECT_EQ(call(leaves::add_or<mode::outer, 5>{}, map{{"a", 1}}, map{{"b", 3}}),
            (map{{"a", 6}, {"b", 8}}));
}

TEST(Outer, FillsTheTailOfTheShorterList) {
  const std::vector<int> a{1, 2, 3}, b{10};
  EXPECT_EQ(walk(leaves::add_or<mode::outer, 5>{}, b, a), (std::vector<int>{11, 7, 8}));
}

TEST(Outer, InheritsAMissingSubTreeDownwards) {
  const tree<int> a = {{"x", {{"c", 1}, {"d", 2}}}}, b = {{"y", 7}};
  EXPECT_EQ(walk(leaves::add_or<mode::outer, 5>{}, a, b),
            (tree<int>{{"x", {{"c", 6}, {"d", 7}}}, {"y", 12}}));
}

TEST(Outer, WithoutInheritAMissingSubTreeIsRefused) {
  const tree<int> a = {{"x", {{"c", 1}}}}, b = {{"y", 7}};
  using outer = leaves::add_or<mode::outer, 5, false>;
  EXPECT_THROW(walk(outer{}, a, b), treelize::inherit_error);
}

TEST(Outer, WithoutMissingAnAbsentKeyIsRefused) {
  EXPECT_THROW(walk(leaves::add<int, mode::outer>{}, flat, part), treelize::missing_error);
  EXPECT_THROW(call(leaves::add<int, mode::outer>{}, map{{"a", 1}}, map{{"b", 1}}),
               treelize::missing_error);
}

TEST(Left, KeepsTheKeysOfTheFirst) {
  EXPECT_EQ(walk(leaves::add_or<mode::left, 5>{}, part, flat), (tree<int>{{"a", 101}, {"q", 205}}));
  EXPECT_EQ(call(leaves::add_or<mode::left, 5>{}, map{{"a", 1}}, map{{"b", 3}}), (map{{"a", 6}}));
}

TEST(Left, SkipsAPositionalValue) {
  const int one = 1;
  EXPECT_EQ(walk(leaves::subtract<mode::left>{}, one, part), (tree<int>{{"a", -99}, {"q", -199}}));
}

TEST(Missing, AValueIsOneSharedObject) {
  tree<std::vector<int>> lists = {{"b", std::vector<int>{3}}};
  const tree<int> more = {{"a", 1}, {"b", 2}, {"c", 4}};
  const auto result = walk(leaves::append<false>{}, lists, more);
  EXPECT_EQ(result["a"].value(), (std::vector<int>{1}));
  EXPECT_EQ(result["b"].value(), (std::vector<int>{3, 2}));
  EXPECT_EQ(result["c"].value(), (std::vector<int>{1, 4}));
}

TEST(Missing, AGeneratorGivesAFreshObjectPerCall) {
  tree<std::vector<int>> lists = {{"b", std::vector<int>{3}}};
  const tree<int> more = {{"a", 1}, {"b", 2}, {"c", 4}};
  const auto result = walk(leaves::append<true>{}, lists, more);
  EXPECT_EQ(result["c"].value(), (std::vector<int>{4}));
  std::map<std::string, std::vector<int>> map{{"b", {3}}};
  const std::map<std::string, int> numbers{{"a", 1}, {"c", 4}, {"b", 2}};
  EXPECT_EQ(walk(leaves::append<true>{}, map, numbers)["c"], (std::vector<int>{4}));
}

TEST(Optional, IsItsValueOrNone) {
  using optional = std::optional<int>;
  const int one = 1;
  EXPECT_EQ(call(leaves::add<int>{}, optional(2), one), 3);
  EXPECT_EQ(call(leaves::add<int>{}, optional(), one), std::nullopt);
  EXPECT_EQ(call(leaves::add<int, mode::inner>{}, optional(2), optional()), std::nullopt);
  EXPECT_EQ(call(leaves::add_or<mode::outer, 5>{}, optional(2), optional()), 7);
  EXPECT_THROW(call(leaves::add<int>{}, optional(2), optional()), treelize::mismatch_error);
}

} // namespace
