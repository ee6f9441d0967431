// Global variables: what they hold at entry is a constant, what the kernel writes carries derivatives, and afterwards
// they are as they were.
// RUN: %treelize %s -o %T/globals.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/globals.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

double rate = 0.5;

namespace app {

struct State {
  double position = 0, velocity = 0;
};
inline State state;
inline std::vector<double> table = {1, 2, 3};
inline double sum = 0;
inline int calls = 0;

// CHECK: const auto& rate = ::rate;
TREELIZE(kernel) double scaled(double a, double b) { return rate * a * b; }

/// Statics that nobody writes are constants, whatever their type says.
TREELIZE(kernel) double unchanged(double a, double b) {
  static const char* function = "unchanged";
  static double factor = 3;
  static int powers[] = {1, 2, 3};
  double s = function[0] == 'u' ? a : b;
  for (int p : powers)
    s += std::pow(a, p) * factor;
  return s * b;
}

inline void kick(double force) {
  state.velocity += rate * force - 0.1 * state.position * state.velocity;
  state.position += state.velocity;
  ++calls;
}
// CHECK: auto& state = app::state;
TREELIZE(kernel) double pushed(std::span<const double> x) {
  state.position = x[0];
  state.velocity = x[1] * x[0];
  for (double force : x)
    kick(force);
  return state.position * state.velocity * calls;
}

TREELIZE(kernel) double accumulated(std::span<const double> x) {
  sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    table[i % table.size()] *= x[i];
    sum += table[i % table.size()] * std::sin(x[i]);
  }
  return sum * sum;
}

/// The last that it does to the global is to clear it.
inline double charge = 2;
TREELIZE(kernel) inline double discharged(double x) {
  const double r = x * charge;
  charge = 0.0;
  return r;
}

// A global variable as an argument is the value that it has before the call.
inline double shared = 0;
inline std::vector<double> seen;
inline double square(double x) {
  shared = 2;
  return x * x;
}
inline double summed(double x, double y) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    shared = shared * x;
    s += y;
  }
  return s;
}
inline double firstTimes(const std::vector<double>& v, double y) {
  shared = 7;
  return v[0] * y;
}
struct Spring {
  static double strength;
  double length;
  double pulled(double x) const {
    strength = 3;
    return x * length;
  }
};
TREELIZE(kernel) double arguments(double a, double b) {
  shared = a * b;
  double s = square(shared);
  shared = b;
  s += summed(a, shared);
  shared = a;
  s += firstTimes({a, b}, shared);
  Spring spring{a};
  Spring::strength = b * a;
  return s + spring.pulled(Spring::strength) + spring.strength * a;
}
inline double Spring::strength = 0;

// Each declaration of a variable is the same one.
extern double declared;
struct Solver {
  static double work[3];
  static double run(double a, double b) {
    work[0] = a;
    work[1] = b;
    work[2] = work[0] * work[1] * declared;
    return work[2] + work[0];
  }
};
inline double product(double x) { return x * declared; }
TREELIZE(kernel) double declarations(double a, double b) {
  declared = a * b;
  return product(a) + Solver::run(a, b) + Solver::work[1];
}

} // namespace app

double app::declared = 0;
double app::Solver::work[3];

#include "globals.treelize.hpp"

/// The primal changes the globals, so each of its runs starts anew.
template <class Kernel> void checkAnew(const char* name, const Kernel& kernel, const std::vector<double>& x) {
  const auto run = [&](const std::vector<double>& at) {
    const app::State state = app::state;
    const std::vector<double> table = app::table;
    const double sum = app::sum;
    const int calls = app::calls;
    const double value = kernel(at);
    app::state = state;
    app::table = table;
    app::sum = sum;
    app::calls = calls;
    return value;
  };
  const std::vector<double> gradient = kernel.grad(x).x;
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::vector<double> up = x, down = x;
    up[i] += 1e-5;
    down[i] -= 1e-5;
    check::near(name, "x_b", gradient[i], (run(up) - run(down)) / 2e-5, 1e-7, 1);
    std::vector<double> along(x.size());
    along[i] = 1;
    const std::vector<double> table = app::table;
    const int calls = app::calls;
    const app::State state = app::state;
    check::near(name, "x_t", kernel.tangent(x, along).derivative, gradient[i], 1e-12, 1);
    app::table = table;
    app::calls = calls;
    app::state = state;
  }
}

int main() {
  rate = 0.75;
  check::numbers("unchanged", app::kernels::unchanged, 0.61, -0.37);
  check::numbers("arguments", app::kernels::arguments, 0.61, -0.37);
  check::near("arguments", "value", app::kernels::arguments(0.61, -0.37), app::arguments(0.61, -0.37), 1e-14, 1);
  check::numbers("declarations", app::kernels::declarations, 0.61, -0.37);
  check::numbers("scaled", app::kernels::scaled, 0.61, -0.37);
  const std::vector<double> x{0.7, 1.3, -0.4, 1.9, 0.2};
  app::calls = 3;
  app::state = {5, 6};
  checkAnew("pushed", app::kernels::pushed, x);
  checkAnew("accumulated", app::kernels::accumulated, x);
  check::near("calls", "afterwards", app::calls, 3, 0, 0);
  check::near("state", "afterwards", app::state.velocity, 6, 0, 0);
  check::near("table", "afterwards", app::table[1], 2, 0, 0);
  check::near("discharged", "x_t", app::kernels::discharged.tangent(3, 1).derivative, 2, 0, 0);
  check::near("charge", "after the tangent, as after the function", app::charge, 0, 0, 0);
  app::charge = 2;
  check::near("discharged", "x_b", app::kernels::discharged.grad(3).x, 2, 0, 0);
  check::near("charge", "after the gradient, as before", app::charge, 2, 0, 0);
  return check::finish();
}
