// The report says which loops run in parallel, how they share sums, and why others do not.
// RUN: %treelize %s -o %t.hpp --report=text -- -std=c++20 -fopenmp | %FileCheck %s
// RUN: %treelize %s -o %t.hpp --report=json -- -std=c++20 -fopenmp > %t.json
// RUN: %python -c "import json; k = json.load(open('%t.json'))['outputs'][0]['kernels'][0]; assert k['parallelLoops'][0]['sweep'] == 'forward' and k['parallelLoops'][0]['how'] == 'parallel, each thread sums up sum, atomic additions to x_b', k"
#include <treelize/annotations.hpp>
#include <cmath>
#include <cstdio>
#include <map>
#include <span>
#include <stdexcept>
#include <vector>

// CHECK: kernel: chosen
// CHECK: parallel loop: parallel.cpp:[[#@LINE+4]], forward sweep: parallel, each thread sums up sum, atomic additions to x_b
TREELIZE(kernel) double chosen(const std::vector<double>& x, const std::vector<int>& at) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (std::size_t i = 0; i < at.size(); ++i)
    sum += std::exp(x[static_cast<std::size_t>(at[i])]);
  return sum;
}

// CHECK: kernel: last
// CHECK: parallel loop: parallel.cpp:[[#@LINE+5]], forward sweep: serial: its clause 'lastprivate' orders the iterations
// CHECK: parallel loop: parallel.cpp:[[#@LINE+4]], reverse sweep: serial: its clause 'lastprivate' orders the iterations
TREELIZE(kernel) double last(const std::vector<double>& x) {
  double end = 0;
#pragma omp parallel for lastprivate(end)
  for (std::size_t i = 0; i < x.size(); ++i)
    end = x[i] * x[i];
  return end;
}

// CHECK: kernel: guarded
// CHECK: forward sweep: serial: an iteration may throw
// CHECK: reverse sweep: parallel
TREELIZE(kernel) void guarded(const std::vector<double>& x, std::vector<double>& y) {
#pragma omp parallel for
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] < 0)
      throw std::domain_error("x < 0");
    y[i] = x[i] * x[i];
  }
}

// CHECK: kernel: counts
// CHECK: forward sweep: serial: iterations that write the same element do so in an atomic or critical section
TREELIZE(kernel) double counts(const std::vector<double>& x, const std::vector<int>& at) {
  std::vector<double> bins(10);
#pragma omp parallel for
  for (std::size_t i = 0; i < x.size(); ++i) {
#pragma omp atomic
    bins[static_cast<std::size_t>(at[i])] += x[i];
  }
  double sum = 0;
  for (double bin : bins)
    sum += bin * bin;
  return sum;
}
// CHECK: reverse sweep: serial: iterations that write the same element do so in an atomic or critical section

// CHECK: kernel: sums
// CHECK: forward sweep: serial: a reduction over an array or an object
TREELIZE(kernel) double sums(const std::vector<double>& x, const std::vector<int>& at) {
  double bins[4] = {};
#pragma omp parallel for reduction(+ : bins[ : 4])
  for (std::size_t i = 0; i < x.size(); ++i)
    bins[at[i]] += x[i];
  return bins[0] * bins[1];
}
// CHECK: reverse sweep: serial: a reduction over an array or an object
