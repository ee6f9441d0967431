// What each filter selects, how filters combine, compare and print.
#include "treelize/detail/any_all.hpp"
#include "treelize/detail/filter/combinators.hpp"

#include <gtest/gtest.h>

#include <map>

using namespace treelize;
using namespace treelize::literals;

namespace {

struct Variable {
  double value = 0;
  std::optional<std::string> tag = {};
};
struct Param : Variable {};
struct Buffer {
  static constexpr std::string_view tag = "buffer";
};

const key_path deep({path_key("layers"), path_key(std::size_t(1)), path_key("w")});

template <class F, class V = double>
bool selects(const F& f, const V& value = V{}) {
  return detail::as_filter(f)(deep, value);
}

TEST(Predicates, OfTypeTakesDerivedClasses) {
  EXPECT_TRUE(selects(of_type<Variable>, Param{}));
  EXPECT_FALSE(selects(of_type<Param>, Variable{}));
}

TEST(Predicates, OfTypeAsksTheAlternativeOfAVariant) {
  using Leaf = std::variant<double, Param>;
  EXPECT_TRUE(selects(of_type<Variable>, Leaf(Param{})));
  EXPECT_FALSE(selects(of_type<Variable>, Leaf(1.0)));
}

TEST(Predicates, WithTagReadsAMemberOfTheLeaf) {
  EXPECT_TRUE(selects(with_tag("a"), Variable{1, "a"}));
  EXPECT_FALSE(selects(with_tag("a"), Variable{1, "ab"}));
  EXPECT_FALSE(selects(with_tag("a"), Variable{}));
  EXPECT_TRUE(selects(with_tag("buffer"), Buffer{}));
  EXPECT_TRUE(selects(with_tag("a"), std::variant<double, Variable>(Variable{1, "a"})));
}

TEST(Predicates, PathContainsTellsNamesFromIndices) {
  EXPECT_TRUE(selects(path_contains("w")));
  EXPECT_TRUE(selects(path_contains(1)));
  EXPECT_FALSE(selects(path_contains("1")));
  EXPECT_FALSE(selects(path_contains(0)));
}

TEST(Predicates, PathContainsInexactComparesTexts) {
  EXPECT_TRUE(selects(path_contains("aye", false)));
  EXPECT_TRUE(selects(path_contains("1", "exact"_a = false)));
  EXPECT_FALSE(selects(path_contains("x", false)));
}

TEST(Predicates, PathInComparesWholePaths) {
  EXPECT_TRUE(selects(path_in("a", "layers[1].w")));
  EXPECT_FALSE(selects(path_in("layers[1]", "w", "ayers[1].w")));
  EXPECT_TRUE(selects(path_in(std::vector{deep})));
}

TEST(Predicates, PathInReadsQuotedNames) {
  const key_path odd({path_key("a \"b\""), path_key("c")});
  EXPECT_TRUE(path_in(std::vector{odd})(odd, 1));
  EXPECT_FALSE(path_in("a b.c")(odd, 1));
}

TEST(Predicates, AFunctionIsAskedForPathAndValue) {
  const auto isLarge = [](const key_path& path, double value) {
    return path.size() == 3 && value > 5;
  };
  EXPECT_TRUE(selects(isLarge, 6.0));
  EXPECT_FALSE(selects(isLarge, 5.0));
}

TEST(Predicates, LiteralsMeanWhatFlaxsMean) {
  EXPECT_TRUE(selects(true));
  EXPECT_FALSE(selects(false));
  EXPECT_FALSE(selects(std::nullopt));
  EXPECT_TRUE(selects(rest));
  EXPECT_TRUE(selects("a", Variable{1, "a"}));
  EXPECT_TRUE(selects(std::string("a"), Variable{1, "a"}));
  EXPECT_TRUE(selects(std::tuple{path_contains("x"), path_contains("w")}));
  EXPECT_TRUE(selects(std::vector{path_contains(0), path_contains(1)}));
}

TEST(Predicates, AnyOfNoneIsNothingAllOfNoneEverything) {
  EXPECT_FALSE(selects(any()));
  EXPECT_TRUE(selects(all()));
}

TEST(Predicates, Combine) {
  EXPECT_TRUE(selects(all(path_contains("w"), of_type<double>)));
  EXPECT_FALSE(selects(all(path_contains("w"), of_type<int>)));
  EXPECT_TRUE(selects(any(nothing, path_contains(1))));
  EXPECT_FALSE(selects(not_(any(nothing, path_contains(1)))));
}

TEST(Predicates, CompareByValue) {
  EXPECT_TRUE(with_tag("a") == with_tag(std::string("a")));
  EXPECT_FALSE(with_tag("a") == with_tag("b"));
  EXPECT_TRUE(detail::as_filter(true) == everything);
  EXPECT_FALSE(any("a", "b") == any("b", "a"));
  EXPECT_TRUE(path_in("a", "b") == path_in("b", "a"));
  EXPECT_TRUE(any("a") == detail::as_filter(std::tuple{"a"}));
}

TEST(Predicates, EqualFiltersHashAlike) {
  const auto a = with_tag("a");
  const auto b = with_tag(std::string("a"));
  EXPECT_EQ(std::hash<decltype(a)>{}(a), std::hash<decltype(b)>{}(b));
}

TEST(Predicates, Print) {
  EXPECT_EQ(any(of_type<double>, not_(with_tag("a"))).str(),
            "any(of_type<double>, not_(with_tag(\"a\")))");
  EXPECT_EQ(path_contains("a", false).str(), "path_contains(\"a\", exact = false)");
}

TEST(Predicates, AnyAndAllReduceATree) {
  EXPECT_TRUE(any(std::map<std::string, bool>{{"a", false}, {"b", true}}));
  EXPECT_FALSE(all(std::map<std::string, bool>{{"a", false}, {"b", true}}));
  EXPECT_TRUE(all(tree<bool>{}));
  EXPECT_FALSE(any(tree<bool>{}));
}

TEST(Predicates, AreConstantExpressions) {
  constexpr auto asked = all(with_tag("a"), not_(path_contains("b")), path_in("a.b"));
  constexpr auto step = detail::named_step(nullptr, "b");
  static_assert(asked.test(detail::site<double>{&step, nullptr}) == detail::verdict::no);
}

} // namespace
