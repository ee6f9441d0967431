// split, state, pop, merge, merge_state and update of trees whose structure is known when the
// program runs.
#include "treelize/detail/filter/merge.hpp"

#include "treelize/detail/any_all.hpp"

#include <gtest/gtest.h>

#include <sstream>

using namespace treelize;

namespace {

using Tree = tree<double>;
using State = state_of<Tree>;

Tree sample() {
  return {{"a", 1.0}, {"b", {{"c", 2.0}, {"d", 3.0}}}, {"l", treelize::list(4.0, 5.0)}};
}

template <class T>
std::string text(const T& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

key_path path(const char* name) {
  return key_path({path_key(name)});
}

/// What is warned of while it lives.
class Warnings {
public:
  Warnings() : before_(on_warning([this](std::string_view text) { texts.emplace_back(text); })) {}
  ~Warnings() { on_warning(before_); }
  std::vector<std::string> texts;

private:
  warning_handler before_;
};

template <class F>
std::string pathOfError(const F& f) {
  try {
    f();
  } catch (const error& e) {
    return e.path();
  }
  return "no error";
}

TEST(Split, TheFirstFilterThatMatchesHasTheLeaf) {
  const auto [b, c, others] = split(sample(), path_in("b.d"), path_contains("b"), rest);
  EXPECT_EQ(text(b), "{b.d: 3}");
  EXPECT_EQ(text(c), "{b.c: 2}");
  EXPECT_EQ(text(others), "{a: 1, l[0]: 4, l[1]: 5}");
}

TEST(Split, OneFilterGivesTheState) {
  EXPECT_EQ(split(sample(), true).size(), 5u);
}

TEST(Split, WithoutFiltersIsTheWhole) {
  EXPECT_EQ(split(sample()).size(), 5u);
}

TEST(Split, AnUncoveredLeafIsAnErrorWithItsPath) {
  EXPECT_EQ(pathOfError([] { split(sample(), path_contains("a"), path_contains("b")); }), "l[0]");
  EXPECT_THROW(split(sample(), false), filter_error);
}

TEST(Split, RestMustBeLast) {
  EXPECT_THROW(split(sample(), rest, path_contains("b")), filter_error);
  EXPECT_THROW(split(sample(), true, false), filter_error);
  EXPECT_NO_THROW(split(sample(), rest, true));
  const Warnings ignored;
  EXPECT_NO_THROW(split(sample(), everything, path_contains("b")));
}

TEST(Split, FiltersChosenAtRunTime) {
  const filter_list<double> filters{path_contains("b"), filter_for<double>(rest)};
  const std::vector<State> groups = split(sample(), filters);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(text(groups[0]), "{b.c: 2, b.d: 3}");
}

TEST(Split, AStateIsSplitAgain) {
  const auto first = state(sample(), any(path_contains("b"), path_contains("l")));
  const auto [b, l] = split(first, path_contains("b"), rest);
  EXPECT_EQ(text(l), "{l[0]: 4, l[1]: 5}");
  EXPECT_EQ(merge(state(sample(), path_contains("a")), b, l), sample());
}

TEST(Split, APredicateSeesValues) {
  const auto large = state(sample(), [](const key_path&, double x) { return x > 3; });
  EXPECT_EQ(text(large), "{l[0]: 4, l[1]: 5}");
}

TEST(Split, WarnsOncePerStructureOfIdleFilters) {
  const Warnings warnings;
  const auto run = [] {
    split(sample(), path_contains("nowhere"), path_contains("b"), path_in("b.c"), rest);
  };
  run();
  run();
  ASSERT_EQ(warnings.texts.size(), 2u);
  EXPECT_NE(warnings.texts[0].find("path_contains(\"nowhere\")"), std::string::npos);
  EXPECT_NE(warnings.texts[0].find("matches no leaf"), std::string::npos);
  EXPECT_NE(warnings.texts[1].find("filters before it take all"), std::string::npos);
}

TEST(Split, FindsASelectionOncePerStructure) {
  const auto a = state(sample(), path_contains("b"));
  const auto b = state(sample(), path_contains("b"));
  EXPECT_EQ(a.which(), b.which());
}

TEST(Split, WalksDeepTreesWithoutRecursion) {
  treedef deep = treedef::leaf();
  const std::array<std::string_view, 1> key{"k"};
  for (int i = 0; i < 100'000; ++i)
    deep = treedef::dict(key, std::array{deep});
  auto leaves = detail::leaf_buffer<double>::uninitialised(1);
  leaves.push_back(7.0);
  const Tree whole(deep, std::move(leaves));
  EXPECT_EQ(merge(split(whole, path_contains("k"))), whole);
}

TEST(Merge, PutsATreeTogether) {
  const auto [b, others] = split(sample(), path_contains("b"), rest);
  EXPECT_EQ(merge(others, b), sample());
}

TEST(Merge, AMissingLeafIsAnErrorWithItsPath) {
  const auto [b, others] = split(sample(), path_contains("b"), rest);
  EXPECT_EQ(pathOfError([&] { merge(others); }), "b.c");
}

TEST(Merge, ALeafTwiceIsAnError) {
  const auto [b, others] = split(sample(), path_contains("b"), rest);
  EXPECT_EQ(pathOfError([&] { merge(others, b, b); }), "b.c");
}

TEST(Merge, StatesOfDifferentTreesAreRefused) {
  const State other(Tree{{"a", 1.0}});
  EXPECT_THROW(merge(State(sample()), other), filter_error);
}

TEST(MergeState, TheLaterWins) {
  const State both =
      merge_state(State({{path("a"), 1.0}}), State({{path("a"), 2.0}, {path("b"), 3.0}}));
  EXPECT_EQ(text(both), "{a: 2, b: 3}");
}

TEST(MergeState, APathThroughALeafIsAnError) {
  const key_path below({path_key("a"), path_key("b")});
  EXPECT_THROW(merge_state(State({{path("a"), 1.0}}), State({{below, 2.0}})), mismatch_error);
}

TEST(MergeState, NamesAndIndicesSideBySideAreAnError) {
  const key_path index({path_key(std::size_t(1))});
  EXPECT_THROW(merge_state(State({{index, 1.0}}), State({{path("1"), 2.0}})), mismatch_error);
}

TEST(StateOf, IsReadByPath) {
  State s(sample());
  EXPECT_EQ(s["l[1]"], 5);
  s["b.c"] = 20;
  EXPECT_EQ(merge(s)["b"]["c"], 20);
  EXPECT_THROW(s["b"], access_error);
}

TEST(StateOf, APathTwiceIsAnError) {
  EXPECT_THROW(State({{path("a"), 1.0}, {path("a"), 2.0}}), mismatch_error);
}

TEST(Update, WritesLeaves) {
  Tree t = sample();
  State b = state(t, path_contains("b"));
  b["b.d"] = 30;
  update(t, b);
  EXPECT_EQ(t["b"]["d"], 30);
  EXPECT_EQ(t["b"]["c"], 2);
}

TEST(Update, AddsWhatTheTreeDoesNotHave) {
  Tree t = sample();
  update(t, State({{key_path({path_key("q"), path_key("r")}), 7.0}}));
  EXPECT_EQ(t["q"]["r"], 7);
}

TEST(Update, WritesAndAddsIntegerKeys) {
  const auto at = [](std::size_t i) {
    return key_path({path_key("l"), path_key(i), path_key("w")});
  };
  const State values({{at(1), 1.0}, {at(12), 12.0}});
  Tree t = {{"a", 0.0}};
  update(t, values, State({{at(1), 2.0}, {at(3), 3.0}}));
  EXPECT_EQ(text(State(t)), "{a: 0, l[1].w: 2, l[3].w: 3, l[12].w: 12}");
}

TEST(Update, AnErrorLeavesTheTreeAsItIs) {
  Tree t = sample();
  EXPECT_EQ(pathOfError([&] { update(t, State({{path("a"), 9.0}, {path("b"), 9.0}})); }), "b");
  EXPECT_EQ(t, sample());
}

TEST(Pop, RemovesKeysOfDicts) {
  Tree t = sample();
  const State b = pop(t, path_contains("c"));
  EXPECT_EQ(text(b), "{b.c: 2}");
  EXPECT_EQ(text(t), "{a: 1, b: {d: 3}, l: [4, 5]}");
}

TEST(Pop, LeavesNoneInAList) {
  Tree t = sample();
  pop(t, path_in("l[0]"));
  EXPECT_EQ(text(t), "{a: 1, b: {c: 2, d: 3}, l: [None, 5]}");
}

} // namespace
