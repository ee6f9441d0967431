// Is the derivative of a random kernel right? The adjoint is compared with the tangent near machine precision,
// both with central differences. These are tried with several steps: a step across a kink proves
// nothing, and one of the steps is short enough to stay on this side of it. Gradients go to standard
// output, a line per kernel, so that two builds of the same kernels can be compared.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace fuzz {

using Numbers = std::vector<double>;

struct Check {
  int wrong = 0, skipped = 0;
  std::mt19937 random{12345};

  /// The same numbers for the kernel in every build, whatever others have drawn.
  void begin(const std::string& kernel) {
    std::seed_seq seed(kernel.begin(), kernel.end());
    random.seed(seed);
  }

  Numbers draw(std::size_t count) {
    std::uniform_real_distribution<double> number(-1, 1);
    Numbers v(count);
    for (double& x : v)
      x = number(random);
    return v;
  }

  static double dot(const Numbers& a, const Numbers& b, double* size = nullptr) {
    double sum = 0, all = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      sum += a[i] * b[i];
      all += std::fabs(a[i] * b[i]);
    }
    if (size)
      *size = all;
    return sum;
  }

  void fail(const char* kernel, const char* what, double got, double want) {
    std::fprintf(stderr, "%s: %s: %.17g, expected %.17g\n", kernel, what, got, want);
    ++wrong;
  }

  /// `value(x)` is what the kernel computes, a number; `gradient` and `tangent` along `x_t` are its derivatives.
  template <class Value>
  void compare(const char* kernel, const Numbers& x, const Numbers& x_t, Value value, const Numbers& gradient, double tangent) {
    double size, here = value(x);
    const double adjoint = dot(gradient, x_t, &size);
    if (!std::isfinite(here)) {
      ++skipped;
      return;
    }
    if (!(std::fabs(adjoint - tangent) <= 1e-10 * (size + std::fabs(tangent))))
      return fail(kernel, "adjoint against tangent", adjoint, tangent);
    if (size > 1e10) { // no step is small enough
      ++skipped;
      return;
    }
    double difference = 0;
    // The last steps are for kernels that are too steep for the others; there, the numbers are less exact themselves.
    for (double step : {1e-5, 1e-6, 1e-7, 1e-4, 1e-8, 1e-10, 1e-11, 1e-12}) {
      Numbers above = x, below = x;
      for (std::size_t i = 0; i < x.size(); ++i) {
        above[i] += step * x_t[i];
        below[i] -= step * x_t[i];
      }
      difference = (value(above) - value(below)) / (2 * step);
      const bool isSteep = step < 1e-9 && size > 1e5;
      if (std::fabs(difference - tangent) <= (isSteep ? 1e-3 : 1e-5) * (size + std::fabs(here) + 1))
        return;
    }
    fail(kernel, "tangent against differences", tangent, difference);
  }

  /// `product(x, v)` is the Hessian's with v: symmetric, and the slope of the gradient.
  template <class Gradient, class Product>
  void compareTwice(const char* kernel, const Numbers& x, const Gradient& gradient, const Product& product) {
    const Numbers v = draw(x.size()), w = draw(x.size()), along = product(x, v), across = product(x, w);
    double size = 0, here = 0;
    const double slope = dot(along, w, &size), mirrored = dot(across, v);
    static_cast<void>(dot(gradient(x), w, &here));
    if (!std::isfinite(size + here) || size + here > 1e8) {
      ++skipped;
      return;
    }
    if (!(std::fabs(slope - mirrored) <= 1e-8 * (size + here + std::fabs(mirrored))))
      return fail(kernel, "Hessian's symmetry", slope, mirrored);
    double difference = 0;
    for (double step : {1e-5, 1e-6, 1e-7, 1e-4, 1e-8}) {
      Numbers above = x, below = x;
      for (std::size_t i = 0; i < x.size(); ++i) {
        above[i] += step * v[i];
        below[i] -= step * v[i];
      }
      difference = (dot(gradient(above), w) - dot(gradient(below), w)) / (2 * step);
      if (std::fabs(difference - slope) <= 1e-4 * (size + here + 1))
        return;
    }
    fail(kernel, "Hessian against differences", slope, difference);
  }

  /// The pullback, called twice.
  template <class Pullback>
  void comparePulled(const char* kernel, const Numbers& gradient, Pullback&& pullback) {
    double size = 0;
    static_cast<void>(dot(gradient, gradient, &size));
    if (!std::isfinite(size))
      return;
    for (const double seed : {1.0, -2.0}) {
      const auto pulled = pullback(seed);
      const Numbers back(pulled.x.begin(), pulled.x.end());
      for (std::size_t i = 0; i < back.size(); ++i)
        if (!(std::fabs(back[i] - seed * gradient[i]) <= 1e-10 * (std::sqrt(size) + 1)))
          return fail(kernel, "pullback against adjoint", back[i], seed * gradient[i]);
    }
  }

  static void print(const char* kernel, const Numbers& gradient) {
    std::printf("%s", kernel);
    for (double g : gradient)
      std::printf(" %.17g", g);
    std::printf("\n");
  }

  /// `double f(std::span<const double> x)`
  template <class Kernel> void scalar(const char* name, const Kernel& kernel) {
    begin(name);
    const Numbers x = draw(4), x_t = draw(4);
    const std::span<const double> at(x);
    Numbers gradient(4);
    kernel.adjoint(at, 1.0, std::span<double>(gradient));
    const auto [value, tangent] = kernel.tangent(at, std::span<const double>(x_t));
    if (!(std::fabs(value - kernel(at)) <= 1e-13 * std::fabs(value)) && std::isfinite(value))
      fail(name, "value", value, kernel(at));
    compare(name, x, x_t, [&](const Numbers& y) { return kernel(std::span<const double>(y)); }, gradient, tangent);
    if constexpr (requires(std::span<double> product) { kernel.hvp(at, at, product); })
      compareTwice(name, x, [&](const Numbers& y) {
        Numbers y_b(4);
        kernel.adjoint(std::span<const double>(y), 1.0, std::span<double>(y_b));
        return y_b;
      }, [&](const Numbers& y, const Numbers& y_t) {
        Numbers product(4);
        kernel.hvp(std::span<const double>(y), std::span<const double>(y_t), std::span<double>(product));
        return product;
      });
    if constexpr (requires { kernel.pullback(at); })
      comparePulled(name, gradient, kernel.pullback(at));
    print(name, gradient);
  }

  /// `double f(double a, double b)`
  template <class Kernel> void numbers(const char* name, const Kernel& kernel) {
    begin(name);
    const Numbers x = draw(2), x_t = draw(2);
    auto [gradientA, gradientB] = kernel.grad(x[0], x[1]);
    const double tangent = kernel.tangent(x[0], x[1], x_t[0], x_t[1]).derivative;
    compare(name, x, x_t, [&](const Numbers& y) { return kernel(y[0], y[1]); }, {gradientA, gradientB}, tangent);
    if constexpr (requires(double product) { kernel.hvp(1.0, 1.0, 1.0, 1.0, product, product); })
      compareTwice(name, x, [&](const Numbers& y) {
        const auto [a, b] = kernel.grad(y[0], y[1]);
        return Numbers{a, b};
      }, [&](const Numbers& y, const Numbers& y_t) {
        Numbers product(2);
        kernel.hvp(y[0], y[1], y_t[0], y_t[1], product[0], product[1]);
        return product;
      });
    print(name, {gradientA, gradientB});
  }

  /// `void f(std::span<double> y)`, which overwrites y
  template <class Kernel> void inPlace(const char* name, const Kernel& kernel) {
    begin(name);
    const Numbers y = draw(4), y_t = draw(4), seed = draw(4);
    auto weighted = [&](Numbers at) {
      kernel(std::span<double>(at));
      return dot(seed, at);
    };
    Numbers out = y, out_t = y_t, same = y, gradient = seed;
    kernel.tangent(std::span<double>(out), std::span<double>(out_t));
    kernel.adjoint(std::span<double>(same), std::span<double>(gradient));
    if (same != y && std::isfinite(weighted(y)))
      fail(name, "the adjoint changed its argument", 0, 0);
    compare(name, y, y_t, weighted, gradient, dot(seed, out_t));
    print(name, gradient);
  }

  /// `void f(std::span<const double> x, std::span<double> y)`: y[0] is anything of x[0] and x[1], in timesZero() times x[2],
  /// which is zero; y[1] is 0.5 * x[0] - 0.25 * x[1]. What nobody asks for adds nothing, wherever x lies, nor does what zero
  /// is the factor of.
  template <class Kernel> void unasked(const char* name, const Kernel& kernel) { atSpecialPoints(name, kernel, false); }
  template <class Kernel> void timesZero(const char* name, const Kernel& kernel) { atSpecialPoints(name, kernel, true); }

  template <class Kernel> void atSpecialPoints(const char* name, const Kernel& kernel, bool hasFactor) {
    const double points[] = {0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -2.0, 1.2, 800.0, -800.0, 1e300, 1e-300};
    const int before = wrong;
    for (double a : points)
      for (double b : points)
        if (wrong == before) // one is enough
          specialAt(name, kernel, {a, b, 0.0}, hasFactor);
  }

  template <class Kernel> void specialAt(const char* name, const Kernel& kernel, const Numbers& x, bool hasFactor) {
    const std::span<const double> at(x);
    Numbers y(2);
    try {
      kernel(at, std::span<double>(y));
    } catch (const std::exception&) {
      return;
    }
    if (std::isnan(y[0]) || (hasFactor && y[0] != 0))
      return;
    const auto same = [&](const char* what, double got, double want) {
      char text[200];
      std::snprintf(text, sizeof text, "%s at %g, %g", name, x[0], x[1]);
      if (got != want)
        fail(text, what, got, want);
    };
    Numbers x_b(3), y_b = {hasFactor ? 1.0 : 0.0, 1};
    kernel.adjoint(at, std::span<double>(y), std::span<double>(x_b), std::span<double>(y_b));
    same("adjoint of the first", x_b[0], 0.5);
    same("adjoint of the second", x_b[1], -0.25);
    const Numbers x_t = {hasFactor ? 1.0 : 0.0, 0, hasFactor ? 0.0 : 1.0};
    Numbers y_t(2, 5.0);
    kernel.tangent(at, std::span<double>(y), std::span<const double>(x_t), std::span<double>(y_t));
    same("tangent", y_t[0], 0);
    same("tangent of the other", y_t[1], hasFactor ? 0.5 : 0);
    std::vector<treelize::lanes<2>> x_l(3), y_l(2);
    y_l[0][1] = hasFactor ? 1 : 0;
    y_l[1][1] = 1;
    kernel.adjoint(at, std::span<double>(y), std::span(x_l), std::span(y_l));
    same("adjoint over lanes without a seed", x_l[0][0], 0);
    same("adjoint over lanes of the first", x_l[0][1], 0.5);
    same("adjoint over lanes of the second", x_l[1][1], -0.25);
  }

  int finish() const {
    if (skipped)
      std::fprintf(stderr, "%d kernels without a finite value\n", skipped);
    return wrong != 0;
  }
};

} // namespace fuzz
