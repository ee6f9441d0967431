// batch: a function mapped over the axes of its arguments' leaves.
#include "treelize/detail/filter/batch.hpp"

#include "treelize/detail/any_all.hpp"

#include <gtest/gtest.h>

#include <map>

using namespace treelize;

namespace {

template <class T>
struct Pair {
  T x, y;
};

} // namespace

template <class T>
struct treelize::node_traits<Pair<T>> {
  using members = treelize::members<child<"x", &Pair<T>::x>, child<"y", &Pair<T>::y>>;
  template <class R>
  using rebind = Pair<R>;
};

namespace {

using Column = std::vector<double>;
using Columns = tree<Column>;

Columns sample() {
  return {{"a", Column{1, 2}}, {"b", Column{3, 4}}};
}

template <class F>
std::string pathOfError(const F& f) {
  try {
    f();
  } catch (const error& e) {
    return e.path();
  }
  return "no error";
}

TEST(Batch, MapsOverTheFirstAxisOfVectors) {
  const auto sum = batch([](double x, double y) { return x + y; });
  EXPECT_EQ(sum(Column{1, 2}, std::array{10.0, 20.0}), (Column{11, 22}));
}

TEST(Batch, AnUnmappedArgumentIsHandedWhole) {
  const auto scale =
      batch([](double x, const Column& k) { return x * k[1]; }, std::tuple{0, unmapped});
  EXPECT_EQ(scale(Column{1, 2}, Column{5, 10, 15}), (Column{10, 20}));
}

TEST(Batch, ANodeOfColumnsIsMappedAsNodes) {
  const auto swap = batch([](const Pair<double>& p) { return Pair<double>{p.y, p.x}; });
  const Pair<Column> swapped = swap(Pair<Column>{{1, 2}, {3, 4}});
  EXPECT_EQ(swapped.x, (Column{3, 4}));
  EXPECT_EQ(swapped.y, (Column{1, 2}));
}

TEST(Batch, MapsAndTuplesAreMappedByTheirLeaves) {
  const auto f =
      batch([](const std::map<std::string, double>& m) { return std::pair{m.at("a"), 1}; });
  const std::tuple<Column, std::vector<int>> result =
      f(std::map<std::string, Column>{{"a", {1, 2}}});
  EXPECT_EQ(std::get<0>(result), (Column{1, 2}));
}

TEST(Batch, ATreeOfColumnsIsMappedAsTrees) {
  const auto twice = batch(
      [](const tree<double>& t) { return tree<double>{{"s", t["a"].value() + t["b"].value()}}; });
  EXPECT_EQ(twice(sample()), (Columns{{"s", Column{4, 6}}}));
}

TEST(Batch, ALaterAxis) {
  const std::vector<Column> rows{{1, 2, 3}, {4, 5, 6}};
  const auto columns = batch([](const Column& c) { return c; }, -1)(rows);
  EXPECT_EQ(columns, (std::vector<Column>{{1, 4}, {2, 5}, {3, 6}}));
}

TEST(Batch, ALaterAxisOfTheResults) {
  const std::vector<Column> rows{{1, 2, 3}, {4, 5, 6}};
  const auto twice = [](const Column& x) {
    Column result = x;
    for (double& value : result)
      value *= 2;
    return result;
  };
  const std::vector<Column> doubled{{2, 4, 6}, {8, 10, 12}};
  EXPECT_EQ(batch(twice, 1, batch_options{.out_axis = 1})(rows), doubled);
  EXPECT_EQ(batch(twice, -1, batch_options{.out_axis = -1})(rows), doubled);
  EXPECT_EQ(batch(twice, 0, batch_options{.out_axis = 1})(rows),
            (std::vector<Column>{{2, 8}, {4, 10}, {6, 12}}));
  const auto as_tree = [&](const Column& x) { return tree<Column>{{"y", twice(x)}}; };
  EXPECT_EQ(batch(as_tree, 1, batch_options{.out_axis = -1})(rows)["y"].value(), doubled);
  EXPECT_THROW(batch(twice, 0, batch_options{.out_axis = 2})(rows), axis_error);
  EXPECT_THROW(batch([](double x) { return x; }, 0, batch_options{.out_axis = 1})(Column{1, 2}),
               axis_error);
  const auto growing = [](double x) { return Column(static_cast<std::size_t>(x)); };
  EXPECT_THROW(batch(growing, 0, batch_options{.out_axis = 1})(Column{1, 2}), axis_error);
}

TEST(Batch, APrefixTreeOfAxes) {
  using Seen = std::variant<double, Column>;
  const auto f = batch(
      [](const tree<Seen>& t) {
        return std::get<double>(t["a"].value()) * std::get<Column>(t["b"].value())[1];
      },
      tree<int>{{"a", 0}, {"b", {}}});
  EXPECT_EQ(f(sample()), (Column{4, 8}));
}

TEST(Batch, APrefixThatDoesNotFitNamesThePath) {
  const auto f = batch([](const auto&) { return 0; }, tree<int>{{"a", 0}, {"b", {{"c", 0}}}});
  EXPECT_EQ(pathOfError([&] { f(sample()); }), "b");
}

TEST(Batch, StateAxesGiveAnAxisByFilter) {
  const auto axes = state_axes(axis_of(path_contains("a"), 0), axis_of(rest, unmapped));
  const auto seen = axes(sample());
  EXPECT_EQ(seen[0], 0);
  EXPECT_EQ(seen[1], std::nullopt);
  const auto f = batch([](const auto& t) { return std::get<1>(t["b"].value()).size(); }, axes);
  EXPECT_EQ(f(sample()), (std::vector<std::size_t>{2, 2}));
}

TEST(Batch, ALeafWithoutAnAxisIsAnErrorWithItsPath) {
  EXPECT_EQ(pathOfError([] { state_axes(axis_of(path_contains("a"), 0))(sample()); }), "b");
}

TEST(Batch, UnequalAxesAreAnErrorThatNamesBothSides) {
  const auto f = batch([](double, double) { return 0; });
  try {
    f(Column{1, 2}, Column{1});
    FAIL();
  } catch (const axis_error& e) {
    EXPECT_EQ(e.path(), "arg1");
    EXPECT_NE(std::string(e.what()).find("axis 0 of the leaf at 'arg0' is 2, axis 0 of the leaf at "
                                         "'arg1' is 1"),
              std::string::npos);
  }
}

TEST(Batch, AnAxisThatALeafDoesNotHaveIsAnError) {
  const auto f = batch([](const auto&) { return 0; }, 1);
  EXPECT_EQ(pathOfError([&] { f(Column{1, 2}); }), "arg0");
}

TEST(Batch, TheSizeOfTheAxisCanBeGiven) {
  int calls = 0;
  batch([&](int) { ++calls; }, unmapped, batch_options{.axis_size = 3})(1);
  EXPECT_EQ(calls, 3);
  EXPECT_THROW(batch([](int) {}, unmapped)(1), axis_error);
  EXPECT_THROW(batch([](double) {}, 0, batch_options{.axis_size = 3})(Column{1}), axis_error);
}

TEST(Batch, NothingIsCalledBeforeAllIsChecked) {
  int calls = 0;
  EXPECT_THROW(batch([&](double, double) { ++calls; })(Column{1, 2}, Column{1}), axis_error);
  EXPECT_EQ(calls, 0);
}

} // namespace
