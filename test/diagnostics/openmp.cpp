// Regions whose meaning depends on who runs them are refused.
// RUN: not %treelize %s -o %t.hpp -- -std=c++20 -fopenmp 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>
#include <vector>

extern "C" int omp_get_thread_num(void);

// CHECK: openmp.cpp:[[#@LINE+2]]:1: error: this OpenMP directive is not supported in a kernel yet
TREELIZE(kernel) double region(double x) {
#pragma omp parallel
  x = x * x;
  return x;
}
// CHECK: use a parallel loop: '#pragma omp parallel for'

// CHECK: error: this OpenMP directive is not supported in a kernel yet
TREELIZE(kernel) double sections(double x) {
#pragma omp parallel sections
  {
    x = x * x;
  }
  return x;
}

// CHECK: error: a call of 'omp_get_thread_num', which depends on the thread, is not supported in a kernel yet
// CHECK: leave the threads to '#pragma omp parallel for'
TREELIZE(kernel) double thread(const std::vector<double>& x) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * omp_get_thread_num();
  return sum;
}

// CHECK: error: this clause of an OpenMP directive is not supported in a kernel yet
// CHECK: write the loop without it
TREELIZE(kernel) double ordered(const std::vector<double>& x) {
  double sum = 0;
#pragma omp parallel for ordered
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i];
  return sum;
}
