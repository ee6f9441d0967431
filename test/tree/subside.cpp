// subside: a container of trees becomes a tree of containers before the walk.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
#include <treelize/annotations.hpp>

#include <cassert>
#include <map>
#include <string>
#include <vector>

namespace app {
struct TREELIZE(node) Layer { std::vector<double> weights; double bias; };
[[treelize::subside]] inline double mean(const std::vector<double>& v) {
  double sum = 0;
  for (double x : v)
    sum += x;
  return sum / static_cast<double>(v.size());
}
TREELIZE(subside = (inherit = false)) inline double first(const std::map<std::string, double>& m) {
  return m.begin()->second;
}
} // namespace app

// CHECK: options{.subside = {.enabled = true}};
// CHECK: double operator()(const std::vector<double>& v) const { return ::app::mean(v); }
// CHECK: options{.subside = {.enabled = true, .inherit = false}};

#include GENERATED

int main() {
  const treelize::tree<double> t = {{"a", 1}, {"x", {{"c", 2}}}}, u = {{"a", 3}, {"x", 6}};
  assert((app::mean(std::vector{t, u}) == treelize::tree<double>{{"a", 2}, {"x", {{"c", 4}}}}));
  assert(app::mean({1, 2}) == 1.5);
  const app::Layer mean = app::mean(std::vector{app::Layer{{1}, 2}, app::Layer{{3}, 4}});
  assert(mean.weights[0] == 2 && mean.bias == 3);
  const std::map<std::string, treelize::tree<double>> trees{{"p", t}, {"q", u}};
  try {
    app::first(trees);
    assert(false);
  } catch (const treelize::inherit_error& e) {
    assert(e.path() == "x");
  }
}
