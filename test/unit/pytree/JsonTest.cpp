// JSON in and out: nothing is lost, and what is wrong is named with its path.
#if __has_include(<nlohmann/json.hpp>)

#include "Nodes.h"

#include "treelize/adapt/json.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace treelize;
using namespace treelize::literals;

namespace {

template <class X>
std::string pathOfError(const std::string& text) {
  try {
    parse_json<X>(text);
  } catch (const format_error& error) {
    return error.path();
  }
  return "no error";
}

TEST(Json, WritesDictsAsObjectsAndListsAsArrays) {
  EXPECT_EQ(write_json(tree<int>{{"b", list(1, 2)}, {"a", {}}}), R"({"a":null,"b":[1,2]})");
}

TEST(Json, GivesEveryKindBack) {
  const tree<double> t = list(tuple(1.0, 2.0), ordered_dict("b"_a = 1.0, "a"_a = 2.0),
                              named_tuple("Point", "y"_a = 1.0, "x"_a = 2.0),
                              tree<double>{{"$x", 0.5}}, tree<double>{});
  EXPECT_EQ(parse_json<tree<double>>(write_json(t)), t);

  const std::vector<std::int64_t> keys{3, -1};
  const std::vector<treelize::treedef> leaves(2, treelize::treedef::leaf());
  for (const treelize::treedef& numbered :
       {treelize::treedef::ordered_dict(keys, leaves), treelize::treedef::dict(keys, leaves)}) {
    const tree<double> u = unflatten(numbered, std::vector{1.0, 2.0});
    EXPECT_EQ(parse_json<tree<double>>(write_json(u)), u);
  }
}

TEST(Json, KeepsNumbersThatJsonHasNot) {
  const tree<double> t = list(INFINITY, -INFINITY);
  EXPECT_EQ(parse_json<tree<double>>(write_json(t)), t);
  EXPECT_TRUE(std::isnan(parse_json<tree<double>>(write_json(tree<double>(NAN))).value()));
}

TEST(Json, ReadsAndWritesClasses) {
  const nodes::Params p{1, {2, 3}, "relu"};
  EXPECT_EQ(write_json(p), R"({"weight":1.0,"bias":[2.0,3.0],"activation":"relu"})");
  EXPECT_EQ(parse_json<nodes::Params>(write_json(p)), p);
  const nlohmann::ordered_json value = p;
  EXPECT_EQ(value.get<nodes::Params>(), p);
}

TEST(Json, NamesThePathOfAMalformedPlace) {
  EXPECT_EQ(pathOfError<tree<double>>(R"({"a": [1, {"b": ]}]})"), "a[1].b");
  EXPECT_EQ(pathOfError<tree<double>>(R"({"a": 1)"), "a");
  EXPECT_EQ(pathOfError<tree<double>>(""), "");
}

TEST(Json, RefusesAKeyTwice) {
  EXPECT_EQ(pathOfError<tree<int>>(R"({"a": {"b": 1, "b": 2}})"), "a.b");
}

TEST(Json, RefusesWhatTheLeafTypeDoesNotHold) {
  EXPECT_EQ(pathOfError<tree<int>>(R"([1, 2.5])"), "[1]");
  EXPECT_EQ(pathOfError<tree<std::int8_t>>(R"([1, 300])"), "[1]");
  EXPECT_EQ(pathOfError<tree<double>>(R"({"a": "x"})"), "a");
  EXPECT_EQ(pathOfError<tree<bool>>(R"([0])"), "[0]");
  EXPECT_EQ(pathOfError<std::vector<tree<int>>>(R"([1, {"a": "x"}])"), "[1].a");
}

TEST(Json, WantsExactlyTheFieldsOfAClass) {
  EXPECT_EQ(pathOfError<std::vector<nodes::Params>>(R"([{"weight": 1, "bias": []}])"), "[0]");
  EXPECT_EQ(pathOfError<nodes::Params>(R"({"weight": 1, "bias": [1, "x"], "activation": ""})"),
            "bias[1]");
  EXPECT_EQ(pathOfError<nodes::Params>(R"({"weight": 1, "bias": [], "activation": "", "more": 1})"),
            "");
}

TEST(Json, HasNoLimitOfDepth) {
  const std::size_t levels = 100'000;
  const tree<int> deep =
      parse_json<tree<int>>(std::string(levels, '[') + "1" + std::string(levels, ']'));
  EXPECT_EQ(deep.structure().num_nodes(), levels + 1);
}

} // namespace

#endif
