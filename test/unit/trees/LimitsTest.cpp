// Deep and wide trees: nothing recurses, nothing is quadratic, and a level costs what it holds.
#include "AsGenerated.h"

#include "treelize/pytree.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string_view>
#include <vector>

namespace {

using treelize::tree;
using treelize::treedef;

constexpr std::size_t levels = 1'000'000;

/// That many dicts of one key, the last of which holds the tree.
tree<double> chain(const tree<double>& bottom) {
  constexpr std::array<std::string_view, 1> key{"next"};
  treedef deep = bottom.structure();
  for (std::size_t i = 0; i < levels; ++i)
    deep = treedef::dict(key, {&deep, 1});
  return treelize::unflatten(
      deep, std::vector<double>(bottom.leaves().begin(), bottom.leaves().end()));
}

TEST(Limits, AMillionDicts) {
  const tree<double> deep = chain(1.0);
  EXPECT_EQ(chain(2.0).structure(), deep.structure());
  EXPECT_EQ(deep.structure().str().size(), 8 * levels + 1); // `{next: ` and `}` for each
  EXPECT_EQ(treelize::walk(leaves::add<>{}, deep, deep).leaves()[0], 2);
  EXPECT_EQ(treelize::flatten(deep).leaves.size(), 1u);
}

TEST(Limits, UnlikeTreesOfAMillionLevels) {
  const tree<double> a = chain({{"x", 1.0}}), b = chain({{"x", 2.0}, {"y", 3.0}});
  const tree<double> common = treelize::walk(leaves::add<double, treelize::mode::inner>{}, a, b);
  EXPECT_EQ(common.structure(), a.structure());
  EXPECT_EQ(common.leaves()[0], 3);
  try {
    treelize::walk(leaves::add<>{}, a, b);
    FAIL() << "the keys differ";
  } catch (const treelize::mismatch_error& e) {
    EXPECT_EQ(e.path().size(), 5 * levels + 1); // `next.` for each, and `y`
  }
}

TEST(Limits, ManyUnlikeSiblings) {
  // Each has keys of its own, so that no level can be taken from the one before it.
  std::vector<std::string> names;
  std::vector<treedef> left, right;
  for (std::size_t i = 0; i < 50'000; ++i) {
    const std::string own = "k" + std::to_string(i);
    names.push_back("n" + std::to_string(i));
    left.push_back(treedef::dict(std::vector<std::string_view>{"a", own},
                                 std::vector<treedef>(2, treedef::leaf())));
    right.push_back(treedef::dict(std::vector<std::string_view>{own, "z"},
                                  std::vector<treedef>(2, treedef::leaf())));
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  const treedef a = treedef::dict(views, left), b = treedef::dict(views, right);
  const std::vector<double> ones(a.leaf_count(), 1.0);
  const tree<double> x = treelize::unflatten(a, ones), y = treelize::unflatten(b, ones);
  const tree<double> common = treelize::walk(leaves::add<double, treelize::mode::inner>{}, x, y);
  EXPECT_EQ(common.leaves().size(), names.size());
  EXPECT_EQ(common["n49999"]["k49999"], 2.0);
}

TEST(Limits, TenMillionLeavesOfAGeneratedFunction) {
  const treedef wide = treedef::list(10'000'000, treedef::leaf());
  const tree<double> ones = treelize::unflatten(wide, std::vector<double>(wide.leaf_count(), 1.0));
  EXPECT_EQ(treelize::walk(leaves::add<>{}, ones, ones).leaves().back(), 2);
}

} // namespace
