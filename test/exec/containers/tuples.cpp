// std::tuple, std::pair and std::optional: made, taken apart, tied, returned, tested.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/tuples.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <cmath>
#include <optional>
#include <span>
#include <treelize/annotations.hpp>
#include <tuple>
#include <utility>
#include <vector>
namespace app {
std::tuple<double, int, double> split(double x) {
  int n = 0;
  while (x > 1) {
    x *= 0.5;
    ++n;
  }
  return {x, n, x * x};
}
std::pair<double, double> polar(double x, double y) {
  return std::make_pair(std::hypot(x, y), std::atan2(y, x));
}
std::optional<double> root(double a, double b, double c) {
  const double d = b * b - 4 * a * c;
  if (d < 0)
    return std::nullopt;
  return (-b + std::sqrt(d)) / (2 * a);
}
struct Hit {
  double t, weight;
};
std::optional<Hit> hit(double o, double r) {
  std::optional<Hit> best;
  for (int i = 0; i < 4; ++i) {
    const double t = r * i - o;
    if (t > 0 && (!best || t * t < best->t))
      best = Hit{t * t, t * r};
  }
  return best;
}

TREELIZE(kernel) double tuples(std::span<const double> x) {
  auto [m, n, q] = split(x[0] * x[0] + 3);
  std::tuple<double, double, int> t{x[1], m, 2};
  std::get<0>(t) *= x[2];
  std::get<int>(t) += n;
  auto u = t;
  std::get<1>(u) = q;
  t = std::make_tuple(std::get<1>(t), std::get<0>(t), 7); // the elements change places
  return std::get<0>(t) * std::get<1>(t) + std::get<0>(u) * std::get<1>(u) * std::get<2>(u) +
         std::get<2>(t);
}
TREELIZE(kernel) double tied(std::span<const double> x) {
  double r = 0, a = 0, sum = 0;
  for (double v : x) {
    std::tie(r, a) = polar(v, x[1] + 2);
    sum += r * a;
  }
  int n = 0;
  std::tie(r, n, std::ignore) = split(x[0] + 5);
  double b = x[2];
  std::tie(a, b) = std::make_tuple(b, a); // swaps
  const auto refs = std::tie(sum, r);
  std::get<0>(refs) *= a;
  return sum + r * n + b;
}
TREELIZE(kernel) double pairs(std::span<const double> x) {
  std::pair<double, int> p, q{x[0], 3};
  p.first = q.first * q.second;
  std::vector<std::pair<double, double>> all = {{x[0], x[1]}, {x[2], p.first}};
  for (auto& [a, b] : all) {
    a *= b;
    b += a;
  }
  auto [s, t] = all[1];
  s *= 2;
  return all[0].first * all[1].second + s * t + p.first;
}
// The constructor takes references: the first argument is read when the second one has changed it.
TREELIZE(kernel) double referred(double x, double y) {
  std::vector<double> v{x, y};
  int i = 0;
  const std::pair<double, double> p{(v[0] *= 2), v[0] += y};
  const std::tuple<double, int, double> t{v[1], ++i, (v[1] *= x)};
  const std::pair<double, double> q{v[static_cast<std::size_t>(i)], (v[1] += x)};
  return p.first * p.second + std::get<0>(t) * std::get<1>(t) + q.first * q.second;
}
TREELIZE(kernel) double optionals(std::span<const double> x) {
  std::optional<double> r = root(1, x[0], -x[1] * x[1]), none = root(1, 0, x[1] * x[1] + 1);
  double s = 0;
  if (r)
    s += *r * x[2];
  if (none.has_value())
    s += none.value() * 100;
  if (auto again = root(x[2], 5, 1); again && *again != 0)
    s += again.value();
  s += none.value_or(x[0]) * r.value_or(3.0);
  none = s * x[1];
  *none += x[0];
  r.reset();
  r = none;
  none = std::nullopt;
  return s + r.value() * (none == std::nullopt) + (r != std::nullopt ? *r : 0.0);
}
TREELIZE(kernel) double optionalObjects(std::span<const double> x) {
  double s = 0;
  for (double v : x)
    if (const std::optional<Hit> h = hit(v, x[1] * x[1] + 0.3); h.has_value())
      s += h->t * h->weight;
    else
      s -= v;
  return s;
}
TREELIZE(kernel)
double parameters(const std::tuple<double, std::vector<double>>& t, const std::optional<double>& o,
                  std::pair<double, double> p) {
  p.first *= p.second;
  double s = std::get<0>(t) * p.first;
  for (double v : std::get<1>(t))
    s += v * v;
  return o ? s * *o : s;
}
TREELIZE(kernel) std::tuple<double, double> results(double x, double y) {
  return {x * y, std::sin(x)};
}
// An empty optional is less than any value.
TREELIZE(kernel) double ordered(double x, double y) {
  std::optional<double> a = x, b = y, none;
  double sum = 0;
  sum += a < b ? x * x : y * y;
  sum += b > a ? x * y : 1;
  sum += none < a ? x : 7;
  sum += a <= none ? 8 : y;
  sum *= a <= 0.3 ? 3 * x : 2 * y;
  sum += a == none || none != std::nullopt ? 9 : x;
  sum *= none >= b ? 10 : y;
  return sum + (b >= a && none <= none && 0.5 < b ? x * y * y : x);
}

} // namespace app

#include "GradientCheck.h"
#include "tuples.treelize.hpp"

int main() {
  using namespace app::kernels;
  for (double y : {0.35, 0.85, 1.4}) {
    check::numbers("ordered", ordered, 0.8, y + 0.1);
    check::numbers("ordered", ordered, 0.2, y);
    check::numbers("referred", referred, 0.7, y);
    check::near("referred", "value", referred.value_and_grad(0.7, y).value, app::referred(0.7, y), 1e-15, 1);
    check::near("ordered", "value", ordered.value_and_grad(0.2, y).value, app::ordered(0.2, y), 1e-15, 1);
  }
  const std::vector<double> x = {1.3, 0.8, 1.9}, y = {-1.1, 0.6, 0.4};
  for (const std::vector<double>& at : {x, y}) {
    check::scalar("tuples", tuples, at);
    check::scalar("tied", tied, at);
    check::scalar("pairs", pairs, at);
    check::scalar("optionals", optionals, at);
    check::scalar("optionalObjects", optionalObjects, at);
  }
  auto g = parameters.grad({2, {3, 4}}, 5.0, {6, 7});
  check::near("parameters", "dt0", std::get<0>(g.t), 5 * 42, 0, 0);
  check::near("parameters", "dt1", std::get<1>(g.t)[1], 5 * 8, 0, 0);
  check::near("parameters", "do", *g.o, 2 * 42 + 25, 0, 0);
  check::near("parameters", "dp", g.p.second, 5 * 2 * 6, 0, 0);
  auto without = parameters.grad({2, {3, 4}}, std::nullopt, {6, 7});
  check::near("parameters", "dt0", std::get<0>(without.t), 42, 0, 0);
  double x_b = 0, y_b = 0;
  results.adjoint(2, 3, {1, 10}, x_b, y_b);
  check::near("results", "dx", x_b, 3 + 10 * std::cos(2.0), 1e-15, 0);
  check::near("results", "dy", y_b, 2, 0, 0);
  return check::finish();
}
