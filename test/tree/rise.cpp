// rise: a tree of tuples becomes a tuple of trees; a template says what the results must look like.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
#include <treelize/annotations.hpp>

#include <cassert>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace app {
struct TREELIZE(node) Layer { std::vector<double> weights; double bias; };
[[treelize::rise]] inline std::pair<double, double> minmax(double a, double b) {
  return a < b ? std::pair(a, b) : std::pair(b, a);
}
using list = std::vector<std::string>;
TREELIZE(rise = list(2)) inline list halves(const std::string& s) {
  return {s.substr(0, s.size() / 2), s.substr(s.size() / 2)};
}
TREELIZE(rise = (std::tuple(0, 0))) inline std::tuple<list, int> letters(const std::string& s) {
  return {list(s.size(), "x"), static_cast<int>(s.size())};
}
} // namespace app

// CHECK: options{.rise = true};
// CHECK: inline auto halves_rise_template() {
// CHECK-NEXT: return list(2);
// CHECK: static auto rise_template() { return halves_rise_template(); }
// CHECK: inline auto letters_rise_template() {
// CHECK-NEXT: return (std::tuple(0, 0));

#include GENERATED

int main() {
  const app::Layer a{{1, 9}, 3}, b{{5, 5}, 5};
  const auto [low, high] = app::minmax(a, b);
  static_assert(std::is_same_v<decltype(low), const app::Layer>);
  assert(low.weights[1] == 5 && high.weights[1] == 9 && high.bias == 5);

  const treelize::tree<std::string> t = {{"a", "abcd"}, {"b", "xyz"}};
  const std::vector<treelize::tree<std::string>> halves = app::halves(t);
  assert(halves.size() == 2 && halves[0]["a"] == "ab" && halves[1]["b"] == "yz");
  const auto [letters, count] = app::letters(t);
  assert(letters["b"].value().size() == 3 && count["a"] == 4);
}
