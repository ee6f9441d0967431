// Is a generated derivative right? Three independent answers are compared: the adjoint, the tangent
// (their dot products agree to 1e-10) and central differences (to 1e-6). The adjoint must also leave
// its arguments as it found them. A failure prints what disagreed; `failures()` is the exit code.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <random>
#include <span>
#include <vector>

namespace check {

inline int& failures() {
  static int count = 0;
  return count;
}

inline void near(const char* name, const char* what, double got, double want, double tolerance, double scale) {
  const double bound = tolerance * std::max({std::fabs(got), std::fabs(want), scale});
  if (std::fabs(got - want) <= bound)
    return;
  std::printf("%s: %s is %.17g, expected %.17g\n", name, what, got, want);
  ++failures();
}

inline std::vector<double> direction(std::size_t size) {
  static std::mt19937 random(20240607);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<double> v(size);
  for (double& x : v)
    x = number(random);
  return v;
}

/// Numbers between -0.3 and 0.3 without an order.
inline std::vector<double> field(std::size_t size) {
  std::vector<double> x(size);
  for (std::size_t c = 0; c < size; ++c)
    x[c] = 0.3 * std::sin(3.0 * c * c + 1);
  return x;
}

inline double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

inline double norm1(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += std::fabs(a[i] * b[i]);
  return sum;
}

inline std::vector<double> moved(std::span<const double> x, std::span<const double> along, double by) {
  std::vector<double> y(x.begin(), x.end());
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] += by * along[i];
  return y;
}

inline constexpr double step = 1e-5;

/// `gradient(x)` and `product(x, direction)`, which is the Hessian's.
template <class Gradient, class Product>
void second(const char* name, const std::vector<double>& x, const Gradient& gradient, const Product& product) {
  const std::vector<double> v = direction(x.size()), w = direction(x.size());
  const std::vector<double> along = product(x, v), across = product(x, w);
  const std::vector<double> above = gradient(moved(x, v, step)), below = gradient(moved(x, v, -step));
  double scale = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    scale += std::fabs(along[i]) + std::fabs(above[i]);
  near(name, "Hessian's symmetry", dot(along, w), dot(across, v), 1e-9, scale);
  for (std::size_t i = 0; i < x.size(); ++i)
    near(name, "Hessian against differences", along[i], (above[i] - below[i]) / (2 * step), 1e-6, scale);
}

/// What a pullback says, called twice, against the value and the gradient `x_b`; `numbers` are those of
/// a gradient.
template <class Pullback, class Numbers>
void pulledBack(const char* name, Pullback&& back, double value, std::span<const double> x_b, const Numbers& numbers) {
  near(name, "pullback's value", back.value, value, 1e-14, 0);
  double scale = 0;
  for (double each : x_b)
    scale += std::fabs(each);
  for (const double seed : {1.0, -2.5}) {
    const std::vector<double> pulled = numbers(back(seed));
    for (std::size_t i = 0; i < x_b.size(); ++i)
      near(name, "pullback against adjoint", pulled[i], seed * x_b[i], 1e-11, scale);
  }
}

/// A kernel `double f(std::span<const double> x, rest...)`; rest has no derivative.
template <class Kernel, class... Rest>
void scalar(const char* name, const Kernel& kernel, const std::vector<double>& x, Rest... rest) {
  const std::span<const double> at(x);
  std::vector<double> x_b(x.size());
  kernel.adjoint(at, rest..., 1.0, std::span<double>(x_b));
  auto [value, gradient] = kernel.value_and_grad(at, rest...);
  near(name, "value", value, kernel(at, rest...), 1e-14, 0);
  auto& [gradientX] = gradient;
  // Beside the value sums keep the primal's order.
  double scale = 0;
  for (double each : x_b)
    scale += std::fabs(each);
  for (std::size_t i = 0; i < x.size(); ++i)
    near(name, "grad against adjoint", gradientX[i], x_b[i], 1e-13, scale);
  for (int trial = 0; trial < 3; ++trial) {
    const std::vector<double> x_t = direction(x.size());
    auto [again, derivative] = kernel.tangent(at, rest..., std::span<const double>(x_t));
    near(name, "tangent's value", again, value, 1e-14, 0);
    near(name, "adjoint against tangent", dot(x_b, x_t), derivative, 1e-10, norm1(x_b, x_t));
    const double above = kernel(std::span<const double>(moved(x, x_t, step)), rest...);
    const double below = kernel(std::span<const double>(moved(x, x_t, -step)), rest...);
    near(name, "tangent against differences", derivative, (above - below) / (2 * step), 1e-6, norm1(x_b, x_t) + std::fabs(value));
  }
  if constexpr (requires { kernel.pullback(at, rest...); })
    pulledBack(name, kernel.pullback(at, rest...), value, x_b, [](const auto& pulled) {
      const auto& [pulledX] = pulled;
      return std::vector<double>(pulledX.begin(), pulledX.end());
    });
  if constexpr (requires(std::span<double> product) { kernel.hvp(at, rest..., at, product); })
    second(name, x, [&](const std::vector<double>& y) {
      std::vector<double> y_b(y.size());
      kernel.adjoint(std::span<const double>(y), rest..., 1.0, std::span<double>(y_b));
      return y_b;
    }, [&](const std::vector<double>& y, const std::vector<double>& y_t) {
      std::vector<double> product(y.size());
      kernel.hvp(std::span<const double>(y), rest..., std::span<const double>(y_t), std::span<double>(product));
      return product;
    });
}

/// A kernel `void f(std::span<double> y, rest...)` that overwrites y.
template <class Kernel, class... Rest>
void inPlace(const char* name, const Kernel& kernel, const std::vector<double>& y, Rest... rest) {
  auto run = [&](std::vector<double> at) {
    kernel(std::span<double>(at), rest...);
    return at;
  };
  for (int trial = 0; trial < 3; ++trial) {
    const std::vector<double> y_t = direction(y.size()), seed = direction(y.size());
    std::vector<double> out = y, out_t = y_t;
    kernel.tangent(std::span<double>(out), rest..., std::span<double>(out_t));
    std::vector<double> same = y, y_b = seed;
    kernel.adjoint(std::span<double>(same), rest..., std::span<double>(y_b));
    if (same != y) {
      std::printf("%s: the adjoint changed its argument\n", name);
      ++failures();
    }
    near(name, "adjoint against tangent", dot(y_b, y_t), dot(seed, out_t), 1e-10, norm1(seed, out_t));
    const std::vector<double> above = run(moved(y, y_t, step)), below = run(moved(y, y_t, -step)), here = run(y);
    for (std::size_t i = 0; i < y.size(); ++i) {
      near(name, "tangent's value", out[i], here[i], 1e-14, 0);
      near(name, "tangent against differences", out_t[i], (above[i] - below[i]) / (2 * step), 1e-6, 1 + std::fabs(here[i]));
    }
  }
}

/// A kernel `double f(double a, double b)`.
template <class Kernel> void numbers(const char* name, const Kernel& kernel, double a, double b) {
  double a_b = 0, b_b = 0;
  kernel.adjoint(a, b, 1.0, a_b, b_b);
  const double scale = std::fabs(a_b) + std::fabs(b_b);
  near(name, "d/da against tangent", a_b, kernel.tangent(a, b, 1.0, 0.0).derivative, 1e-10, scale);
  near(name, "d/db against tangent", b_b, kernel.tangent(a, b, 0.0, 1.0).derivative, 1e-10, scale);
  const double value = std::fabs(kernel(a, b));
  near(name, "d/da against differences", a_b, (kernel(a + step, b) - kernel(a - step, b)) / (2 * step), 1e-6, scale + value);
  near(name, "d/db against differences", b_b, (kernel(a, b + step) - kernel(a, b - step)) / (2 * step), 1e-6, scale + value);
  if constexpr (requires { kernel.pullback(a, b); }) {
    const std::vector<double> bar{a_b, b_b};
    pulledBack(name, kernel.pullback(a, b), kernel(a, b), bar, [](const auto& pulled) {
      const auto& [pulledA, pulledB] = pulled;
      return std::vector<double>{pulledA, pulledB};
    });
  }
  if constexpr (requires(double product) { kernel.hvp(a, b, 1.0, 0.0, product, product); })
    second(name, {a, b}, [&](const std::vector<double>& x) {
      std::vector<double> x_b(2);
      kernel.adjoint(x[0], x[1], 1.0, x_b[0], x_b[1]);
      return x_b;
    }, [&](const std::vector<double>& x, const std::vector<double>& x_t) {
      std::vector<double> product(2);
      kernel.hvp(x[0], x[1], x_t[0], x_t[1], product[0], product[1]);
      return product;
    });
}

/// Of `f()` by a number that it reads, which comes back as it was.
template <class F> double slope(double& x, const F& f) {
  const double here = x, small = 1e-6;
  x = here + small;
  const double above = f();
  x = here - small;
  const double below = f();
  x = here;
  return (above - below) / (2 * small);
}

/// What an adjoint said of the numbers x, against differences of `f(std::vector<double>)`.
template <class F> void differences(const char* name, const std::vector<double>& x, const std::vector<double>& x_b, const F& f) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::vector<double> above = x, below = x;
    above[i] += step;
    below[i] -= step;
    near(name, "adjoint against differences", x_b[i], (f(above) - f(below)) / (2 * step), 1e-6, 1);
  }
}

/// A kernel `double f(double x, double y, int n)` against the function itself, for several n.
template <class F, class Kernel> void same(const char* name, const F& f, const Kernel& kernel) {
  const std::vector<double> at{0.61, 0.37};
  for (int n = 0; n < 4; ++n) {
    std::vector<double> bar(2);
    near(name, "value", kernel(at[0], at[1], n), f(at[0], at[1], n), 1e-12, 1);
    kernel.adjoint(at[0], at[1], n, 1.0, bar[0], bar[1]);
    differences(name, at, bar, [&](const std::vector<double>& x) { return f(x[0], x[1], n); });
    const double derivative = kernel.tangent(at[0], at[1], n, 0.7, -1.3).derivative;
    near(name, "adjoint against tangent", derivative, 0.7 * bar[0] - 1.3 * bar[1], 1e-10, 1);
  }
}

inline int finish() {
  if (failures() == 0)
    std::puts("all gradients agree");
  return failures() != 0;
}

} // namespace check
