// <omp.h> is found where only GCC has one, and nothing else of GCC's own headers.
// REQUIRES: openmp
// RUN: %treelize %s --list -- -std=c++20 -fopenmp | %FileCheck %s
// CHECK: kernel f
#include <immintrin.h>
#include <omp.h>
inline int threads() { return omp_get_max_threads(); }
[[treelize::kernel]] inline double f(double x) { return x; }
