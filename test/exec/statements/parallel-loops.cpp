// Derivatives of parallel loops: the same for one thread, for many, and in a program without OpenMP; and right.
// RUN: %treelize %s -o %T/parallel-loops.treelize.hpp -- -std=c++20 -fopenmp
// RUN: %cxx -I%T -Wno-unknown-pragmas %s %link -o %t.serial && %t.serial
// RUN: %if openmp %{ %cxx -O2 -fopenmp -I%T %s %link -o %t && env OMP_NUM_THREADS=8 %t && env OMP_NUM_THREADS=1 %t %}
// RUN: %if openmp %{ %allcxx -fopenmp -fsyntax-only -I%T %s %}
#include <treelize/annotations.hpp>
#include <treelize/check_gradient.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <span>
#include <vector>

namespace app {

// A shared element is summed up by each thread, an element of the iteration's own is its own.
TREELIZE(kernel) double total(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static, 4)
  for (int i = 0; i < n; ++i)
    sum += std::sin(x[static_cast<std::size_t>(i)]) * x[0];
  return sum * sum;
}

// What is overwritten is an element of the iteration's own.
TREELIZE(kernel) void scaled(std::span<const double> x, double k, std::span<double> y) {
#pragma omp parallel for
  for (std::size_t i = 0; i < x.size(); ++i) {
    double v = std::exp(k * x[i]);
    v = v * v + x[i];
    y[i] = y[i] * v;
  }
}

// What an iteration chooses is of no use to its reverse; nothing of it stays.
TREELIZE(kernel) double chosen(std::span<double> y, double k) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (std::size_t i = 0; i < y.size(); ++i) {
    y[i] *= k;
    sum += y[i] > 0.4 ? std::exp(-0.3 * k) : 0.5;
  }
  return sum + y[0];
}

// Elements that an index chooses may be anybody's.
TREELIZE(kernel) double gathered(std::span<const double> x, std::span<const int> at) {
  std::vector<double> y(at.size());
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (std::size_t i = 0; i < at.size(); ++i) {
    const double v = x[static_cast<std::size_t>(at[i])];
    y[i] = v * v;
    sum += v;
  }
#pragma omp parallel for reduction(- : sum)
  for (std::size_t i = 1; i < at.size(); ++i)
    sum -= y[i] * y[i - 1];
  return sum;
}

struct Params {
  double k;
  std::vector<double> w;
  std::array<double, 3> c;
};

// Rows of a matrix are the iteration's own; the parameters are everybody's.
TREELIZE(kernel) double loss(const Params& p, std::span<const double> x, std::span<const double> target, std::size_t m) {
  double s = 0;
  const std::size_t n = target.size();
#pragma omp parallel for reduction(+ : s) if (n > 10)
  for (std::size_t i = 0; i < n; ++i) {
    double a = p.c[0];
    for (std::size_t j = 0; j < m; ++j)
      a += p.w[j] * x[i * m + j];
    const double r = std::tanh(a * p.k) - target[i];
    s += r * r;
  }
  return s / static_cast<double>(n);
}

// Iterations that remember much run again, on tapes of their own.
TREELIZE(kernel) double nested(std::span<const double> x, int steps) {
  std::vector<double> y(x.size());
#pragma omp parallel for
  for (std::size_t i = 0; i < x.size(); ++i) {
    double v = x[i];
    for (int k = 0; k < steps; ++k)
      v = std::sin(v) * v + 0.1;
    while (v > 0.3)
      v = v * v * 0.9;
    y[i] = v;
  }
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (std::size_t i = 1; i < x.size(); ++i)
    s += y[i] * y[i - 1];
  return s;
}

// In place, and for many time steps.
TREELIZE(kernel) void relaxed(std::span<double> u, double k, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (std::size_t colour = 0; colour < 2; ++colour) {
#pragma omp parallel for
      for (std::size_t i = 1 + colour; i < u.size() - 1; i += 2) {
        double v = u[i];
        for (int newton = 0; newton < 2; ++newton)
          v = v - 0.1 * (v * v * v - k * (u[i - 1] + u[i + 1]));
        u[i] = v;
      }
    }
  }
}

// What each iteration sets, and what is largest, is computed one after the other.
TREELIZE(kernel) double privates(std::span<const double> x) {
  double t = 0, f = 2, last = 0;
  double largest = x[0];
  std::vector<double> y(x.size());
#pragma omp parallel for private(t) firstprivate(f) lastprivate(last)
  for (std::size_t i = 0; i < x.size(); ++i) {
    f += 1;
    t = x[i] * f;
    y[i] = t * t;
    last = t;
    f -= 1;
  }
#pragma omp parallel for reduction(max : largest)
  for (std::size_t i = 0; i < x.size(); ++i)
    largest = x[i] * y[i] > largest ? x[i] * y[i] : largest;
  return largest + last + f;
}

} // namespace app

#include "parallel-loops.treelize.hpp"

std::vector<double> numbers(std::size_t n, double from, double to) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = from + (to - from) * std::fmod(0.618034 * static_cast<double>(i + 1), 1.0);
  return x;
}

int failures = 0;

template <class Kernel, class... Args> void check(const char* name, const Kernel& kernel, const Args&... args) {
  const auto report = treelize::check_gradient(kernel, args...);
  if (!report.passed()) {
    std::cout << name << ": " << report << '\n';
    ++failures;
  }
}

/// Many times the same, but for the order of sums.
template <class Kernel> void repeat(const char* name, const Kernel& kernel, const std::vector<double>& x) {
  const auto first = kernel(x);
  for (int run = 0; run < 50; ++run) {
    const auto again = kernel(x);
    for (std::size_t i = 0; i < first.size(); ++i)
      if (!(std::fabs(again[i] - first[i]) <= 1e-11 * (1 + std::fabs(first[i])))) {
        std::printf("%s: %.17g in run %d, %.17g in the first\n", name, again[i], run, first[i]);
        ++failures;
        return;
      }
  }
}

int main() {
  using namespace app;
  const std::vector<double> x = numbers(500, -1, 1), y = numbers(500, 0.5, 2);
  const auto span = [](const std::vector<double>& v) { return std::span<const double>(v); };
  std::vector<int> at(700);
  for (std::size_t i = 0; i < at.size(); ++i)
    at[i] = static_cast<int>(i * i % 11);
  const Params p{0.7, numbers(25, -1, 1), {0.1, 0.2, 0.3}};
  const std::vector<double> target = numbers(20, 0, 1);

  check("total", kernels::total, x);
  check("scaled", kernels::scaled, x, 0.3, y);
  check("gathered", kernels::gathered, x, at);
  check("loss", kernels::loss, p, x, target, std::size_t{25});
  check("nested", kernels::nested, x, 5);
  check("relaxed", kernels::relaxed, y, 0.4, 3);
  check("privates", kernels::privates, y);
  check("chosen", kernels::chosen, y, 0.7);

  repeat("total", [&](const std::vector<double>& v) { return kernels::total.grad(span(v)).x; }, x);
  repeat("gathered", [&](const std::vector<double>& v) { return kernels::gathered.grad(span(v), at).x; }, x);
  repeat("loss", [&](const std::vector<double>& v) { return kernels::loss.grad(p, span(v), target, 25).p.w; }, x);
  repeat("nested", [&](const std::vector<double>& v) { return kernels::nested.grad(span(v), 5).x; }, x);
  repeat("relaxed", [&](const std::vector<double>& v) {
    std::vector<double> u = v, u_b(v.size(), 1.0);
    double k_b = 0;
    kernels::relaxed.adjoint(std::span<double>(u), 0.4, 3, std::span<double>(u_b), k_b);
    u_b.push_back(k_b);
    return u_b;
  }, y);
  return failures;
}
