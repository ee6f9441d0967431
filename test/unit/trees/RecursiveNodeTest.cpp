// A node class that contains itself.
#include "AsGenerated.h"

#include <gtest/gtest.h>

namespace shapes {
struct Branch {
  double value = 0;
  std::vector<Branch> children = {};
};
} // namespace shapes

template <> struct treelize::node_traits<shapes::Branch> {
  static constexpr bool aggregate = true;
  using members = treelize::members<treelize::child<"value", &shapes::Branch::value>,
                                    treelize::child<"children", &shapes::Branch::children>>;
};

using shapes::Branch;
using treelize::walk;

namespace {

const Branch tree{1, {{2, {}}, {3, {{4, {}}}}}};

TEST(RecursiveNode, IsMapped) {
  const Branch sum = walk(leaves::add<>{}, tree, tree);
  EXPECT_EQ(sum.children[1].children[0].value, 8);
}

TEST(RecursiveNode, IsCheckedAllTheWayDown) {
  Branch other = tree;
  other.children[1].children.clear();
  try {
    walk(leaves::add<>{}, tree, other);
    FAIL();
  } catch (const treelize::mismatch_error& e) {
    EXPECT_EQ(e.path(), "children[1].children");
  }
}

TEST(RecursiveNode, MeetsATree) {
  const treelize::tree<double> other = {{"value", 10}, {"children", 20}};
  const auto sum = walk(leaves::add<>{}, tree, other);
  EXPECT_EQ(sum["children"][1]["children"][0]["value"], 24.0);
}

TEST(RecursiveNode, BecomesATree) {
  const auto t = walk(leaves::positive{}, tree);
  EXPECT_EQ(t["children"][0]["value"], true);
}

} // namespace
