// Tables whose length some other file knows: constants by their names, also row by row, through a pointer and from a function.
// RUN: %treelize %s -o %T/extern-tables.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
// RUN: %clangxx -I%S/../../Inputs -I%T %s -fsyntax-only
#include <KernelCheck.h>
#include <treelize/annotations.hpp>

namespace app {

extern const double eps[];
extern const double rows[][2];
extern const int order[];
struct Step {
  double width;
  int next;
};
extern const Step steps[];

inline double pick(const double* from, int i) { return from[i]; }

TREELIZE(kernel) double indexed(double x, int i) { return x * eps[i] + *eps * x * x; }
TREELIZE(kernel) double permuted(double x, int i) { return x * rows[order[i]][i % 2] + rows[1][0] * x * x; }
TREELIZE(kernel) double pointed(double x, int n) {
  double sum = 0;
  const double* p = eps;
  for (int i = 0; i < n; ++i)
    sum += x * *p++ * pick(eps, i) + pick(&eps[1], i) * x;
  return sum * x;
}
TREELIZE(kernel) double walked(double x, int i) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    sum += x * x * steps[i].width;
    i = steps[i].next;
  }
  return sum;
}

extern const double far[]; // which the tool does not see defined
extern const int moves[][2];
TREELIZE(kernel) double farAway(double x, int n) {
  const double* p = far + 1;
  double sum = 0;
  for (int i = 1; i < n; ++i, ++p)
    sum += x * *p * x;
  const int(*row)[2] = moves + 1;
  return sum * pick(far, moves[0][1]) * (*row)[1] * moves[n - 2][0];
}

const double eps[] = {0.5, 1.5, 2.5, 3.5};
const double rows[][2] = {{1, 2}, {3, 4}, {5, 6}};
const int order[] = {2, 0, 1};
const Step steps[] = {{0.5, 2}, {1.5, 0}, {2.5, 1}};

} // namespace app

#include "extern-tables.treelize.hpp"

#ifndef TREELIZE_RUN
const double app::far[] = {0.5, 1.5, 2.5, 3.5};
const int app::moves[][2] = {{1, 2}, {3, 4}};
#endif

int main() {
  check::Kernels check;
  for (int i : {0, 1, 2}) {
    check("indexed", app::kernels::indexed, app::indexed, 1.5, i);
    check("permuted", app::kernels::permuted, app::permuted, 1.5, i);
    check("walked", app::kernels::walked, app::walked, 1.5, i);
  }
  check("farAway", app::kernels::farAway, app::farAway, 1.5, 3);
  check("pointed", app::kernels::pointed, app::pointed, 1.5, 3);
  return check.failures;
}
