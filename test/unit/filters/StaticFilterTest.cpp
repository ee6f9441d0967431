// Filters on static trees: tags of fields, states that are trees of the same class, merging them
// back.
#include "treelize/detail/filter/merge.hpp"

#include "treelize/detail/any_all.hpp"

#include <gtest/gtest.h>

#include <map>
#include <optional>

using namespace treelize;

namespace {

struct Layer {
  std::vector<double> w;
  double b = 0;
};
struct Model {
  std::vector<Layer> layers;
  Layer head;
  std::map<std::string, double> stats;
  std::optional<float> rate;
  int seed = 0;
};

} // namespace

template <>
struct treelize::node_traits<Layer> {
  using members = treelize::members<child<"w", &Layer::w, tags<"param">>,
                                    child<"b", &Layer::b, tags<"param", "bias">>>;
};
template <>
struct treelize::node_traits<Model> {
  using members =
      treelize::members<child<"layers", &Model::layers>,
                        child<"head", &Model::head, tags<"frozen">>, child<"stats", &Model::stats>,
                        child<"rate", &Model::rate>, treelize::aux<"seed", &Model::seed>>;
};

namespace {

Model sample() {
  return {{{{1, 2}, 3}, {{4}, 5}}, {{6}, 7}, {{"mean", 8}}, 9.0f, 10};
}

TEST(StaticFilters, AFieldsTagIsOfAllLeavesBelowIt) {
  const auto frozen = state(sample(), constant<with_tag("frozen")>);
  EXPECT_EQ(frozen.size(), 2u);
  EXPECT_TRUE(frozen.contains("head.w[0]"));
  EXPECT_TRUE(frozen.contains("head.b"));
}

TEST(StaticFilters, AStateIsATreeOfTheClassWithZeros) {
  const auto bias = state(sample(), with_tag("bias"));
  EXPECT_EQ(bias->layers[1].b, 5);
  EXPECT_EQ(bias->layers[1].w[0], 0);
  EXPECT_EQ(bias->stats.at("mean"), 0);
  EXPECT_EQ(bias->seed, 10);
}

TEST(StaticFilters, SplitAndMergeAreInverse) {
  auto [params, others] = split(sample(), constant<with_tag("param")>, rest);
  params->layers[0].w[1] = 20;
  const Model merged = merge(params, others);
  EXPECT_EQ(merged.layers[0].w[1], 20);
  EXPECT_EQ(merged.head.b, 7);
  EXPECT_EQ(merged.stats.at("mean"), 8);
  EXPECT_EQ(merged.rate, 9.0f);
  EXPECT_EQ(merged.seed, 10);
}

TEST(StaticFilters, TypesAndKeysOfContainers) {
  EXPECT_EQ(state(sample(), of_type<float>).paths().front().str(), "rate");
  EXPECT_EQ(state(sample(), path_contains(1)).size(), 3u);
  EXPECT_EQ(state(sample(), path_in("stats.mean")).size(), 1u);
}

TEST(StaticFilters, APredicateSeesValues) {
  const auto large = state(sample(), [](const key_path&, auto x) { return x > 6; });
  EXPECT_EQ(large.size(), 3u);
}

TEST(StaticFilters, WhatIsNoConstantIsCheckedWhenItRuns) {
  EXPECT_THROW(state(sample(), with_tag("nowhere")), filter_error);
  EXPECT_THROW(state(sample(), with_tag("param"), with_tag("bias")), filter_error);
  try {
    split(sample(), with_tag("param"), of_type<float>);
    FAIL();
  } catch (const filter_error& e) {
    EXPECT_EQ(e.path(), "stats[*]");
  }
}

TEST(StaticFilters, ConstantsFitThePredicatesTheyHold) {
  EXPECT_TRUE(constant<with_tag("a")> == with_tag("a"));
}

TEST(StaticFilters, UpdateWritesWhatIsSelected) {
  Model m = sample();
  auto bias = state(m, with_tag("bias"));
  bias->head.b = 70;
  bias->head.w[0] = 60; // not selected
  update(m, bias);
  EXPECT_EQ(m.head.b, 70);
  EXPECT_EQ(m.head.w[0], 6);
}

TEST(StaticFilters, MergeRefusesGapsAndLeavesTwice) {
  const auto [params, others] = split(sample(), with_tag("param"), rest);
  try {
    merge(params);
    FAIL();
  } catch (const filter_error& e) {
    EXPECT_EQ(e.path(), "stats.mean");
  }
  EXPECT_THROW(merge(params, others, params), filter_error);
}

TEST(StaticFilters, MergeRefusesOtherLengthsAndKeys) {
  auto [params, others] = split(sample(), with_tag("param"), rest);
  others->stats = {{"variance", 1}};
  EXPECT_THROW(merge(params, others), filter_error);
}

TEST(StaticFilters, ForEachGoesThroughTheSelectedLeaves) {
  double sum = 0;
  state(sample(), with_tag("bias")).for_each([&](const key_path&, double b) { sum += b; });
  EXPECT_EQ(sum, 15);
}

TEST(StaticFilters, TuplesAndMapsHaveStatesToo) {
  const std::map<std::string, std::pair<int, double>> m{{"a", {1, 2}}, {"b", {3, 4}}};
  const auto ints = state(m, of_type<int>);
  EXPECT_EQ(ints.tree().at("b"), (std::pair{3, 0.0}));
}

} // namespace
