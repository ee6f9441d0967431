// `checkpoint = N`: the main loop keeps N snapshots of its state and runs again what lies between them.
// RUN: %treelize %s -o %t.treelize.hpp --report=text -- -std=c++20 -DGENERATED='"%t.treelize.hpp"' > %t.report
// RUN: %FileCheck %s < %t.treelize.hpp
// RUN: %FileCheck %s --check-prefix=REPORT < %t.report
// RUN: %cxx -DTREELIZE_CHECK -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %allcxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace app {

struct Body {
  double position[2], speed[2];
};

// The states of the plain adjoint and those of the snapshots are the same.
template <class Field> double diffuse(Field& u, double k, int steps) {
  double lost = 0;
  for (int t = 0; t < steps; ++t) {
    double left = u[0];
    for (std::size_t i = 1; i + 1 < u.size(); ++i) {
      const double here = u[i];
      u[i] += k * (left - 2 * here + u[i + 1]) + 0.01 * std::sin(here * left);
      left = here;
    }
    lost += u[1] * u[1];
  }
  return lost;
}

TREELIZE(kernel) inline double all(const std::vector<double>& start, double k, int steps) {
  std::vector<double> u = start;
  const double lost = diffuse(u, k, steps);
  double sum = 0;
  for (double x : u)
    sum += x * x;
  return sum + lost;
}

// CHECK-LABEL: struct few_kernel
// CHECK: int free_slots = 5;
// CHECK: for (int t = 0; t < steps; ++t) {
// CHECK-NEXT: if (t == next) {
// CHECK-NEXT: tape.push(u);
// CHECK-NEXT: tape.push(lost{{.*}});
// CHECK-NEXT: tape.push(t);
// CHECK-NEXT: --free_slots;
// CHECK-NEXT: next = treelize::next_checkpoint<int>(t, steps, 1, free_slots);
// CHECK: for (int t = steps; t-- > 0;) {
// CHECK: const int start{{.*}} = tape.pop<int>();
// CHECK-NEXT: tape.pop(lost{{.*}});
// CHECK-NEXT: tape.pop(u);
// CHECK: } else {
// CHECK-NEXT: ++free_slots;
// REPORT: kernel: app::few
// REPORT: checkpoints: 5 snapshots in the loop of checkpoint.cpp:23; each iteration runs at most 2 times if there are no more than 6, 3 times if there are no more than 21,
TREELIZE(kernel, checkpoint = 5) inline double few(const std::vector<double>& start, double k, int steps) {
  std::vector<double> u = start;
  const double lost = diffuse(u, k, steps);
  double sum = 0;
  for (double x : u)
    sum += x * x;
  return sum + lost;
}

TREELIZE(kernel, checkpoint = 1) inline void in_place(std::span<double> u, double k, int steps) {
  diffuse(u, k, steps);
}

TREELIZE(kernel) inline void stored(std::span<double> u, double k, int steps) { diffuse(u, k, steps); }

// A strided loop, a state of several kinds, a condition and a while loop inside, a loop bound that changes afterwards.
template <class Number> double orbit(Body b, Number dt, int n) {
  std::vector<double> path;
  int turns = 0;
  for (int t = 3; t < n; t += 4) {
    const double r = std::hypot(b.position[0], b.position[1]);
    for (int i = 0; i < 2; ++i) {
      b.speed[i] -= dt * b.position[i] / (r * r * r);
      b.position[i] += dt * b.speed[i];
    }
    if (b.position[1] > 0) {
      path.push_back(b.position[0] * r);
      ++turns;
    }
    double e = 1;
    while (e < 3 * r)
      e *= 1.5 + 0.1 * b.speed[1];
    b.speed[0] += 1e-3 * e;
  }
  n = 2;
  double sum = b.position[0] * n + turns * dt;
  for (double x : path)
    sum += x * x;
  return sum;
}

TREELIZE(kernel) inline double free_orbit(const Body& b, double dt, int n) { return orbit(b, dt, n); }
TREELIZE(kernel, checkpoint = 3) inline double kept_orbit(const Body& b, double dt, int n) { return orbit(b, dt, n); }

} // namespace app

#ifdef GENERATED
#include GENERATED

#include <treelize/tape.hpp>

#include <cassert>
#include <cstdio>

namespace {

bool near(double a, double b) { return std::fabs(a - b) <= 1e-12 * (1 + std::fabs(a)); }

std::size_t peakOf(auto gradient) {
  treelize::tape_reset();
  gradient();
  return treelize::tape_usage().peak;
}

void checkFields(int steps) {
  using namespace app::kernels;
  std::vector<double> u(50);
  for (std::size_t i = 0; i < u.size(); ++i)
    u[i] = std::sin(0.3 * static_cast<double>(i));
  const auto a = all.value_and_grad(u, 0.2, steps);
  const auto b = few.value_and_grad(u, 0.2, steps);
  assert(a.value == b.value && near(a.grad.k, b.grad.k));
  for (std::size_t i = 0; i < u.size(); ++i)
    assert(near(a.grad.start[i], b.grad.start[i]));

  std::vector<double> v = u, seed(50, 1.0), other(50, 1.0);
  double k_b = 0, other_k_b = 0;
  in_place.adjoint(v, 0.2, steps, seed, k_b);
  assert(v == u); // the adjoint leaves the caller's memory as it was
  stored.adjoint(v, 0.2, steps, other, other_k_b);
  assert(near(k_b, other_k_b));
  for (std::size_t i = 0; i < u.size(); ++i)
    assert(near(seed[i], other[i]));
}

void checkOrbit(int n) {
  using namespace app::kernels;
  const app::Body body{{1, 0.1}, {0.1, 1}};
  const auto a = free_orbit.grad(body, 0.05, n);
  const auto b = kept_orbit.grad(body, 0.05, n);
  assert(near(a.dt, b.dt));
  for (int i = 0; i < 2; ++i)
    assert(near(a.b.position[i], b.b.position[i]) && near(a.b.speed[i], b.b.speed[i]));
}

} // namespace

int main() {
  for (int steps : {0, 1, 2, 5, 6, 7, 50, 200}) {
    checkFields(steps);
    checkOrbit(steps);
  }
  const std::vector<double> u(50, 1.0);
  const std::size_t stored = peakOf([&] { app::kernels::all.grad(u, 0.2, 400); });
  const std::size_t kept = peakOf([&] { app::kernels::few.grad(u, 0.2, 400); });
  assert(kept < stored / 50); // five snapshots and one step, not four hundred
}
#endif
