// With TREELIZE_CHECK a derivative looks whether its arguments and shadows are distinct where it matters; the
// error names the kernel and the two. Without it nothing is looked at.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %FileCheck %s < %t.treelize.hpp
// RUN: %cxx -DTREELIZE_CHECK -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %allcxx -DTREELIZE_CHECK -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>
#include <treelize/error.hpp>
#include <treelize/field.hpp>

#include <cassert>
#include <span>
#include <string>
#include <vector>

namespace app {

struct Layer {
  std::vector<double> w;
  double b;
};
struct Model {
  std::vector<Layer> layers;
};

// CHECK: TREELIZE_CHECK_DISTINCT("app::dot", TREELIZE_READS(x), TREELIZE_READS(y), TREELIZE_ADDS_TO(x_b),
// CHECK-NEXT: TREELIZE_ADDS_TO(y_b));
TREELIZE(kernel) inline double dot(std::span<const double> x, std::span<const double> y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * y[i];
  return sum;
}

// What the primal writes counts, whether or not the adjoint needs it.
// CHECK: TREELIZE_CHECK_DISTINCT("app::store", TREELIZE_READS(x), TREELIZE_WRITES(y),
// CHECK-NEXT: TREELIZE_ADDS_TO(x_b), TREELIZE_WRITES(y_b));
TREELIZE(kernel) inline void store(const double* x, double* y) {
  y[0] = 2;
  y[1] = x[0] * 3;
}

TREELIZE(kernel) inline double weigh(const Model& m, double& scale) {
  scale *= m.layers[0].b;
  return m.layers[1].w[0] * scale;
}

// Numbers by value have nothing to share but their adjoints, which are only added to.
// CHECK: struct product_kernel
// CHECK-NOT: CHECK_DISTINCT
// CHECK: product_kernel product
TREELIZE(kernel) inline double product(double a, double b) { return a * b; }

class TREELIZE(data_oriented) Chain {
public:
  treelize::field<double> x{2}, y{2};
  // CHECK: TREELIZE_CHECK_DISTINCT("app::Chain::add", TREELIZE_WRITES(y), TREELIZE_READS(v),
  TREELIZE(kernel) void add(std::span<const double> v) {
    for (std::size_t i = 0; i < v.size(); ++i)
      y[i] *= v[i];
  }
};

} // namespace app

#include GENERATED

/// Does it say this, where checks are on, and nothing, where they are off?
template <class F> bool says(const F& f, const std::string& text) {
#ifdef TREELIZE_CHECK
  try {
    f();
  } catch (const treelize::aliasing_error& e) {
    return std::string(e.what()).find(text) != std::string::npos;
  }
  return false;
#else
  f();
  return !text.empty();
#endif
}

int main() {
  using namespace app::kernels;
  std::vector<double> x{1, 2, 3}, y{4, 5, 6}, x_b(3), y_b(3);
  dot.adjoint(x, y, 1, x_b, y_b);
  dot.adjoint(x, x, 1, x_b, x_b); // both are read, both are added to: right
  assert(says([&] { dot.adjoint(x, y, 1, x_b, x); },
              "in a derivative of app::dot: 'x', which it reads, and 'y_b', which it adds to, share memory"));
  assert(says([&] { dot.adjoint(x, y, 1, x_b, y); }, "'y', which it reads, and 'y_b'"));

  store.adjoint(x.data(), y.data(), x_b.data(), y_b.data());
  assert(says([&] { store.adjoint(x.data(), x.data(), x_b.data(), y_b.data()); },
              "app::store: 'x', which it reads, and 'y', which it writes"));

  app::Model model{{{{1}, 2}, {{3}, 4}}}, model_b;
  double scale = 5, scale_b = 0;
  weigh.adjoint(model, scale, 1, model_b, scale_b);
  assert(says([&] { weigh.adjoint(model, model.layers[0].b, 1, model_b, scale_b); }, "'m', which it reads, and 'scale'"));
  assert(says([&] { weigh.adjoint(model, scale, 1, model_b, model_b.layers[1].w[0]); }, "'m_b'"));
  assert(product.grad(2, 3).a == 3);

  treelize::bound<app::Chain> chain;
  chain.x.fill(2);
  chain.y.grad.fill(1);
  chain.add.grad(chain.x); // a field that this kernel leaves alone
  assert(says([&] { chain.add.grad(chain.y); }, "'y', which it writes, and 'v'"));
}
