// Private and protected members of any class: getters, operators, nested objects, bases, templates.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/private.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s < %t/private.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <array>
#include <cmath>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>
namespace app {
class Vec3 {
public:
  Vec3() = default;
  Vec3(double x, double y, double z) : x(x), y(y), z_(z) {}
  double getX() const { return x; }
  double& at(int i) { return i == 0 ? x : i == 1 ? y : z_; }
  double norm2() const { return x * x + y * y + z_ * z_; }
  Vec3& operator+=(const Vec3& o) {
    x += o.x;
    y += o.y;
    z_ += o.z_;
    return *this;
  }
  friend Vec3 operator*(double s, const Vec3& v) { return {s * v.x, s * v.y, s * v.z_}; }
  Vec3 cross(const Vec3& o) const {
    return Vec3(y * o.z_ - z_ * o.y, z_ * o.x - x * o.z_, x * o.y - y * o.x);
  }

private:
  double x = 0, y = 0, z_ = 0;
};

class Matrix {
public:
  Matrix() = default;
  Matrix(int rows, int cols) : rows_(rows), cols_(cols), data_(rows * cols) {}
  int rows() const { return rows_; }
  int cols() const { return cols_; }
  double& operator()(int i, int j) { return data_[i * cols_ + j]; }
  double operator()(int i, int j) const { return data_[i * cols_ + j]; }

private:
  int rows_ = 0, cols_ = 0;
  std::vector<double> data_;
};
Matrix operator*(const Matrix& a, const Matrix& b) {
  Matrix c(a.rows(), b.cols());
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < b.cols(); ++j)
      for (int k = 0; k < a.cols(); ++k)
        c(i, j) += a(i, k) * b(k, j);
  return c;
}

template <class T, int N>
class Stack {
public:
  void push(const T& v) { items_[size_++] = v; }
  const T& top() const { return items_[size_ - 1]; }
  int size() const { return size_; }

protected:
  std::array<T, N> items_{};
  int size_ = 0;
};
class Rated : public Stack<double, 4> {
public:
  double weighted() const {
    double s = 0;
    for (int i = 0; i < size_; ++i)
      s += (i + 1) * items_[i] * rate_;
    return s;
  }
  void setRate(double r) { rate_ = r; }

private:
  double rate_ = 1;
};

class Body {
public:
  Body() = default;
  Body(double m, Vec3 v) : mass_(m), velocity_(v) {}
  double energy() const { return 0.5 * mass_ * velocity_.norm2(); }
  void kick(const Vec3& by) { velocity_ += by; }

private:
  double mass_ = 1;
  Vec3 velocity_;
};

class Model {
public:
  double a() const { return w_[0] * scale_; }
  explicit Model(double s) : scale_(s), w_{1, 2} {}
  double& w(int i) { return w_[i]; }
  double w(int i) const { return w_[i]; }

private:
  double scale_;
  std::vector<double> w_;
};

// CHECK: The private member `x` of app::Vec3.
// CHECK: struct tag_app_Vec3_x
// CHECK: static double sweep(const app::Vec3& v, double k, double seed, app::Vec3& v_b
// CHECK: constexpr treelize::accessor<treelize::tag_app_Vec3_x> x{};
// CHECK: x(v) * x(v)
// CHECK: x(v_b) +=
TREELIZE(kernel) double length(const Vec3& v, double k) {
  return std::sqrt(v.norm2()) * k;
}

TREELIZE(kernel) double crossed(std::span<const double> x) {
  Vec3 a(x[0], x[1], x[2]), b(x[1] * x[1], 2, x[0]);
  Vec3 c = a.cross(b);
  c += x[2] * a;
  c.at(1) *= x[0];
  double x_of = c.getX(); // a local may have the accessor's name
  return c.norm2() + x_of;
}
TREELIZE(kernel) double product(std::span<const double> x, int n) {
  Matrix a(n, n), b(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      a(i, j) = x[i] * (j + 1);
      b(i, j) = x[j] + i * x[i];
    }
  Matrix c = a * b;
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += c(i, i) * c(0, i);
  return s;
}
TREELIZE(kernel) double protectedBase(std::span<const double> x) {
  Rated r;
  r.setRate(x[0]);
  r.push(x[1]);
  r.push(x[2] * r.top());
  return r.weighted() + r.size();
}
TREELIZE(kernel) double bodies(std::span<const double> x) {
  std::vector<Body> all(2);
  all[0] = Body(x[0], Vec3(x[1], 1, 2));
  all[1] = Body(2, Vec3(x[2], x[0], x[1]));
  double e = 0;
  for (Body& b : all) {
    b.kick(x[1] * Vec3(1, x[2], 0));
    e += b.energy();
  }
  return e;
}
TREELIZE(kernel) double model(const Model& m, double x) {
  return m.a() * x + m.w(1) * x * x;
}
TREELIZE(kernel) void scale(Model& m, double by) {
  for (int i = 0; i < 2; ++i)
    m.w(i) *= by * m.a();
}
/// Bases that are private or protected.
struct Gain {
  double gain = 2;
  double of(double a) const { return a * gain; }
};
struct Engine : private Gain {
  double run(double v) const { return of(v) + 1; }
  void tune(double by) { gain *= by; }
};
struct Motor : protected Engine {
  double speed = 1;
  double turn(double v) {
    tune(v);
    return run(speed *= v);
  }
};
TREELIZE(kernel) inline double engines(std::span<const double> x) {
  Engine a;
  a.tune(x[0]);
  Engine b = a;
  b.tune(x[1]);
  Motor m;
  const double s = m.turn(x[2]);
  return s * m.turn(x[0]) + a.run(x[1]) * b.run(x[2]);
}

} // namespace app

#include "GradientCheck.h"
#include "private.treelize.hpp"

int main() {
  using namespace app::kernels;
  const std::vector<double> x = {0.7, -1.2, 1.9};
  check::scalar("crossed", crossed, x);
  check::scalar("product", product, x, 3);
  check::scalar("protectedBase", protectedBase, x);
  check::scalar("bodies", bodies, x);
  check::scalar("engines", engines, x);

  const app::Vec3 v(1, 2, 2);
  auto g = length.grad(v, 5);
  check::near("length", "dx", g.v.getX(), 5.0 / 3, 1e-14, 0);
  check::near("length", "dk", g.k, 3, 1e-14, 0);

  app::Model m(3);
  auto gm = model.grad(m, 2); // (w0 s) x + w1 x^2, with s = 3
  check::near("model", "dw0", gm.m.w(0), 6, 1e-14, 0);
  check::near("model", "dw1", gm.m.w(1), 4, 1e-14, 0);
  check::near("model", "dx", gm.x, 11, 1e-14, 0);

  // w0' = b s w0^2, w1' = w1 b s w0': a private container of the caller is overwritten.
  app::Model shadow(0);
  shadow.w(0) = 1;
  shadow.w(1) = 1;
  double by_b = 0;
  scale.adjoint(m, 2, shadow, by_b);
  check::near("scale", "the value stays", m.w(0), 1, 0, 0);
  check::near("scale", "dw0", shadow.w(0), 12 + 2 * 6 * 12, 1e-14, 0);
  check::near("scale", "dw1", shadow.w(1), 2 * 3 * 6, 1e-14, 0);
  check::near("scale", "dby", by_b, 3 + 2 * 3 * 6 + 12 * 3, 1e-13, 0);
  return check::finish();
}
