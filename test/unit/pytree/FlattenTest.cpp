// flatten and unflatten are inverse, for static and dynamic trees, and never construct with values.
#include "Nodes.h"

#include <gtest/gtest.h>

using namespace treelize;
using nodes::Net;
using nodes::Params;

namespace {

const Params params{1, {2, 3}, "relu"};

TEST(Flatten, GivesTheLeavesInTheOrderOfTheFields) {
  auto [leaves, def] = flatten(params);
  EXPECT_EQ(leaves, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(def.str(), "Params[relu](weight: *, bias: [*, *])");
}

TEST(Flatten, OfAStaticTreeRemembersItsClassLengthsAndAuxData) {
  auto [leaves, def] = flatten(params);
  EXPECT_EQ(unflatten(def, leaves), params);
  const Params other = unflatten(def, {4, 5, 6});
  EXPECT_EQ(other, (Params{4, {5, 6}, "relu"}));
}

TEST(Flatten, TakesContainersInAnyMix) {
  const Net net{{params, params}, {{10, 0.5}, {-2, 0.25}}, 0.125, {{1, 2}, {3, 4}}};
  auto [leaves, def] = flatten(net);
  const Net back = unflatten(def, leaves);
  EXPECT_EQ(back.layers, net.layers);
  EXPECT_EQ(back.rates, net.rates);
  EXPECT_EQ(back.decay, net.decay);
  EXPECT_EQ(back.grid[1][0], 3);
  EXPECT_EQ(leaves[6], 0.25); // integer keys are sorted as numbers
}

TEST(Flatten, OfSeveralLeafTypesKeepsEachType) {
  const std::tuple<double, int, std::string> t{1.5, 2, "x"};
  auto [leaves, def] = flatten(t);
  EXPECT_EQ(std::get<int>(leaves[1]), 2);
  EXPECT_EQ(unflatten(def, leaves), t);
  std::swap(leaves[0], leaves[1]);
  try {
    unflatten(def, leaves);
    FAIL();
  } catch (const access_error& e) {
    EXPECT_EQ(e.path(), "[0]");
  }
}

TEST(Unflatten, NeverRunsAValidatingConstructor) {
  const auto def = structure(nodes::Checked(2));
  EXPECT_EQ(unflatten(def, {-1.0}).value, -1);
}

TEST(Unflatten, StartsFromACopyWhereThereIsNoDefaultConstructor) {
  const std::vector<nodes::Bound> bounds{nodes::Bound(7), nodes::Bound(8)};
  const auto def = structure(bounds);
  const auto back = unflatten(def, {1.0, 2.0});
  EXPECT_EQ(back[1].limit(), 8);
  EXPECT_EQ(back[1].value, 2);
}

TEST(Unflatten, CallsMakeWithAuxDataAndChildren) {
  const auto def = structure(nodes::Polar{1, 2, 3});
  const nodes::Polar back = unflatten(def, {5.0, 6.0});
  EXPECT_EQ(back.id, 3);
  EXPECT_EQ(back.phi, 6);
}

TEST(Unflatten, RefusesAnotherNumberOfLeaves) {
  EXPECT_THROW(unflatten(structure(params), {1.0}), leaf_count_error);
  EXPECT_THROW(unflatten(structure(tree<int>(list(1, 2))), {1, 2, 3}), leaf_count_error);
}

TEST(UnflattenAs, ComparesTheStructureWithTheClass) {
  const std::vector<double> leaves{1, 2, 3};
  EXPECT_EQ(unflatten_as<Params>(structure(params), leaves), params);
  try {
    unflatten_as<Params>(treedef::list(3, treedef::leaf()), leaves);
    FAIL();
  } catch (const mismatch_error& e) {
    EXPECT_STREQ(e.what(),
                 "treelize: unflatten: the structure has [*, *, *] at the root, and Params wants a "
                 "node Params");
  }
}

TEST(Unflatten, GraftsTreesInPlaceOfLeaves) {
  const treedef pair = treedef::list(2, treedef::leaf());
  const tree<int> t = unflatten(pair, std::vector<tree<int>>{list(1, 2), tree<int>{}});
  EXPECT_EQ(t, (tree<int>(list(list(1, 2), tree<int>{}))));
}

TEST(Flatten, StopsWhereThePredicateHolds) {
  const tree<int> t{{"a", 1}, {"b", list(2, 3)}, {"c", {}}};
  auto [leaves, def] = flatten(t, [](const auto& part) { return part.kind() == node_kind::list; });
  EXPECT_EQ(def.str(), "{a: *, b: *, c: None}");
  EXPECT_EQ(leaves[1], (tree<int>(list(2, 3))));
  EXPECT_EQ(unflatten(def, leaves), t);
}

TEST(Flatten, TakesWholeTypesAsLeaves) {
  auto [leaves, def] = flatten(params, leaf_types<std::vector<double>>{});
  EXPECT_EQ(leaves.size(), 2u);
  EXPECT_EQ(unflatten(def, leaves), params);
}

TEST(FlattenWithPath, NamesEveryLeaf) {
  const Net net{{params}, {{3, 0.5}}, {}, {}};
  std::string text;
  for (const auto& [path, value] : flatten_with_path(net).leaves)
    text += path.str() + " ";
  EXPECT_EQ(text,
            "layers[0].weight layers[0].bias[0] layers[0].bias[1] rates[3] grid[0][0] grid[0][1] "
            "grid[1][0] grid[1][1] ");
}

TEST(FlattenWithPath, OfADynamicTree) {
  const tree<int> t{{"b", list(1, tree<int>{{"x", 2}})}, {"a", 3}};
  const auto leaves = flatten_with_path(t).leaves;
  EXPECT_EQ(leaves[0].path.str(), "a");
  EXPECT_EQ(leaves[2].path.str(), "b[1].x");
  EXPECT_EQ(leaves[2].value, 2);
}

} // namespace
