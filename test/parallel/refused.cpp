// What cannot be summed up over pieces is refused where the program is built, with the reason and the way out.
// RUN: %treelize %s -o %T/refused.treelize.hpp
// RUN: not %cxx -DPOINTER -fsyntax-only -I%T %s > %t.txt 2>&1
// RUN: %FileCheck %s --input-file=%t.txt
// RUN: awk "END { exit NR > 12 }" %t.txt
// RUN: not %cxx -DCONSTANT -fsyntax-only -I%T %s > %t.txt 2>&1
// RUN: %FileCheck %s --input-file=%t.txt
// RUN: awk "END { exit NR > 12 }" %t.txt
// RUN: not %cxx -DINTEGER -fsyntax-only -I%T %s > %t.txt 2>&1
// RUN: %FileCheck %s --input-file=%t.txt
// RUN: awk "END { exit NR > 12 }" %t.txt
// RUN: not %clangxx -DSWAPPED -fsyntax-only -I%T %s > %t.txt 2>&1
// RUN: %FileCheck %s --input-file=%t.txt
// RUN: awk "END { exit NR > 12 }" %t.txt
// RUN: not %cxx -DBOUND -fsyntax-only -I%T %s > %t.txt 2>&1
// RUN: %FileCheck %s --input-file=%t.txt
// RUN: awk "END { exit NR > 12 }" %t.txt
// RUN: %cxx -fsyntax-only -I%T %s
#include <treelize/annotations.hpp>

#include <treelize/field.hpp>

#include <vector>

namespace app {

TREELIZE(kernel) inline double pointed(const double* w, double x) { return w[0] * x; }
TREELIZE(kernel, wrt = (x)) inline double constant(double w, double x) { return w * x; }
TREELIZE(kernel) inline int integer(double w, double x) { return w * x > 0; }
TREELIZE(kernel) inline double good(double w, double x) { return w * x; }

struct TREELIZE(node) Model { double w = 1; };
TREELIZE(kernel) inline double swapped(double x, const Model& model) { return model.w * x; }
struct TREELIZE(data_oriented) Object {
  treelize::field<double> w{1};
  TREELIZE(kernel) double times(double x) { return w.value() * x; }
};

} // namespace app

#include "refused.treelize.hpp"

#include <treelize/parallel.hpp>

int main() {
  const std::vector<double> pieces{1, 2, 3};
  [[maybe_unused]] const double w[1] = {2};
  // CHECK: error: {{.*parallel_needs_a_kernel_double_f_of_const_Params_and_const_Piece.*(_kernel|_slot)|treelize: write a kernel .double f}}
#ifdef POINTER
  treelize::parallel_gradient(app::kernels::pointed, &w[0], pieces);
#elif defined(CONSTANT)
  treelize::parallel_gradient(app::kernels::constant, w[0], pieces);
#elif defined(INTEGER)
  treelize::parallel_gradient(app::kernels::integer, w[0], pieces);
#elif defined(SWAPPED)
  auto sums = treelize::parallel_gradient(app::kernels::swapped, app::Model{}, pieces);
#elif defined(BOUND)
  treelize::bound<app::Object> object;
  auto sums = treelize::parallel_gradient(object.times, 1.0, pieces);
#else
  treelize::parallel_gradient(app::kernels::good, w[0], pieces);
#endif
}
