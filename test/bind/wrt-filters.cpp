// A filter in wrt selects leaves of a kernel's parameters: grad gives the same type, the others stay zero.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %FileCheck %s < %t.treelize.hpp
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <treelize/annotations.hpp>

#include <cassert>
#include <cmath>
#include <span>
#include <vector>

namespace app {
struct TREELIZE(node) Layer {
  TREELIZE(tag("param")) std::vector<double> w;
  TREELIZE(tag("param"), tag("bias")) double b;
  double mean;
  int uses;
};
struct TREELIZE(node) Model {
  std::vector<Layer> layers;
  TREELIZE(tag("frozen")) Layer embedding;
  float rate;
};

inline double sum(const Layer& l, double x) {
  double s = l.b * l.mean;
  for (double w : l.w)
    s += w * x;
  return s;
}

TREELIZE(kernel, wrt = all(with_tag("param"), not_(with_tag("frozen"))))
inline double loss(const Model& m, std::span<const double> x) {
  double s = sum(m.embedding, x[0]) * m.rate;
  for (const Layer& l : m.layers)
    s += std::sin(sum(l, x[1]));
  return s;
}

TREELIZE(kernel, wrt = of_type<float>)
inline double rated(const Model& m, double x) { return m.rate * x * m.embedding.b; }

TREELIZE(kernel, wrt = (x, path_contains("embedding")))
inline double named(const Model& m, double x, double y) { return m.rate * x * y * m.embedding.b; }

TREELIZE(kernel, wrt = with_tag("seen"))
inline double tagged(TREELIZE(tag("seen")) double a, double b) { return a * a * b; }

class TREELIZE(data_oriented) Chain {
public:
  TREELIZE(tag("param")) double k = 3;
  double h = 2;
  TREELIZE(kernel, wrt = with_tag("param")) double energy(double x) const { return k * h * x; }
};
} // namespace app

// What no filter selects has no shadow.
// CHECK: void adjoint(const app::Model& m, std::span<const double> x, double seed, app::Model& m_b) const
// CHECK-NOT: m_b.embedding
// CHECK: void adjoint(const app::Model& m, double x, double seed, app::Model& m_b) const
// CHECK: void adjoint(const app::Model& m, double x, double y, double seed, app::Model& m_b,
// CHECK-NEXT: double& x_b) const
// CHECK: void adjoint(double a, double b, double seed, double& a_b) const

#include GENERATED

int main() {
  const app::Model m{{{{1, 2}, 3, 4, 5}}, {{6}, 7, 8, 9}, 0.5f};
  const std::vector<double> x{2, 3};
  const auto g = app::kernels::loss.grad(m, x);
  const double d = std::cos(3 * 4 + 1 * 3 + 2 * 3);
  assert(g.m.layers[0].w[1] == d * 3 && g.m.layers[0].b == d * 4);
  assert(g.m.layers[0].mean == 0 && g.m.layers[0].uses == 5);
  assert(g.m.embedding.w[0] == 0 && g.m.embedding.b == 0 && g.m.rate == 0);

  const auto r = app::kernels::rated.grad(m, 2);
  assert(r.m.rate == 14 && r.m.embedding.b == 0);

  const auto n = app::kernels::named.grad(m, 2, 3);
  assert(n.x == 0.5 * 3 * 7 && n.m.embedding.b == 0.5 * 2 * 3 && n.m.rate == 0);

  assert(app::kernels::tagged.grad(3, 5).a == 30);
  assert(app::kernels::tagged.tangent(3, 5, 1).derivative == 30);

  treelize::bound<app::Chain> chain;
  const auto c = chain.energy.grad(5);
  assert(c.self.k == 10 && c.self.h == 0);
}
