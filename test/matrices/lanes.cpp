// Lanes are numbers side by side: each operation is that of each lane alone, for any number of
// lanes, whole or in parts. A kernel's Jacobian is the same by any number of lanes, and by as many
// as the runtime chooses.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
// RUN: %allcxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %clangxx -O2 -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
#include <treelize/annotations.hpp>

#include <cmath>
#include <span>

namespace app {

// What is chosen over lanes has one type.
// CHECK-LABEL: struct chosen_kernel
// CHECK: template <int Lanes = 0>
// CHECK-NEXT: treelize::matrix jacobian(
// CHECK: treelize::lanes<Lanes>(
TREELIZE(kernel) inline void chosen(std::span<const double> x, std::span<double> y) {
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    const double part = x[i] > 0 ? x[i] * x[i + 1] : 0.0;
    y[i] = (x[i + 1] > 0 ? std::sin(x[i]) * part : 2 * x[i]) - x[0] / (x[i] * x[i] + 2);
  }
}

// Of a long kernel eight lanes are compiled and no others.
// CHECK-LABEL: struct longer_kernel
// CHECK: template <int Lanes = 8>
// CHECK-NEXT: treelize::matrix jacobian(
#define FOUR(a)                                                                                                        \
  a = a * x[0] + x[1];                                                                                                 \
  a = a * x[1] - x[0];                                                                                                 \
  a = a + x[0] * x[1];                                                                                                 \
  a = a * a - x[1];
#define LINES(a) FOUR(a) FOUR(a) FOUR(a) FOUR(a) FOUR(a)
TREELIZE(kernel) inline void longer(std::span<const double> x, std::span<double> y) {
  double a = x[0];
  LINES(a) LINES(a) LINES(a) LINES(a) LINES(a) LINES(a) y[0] = a;
}

} // namespace app

#ifdef GENERATED
#include GENERATED

#include <cstdio>
#include <vector>

namespace {

int wrong = 0;

template <class Sum, class Number>
void expect(const char* what, const Sum& sum, const Number& number) {
  const typename Sum::over found = sum;
  for (int k = 0; k < found.size(); ++k)
    if (found[k] != number(k)) {
      std::printf("%s, %d lanes: lane %d is %g, not %g\n", what, found.size(), k, found[k], number(k));
      ++wrong;
    }
}

template <int Count>
void operations() {
  using lanes = treelize::lanes<Count>;
  lanes a, b;
  for (int k = 0; k < Count; ++k) {
    a[k] = k % 3 == 0 ? 0 : 1.5 * k - 4;
    b[k] = 0.25 * k * k + 1;
  }
  // Eighths and powers of two: nothing is rounded, so that fused operations change nothing.
  expect("sum", a + b, [&](int k) { return a[k] + b[k]; });
  expect("sum of products", 2.0 * a + b * 4.0 - a * 8.0, [&](int k) { return 2 * a[k] + 4 * b[k] - 8 * a[k]; });
  expect("nest", 2.0 * (a - 0.5 * (b + a)) / 4.0, [&](int k) { return 2 * (a[k] - 0.5 * (b[k] + a[k])) / 4; });
  expect("negation", -(2.0 * a) - -b, [&](int k) { return -2 * a[k] + b[k]; });
  expect("numbers", 1.0 - a + 2.0, [&](int k) { return 3 - a[k]; });
  expect("seeded", treelize::where_seeded(a, b * 2.0), [&](int k) { return a[k] != 0 ? 2 * b[k] : 0; });
  expect("seeded number", treelize::where_seeded(2.0 * a, 3.0), [&](int k) { return a[k] != 0 ? 3.0 : 0.0; });
  expect("factor", treelize::where_seeded(0.0, a * 2.0) + treelize::where_seeded(1.0, b), [&](int k) { return b[k]; });
  lanes c = a;
  c += c * 2.0 + b;
  expect("itself", c * 1.0, [&](int k) { return 3 * a[k] + b[k]; });
  (c -= b) /= 2.0;
  expect("itself again", c * 1.0, [&](int k) { return 1.5 * a[k]; });

  const int parts = (Count + lanes::part - 1) / lanes::part;
  for (int only = 0; only < parts; ++only) {
    lanes unit, sum = a, difference = a;
    unit[lanes::part * only] = 1;
    const int moving = treelize::moving_parts(unit);
    wrong += moving != 1 << only;
    sum += treelize::moving(moving, 2.0 * b);
    difference -= treelize::moving(moving, b);
    const auto isIn = [&](int k) { return k / lanes::part == only; };
    expect("part of a sum", sum * 1.0, [&](int k) { return isIn(k) ? a[k] + 2 * b[k] : a[k]; });
    expect("part of a difference", difference * 1.0, [&](int k) { return isIn(k) ? a[k] - b[k] : a[k]; });
  }
  lanes none = a;
  none += treelize::moving(treelize::moving_parts(lanes()), b);
  expect("no part", none * 1.0, [&](int k) { return a[k]; });
}

// Files of one program may be compiled for several processors, and exchange masks of parts.
static_assert(treelize::lanes<8>::part == 2 && treelize::lanes<32>::part == 2 && treelize::lanes<3>::part == 1);
constexpr treelize::lanes<3> constant = treelize::lanes<3>::unit(1) * 2.0 + treelize::lanes<3>(1.0);
static_assert(constant == treelize::lanes<3>({1, 3, 1}));

/// By one lane, by each number, and by the runtime's choice.
void jacobians(std::size_t size) {
  std::vector<double> x(size), y(size);
  for (std::size_t i = 0; i < size; ++i)
    x[i] = std::cos(2.0 * i);
  const auto& kernel = app::kernels::chosen;
  const treelize::matrix one = kernel.jacobian<1>(x, y);
  for (const treelize::matrix& other :
       {kernel.jacobian(x, y), kernel.jacobian<5>(x, y), kernel.jacobian<8>(x, y), kernel.jacobian<32>(x, y)})
    for (std::size_t i = 0; i < size * size; ++i)
      if (std::fabs(one.data()[i] - other.data()[i]) > 1e-14) {
        std::printf("element %zu of %zu columns: %g, not %g\n", i, size, other.data()[i], one.data()[i]);
        ++wrong;
      }
}

} // namespace

int main() {
  operations<1>(), operations<2>(), operations<3>(), operations<4>(), operations<6>(), operations<8>();
  operations<12>(), operations<16>(), operations<32>(), operations<33>(), operations<40>();
  for (std::size_t size : {1, 8, 9, 16, 17, 26, 32, 33, 41, 49, 70})
    jacobians(size);
  jacobians(600); // too large for many lanes
  return wrong != 0;
}
#endif
