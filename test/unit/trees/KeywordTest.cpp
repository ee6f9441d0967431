// Keyword arguments: put in order while compiling; `left` goes by the smallest name.
#include "AsGenerated.h"

#include <gtest/gtest.h>

using namespace treelize::literals;
using treelize::mode;
using treelize::tree;
using treelize::walk;

namespace {

template <class F, class... A> decltype(auto) call(const F& leaf, A&&... arguments) {
  return walk(leaf, arguments...);
}

const tree<int> one = {{"a", 1}, {"b", 2}};
const tree<int> two = {{"a", 10}};

TEST(Keywords, ReachTheirParameter) {
  EXPECT_EQ(call(leaves::subtract<>{}, "b"_a = one, "a"_a = 5), (tree<int>{{"a", 4}, {"b", 3}}));
}

TEST(Keywords, FollowPositionalArguments) {
  EXPECT_EQ(call(leaves::subtract<>{}, 5, "b"_a = one), (tree<int>{{"a", 4}, {"b", 3}}));
}

TEST(Keywords, WithoutATreeAreThePlainCall) {
  const int x = call(leaves::subtract<>{}, "b"_a = 1, "a"_a = 5);
  EXPECT_EQ(x, 4);
}

TEST(Keywords, LeftGoesByTheSmallestName) {
  EXPECT_EQ(call(leaves::add_or<mode::left>{}, "b"_a = one, "a"_a = two), (tree<int>{{"a", 11}}));
  EXPECT_EQ(call(leaves::add_or<mode::left>{}, "b"_a = two, "a"_a = one),
            (tree<int>{{"a", 11}, {"b", 2}}));
}

TEST(Keywords, CanBeChangedInPlace) {
  tree<double> y = {{"a", 1}};
  const tree<double> x = {{"a", 10}};
  call(leaves::accumulate<>{}, "a"_a = 0.5, "x"_a = x, "y"_a = y);
  EXPECT_EQ(y["a"], 6.0);
}

} // namespace
