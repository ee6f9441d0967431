// check_gradient compares the matrices that a kernel has, and names the one that is wrong.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t | %FileCheck %s
// RUN: %allcxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>

#include <cmath>
#include <span>
#include <vector>

namespace app {

struct Weights {
  std::vector<double> w;
  TREELIZE(nondiff) double scale;
};
TREELIZE(kernel)
inline void infer(const Weights& p, std::span<double> x, std::span<double> y) {
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] = p.scale * std::tanh(p.w[i] * x[i]);
  for (double& each : x)
    each *= each;
}
TREELIZE(kernel) inline double loss(const Weights& p, std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += std::exp(p.w[i] * x[i]) * p.scale;
  return sum;
}

} // namespace app

#include GENERATED
#include <treelize/check_gradient.hpp>

#include <iostream>

using infer_kernel = std::remove_const_t<decltype(app::kernels::infer)>;
using loss_kernel = std::remove_const_t<decltype(app::kernels::loss)>;

struct wrong_jacobian : infer_kernel {
  treelize::matrix jacobian(const app::Weights& p, std::span<double> x, std::span<double> y) const {
    treelize::matrix result = infer_kernel::jacobian(p, x, y);
    result(1, 1) += 0.01;
    return result;
  }
};
struct wrong_hessian : loss_kernel {
  treelize::matrix hessian(const app::Weights& p, std::span<const double> x) const {
    treelize::matrix result = loss_kernel::hessian(p, x);
    result(0, 1) += 0.01;
    return result;
  }
};
struct wrong_product : loss_kernel {
  void hvp(const app::Weights& p, std::span<const double> x, const app::Weights& p_t,
           std::span<const double> x_t, app::Weights& p_b, std::span<double> x_b) const {
    loss_kernel::hvp(p, x, p_t, x_t, p_b, x_b);
    x_b[0] += 0.01 * x_t[1];
  }
};

int main() {
  const app::Weights p{{0.5, -1, 0.25}, 2};
  const std::vector<double> x{1, 0.5, -2}, y(3);
  // CHECK: gradient check passed: 9 of 9 leaves
  std::cout << treelize::check_gradient(app::kernels::infer, p, x, y);
  // CHECK: gradient check FAILED
  // CHECK-NEXT: worst is a direction of all columns: jacobian
  std::cout << treelize::check_gradient(wrong_jacobian(), p, x, y);
  // CHECK: gradient check passed: 6 of 6 leaves
  std::cout << treelize::check_gradient(app::kernels::loss, p, x);
  // CHECK: gradient check FAILED
  // CHECK-NEXT: worst is a direction of all columns: hessian
  std::cout << treelize::check_gradient(wrong_hessian(), p, x);
  // CHECK: gradient check FAILED
  // CHECK-NEXT: worst is a direction of all columns: hvp
  std::cout << treelize::check_gradient(wrong_product(), p, x);
}
