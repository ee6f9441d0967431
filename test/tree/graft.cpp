// A function that returns a tree: it becomes the sub-tree in the place of the leaf.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <treelize/annotations.hpp>
#include <treelize/tree.hpp>

#include <cassert>

namespace app {
[[treelize]] inline treelize::tree<int> both(int a, int b) {
  return {{"sum", a + b}, {"more", {{"product", a * b}}}};
}
} // namespace app

#include GENERATED

int main() {
  const treelize::tree<int> t = {{"a", 2}, {"b", {{"c", 3}}}};
  const treelize::tree<int> result = app::both(t, 5);
  assert((result["a"] == treelize::tree<int>{{"sum", 7}, {"more", {{"product", 10}}}}));
  assert(result["b"]["c"]["more"]["product"] == 15);
}
