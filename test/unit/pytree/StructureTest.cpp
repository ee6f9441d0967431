// Custom nodes, hashes, composition, and that neither depth nor width has a limit.
#include "Nodes.h"

#include "treelize/detail/any_all.hpp"

#include <gtest/gtest.h>

#include <thread>

using namespace treelize;

namespace {

treedef customNode(const node_data& data) {
  const std::vector<treedef> children{treedef::leaf(), treedef::leaf()};
  return treedef::custom(data, {}, children);
}

TEST(CustomNode, IsEqualOnlyWithEqualTypeAndAuxData) {
  const treedef a = customNode(node_data("Special", 1));
  EXPECT_EQ(a, customNode(node_data("Special", 1)));
  EXPECT_NE(a, customNode(node_data("Special", 2)));
  EXPECT_NE(a, customNode(node_data("Special", 1.0)));
  EXPECT_NE(a, customNode(node_data("Other", 1)));
  EXPECT_EQ(a.str(), "Special[1](*, *)");
}

TEST(CustomNode, OfAClassDiffersFromANameAlone) {
  EXPECT_NE(customNode(node_data("Params")), customNode(node_data::of<nodes::Params>("Params")));
}

TEST(Treedef, HashSeesNeitherKeysNorAuxData) {
  using namespace treelize::literals;
  EXPECT_EQ(customNode(node_data("S", 1)).hash(), customNode(node_data("S", 2)).hash());
  EXPECT_EQ(dict("a"_a = 1, "b"_a = 2).structure().hash(),
            dict("a"_a = 1, "c"_a = 2).structure().hash());
  EXPECT_NE(list(1, 2).structure().hash(), tuple(1, 2).structure().hash());
  EXPECT_NE(list(1, 2).structure().hash(), list(1, 2, 3).structure().hash());
}

TEST(Treedef, OfStructsDiffersInAuxData) {
  const treedef a = structure(nodes::Params{1, {2}, "relu"}),
                b = structure(nodes::Params{3, {4}, "tanh"});
  EXPECT_NE(a, b);
  EXPECT_EQ(a, structure(nodes::Params{5, {6}, "relu"}));
}

TEST(Treedef, ComposesAndCounts) {
  const treedef outer = tree<int>{{"a", 1}, {"b", {}}}.structure(), inner = tuple(1, 2).structure();
  const treedef both = outer.compose(inner);
  EXPECT_EQ(both.str(), "{a: (*, *), b: None}");
  EXPECT_EQ(both.num_nodes(), 5u);
  EXPECT_EQ(both.num_leaves(), 2u);
}

TEST(Treedef, AnOrderedDictKeepsItsNumbers) {
  const std::vector<std::int64_t> keys{10, -1, 9};
  const std::vector<treedef> children(3, treedef::leaf());
  const treedef ordered = treedef::ordered_dict(keys, children);
  EXPECT_EQ(ordered.str(), "ordered{10: *, -1: *, 9: *}");
  EXPECT_EQ(ordered.find("-1"), 1u);
  EXPECT_NE(ordered, treedef::dict(keys, children));
  EXPECT_EQ(ordered.with_children(children), ordered);
}

TEST(Treedef, SortsIntegerKeysAsNumbers) {
  const std::vector<std::int64_t> keys{10, 9, -1};
  const std::vector<treedef> children(3, treedef::leaf());
  EXPECT_EQ(treedef::dict(keys, children).str(), "{-1: *, 9: *, 10: *}");
}

TEST(Tree, EditsCustomNodesWithoutLosingThem) {
  auto [leaves, def] = flatten(nodes::Params{1, {2}, "relu"});
  tree<double> t = unflatten(static_cast<const treedef&>(def), leaves);
  t["bias"][0] = list(5.0, 6.0);
  EXPECT_EQ(t.structure().str(), "Params[relu](weight: *, bias: [[*, *]])");
  EXPECT_EQ(t["bias"][0][1], 6.0);
}

template <mode M>
struct add {
  static constexpr walk_options options{.mode = M};
  using parameters = treelize::parameters<double, double>;
  double operator()(double a, double b) const { return a + b; }
};

TEST(Walk, OfUnlikeTreesKeepsACustomNodeWithTheSameKeys) {
  auto [leaves, def] = flatten(nodes::Params{1, {2}, "relu"});
  const tree<double> t = unflatten(static_cast<const treedef&>(def), leaves);
  const tree<double> other{{"bias", list(3.0)}, {"weight", 4.0}}, part{{"weight", 4.0}};
  EXPECT_EQ(walk(add<mode::strict>{}, t, other),
            (unflatten(static_cast<const treedef&>(def), {5.0, 5.0})));
  EXPECT_EQ(walk(add<mode::inner>{}, t, part), (tree<double>{{"weight", 5.0}}));
}

/// A chain of `levels` lists around one leaf.
tree<double> chain(std::size_t levels) {
  treedef deep = treedef::leaf();
  for (std::size_t i = 0; i < levels; ++i)
    deep = treedef::list({&deep, 1});
  return unflatten(deep, {1.0});
}

TEST(Limits, AMillionLevels) {
  const tree<double> deep = chain(1'000'000);
  EXPECT_EQ(deep.structure().num_nodes(), 1'000'001u);
  const tree<double> doubled = map([](double x) { return 2 * x; }, deep);
  EXPECT_EQ(doubled.leaves()[0], 2);
  EXPECT_EQ(key_paths(deep.structure())[0].size(), 1'000'000u);
  EXPECT_EQ(draw(deep, {.depth = 2}), "list\n└── [0]: list\n    └── [0]: list ... 1 leaves\n");
}

TEST(Limits, DeepTreesAreComparedAndComposedWithoutRecursion) {
  const tree<double> deep = chain(200'000);
  EXPECT_EQ(deep.structure().compose(list(1, 2).structure()).leaf_count(), 2u);
  EXPECT_THROW(map([](double a, double) { return a; }, deep, chain(199'999)), mismatch_error);
}

TEST(Limits, TenMillionLeaves) {
  const std::size_t n = 10'000'000;
  const tree<float> wide = unflatten(treedef::list(n, treedef::leaf()), std::vector<float>(n, 1));
  const tree<float> twice = map([](float a, float b) { return a + b; }, wide, wide);
  EXPECT_EQ(twice.leaves()[n - 1], 2);
  EXPECT_TRUE(all(twice));
  EXPECT_LT(draw(wide, {.children = 3}).size(), 100u);
}

TEST(Limits, StructuresAreMadeAndDroppedFromManyThreads) {
  std::vector<std::thread> threads;
  for (int n = 0; n < 4; ++n)
    threads.emplace_back([] {
      for (int i = 0; i < 500; ++i) {
        const nodes::Params p{1, std::vector<double>(static_cast<std::size_t>(i % 5)),
                              i % 2 ? "a" : "b"};
        const auto flat = flatten(p);
        EXPECT_EQ(unflatten(flat.structure, flat.leaves), p);
      }
    });
  for (std::thread& t : threads)
    t.join();
}

} // namespace
