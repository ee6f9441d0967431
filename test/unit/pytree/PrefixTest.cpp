// Prefix trees, the lists of mismatches, and pictures.
#include "Nodes.h"

#include "treelize/adapt/graphviz.hpp"

#include <gtest/gtest.h>

using namespace treelize;
using nodes::Params;

namespace {

const tree<double> full{{"a", list(1.0, 2.0)}, {"b", tree<double>{{"c", 3.0}}}};

TEST(Prefix, EndsWhereTheOtherGoesOn) {
  const tree<double> prefix{{"a", 0.0}, {"b", 0.0}};
  EXPECT_TRUE(is_prefix(prefix, full));
  EXPECT_FALSE(is_prefix(full, prefix));
  EXPECT_TRUE(is_prefix(0.0, full));
  EXPECT_FALSE(is_prefix(tree<double>{}, full)); // None is no leaf
}

TEST(BroadcastPrefix, RepeatsItsLeaves) {
  const tree<int> prefix{{"a", 7}, {"b", 8}};
  EXPECT_EQ(broadcast_prefix(prefix, full),
            (tree<int>{{"a", list(7, 7)}, {"b", tree<int>{{"c", 8}}}}));
}

TEST(BroadcastPrefix, OverAClassGivesTheClass) {
  const Params p = broadcast_prefix(0.5, Params{1, {2, 3}, "relu"});
  EXPECT_EQ(p, (Params{0.5, {0.5, 0.5}, "relu"}));
}

TEST(BroadcastPrefix, NamesAllPlacesThatDoNotFit) {
  const tree<int> wrong{{"a", tuple(1, 2)}, {"b", tree<int>{{"d", 1}}}};
  try {
    broadcast_prefix(wrong, full);
    FAIL();
  } catch (const mismatch_error& e) {
    EXPECT_STREQ(e.what(),
                 "treelize: broadcast_prefix: the first tree is no prefix of the second at 'a': a "
                 "tuple of 2 against a list of 2; at 'b': a dict with keys {d} against a dict with "
                 "keys {c}");
    EXPECT_EQ(e.path(), "a");
  }
}

TEST(FlattenUpTo, GivesTheSubtrees) {
  const auto parts = flatten_up_to(tree<int>{{"a", 0}, {"b", 0}}.structure(), full);
  EXPECT_EQ(parts[0], (tree<double>(list(1.0, 2.0))));
  EXPECT_THROW(flatten_up_to(full.structure(), tree<double>(1.0)), mismatch_error);
}

TEST(EqualityErrors, ListAllDifferences) {
  const Params a{1, {2}, "relu"}, b{1, {2, 3}, "relu"};
  const auto lengths = equality_errors(a, b);
  ASSERT_EQ(lengths.size(), 1u);
  EXPECT_EQ(lengths[0].str(), "at 'bias': a list of 1 against a list of 2");
  const auto data = equality_errors(a, Params{1, {2}, "tanh"});
  ASSERT_EQ(data.size(), 1u);
  EXPECT_EQ(
      data[0].str(),
      "at the root: a node Params with aux data [relu] against a node Params with aux data [tanh]");
  EXPECT_TRUE(equality_errors(a, a).empty());
}

TEST(NoneAsLeaf, MakesNoneAValue) {
  const tree<int> t{{"a", {}}, {"b", 1}};
  EXPECT_EQ(none_as_leaf(t, -1), (tree<int>{{"a", -1}, {"b", 1}}));
}

TEST(Draw, ShowsABoxDrawing) {
  const tree<int> t{{"a", 1}, {"b", list(2, tree<int>{})}};
  EXPECT_EQ(draw(t), "dict\n"
                     "├── a: 1\n"
                     "└── b: list\n"
                     "    ├── [0]: 2\n"
                     "    └── [1]: None\n");
}

TEST(Draw, ShowsClassesWithTheirAuxData) {
  EXPECT_EQ(draw(Params{1, {}, "relu"}), "Params [relu]\n"
                                         "├── weight: 1\n"
                                         "└── bias: list\n");
}

TEST(Draw, SaysWhatItLeavesOut) {
  EXPECT_EQ(draw(tree<int>(list(1, 2, 3)), {.children = 1}), "list\n├── [0]: 1\n└── ... 2 more\n");
}

TEST(Dot, DrawsNodesAndKeys) {
  EXPECT_EQ(to_dot(tree<std::string>{{"a\"b", std::string("x")}}),
            "digraph \"tree\" {\n"
            "  n0 [label=\"dict\"];\n"
            "  n1 [label=\"\\\"x\\\"\", shape=box];\n"
            "  n0 -> n1 [label=\"[\\\"a\\\\\\\"b\\\"]\"];\n"
            "}\n");
}

} // namespace
