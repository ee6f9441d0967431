// Virtual calls of constant objects that the caller made: each class of this file is asked for, and an unknown one throws.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/callers-classes.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%t/callers-classes.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <cmath>
#include <functional>
#include <span>
#include <stdexcept>
#include <treelize/annotations.hpp>

namespace app {

struct Law {
  virtual ~Law() = default;
  virtual double at(double x) const = 0;
  virtual double twice(double x) const { return 2 * at(x); }
};
class Linear : public Law {
public:
  explicit Linear(double k) : k_(k) {}
  double at(double x) const override { return k_ * x; }

private:
  double k_;
};
struct Cut final : Law {
  double k[2];
  explicit Cut(double a) : k{a, 2} {}
  double at(double x) const override {
    if (x > 0.5)
      return k[0] * x * x;
    return k[1] + x;
  }
};
struct Bent : Linear {
  using Linear::Linear;
  double at(double x) const override { return std::sin(Linear::at(x)); }
  double twice(double x) const override { return at(x); }
};

// CHECK-LABEL: struct single_kernel
// CHECK: const bool is_Linear = treelize::is_exactly<app::Linear>(law);
// CHECK: throw std::invalid_argument(
TREELIZE(kernel) double single(std::span<const double> x, TREELIZE(nondiff) const Law& law) {
  return law.at(x[0]) * x[1] + law.twice(x[2]);
}
TREELIZE(kernel) double repeated(std::span<const double> x, TREELIZE(nondiff) const Law* law) {
  double sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += law->at(x[i] * sum + x[1]);
  return sum;
}

} // namespace app

#include "callers-classes.treelize.hpp"

#include <GradientCheck.h>

namespace {

struct Foreign final : app::Law {
  double at(double x) const override { return x; }
};

void checkUnknown() {
  const std::vector<double> x = {0.61, -0.37, 0.83};
  std::vector<double> x_b(3);
  try {
    app::kernels::single.adjoint(x, Foreign(), 1.0, x_b);
  } catch (const std::invalid_argument&) {
    return;
  }
  std::puts("an unknown class was taken");
  ++check::failures();
}

} // namespace

int main() {
  const std::vector<double> x = {0.61, -0.37, 0.83};
  const app::Linear linear(1.3);
  const app::Cut cut(0.7);
  const app::Bent bent(1.9);
  for (const app::Law* law : {static_cast<const app::Law*>(&linear), static_cast<const app::Law*>(&cut), static_cast<const app::Law*>(&bent)}) {
    check::scalar("single", app::kernels::single, x, std::cref(*law));
    check::scalar("repeated", app::kernels::repeated, x, law);
  }
  checkUnknown();
  return check::finish();
}
