// With OpenMP no kernel is refused that is none without: regions, sections, tasks and what asks for the thread run as one.
// RUN: %treelize %s -o %T/openmp-regions.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T -Wno-unknown-pragmas %s %link -o %t && %t
// RUN: %treelize %s -o %T/openmp-regions.treelize.hpp -- -std=c++20 -fopenmp -I%S/../../Inputs 2>&1 | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=TEXT --input-file=%T/openmp-regions.treelize.hpp
// RUN: %if openmp %{ %cxx -O2 -fopenmp -I%S/../../Inputs -I%T %s %link -o %t && env OMP_NUM_THREADS=4 %t %}
// RUN: %if openmp %{ %allcxx -fopenmp -fsyntax-only -I%S/../../Inputs -I%T %s %}
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

extern "C" {
int omp_get_max_threads() noexcept;
int omp_get_thread_num() noexcept;
int omp_in_parallel() noexcept;
}
#ifndef _OPENMP
extern "C" int omp_get_max_threads() noexcept { return 1; }
extern "C" int omp_get_thread_num() noexcept { return 0; }
extern "C" int omp_in_parallel() noexcept { return 0; }
#endif

namespace app {

// CHECK: openmp-regions.cpp:[[#@LINE+5]]:1: warning: what this directive starts runs serially in the derivatives of kernel 'log_sum'{{.*}} [treelize-serial-directive]
// TEXT: struct log_sum_kernel
TREELIZE(kernel) double log_sum(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> partial(static_cast<std::size_t>(omp_get_max_threads()));
#pragma omp parallel
  {
    double own = 0;
#pragma omp for
    for (int i = 0; i < n; ++i)
      own += std::exp(x[static_cast<std::size_t>(i)]);
    partial[static_cast<std::size_t>(omp_get_thread_num())] = own;
  }
  double sum = 0;
  for (int i = 0; i < omp_get_max_threads(); ++i)
    sum += partial[static_cast<std::size_t>(i)];
  return std::log(sum);
}

// CHECK: openmp-regions.cpp:[[#@LINE+5]]:1: warning: what this directive starts runs serially in the derivatives of kernel 'pieces'
TREELIZE(kernel) double pieces(std::span<const double> x) {
  double a = 0, b = 0, c = 0;
  if (omp_in_parallel() != 0)
    return 0;
#pragma omp parallel sections shared(a, b)
  {
#pragma omp section
    a = x[0] * x[1];
#pragma omp section
    b = std::sin(x[2]);
  }
#pragma omp parallel
  {
#pragma omp single
    {
#pragma omp task shared(c)
      c = a * x[3];
#pragma omp taskwait
    }
#pragma omp barrier
  }
  return a * b + c;
}

// An object that each thread has for itself, as it is at the beginning.
class Matrix {
public:
  explicit Matrix(std::size_t n) : n_(n), data_(new double[n * n]) {
    for (std::size_t i = 0; i < n * n; ++i)
      data_[i] = 0;
  }
  Matrix(const Matrix& other) : n_(other.n_), data_(new double[other.n_ * other.n_]) {
    for (std::size_t i = 0; i < n_ * n_; ++i)
      data_[i] = other.data_[i];
  }
  Matrix& operator=(const Matrix&) = delete;
  ~Matrix() { delete[] data_; }
  double& operator()(std::size_t i, std::size_t j) { return data_[i * n_ + j]; }
  double operator()(std::size_t i, std::size_t j) const { return data_[i * n_ + j]; }

private:
  std::size_t n_;
  double* data_;
};

// CHECK: openmp-regions.cpp:[[#@LINE+7]]:1: warning: this loop runs serially in the derivatives of kernel 'skinned': each thread has an object of its own, which it keeps
TREELIZE(kernel) double skinned(std::span<const double> x) {
  const std::size_t n = 2;
  Matrix current(n);
  current(0, 0) = x[0];
  std::vector<double> sums(n);
  int rounds = 5;
#pragma omp parallel for firstprivate(current) private(rounds)
  for (int bone = 0; bone < 3; ++bone) {
    rounds = bone;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        current(i, j) = x[i] * x[j] * (bone + rounds);
    for (std::size_t i = 0; i < n; ++i)
#pragma omp atomic
      sums[i] += current(i, 0) * current(i, 1);
  }
  return sums[0] * sums[1] + current(0, 0) * rounds;
}

// CHECK: openmp-regions.cpp:[[#@LINE+4]]:1: warning: this loop runs serially in the derivatives of kernel 'ordered': its clause 'ordered' orders the iterations
TREELIZE(kernel) double ordered(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  double last = 1;
#pragma omp parallel for ordered
  for (int i = 0; i < n; ++i) {
    const double s = std::sin(x[static_cast<std::size_t>(i)]);
#pragma omp ordered
    last = last * 2 + s;
  }
  return last;
}

// Who runs an iteration decides nothing but its place.
TREELIZE(kernel) double placed(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> partial(64);
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    partial[static_cast<std::size_t>(omp_get_thread_num())] += x[static_cast<std::size_t>(i)] * x[0];
  double sum = 0;
  for (double p : partial)
    sum += p;
  return sum;
}

// CHECK: openmp-regions.cpp:[[#@LINE+5]]:1: warning: this loop runs serially in the derivatives of kernel 'counted': its counter is not its own
TREELIZE(kernel) double counted(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  int i;
  double sum = 0;
#pragma omp parallel for private(i) reduction(+ : sum)
  for (i = 0; i < n; ++i)
    sum += x[static_cast<std::size_t>(i)] * std::sin(x[0]);
  return sum;
}

} // namespace app

#include "openmp-regions.treelize.hpp"

int main() {
  const std::vector<double> x{0.7, 1.3, -0.4, 1.9};
  check::scalar("log_sum", app::kernels::log_sum, x);
  check::scalar("pieces", app::kernels::pieces, x);
  check::scalar("skinned", app::kernels::skinned, x);
  check::scalar("ordered", app::kernels::ordered, x);
  check::scalar("placed", app::kernels::placed, x);
  check::scalar("counted", app::kernels::counted, x);
  return check::finish();
}
