// Calls through variables: function pointers, std::function, functors, generic lambdas, algorithms.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/callables.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>
namespace app {
double square(double x) {
  return x * x;
}
double twice(double (*f)(double), double x) {
  return f(f(x));
}
template <double (*F)(double)>
double applied(double x) {
  return F(x) + 1;
}
double newton(const std::function<double(double)>& f, double x) {
  for (int i = 0; i < 4; ++i)
    x -= f(x) / ((f(x + 1e-3) - f(x - 1e-3)) / 2e-3);
  return x;
}
struct Polynomial {
  double a, b;
  double operator()(double x) const { return a * x + b; }
};
template <class F, class... Args>
auto call(F&& f, Args&&... args) {
  return std::forward<F>(f)(std::forward<Args>(args)...);
}

TREELIZE(kernel) double pointers(std::span<const double> x) {
  double (*f)(double) = &square;
  double (&g)(double) = square;
  double (*s)(double) = std::sin;
  double (*const l)(double) = [](double t) { return t * 3; };
  return f(x[0]) + twice(f, x[1]) + applied<square>(x[2]) + g(x[0]) * s(x[1]) + l(x[2]) +
         (*f)(x[2]);
}
TREELIZE(kernel) double functions(std::span<const double> x) {
  const double c = x[1] * x[1] + 1;
  std::function<double(double)> f = [c](double t) { return t * t - c; };
  std::function<double(double)> g = square, h = Polynomial{x[0], x[2]};
  auto copy = f;
  return newton(f, x[0] + 3) + g(x[0]) * h(x[1]) + copy(x[2]) + std::invoke(f, x[0]) +
         newton([&](double t) { return h(t) * t - c; }, 2 + x[0]);
}
TREELIZE(kernel) double lambdas(std::span<const double> x) {
  auto add = [](auto a, auto b) { return a + b; };
  auto scale = [k = x[0]](auto v) { return k * v; };
  const double now = [&] {
    double s = 0;
    for (double v : x)
      s += v * v;
    return s;
  }();
  auto compose = [](auto f, auto g) { return [=](double t) { return f(g(t)); }; };
  auto both = compose(scale, [&](double t) { return t + x[1]; });
  return add(now, 2) * call(add, x[1], scale(x[2])) + both(x[2]) + std::midpoint(x[0], x[1]) +
         std::lerp(x[0], x[1], 0.3) * std::numbers::pi;
}
TREELIZE(kernel) double algorithms(std::span<const double> x) {
  std::vector<double> v(x.begin(), x.end()), w(3), u(3, 1.0);
  std::transform(v.begin(), v.end(), w.begin(), [&](double t) { return t * x[0]; });
  std::transform(v.begin(), v.end(), w.begin(), u.begin(),
                 [](double a, double b) { return a * b + a; });
  double s = std::accumulate(u.begin(), u.end(), 0.0);
  s += std::accumulate(w.begin(), w.end(), 1.0, [](double a, double b) { return a * (1 + b * b); });
  s += std::accumulate(w.begin(), w.end(), 1.0, std::multiplies<>());
  s += std::inner_product(v.begin(), v.end(), w.begin(), x[1]);
  s += std::inner_product(v.begin(), v.end(), w.begin(), 0.5, std::plus<>(),
                          [](double a, double b) { return a * std::sin(b); });
  s += std::reduce(u.begin(), u.end()) + std::transform_reduce(u.begin(), u.end(), w.begin(), 0.0);
  s += std::transform_reduce(u.begin(), u.end(), 0.0, std::plus<double>(),
                             [](double a) { return a * a; });
  std::for_each(u.begin(), u.end(), [&](double& e) { e *= s; });
  std::copy(u.begin() + 1, u.end(), w.begin());
  std::copy_n(v.begin(), 1, w.begin() + 2);
  std::reverse(w.begin(), w.end());
  std::swap_ranges(v.begin(), v.end(), u.begin());
  std::fill_n(u.begin(), 2, v[2]);
  return s + w[0] * v[1] + u[0] * u[2];
}
TREELIZE(kernel) double searches(std::span<const double> x) {
  std::array<double, 4> a = {x[0] * x[1], x[1], x[2], x[0]};
  auto largest = std::max_element(a.begin(), a.end());
  double s = *largest * *std::min_element(a.begin(), a.end());
  *largest *= 2;
  const auto positive = std::count_if(a.begin(), a.end(), [](double v) { return v > 0; });
  if (std::any_of(a.begin(), a.end(), [](double v) { return v < 0; }))
    s += a[1];
  std::vector<double> p(4), d(4);
  std::partial_sum(a.begin(), a.end(), p.begin());
  std::adjacent_difference(p.begin(), p.end(), d.begin());
  std::iota(p.begin() + 2, p.end(), x[1]);
  s += std::clamp(x[0], 0.1, 1.0, std::less<>()) + std::min({x[0], x[1], x[2]});
  return s * static_cast<double>(positive) + p[1] * d[2] + p[3] + a[0];
}
TREELIZE(kernel) double sorts(std::span<const double> x) {
  std::vector<double> v = {x[2], x[0] * x[1], x[0], x[1], x[1] * x[1]};
  std::sort(v.begin(), v.end());
  double s = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    s += (i + 1.0) * v[i] * v[i];
  std::sort(v.begin() + 1, v.end(), std::greater<>());
  return s + v[0] * v[1] + v[2] * x[0];
}

// Lambdas of the namespace.
static auto squared = [](double x) { return x * x; };
inline constexpr auto cubed = [](auto x) { return x * x * x; };
TREELIZE(kernel) double global_lambdas(std::span<const double> x) {
  static const auto half = [](double y) { return 0.5 * y; };
  return squared(x[0]) + half(cubed(x[1])) * squared(x[2]);
}
} // namespace app

#include "GradientCheck.h"
#include "callables.treelize.hpp"

int main() {
  using namespace app::kernels;
  for (const std::vector<double>& x : {std::vector{1.3, 0.8, 1.9}, {-1.1, 0.6, 0.4}}) {
    check::scalar("pointers", pointers, x);
    check::scalar("functions", functions, x);
    check::scalar("lambdas", lambdas, x);
    check::scalar("algorithms", algorithms, x);
    check::scalar("searches", searches, x);
    check::scalar("sorts", sorts, x);
    check::scalar("global_lambdas", global_lambdas, x);
  }
  return check::finish();
}
