#include "KernelText.h"

#include "analysis/IterationElements.h"

namespace {

using namespace treelize;
using namespace treelize::test;

bool apart(const char* body, const char* a, const char* b) {
  const ir::Kernel kernel =
      kernelOf(std::string("kernel f(x: std::vector<double>&, p: const std::vector<int>&, n: const "
                           "int, m: const int)\n") +
               "  for i: int in [0, n)\n" + body);
  const analysis::IterationElements elements(kernel, loopOver(kernel, "i"));
  return elements.areApart(placeOf(kernel, a), placeOf(kernel, b));
}

TEST(IterationElements, EachIterationHasItsOwn) {
  EXPECT_TRUE(apart("    x[i] = 1.0\n", "x[i]", "x[i]"));
  EXPECT_TRUE(apart("    x[i + 1] = 1.0\n", "x[i + 1]", "x[i + 1]"));
}

TEST(IterationElements, NeighboursMeet) {
  EXPECT_FALSE(apart("    x[i] = x[i + 1]\n", "x[i]", "x[i + 1]"));
}

TEST(IterationElements, AnIndexThatIsLookedUpMeetsItself) {
  EXPECT_FALSE(apart("    x[p[i]] = 1.0\n", "x[p[i]]", "x[p[i]]"));
}

TEST(IterationElements, BlocksAreApart) {
  const char* body = "    for j: int in [0, m)\n      x[i * m + j] = 1.0\n";
  EXPECT_TRUE(apart(body, "x[i * m + j]", "x[i * m + j]"));
}

TEST(IterationElements, BlocksThatReachIntoTheNextMeet) {
  const char* body = "    for j: int in [0, m + 1)\n      x[i * m + j] = 1.0\n";
  EXPECT_FALSE(apart(body, "x[i * m + j]", "x[i * m + j]"));
}

TEST(IterationElements, ConstantsOfTwoNamesAreTwo) {
  const char* body = "    for j: int in [0, (int: 5`app::nu`))\n"
                     "      x[i * (int: 3`app::n`) + j] = 1.0\n";
  const char* place = "x[i * (int: 3`app::n`) + j]";
  EXPECT_FALSE(apart(body, place, place));
  const char* same = "    for j: int in [0, (int: 3`app::n`))\n"
                     "      x[i * (int: 3`app::n`) + j] = 1.0\n";
  EXPECT_TRUE(apart(same, place, place));
}

TEST(IterationElements, NumbersAreComparedAsNumbers) {
  const char* body = "    x[i] = 1.0\n";
  EXPECT_TRUE(apart(body, "x[i * 10 + 9]", "x[i * 10 + 9]"));
  EXPECT_FALSE(apart(body, "x[i * 10 + 10]", "x[i * 10 + 10]"));
}

TEST(IterationElements, AnIndexThatTheIterationChangesIsNotFixed) {
  const ir::Kernel kernel = kernelOf(R"(
kernel f(x: std::vector<double>&, n: const int)
  let at: int = 0
  for i: int in [0, n)
    at = at + 2
    x[at] = x[i]
)");
  const analysis::IterationElements elements(kernel, loopOver(kernel, "i"));
  EXPECT_FALSE(elements.values().keepsPlace(placeOf(kernel, "x[at]")));
  EXPECT_TRUE(elements.values().keepsPlace(placeOf(kernel, "x[i]")));
  EXPECT_TRUE(elements.facts().keepsPlace(placeOf(kernel, "x[n]")));
  EXPECT_FALSE(elements.facts().keepsPlace(placeOf(kernel, "x[i]")));
}

} // namespace
