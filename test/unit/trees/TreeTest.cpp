// tree<T>: how it is written, read and edited.
#include "treelize/tree.hpp"

#include <gtest/gtest.h>

#include <sstream>

using treelize::tree;
using namespace treelize::literals;

namespace {

template <class T> std::string text(const T& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

TEST(Tree, BracesAreADictSortedByKey) {
  const tree<int> t = {{"b", 2}, {"a", {{"y", 3}, {"x", 1}}}};
  EXPECT_EQ(text(t), "{a: {x: 1, y: 3}, b: 2}");
  EXPECT_EQ(t.kind(), treelize::node_kind::dict);
}

TEST(Tree, EmptyBracesAreNone) {
  const tree<int> t = {};
  EXPECT_TRUE(t.is_none());
  EXPECT_EQ(text(tree<int>{{"a", {}}}), "{a: None}");
}

TEST(Tree, ListsAndTuplesNest) {
  const tree<int> t = {{"a", treelize::list(1, treelize::tuple(2, 3))}};
  EXPECT_EQ(text(t), "{a: [1, (2, 3)]}");
}

TEST(Tree, AnOrderedDictKeepsItsOrder) {
  EXPECT_EQ(text(treelize::ordered_dict("b"_a = 1, "a"_a = 2)), "ordered{b: 1, a: 2}");
}

TEST(Tree, ANamedTupleHasAName) {
  EXPECT_EQ(text(treelize::named_tuple("Point", "x"_a = 1, "y"_a = 2.5)), "Point(x: 1, y: 2.5)");
}

TEST(Tree, HoldsBool) {
  const tree<bool> t = {{"a", true}, {"b", false}};
  EXPECT_EQ(t.leaves().data()[0], true);
}

TEST(Tree, CopiesInBraces) {
  const tree<int> t = {{"a", 1}};
  const tree<int> copy{t};
  EXPECT_EQ(copy, t);
}

TEST(Tree, LiteralTextBecomesStrings) {
  const tree<std::string> t = {{"a", "x"}, {"b", {{"c", "y"}}}};
  EXPECT_EQ(t["b"]["c"], "y");
}

TEST(Tree, ConvertsLeafByLeaf) {
  const tree<double> t = tree<int>{{"a", 1}};
  EXPECT_EQ(t["a"], 1.0);
}

TEST(Tree, RefusesAKeyGivenTwice) {
  EXPECT_THROW((tree<int>{{"a", 1}, {"a", 2}}), treelize::access_error);
}

TEST(TreeView, ComparesAndConverts) {
  const tree<int> t = {{"a", {{"b", 7}}}, {"l", treelize::list(1, 2)}};
  EXPECT_EQ(t["a"]["b"], 7);
  EXPECT_EQ(t["a"]["b"].value(), 7);
  const int x = t["l"][1];
  EXPECT_EQ(x, 2);
  EXPECT_EQ(t["a"], (tree<int>{{"b", 7}}));
  EXPECT_FALSE(t["a"] == 7);
}

TEST(TreeView, AddsAsNumbers) {
  const tree<int> t = {{"a", 2}, {"b", 3}};
  EXPECT_EQ(t["a"] + t["b"], 5);
}

TEST(TreeView, EditsALeafWithoutTouchingTheStructure) {
  tree<int> t = {{"a", {{"b", 7}}}};
  const treelize::treedef before = t.structure();
  t["a"]["b"] = 8;
  EXPECT_EQ(t["a"]["b"], 8);
  EXPECT_EQ(t.structure(), before);
}

TEST(TreeView, ReplacesAndAddsParts) {
  tree<int> t = {{"a", 1}, {"n", {}}};
  t["a"] = {{"x", 2}};
  t["n"] = 3;
  t["new"] = treelize::list(4, 5);
  t["new"][0] = 6;
  EXPECT_EQ(text(t), "{a: {x: 2}, n: 3, new: [6, 5]}");
}

TEST(TreeView, CopiesBetweenTrees) {
  tree<int> t = {{"a", 1}};
  const tree<int> u = {{"b", {{"c", 2}}}};
  t["a"] = u["b"].copy();
  EXPECT_EQ(t["a"]["c"], 2);
}

TEST(TreeView, NamesThePathOfAnUnknownKey) {
  const tree<int> t = {{"a", {{"b", 7}}}};
  try {
    t["a"]["x"];
    FAIL();
  } catch (const treelize::access_error& e) {
    EXPECT_EQ(e.path(), "a.x");
  }
}

TEST(TreeView, ReadingASubTreeAsALeafThrows) {
  const tree<int> t = {{"a", {{"b", 7}}}};
  EXPECT_THROW(t["a"].value(), treelize::error);
}

} // namespace
