// Filters as a program uses them: the tags of annotated nodes select the parameters, the kernel is
// differentiated for them alone, the step updates them alone.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %clangxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t.clang && %t.clang
#include <treelize/annotations.hpp>

#include <cassert>
#include <span>
#include <vector>

namespace app {
struct TREELIZE(node) Dense {
  TREELIZE(tag("param")) std::vector<double> w;
  TREELIZE(tag("param")) double b;
  TREELIZE(tag("stats")) double mean;
};
struct TREELIZE(node) Model {
  Dense first;
  TREELIZE(tag("frozen")) Dense second;
};

TREELIZE(kernel, wrt = all("param", not_("frozen")))
inline double loss(const Model& m, std::span<const double> x) {
  double s = m.first.b + m.second.b;
  for (std::size_t i = 0; i < x.size(); ++i)
    s += (m.first.w[i] - m.first.mean) * x[i] * m.second.w[0];
  return s;
}
TREELIZE() inline double descend(double p, double g) { return p - 0.5 * g; }
} // namespace app

#include GENERATED

#include <treelize/filters.hpp>

int main() {
  using namespace treelize::literals;
  const app::Model m{{{1, 2}, 3, 4}, {{5}, 6, 7}};
  const auto g = app::kernels::loss.grad(m, std::vector<double>{1, 2});
  assert(g.m.first.w[1] == 10 && g.m.second.w[0] == 0);

  constexpr auto trained = treelize::all("param"_tag, treelize::not_("frozen"_tag));
  auto [params, others] = treelize::split(m, trained, treelize::rest);
  assert(params.size() == 3 && others.size() == 4);
  params.tree() = app::descend(params.tree(), g.m);
  const app::Model next = treelize::merge(params, others);
  assert(next.first.w[1] == -3 && next.first.b == 2.5);
  assert(next.first.mean == 4 && next.second.w[0] == 5 && next.second.b == 6);
}
