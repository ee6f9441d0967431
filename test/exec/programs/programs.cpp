// Small programs as users write them: matrices, CRTP, bodies, quadrature, heat, Newton, Cholesky.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/programs.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <numeric>
#include <span>
#include <treelize/annotations.hpp>
#include <utility>
#include <vector>
namespace app {
template <class T, int N>
class Mat {
public:
  T d[N * N] = {};
  T& operator()(int i, int j) { return d[i * N + j]; }
  const T& operator()(int i, int j) const { return d[i * N + j]; }
  T* begin() { return d; }
  T* end() { return d + N * N; }
  static constexpr int size() { return N; }
};
template <class T, int N>
Mat<T, N> operator*(const Mat<T, N>& a, const Mat<T, N>& b) {
  Mat<T, N> c;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      for (int k = 0; k < N; ++k)
        c(i, j) += a(i, k) * b(k, j);
  return c;
}
template <class D>
struct Shape {
  double area() const { return static_cast<const D&>(*this).impl() * 2; }
};
struct Square : Shape<Square> {
  double side = 1;
  double impl() const { return side * side; }
};
struct Body {
  std::array<double, 2> p, v;
  double m;
};
struct Sys {
  std::vector<Body> bodies;
  double g = 0.5;
  double energy() const {
    double e = 0;
    for (const auto& b : bodies)
      e += 0.5 * b.m * (b.v[0] * b.v[0] + b.v[1] * b.v[1]);
    return e;
  }
};
template <std::floating_point T>
T soft(T x) {
  return std::log1p(std::exp(x));
}
template <class... A>
auto sumsq(A... a) {
  return ((a * a) + ...);
}
struct Meters {
  double v;
  operator double() const { return v; }
  Meters operator-() const { return {-v}; }
  bool operator<(const Meters& o) const { return v < o.v; }
};
template <class F>
double integrate(F&& f, double a, double b, int n) {
  double h = (b - a) / n, s = 0.5 * (f(a) + f(b));
  for (int i = 1; i < n; i++)
    s += f(a + i * h);
  return s * h;
}
void step(std::vector<double>& u, std::vector<double>& v) {
  for (size_t i = 1; i + 1 < u.size(); i++)
    v[i] = u[i] + 0.1 * (u[i - 1] - 2 * u[i] + u[i + 1]);
  v[0] = u[0];
  v[v.size() - 1] = u.back();
}
bool less(double a, double b) {
  return a < b;
}

TREELIZE(kernel) double mats(std::span<const double> x) {
  Mat<double, 2> a, b;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      a(i, j) = x[i] * (j + 1);
      b(i, j) = x[j] + i;
    }
  auto c = a * b * a;
  double s = 0;
  for (double& e : c) {
    e *= 2;
    s += e * e;
  }
  return s + c.size();
}
TREELIZE(kernel) double crtp(std::span<const double> x) {
  Square s;
  s.side = x[0] * x[1];
  return s.area() + x[2];
}
TREELIZE(kernel) double bodies(std::span<const double> x) {
  Sys sys;
  sys.g = x[0];
  sys.bodies = std::vector<Body>(2);
  for (int i = 0; i < 2; ++i) {
    Body& b = sys.bodies[i];
    b.m = 1 + x[i] * x[i];
    b.p = {x[0], x[i]};
    b.v = {x[2], x[1] * i};
  }
  for (int t = 0; t < 3; ++t)
    for (auto& b : sys.bodies) {
      b.v[1] -= 0.1 * sys.g;
      for (int k = 0; k < 2; ++k)
        b.p[k] += 0.1 * b.v[k];
    }
  return sys.energy() + sys.bodies[1].p[0];
}
TREELIZE(kernel) double misc(std::span<const double> x) {
  Meters a{x[0]}, b{x[1]};
  double r = a < b ? double(-a) : b;
  r += soft(x[2]) + sumsq(x[0], x[1], 2.0);
  return r * integrate([&x](double t) { return std::exp(-t * x[1]); }, 0, x[2], 4);
}
TREELIZE(kernel) double heat(std::span<const double> x) {
  std::vector<double> u(x.begin(), x.end()), v(u.size());
  for (int t = 0; t < 5; ++t) {
    step(u, v);
    std::swap(u, v);
  }
  return std::accumulate(u.begin(), u.end(), 0.0) + u[1] * u[1];
}
TREELIZE(kernel) double best(std::span<const double> x) {
  int k = 0;
  for (int i = 1; i < (int)x.size(); i++)
    if (less(x[k], x[i]))
      k = i;
  double m = x[k];
  int i;
  double s = 0;
  for (i = 0; i < 3; i++) {
    s += std::exp(x[i] - m);
    if (s > 100)
      break;
  }
  return m + std::log(s) * i;
}
TREELIZE(kernel) double newton(std::span<const double> x) {
  double y = 1;
  for (int it = 0; it < 50; ++it) {
    double f = y * y * y - 2 - x[0] * x[0], d = 3 * y * y;
    double n = y - f / d;
    if (std::fabs(n - y) < 1e-14) {
      y = n;
      break;
    }
    y = n;
  }
  return y * x[1];
}
TREELIZE(kernel) double chol(std::span<const double> x) {
  double a[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      a[i][j] = x[i] * x[j] + (i == j ? 3 : 0);
  for (int j = 0; j < 3; j++) {
    double s = a[j][j];
    for (int k = 0; k < j; k++)
      s -= a[j][k] * a[j][k];
    a[j][j] = std::sqrt(s);
    for (int i = j + 1; i < 3; i++) {
      s = a[i][j];
      for (int k = 0; k < j; k++)
        s -= a[i][k] * a[j][k];
      a[i][j] = s / a[j][j];
    }
  }
  return std::log(a[0][0] * a[1][1] * a[2][2]);
}
TREELIZE(kernel) double list(std::span<const double> x) {
  double s = 0;
  for (double e : {x[0], x[1] * x[2], 2.0})
    s += e * e;
  std::pair<double, int> best{-1e9, 0};
  for (int i = 0; i < 3; ++i)
    if (x[i] * x[i] > best.first)
      best = {x[i] * x[i], i};
  return s * best.first + x[best.second];
}
} // namespace app
#include "programs.treelize.hpp"
#include <GradientCheck.h>
int main() {
  for (const std::vector<double>& x : {std::vector{0.7, -1.3, 0.4}, std::vector{0.4, 0.9, 0.3}}) {
    check::scalar("mats", app::kernels::mats, x);
    check::scalar("crtp", app::kernels::crtp, x);
    check::scalar("bodies", app::kernels::bodies, x);
    check::scalar("misc", app::kernels::misc, x);
    check::scalar("heat", app::kernels::heat, x);
    check::scalar("best", app::kernels::best, x);
    check::scalar("newton", app::kernels::newton, x);
    check::scalar("chol", app::kernels::chol, x);
    check::scalar("list", app::kernels::list, x);
  }
  return check::finish();
}
