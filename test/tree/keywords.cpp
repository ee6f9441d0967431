// Keyword arguments go to their parameters; `left` goes by the smallest name among them.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
#include <treelize/annotations.hpp>

#include <cassert>

namespace app {
TREELIZE(mode = left, missing = 0) inline int subtract(int a, int b) { return a - b; }
} // namespace app

// CHECK: names{"a", "b"};

#include GENERATED

using namespace treelize::literals;

int main() {
  const treelize::tree<int> t = {{"x", 5}}, u = {{"x", 1}, {"y", 2}};
  assert((app::subtract("b"_a = u, "a"_a = t) == treelize::tree<int>{{"x", 4}}));
  assert((app::subtract(u, "b"_a = t) == treelize::tree<int>{{"x", -4}, {"y", 2}}));
  assert(app::subtract("b"_a = 1, "a"_a = 3) == 2);
}
