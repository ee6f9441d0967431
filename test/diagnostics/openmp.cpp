// What no thread alone can tell is refused.
// RUN: not %treelize %s -o %t.hpp -- -std=c++20 -fopenmp 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>

extern "C" double omp_get_wtime(void);

// CHECK: error: a call of 'omp_get_wtime' is not supported in a kernel yet
// CHECK: leave it to the caller of the kernel
TREELIZE(kernel) double timed(double x) {
  return x * omp_get_wtime();
}
