// What is generated of names that end or begin with an underscore has no two underscores in a row, which the standard
// reserves, and no name twice.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/reserved-names.treelize.hpp -- -std=c++20
// RUN: not grep -nE '[A-Za-z0-9]__|__[A-Za-z0-9]' %t/reserved-names.treelize.hpp
// RUN: %cxx -I%t %s %link -o %t/program && %t/program
#include <treelize/annotations.hpp>
#include <cmath>
#include <cstdio>
#include <vector>

namespace app {
struct TREELIZE(node) Pair_ {
  double first_, _second;
};
TREELIZE(mode = strict) inline double scale_(double a_) { return 2 * a_; }

class TREELIZE(data_oriented) Chain_ {
public:
  Chain_(double alpha, double beta) : alpha_(alpha), _alpha(beta) {}
  TREELIZE(kernel) double energy_(const std::vector<double>& x_, double x) const {
    double e_ = 0;
    for (std::size_t i_ = 0; i_ < x_.size(); i_ += 2) {
      double t_ = std::sin(alpha_ * x_[i_]) + _alpha * x;
      e_ = e_ * t_ + t_ * t_;
    }
    return e_;
  }

private:
  TREELIZE(kernel) double hidden_(double x_) const { return alpha_ * x_ * x_; }
  double alpha_, _alpha;
};

TREELIZE(kernel) inline double power_(double x_, double x_b) { return x_ * x_ * x_b; }
TREELIZE(kernel) inline double power(double x_, double x) { return x_ * x_ * x; }
} // namespace app

#include "reserved-names.treelize.hpp"

int main() {
  const auto g = app::kernels::power_.grad(3, 2);
  const auto h = app::kernels::power.grad(3, 2);
  const app::Pair_ doubled = app::scale_(app::Pair_{1, 2});
  treelize::bound<app::Chain_> chain(0.5, 0.25);
  const double d = 1e-6;
  const auto c = chain.energy_.grad({0.5, 1, 1.5}, 0.7);
  const double slope = (chain.energy_({0.5, 1, 1.5}, 0.7 + d) - chain.energy_({0.5, 1, 1.5}, 0.7 - d)) / (2 * d);
  const bool isRight = g.x_ == 12 && g.x_b == 9 && h.x_ == 12 && h.x == 9 && doubled.first_ == 2 &&
                       doubled._second == 4 && std::abs(c.x - slope) < 1e-6;
  if (!isRight)
    std::printf("%g %g %g %g %g %g\n", g.x_, g.x_b, h.x_, h.x, c.x, slope);
  return isRight ? 0 : 1;
}
