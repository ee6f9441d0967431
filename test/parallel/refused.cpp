// What cannot be summed up over pieces is refused where the program is built, with the reason and the way out.
// RUN: %treelize %s -o %T/refused.treelize.hpp
// RUN: not %cxx -DPOINTER -fsyntax-only -I%T %s 2>&1 | %FileCheck %s
// RUN: not %cxx -DCONSTANT -fsyntax-only -I%T %s 2>&1 | %FileCheck %s
// RUN: not %cxx -DINTEGER -fsyntax-only -I%T %s 2>&1 | %FileCheck %s
// RUN: %cxx -fsyntax-only -I%T %s
#include <treelize/annotations.hpp>

#include <vector>

namespace app {

TREELIZE(kernel) inline double pointed(const double* w, double x) { return w[0] * x; }
TREELIZE(kernel, wrt = (x)) inline double constant(double w, double x) { return w * x; }
TREELIZE(kernel) inline int integer(double w, double x) { return w * x > 0; }
TREELIZE(kernel) inline double good(double w, double x) { return w * x; }

} // namespace app

#include "refused.treelize.hpp"

#include <treelize/parallel.hpp>

int main() {
  const std::vector<double> pieces{1, 2, 3};
  const double w[1] = {2};
  // CHECK: error: static assertion failed: treelize: this is no kernel `double f(const Params& params, const Piece& piece)`
  // CHECK-SAME: write a kernel around it that takes spans
#ifdef POINTER
  treelize::parallel_gradient(app::kernels::pointed, &w[0], pieces);
#elif defined(CONSTANT)
  treelize::parallel_gradient(app::kernels::constant, w[0], pieces);
#elif defined(INTEGER)
  treelize::parallel_gradient(app::kernels::integer, w[0], pieces);
#else
  treelize::parallel_gradient(app::kernels::good, w[0], pieces);
#endif
}
