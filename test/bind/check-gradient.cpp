// check_gradient compares the adjoint, the tangent and central differences of any kernel whose arguments can be
// copied, and says which leaf is worst.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %FileCheck %s --check-prefix=TEXT --input-file=%t.treelize.hpp
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t | %FileCheck %s
// RUN: %allcxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
// RUN: not %cxx -DGENERATED='"%t.treelize.hpp"' -DBAD %s -fsyntax-only 2>&1 | %FileCheck %s --check-prefix=BAD
#include <treelize/annotations.hpp>
#include <treelize/check_gradient.hpp>
#include <treelize/field.hpp>
#include <treelize/kernel.hpp>

#include <array>
#include <cmath>
#include <complex>
#include <iostream>
#include <span>
#include <vector>

namespace app {

struct Layer {
  std::vector<double> w;
  TREELIZE(nondiff) double mean;
  int uses;
};
struct TREELIZE(node) Model {
  std::vector<Layer> layers;
  double rate;
};

// TEXT: auto signature(const app::Model&, std::span<double>, int) const {
// TEXT-NEXT: return treelize::signature<double, const app::Model&, std::span<double>,
// TEXT-NEXT: treelize::without_shadow<int>>{
// TEXT-NEXT: {{.*}}"m", ".layers[].mean "}, {"x", "", treelize::parameter_use::updated}, {"n", ""}
TREELIZE(kernel) inline double model(const Model& m, std::span<double> x, int n) {
  double sum = 0;
  for (const Layer& l : m.layers)
    for (std::size_t i = 0; i < x.size(); ++i) {
      sum += std::tanh(l.w[i] * x[i]) * l.mean * n;
      x[i] = std::exp(x[i] * m.rate);
    }
  return sum;
}

TREELIZE(kernel, wrt = b) inline float narrow(float a, float b) { return std::sin(a * b); }
TREELIZE(kernel) inline void inPlace(std::array<double, 3>& x, double (&y)[2]) {
  x[0] = x[1] * y[0];
  y[1] *= x[0];
}
TREELIZE(kernel) inline double atRest(double v, double k) { return v * v * k; }
TREELIZE(kernel) inline double kink(double x) { return x < 0 ? -x : x; }
TREELIZE(kernel) inline double phase(std::complex<double> z) { return std::norm(z * z) + z.real(); }

inline double cube(double x) { return x * x * x; }
TREELIZE(adjoint_of(cube)) inline void cube_adjoint(double x, double seed, double& x_b) { x_b += seed * x * x; }
TREELIZE(kernel) inline double wrong(const std::vector<double>& x) { return x[0] + cube(x[1]); }

// A rule whose tangent and adjoint disagree with each other, though both are near.
inline double sine(double x) { return std::sin(x); }
TREELIZE(adjoint_of(sine)) inline void sine_adjoint(double x, double seed, double& x_b) { x_b += seed * std::cos(x); }
TREELIZE(tangent_of(sine)) inline treelize::tangent_result<double> sine_tangent(double x, double x_t) {
  return {std::sin(x), x_t * (std::cos(x) + 1e-6)};
}
TREELIZE(kernel) inline double apart(double x) { return sine(x); }

TREELIZE(kernel) inline double pointed(const double* x) { return x[0]; }

class TREELIZE(data_oriented) Chain {
public:
  explicit Chain(std::size_t n) : x_(n), y(n) { x_.fill(0.5); }
  TREELIZE(kernel) double step(double h) {
    double sum = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      y[i] += h * std::sin(x_[i] * k_);
      x_[i] = y[i] * x_[i];
      sum += x_[i];
    }
    return sum;
  }
  bool isUntouched() const { return x_[0] == 0.5 && y[0] == 0 && x_.grad[0] == 0 && y.grad[0] == 7; }

private:
  treelize::field<double> x_;
  double k_ = 1.25;

public:
  treelize::field<double> y;
};

} // namespace app

#include GENERATED

int main() {
  using namespace app::kernels;
  using treelize::check_gradient;
  const app::Model m{{{{0.1, 0.2}, 0.5, 3}, {{0.3, -0.4}, 2, 1}}, 0.7};
  std::vector<double> x{1, 2};

  // Four weights, the rate and the two of x; not the means.
  std::cout << check_gradient(model, m, x, 2);
  // CHECK: gradient check passed: 7 of 7 leaves, seed 20240607
  // CHECK-NEXT: worst is {{.*}}: adjoint {{.*}}, tangent {{.*}}, central difference
  // CHECK-NEXT: of the error that is allowed

  std::cout << check_gradient(narrow, 0.5F, 2.0F);
  // CHECK: gradient check passed: 1 of 1 leaves
  const double y[2] = {3, 4};
  std::cout << check_gradient(inPlace, std::array<double, 3>{1, 2, 3}, y);
  // CHECK: gradient check passed: 5 of 5 leaves
  std::cout << check_gradient(phase, std::complex(1.0, 2.0));
  // CHECK: gradient check passed: 2 of 2 leaves

  // Where all is zero differences have nothing but their truncation; at a kink they still tell.
  std::cout << check_gradient(atRest, 0.0, 1.5) << check_gradient(kink, 0.0);
  // CHECK: gradient check passed: 2 of 2 leaves
  // CHECK: gradient check FAILED: 1 of 1 leaves

  treelize::bound<app::Chain> chain(3);
  chain.y.grad.fill(7);
  std::cout << check_gradient(chain.step, 0.1) << chain.isUntouched() << "\n";
  // CHECK: gradient check passed: 8 of 8 leaves
  // CHECK: 1

  std::cout << check_gradient(wrong, std::vector<double>{1, 2});
  // CHECK: gradient check FAILED: 2 of 2 leaves
  // CHECK-NEXT: worst is x[1]: adjoint {{[0-9.-]+}}, tangent {{[0-9.-]+}}, central difference
  std::cout << check_gradient(apart, 0.5);
  // CHECK: gradient check FAILED: 1 of 1 leaves

  const std::vector<double> many(1000, 0.5);
  treelize::gradient_check_options few;
  few.max_leaves = 10;
  few.seed = 1;
  std::cout << check_gradient(few, wrong, many);
  // CHECK: gradient check FAILED: 10 of 1000 leaves, seed 1
  // CHECK-NEXT: worst is a direction of all leaves

#ifdef BAD
  // BAD: error: static assertion failed: treelize::check_gradient: the kernel does not take these arguments
  check_gradient(pointed, many.data());
#endif
}
