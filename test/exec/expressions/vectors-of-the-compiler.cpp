// SSE's vectors and those of `vector_size`: operators, elements, lists, shuffles, loads and stores are those of small arrays.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/vectors.treelize.hpp -- -std=c++20 -mavx -mfma -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%t/vectors.treelize.hpp
// RUN: %cxx -std=c++20 -mavx -mfma -Wall -Wextra -Werror -Wno-attributes -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// REQUIRES: avx
#include <cmath>
#include <immintrin.h>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

typedef double pair __attribute__((vector_size(16)));
typedef float four __attribute__((vector_size(16)));

// CHECK-LABEL: struct operators_kernel {
// CHECK: static double sweep(
// CHECK-NOT: __m128d
TREELIZE(kernel) double operators(double x, double y) {
  pair a = {x, y};
  const pair b = a * a - 2.0 * a / (3.0 + a);
  a += b;
  a[1] *= x;
  pair c = x > 0 ? a : -b;
  c[0] -= b[1];
  return c[0] * a[1] + b[0];
}

inline __m128d scaled(__m128d v, double by) {
  v = _mm_mul_pd(v, _mm_set1_pd(by));
  return _mm_add_pd(v, _mm_setr_pd(1, 2));
}

TREELIZE(kernel) double sse(double x, double y) {
  double in[4] = {x, y, x * y, 1}, out[4];
  const __m128d a = _mm_loadu_pd(in), b = _mm_load_pd(in + 2), r = _mm_load1_pd(&in[1]);
  const __m128d s = scaled(_mm_sub_pd(a, b), y);
  _mm_storeu_pd(out, _mm_div_pd(s, _mm_sqrt_pd(_mm_add_pd(_mm_mul_pd(a, a), r))));
  _mm_store_sd(out + 2, _mm_shuffle_pd(a, s, 1));
  out[3] = _mm_cvtsd_f64(_mm_unpackhi_pd(s, b)) + _mm_cvtsd_f64(_mm_max_pd(a, b));
  return out[0] * out[1] + out[2] * out[3];
}

// As a member of a class of the kernel's own, in an array, through a pointer and a reference.
struct Complex {
  __m128d v;
  Complex times(const Complex& by) const {
    const __m128d re = _mm_unpacklo_pd(v, v), im = _mm_unpackhi_pd(v, v);
    const __m128d flipped = _mm_shuffle_pd(by.v, by.v, 1);
    return {_mm_add_pd(_mm_mul_pd(re, by.v), _mm_mul_pd(_mm_mul_pd(im, flipped), _mm_set_pd(1, -1)))};
  }
};
inline void twice(pair& a, const pair* b) {
  a += *b + *b;
}

TREELIZE(kernel) double members(double x, double y) {
  Complex z{_mm_set_pd(y, x)};
  const Complex start = z;
  for (int i = 0; i < 3; ++i)
    z = z.times(start);
  pair all[2] = {{x, y}, {1, 2}};
  twice(all[1], &all[0]);
  double out[2];
  _mm_storeu_pd(out, z.v);
  return out[0] * out[1] + all[1][0] * all[1][1];
}

// Dot products in blocks of four.
TREELIZE(kernel) double dot(std::span<const double> x) {
  std::vector<double> y(x.begin(), x.end());
  __m256d sum = _mm256_setzero_pd();
  for (std::size_t i = 0; i + 4 <= y.size(); i += 4) {
    const __m256d v = _mm256_loadu_pd(y.data() + i);
    sum = _mm256_fmadd_pd(v, v, sum);
    _mm256_storeu_pd(y.data() + i, _mm256_mul_pd(v, sum));
  }
  sum = _mm256_hadd_pd(sum, sum);
  double s = sum[0] * sum[2];
  for (const double v : y)
    s += v * v;
  return s;
}

TREELIZE(kernel) double floats(double x, double y) {
  const four a = {static_cast<float>(x), static_cast<float>(y), 1.5f, 2};
  const __m128 b = _mm_shuffle_ps(a, a, _MM_SHUFFLE(0, 1, 2, 1)), c = _mm_min_ps(a, _mm_set1_ps(1));
  const four d = a * b + c;
  return static_cast<double>(d[0] * d[1] + d[2] * d[3]);
}

} // namespace app

#include "vectors.treelize.hpp"

#include <GradientCheck.h>

int main() {
  using namespace app;
  check::numbers("operators", kernels::operators, 0.6, 1.3);
  check::numbers("operators", kernels::operators, -0.6, 1.3);
  check::numbers("sse", kernels::sse, 0.6, 1.3);
  check::numbers("members", kernels::members, 0.6, 1.3);
  check::scalar("dot", kernels::dot, {0.6, 1.3, -0.4, 0.2, 0.9, 1.1, -0.7, 0.3, 0.8});
  // d = (x y + x, 1.5 y + y, 1.5 y + 1, 2 x + 1) in float.
  const auto slopes = kernels::floats.grad(0.5, 0.75);
  check::near("floats", "x", slopes.x, 1.75 * 1.875 + 2.125 * 2, 1e-6, 1);
  check::near("floats", "y", slopes.y, 0.5 * 1.875 + 0.875 * 2.5 + 1.5 * 2, 1e-6, 1);
  return check::finish();
}
