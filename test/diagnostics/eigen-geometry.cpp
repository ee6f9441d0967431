// A rotation that is no array of coefficients is no parameter of a kernel.
// REQUIRES: libeigen3-dev
// RUN: not %treelize %s -o - -- -std=c++20 %eigen 2>&1 | FileCheck %s
#include <Eigen/Geometry>
#include <treelize/annotations.hpp>
// CHECK: error: {{.*}}a parameter of type 'Eigen::AngleAxis<double>'{{.*}} is not supported in a kernel yet
TREELIZE(kernel) double turning(const Eigen::AngleAxisd& turn) { return turn.angle(); }
