// Proxies: what is copied is the reference, what is assigned are the numbers.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/proxies.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <span>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

struct Matrix {
  double d[4];
  struct Row {
    double* p;
    explicit Row(double* q) : p(q) {}
    Row(const Row&) = default;
    Row& operator=(const Row& o) {
      p[0] = o.p[0];
      p[1] = o.p[1];
      return *this;
    }
    Row& operator=(double v) {
      p[0] = p[1] = v;
      return *this;
    }
    double& operator[](int j) { return p[j]; }
  };
  Row operator[](int i) { return Row(d + 2 * i); }
};
struct Ref {
  double* p;
  explicit Ref(double* q) : p(q) {}
  Ref(const Ref&) = default;
  Ref& operator=(double v) {
    *p = v;
    return *this;
  }
  Ref& operator=(const Ref& o) {
    *p = *o.p;
    return *this;
  }
  operator double() const { return *p; }
};
struct Vector {
  std::vector<double> d;
  Ref operator()(std::size_t i) { return Ref(&d[i]); }
};

TREELIZE(kernel) double rows(std::span<const double> x) {
  Matrix m{{x[0], x[1], x[2], x[3]}};
  Matrix::Row r = m[1];
  r[0] *= x[1];
  m[0] = r;
  for (int i = 0; i < 2; ++i) {
    auto q = m[i];
    q[1] += x[2];
    m[1 - i] = q;
    auto same = q;
    same[0] *= x[3];
  }
  return m.d[0] * m.d[1] * m.d[2] * m.d[3];
}
TREELIZE(kernel) double elements(std::span<const double> x) {
  Vector v{{x[0], x[1], x[2]}};
  v(0) = v(1) * x[3];
  v(2) = v(0);
  Ref r = v(1);
  r = 3 * x[0];
  const double s = v(1);
  return s * v(0) * v(2);
}

} // namespace app

#include "proxies.treelize.hpp"

#include <GradientCheck.h>

int main() {
  const std::vector<double> x = {0.61, -0.37, 0.83, 1.21};
  check::scalar("rows", app::kernels::rows, x);
  check::scalar("elements", app::kernels::elements, x);
  return check::finish();
}
