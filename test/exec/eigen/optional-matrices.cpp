// Optionals and variants of matrices: returned, copied, changed, of the caller.
// REQUIRES: libeigen3-dev
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/optional-matrices.treelize.hpp -- -std=c++20 -I%S/../../Inputs %eigen
// RUN: %cxx -D_GLIBCXX_ASSERTIONS -I%S/../../Inputs -I%t %eigen %s %link -o %t/run && %t/run
// RUN: %clangxx -fsyntax-only -I%S/../../Inputs -I%t %eigen %s
#include <Eigen/Dense>
#include <cmath>
#include <optional>
#include <treelize/annotations.hpp>
#include <variant>
#include <vector>

namespace app {
using Eigen::Matrix2d;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;
inline Vector2d direction(double a) {
  return Vector2d(std::cos(a), std::sin(a));
}
inline std::optional<Vector2d> hit(double a) {
  if (a < 0)
    return std::nullopt;
  return direction(a);
}
TREELIZE(kernel) inline double seen(double x, double y) {
  const auto h = hit(x);
  return h ? h->dot(direction(y)) : x;
}
TREELIZE(kernel) inline double through(double x, double y) {
  std::optional<Vector2d> h;
  if (x > 0)
    h = Vector2d(x, x * y);
  return h ? h->squaredNorm() + h->x() * y + (*h)(1) + h.value()[0] + h->array().sum() : x;
}
TREELIZE(kernel) inline double dynamic(const VectorXd& v, double x) {
  std::optional<VectorXd> h = v;
  if (x < 0)
    h.reset();
  std::optional<VectorXd> c;
  c = h;
  if (c) {
    c->array() *= x;
    (*c)(0) += x;
    return c->norm() + h->segment(1, 1).sum();
  }
  return x * x;
}
TREELIZE(kernel)
inline double members(const std::optional<VectorXd>& o, const std::optional<Matrix2d>& m,
                      double x) {
  double s = x * x;
  if (o)
    s += o->dot(*o) * x + (*o)[0];
  if (m) {
    const Matrix2d p = *m * *m;
    s += p.trace() + m->determinant() * x + (m->transpose() * Vector2d(x, 1)).sum();
  }
  auto c = o;
  if (c)
    s += c->sum();
  const Vector2d f = m ? Vector2d(m->col(0)) : Vector2d(x, x);
  return s + f.sum();
}
TREELIZE(kernel) inline double emplaced(double x) {
  std::optional<Vector2d> h;
  h.emplace(x, x * x);
  std::optional<Matrix2d> m = Matrix2d::Identity() * x;
  std::optional<Vector2d> e = *m * *h;
  const Vector2d z = e.value_or(Vector2d(1, 2));
  std::optional<Vector2d> none;
  return z.sum() + none.value_or(*h).sum() + std::make_optional<Vector2d>(x, x)->sum();
}
struct Ray {
  Vector2d o, d;
};
inline std::optional<Ray> ray(double a) {
  if (a < 0)
    return {};
  if (a > 5)
    return Ray{Vector2d(a, 1), Vector2d(1, a)};
  return Ray{direction(a), direction(2 * a)};
}
TREELIZE(kernel) inline double rays(double x) {
  if (const auto r = ray(x))
    return r->o.dot(r->d) + r->o.x();
  return x;
}
inline std::variant<int, Vector2d> either(double v) {
  if (v < 0)
    return 1;
  return direction(v);
}
TREELIZE(kernel) inline double varied(double x) {
  const auto v = either(x);
  if (const Vector2d* p = std::get_if<Vector2d>(&v))
    return p->sum() * p->x();
  return x;
}
TREELIZE(kernel) inline double list(double x) {
  std::vector<std::optional<Vector2d>> v;
  for (int i = 0; i < 3; ++i)
    v.push_back(hit(x - i));
  double s = 0;
  for (const auto& o : v)
    if (o)
      s += o->x() * x;
  return s;
}
} // namespace app

#include <GradientCheck.h>
#include "optional-matrices.treelize.hpp"
using check::slope;
void same(const char* name, double got, double want) {
  check::near(name, "a derivative", got, want, 1e-6, 1);
}
template <class K>
void one(const char* w, const K& k) {
  for (double x : {-1.0, 0.7, 1.6, 6.0}) {
    double d = slope(x, [&] { return k(x); });
    same(w, k.grad(x).x, d);
    same(w, k.tangent(x, 1.0).derivative, d);
  }
}
template <class K>
void two(const char* w, const K& k) {
  for (double x : {-1.0, 0.7, 1.6}) {
    double y = 0.4;
    double d = slope(x, [&] { return k(x, y); }), e = slope(y, [&] { return k(x, y); });
    auto g = k.grad(x, y);
    same(w, g.x, d);
    same(w, g.y, e);
    same(w, k.tangent(x, y, 1.0, 0.5).derivative, d + 0.5 * e);
  }
}
int main() {
  using namespace app::kernels;
  two("seen", seen);
  two("through", through);
  one("emplaced", emplaced);
  one("rays", rays);
  one("varied", varied);
  one("list", list);
  for (double x : {-1.0, 1.2}) {
    Eigen::VectorXd v(3);
    v << 1, 2, 3;
    auto d = dynamic.grad(v, x);
    same("dynamic x", d.x, slope(x, [&] { return dynamic(v, x); }));
    same("dynamic v", d.v(1), slope(v(1), [&] { return dynamic(v, x); }));
  }
  for (int mask = 0; mask < 4; ++mask) {
    std::optional<Eigen::VectorXd> o;
    std::optional<Eigen::Matrix2d> m;
    if (mask & 1) {
      o = Eigen::VectorXd::Constant(2, 0.3);
    }
    if (mask & 2) {
      m = Eigen::Matrix2d::Identity();
      (*m)(0, 1) = 2;
    }
    double x = 1.1;
    auto r = members.grad(o, m, x);
    same("members x", r.x, slope(x, [&] { return members(o, m, x); }));
    if (o)
      same("members o", (*r.o)(0), slope((*o)(0), [&] { return members(o, m, x); }));
    if (m)
      same("members m", (*r.m)(0, 1), slope((*m)(0, 1), [&] { return members(o, m, x); }));
    std::optional<Eigen::VectorXd> ot = treelize::zeros_like(o);
    std::optional<Eigen::Matrix2d> mt = treelize::zeros_like(m);
    same("members t", members.tangent(o, m, x, ot, mt, 1.0).derivative,
         slope(x, [&] { return members(o, m, x); }));
  }
  return check::finish();
}
