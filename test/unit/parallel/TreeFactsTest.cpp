// What the type of a tree does not say: two trees with the same facts have the same leaves.
#include "treelize/detail/tree_facts.hpp"
#include "treelize/field.hpp"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

struct Node {
  std::vector<double> w;
  int size;
};
template <>
struct treelize::node_traits<Node> {
  using members =
      treelize::members<treelize::child<"w", &Node::w>, treelize::aux<"size", &Node::size>>;
};

namespace treelize::detail {
namespace {

template <class T>
std::string facts_of(const T& tree) {
  std::string all;
  const auto visit = [&](const path_frame* path, std::string_view what, std::size_t,
                         const auto& text) {
    all += "[" + path_text(path) + "] " + std::string(what) + " " + text() + "; ";
  };
  visit_facts(tree, nullptr, visit);
  return all;
}

TEST(TreeFacts, Lengths) {
  EXPECT_EQ(facts_of(std::vector<double>(3)), "[] the length 3; ");
  EXPECT_EQ(facts_of(std::vector<std::vector<float>>{{1}, {}}),
            "[] the length 2; [[0]] the length 1; [[1]] the length 0; ");
}

TEST(TreeFacts, KeysAndPresence) {
  const std::map<std::string, std::optional<double>> map{{"a", 1.0}, {"b c", std::nullopt}};
  EXPECT_EQ(facts_of(map), "[] the keys [a, b c]; [a] a value: true; [[\"b c\"]] a value: false; ");
  EXPECT_EQ(facts_of(std::map<int, double>{{-1, 1}, {2, 1}}), "[] the keys [-1, 2]; ");
}

TEST(TreeFacts, AuxData) {
  EXPECT_EQ(facts_of(std::pair<Node, double>{{{1, 2}, 5}, 0}),
            "[[0]] the aux data 5; [[0].w] the length 2; ");
}

TEST(TreeFacts, Shapes) {
  EXPECT_EQ(facts_of(field<double>(2, 4)), "[] the shape [2, 4]; ");
}

TEST(TreeFacts, NothingOfWhatTheTypeSays) {
  EXPECT_EQ(facts_of(std::pair<double, std::array<float, 3>>()), "");
}

} // namespace
} // namespace treelize::detail
