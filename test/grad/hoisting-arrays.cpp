// The transpose of a matrix that nobody changes is taken once, before the loop: no step saves it, and its adjoint is spread once.
// RUN: %treelize %s -o %T/hoisting-arrays.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/hoisting-arrays.treelize.hpp
// RUN: %cxx -fsanitize=address,undefined -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=hoisting -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <array>
#include <cmath>

namespace app {

template <int N, int M>
struct Matrix {
  std::array<double, N * M> entries{};
  double& operator()(int i, int j) { return entries[i * M + j]; }
  double operator()(int i, int j) const { return entries[i * M + j]; }
};

template <int N, int M>
Matrix<M, N> transposed(const Matrix<N, M>& a) {
  Matrix<M, N> result;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      result(j, i) = a(i, j);
  return result;
}

template <int N, int K, int M>
Matrix<N, M> operator*(const Matrix<N, K>& a, const Matrix<K, M>& b) {
  Matrix<N, M> result;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      for (int k = 0; k < K; ++k)
        result(i, j) += a(i, k) * b(k, j);
  return result;
}

// CHECK-LABEL: struct covariance_kernel
// CHECK: static double sweep(
// CHECK: if (0 < steps) {
// CHECK: = f_entries[i * 2 + j];
// CHECK: for (int step = 0; step < steps; ++step) {
// CHECK-NOT: = f_entries[i * 2 + j];
// CHECK: for (int step = steps; step-- > 0;) {
// CHECK: f_entries_b[i * 2 + j] += {{.*}}_entries_b[j * 2 + i];
// CHECK: tangent_sweep(
// OFF-LABEL: struct covariance_kernel
// OFF: for (int step = 0; step < steps; ++step) {
// OFF: = f_entries[i * 2 + j];
TREELIZE(kernel) double covariance(std::span<const double> x, int steps) {
  Matrix<2, 2> f, p;
  for (int i = 0; i < 4; ++i)
    f.entries[i] = x[i] + x[4] * i;
  p(0, 0) = x[4];
  p(1, 1) = 1;
  for (int step = 0; step < steps; ++step) {
    p = f * p * transposed(f);
    p(0, 1) += x[4] * x[4];
  }
  return std::sin(p(0, 0)) + p(1, 0) * p(0, 1);
}

// By columns that a vector holds, in two loops; the inner one may not run.
TREELIZE(kernel) double projected(std::span<const double> x, int steps) {
  double sum = 0;
  for (int outer = 0; outer < steps; ++outer)
    for (int inner = 0; inner < outer; ++inner) {
      std::vector<double> scaled(x.size());
      for (std::size_t i = 0; i < x.size(); ++i)
        scaled[i] = x[i] / x[0];
      for (std::size_t i = 0; i < x.size(); ++i)
        sum += scaled[i] * scaled[i] * std::sin(x[i] + inner + outer);
    }
  return sum;
}

} // namespace app

#include "hoisting-arrays.treelize.hpp"

int main() {
  for (const int steps : {0, 1, 4}) {
    check::scalar("covariance", app::kernels::covariance, {0.4, -0.2, 0.7, 0.3, 0.1}, steps);
    check::scalar("projected", app::kernels::projected, {0.4, -0.2, 0.7}, steps);
  }
  check::scalar("projected, nothing", app::kernels::projected, {}, 0);
  return check::finish();
}
