// Walks in which a tree<T> takes part: kinds of nodes, results, static trees beside it, errors.
#include "AsGenerated.h"

#include <gtest/gtest.h>

#include <map>
#include <thread>

using namespace shapes;
using namespace treelize::literals;
using treelize::mode;
using treelize::tree;
using treelize::walk;

namespace {

template <class Error, class Call> std::string path_of(const Call& call, const std::string& words = "") {
  try {
    call();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
    return e.path();
  }
  return "nothing was thrown";
}

TEST(DynamicWalk, KeepsTheKindsOfTheFirstTree) {
  const tree<double> a = {{"l", treelize::list(1, 2)}, {"t", treelize::tuple(3)}, {"n", {}}};
  EXPECT_EQ(walk(leaves::add<>{}, a, a).structure(), a.structure());
  const tree<double> o = treelize::ordered_dict("b"_a = 1.0, "a"_a = 2.0);
  const tree<double> d = {{"a", 1}, {"b", 2}};
  EXPECT_EQ(walk(leaves::add<>{}, o, d).structure(), o.structure());
  EXPECT_EQ(walk(leaves::add<>{}, d, o).structure(), d.structure());
}

TEST(DynamicWalk, MapsAPart) {
  const tree<double> a = {{"l", treelize::list(1, 2)}};
  const double one = 1;
  const auto part = a["l"];
  EXPECT_EQ(walk(leaves::add<>{}, part, one), (treelize::list(2.0, 3.0)));
}

TEST(DynamicWalk, ChangesLeavesInPlace) {
  tree<double> y = {{"a", 1}, {"b", {{"c", 2}}}};
  const tree<double> x = {{"a", 10}, {"b", 20}};
  const double half = 0.5;
  walk(leaves::accumulate<>{}, y, x, half);
  EXPECT_EQ(y, (tree<double>{{"a", 6}, {"b", {{"c", 12}}}}));
}

TEST(DynamicWalk, ResultsOfAnotherType) {
  const tree<double> a = {{"a", 1}, {"b", -1}};
  EXPECT_EQ(walk(leaves::positive{}, a), (tree<bool>{{"a", true}, {"b", false}}));
}

TEST(DynamicWalk, GoesOnInLeavesThatAreStaticTrees) {
  const tree<std::vector<double>> a = {{"a", std::vector<double>{1, 2}}};
  const double one = 1;
  EXPECT_EQ(walk(leaves::add<>{}, a, one)["a"].value(), (std::vector<double>{2, 3}));
}

TEST(DynamicWalk, MeetsANode) {
  const Layer layer{{1, 2}, 3, 0};
  const tree<double> other = {{"weights", treelize::list(10, 20)}, {"bias", 30}};
  const tree<double> sum = {{"weights", treelize::list(11, 22)}, {"bias", 33}};
  EXPECT_EQ(walk(leaves::add<>{}, layer, other)["bias"], 33.0);
  EXPECT_EQ(walk(leaves::add<>{}, other, layer), sum);
}

TEST(DynamicWalk, MeetsANodeWithUnlikeLeafTypes) {
  const Grid grid{{{1, 2, 3}, {4, 5, 6}}, {7, 8}};
  const tree<double> other = {{"cells", 10}, {"scale", 20}};
  const auto sum = walk(leaves::add<>{}, grid, other);
  EXPECT_EQ(sum["cells"][1][2], 16.0);
  EXPECT_EQ(sum["scale"][0], 27.0);
}

TEST(DynamicWalk, ChangesANodeInPlace) {
  Layer y{{1, 2}, 3, 0};
  const tree<double> x = {{"weights", 10}, {"bias", 20}};
  const double one = 1;
  walk(leaves::accumulate<>{}, y, x, one);
  EXPECT_EQ(y.weights[1], 12);
  EXPECT_EQ(y.bias, 23);
}

TEST(DynamicWalk, StandsInsideStaticTrees) {
  const std::map<std::string, tree<double>> a{{"x", {{"c", 1}}}, {"y", 2.0}};
  const double one = 1;
  const auto b = walk(leaves::add<>{}, a, one);
  static_assert(std::is_same_v<decltype(b), const std::map<std::string, tree<double>>>);
  EXPECT_EQ(b.at("x")["c"], 2.0);
}

TEST(DynamicWalk, CrossesUnlikeRuns) {
  const tree<int> a = {{"p", treelize::list(1, 2, 3)}, {"q", 4}, {"r", treelize::list(5, 6)}};
  const tree<int> b = {{"p", 10}, {"q", treelize::list(20, 30)}, {"r", treelize::list(40, 50)}};
  const tree<int> sum = {{"p", treelize::list(11, 12, 13)}, {"q", treelize::list(24, 34)},
                         {"r", treelize::list(45, 56)}};
  EXPECT_EQ(walk(leaves::add<int>{}, a, b), sum);
  EXPECT_EQ(walk(leaves::add<int>{}, a, b), sum) << "from the cached plan";
}

TEST(DynamicErrors, NameThePathAndBothSides) {
  const tree<double> a = {{"x", {{"c", 1}, {"d", 2}}}}, b = {{"x", {{"c", 1}, {"e", 2}}}};
  EXPECT_EQ(path_of<treelize::mismatch_error>([&] { walk(leaves::add<>{}, a, b); },
                                              "argument 0 has keys {c, d}, argument 1 has keys {c, e}"),
            "x.d");
}

TEST(DynamicErrors, NameLengths) {
  const tree<double> a = {{"x", treelize::list(1, 2)}}, b = {{"x", treelize::list(1, 2, 3)}};
  EXPECT_EQ(path_of<treelize::mismatch_error>([&] { walk(leaves::add<>{}, a, b); }, "2 elements"),
            "x[2]");
}

TEST(DynamicErrors, NameAnAbsentKey) {
  const tree<double> a = {{"x", {{"c", 1}}}}, b = {{"x", {}}};
  EXPECT_EQ(path_of<treelize::missing_error>(
                [&] { walk(leaves::add<double, mode::left>{}, a, b); }, "argument 1, None"),
            "x.c");
}

TEST(DynamicErrors, ComeBeforeTheFirstCall) {
  tree<double> y = {{"a", 1}, {"b", {{"c", 2}}}};
  const tree<double> before = y, x = {{"a", 1}, {"b", {{"d", 2}}}};
  const double one = 1;
  EXPECT_THROW(walk(leaves::accumulate<>{}, y, x, one), treelize::error);
  EXPECT_EQ(y, before);
}

TEST(StaticErrors, NameThePathOfALength) {
  Net a{{{1}, 2, 0}, {{3}, 4, 0}};
  const Net before = a, b{{{1}, 2, 0}, {{3, 4}, 4, 0}};
  const double one = 1;
  EXPECT_EQ(path_of<treelize::mismatch_error>([&] { walk(leaves::accumulate<>{}, a, b, one); },
                                              "1 in argument 0, 2 in argument 1"),
            "output.weights");
  EXPECT_EQ(a.hidden.bias, before.hidden.bias) << "nothing is half done";
}

TEST(StaticErrors, NameThePathOfAMapsKey) {
  const std::vector<std::map<std::string, double>> a{{{"x", 1}}, {{"x", 1}}}, b{{{"x", 1}}, {{"y", 1}}};
  EXPECT_EQ(path_of<treelize::mismatch_error>([&] { walk(leaves::add<>{}, a, b); }), "[1].x");
}

TEST(DynamicWalk, RunsInManyThreads) {
  std::vector<std::thread> threads;
  for (int n = 0; n < 4; ++n)
    threads.emplace_back([n] {
      for (int i = 0; i < 300; ++i) {
        std::vector<tree<int>> children(static_cast<std::size_t>(i % 100 + 1), tree<int>(i));
        const tree<int> a = {{"l", tree<int>::sequence(treelize::node_kind::list, children)}};
        const tree<int> b = {{"l", n}};
        EXPECT_EQ(walk(leaves::add<int>{}, a, b)["l"][0], i + n);
      }
    });
  for (std::thread& t : threads)
    t.join();
}

} // namespace
