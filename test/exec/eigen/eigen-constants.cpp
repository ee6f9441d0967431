// A matrix of the constant 0.05 is no matrix of zeros.
// REQUIRES: libeigen3-dev
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/eigen-constants.treelize.hpp -- -std=c++20 %eigen -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %eigen %s %link -o %t/run && %t/run
#include <Eigen/Core>
#include <treelize/annotations.hpp>

namespace app {

TREELIZE(kernel) inline double filled(double x) {
  Eigen::Vector2d v;
  v.setConstant(0.05);
  v(0) += x;
  return v.squaredNorm();
}

TREELIZE(kernel) inline double scaled(double x) {
  const Eigen::Matrix2d m = Eigen::Matrix2d::Constant(0.05);
  return (m * x).sum() + (m.array() + 0.03).sum() * x;
}

} // namespace app

#include "eigen-constants.treelize.hpp"

#include "KernelCheck.h"

int main() {
  check::Kernels check;
  check("filled", app::kernels::filled, app::filled, 0.7);
  check("scaled", app::kernels::scaled, app::scaled, 0.7);
  return check.failures;
}
