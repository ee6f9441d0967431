// A pointer to a member reaches those of its type that lie side by side behind it.
// RUN: %treelize %s -o %T/member-neighbours.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s < %T/member-neighbours.treelize.hpp
// RUN: %cxx -O0 -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>
#include <treelize/bound.hpp>

#include <stdexcept>
#include <vector>

namespace app {

struct Q {
  double x, y, z, w;
  double& operator[](int i) { return (&x)[i]; }
  const double& operator[](int i) const { return (&x)[i]; }
};

// CHECK-LABEL: struct known_kernel
// CHECK: const double result = q.x * q.w;
TREELIZE(kernel) inline double known(const Q& q) { return q[0] * q[3]; }
TREELIZE(kernel) inline double sums(const Q& q, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += q[i] * q[i] * (i + 1);
  return sum;
}
TREELIZE(kernel) inline double written(Q q, double c, int i) {
  q[i] *= c;
  q[1] += q[i];
  return q.x * q.y * q.z * q.w;
}
TREELIZE(kernel) inline double stepped(const Q& q) {
  double sum = 0;
  for (const double* p = &q.y; p != &q.y + 3; ++p)
    sum += *p * *p;
  return sum;
}
inline double counted(const double* p, int n) {
  double s = 0;
  while (n-- > 0) {
    s += *p * *p;
    ++p;
  }
  return s;
}
TREELIZE(kernel) inline double passed(const Q& q, int n) { return counted(&q.x, n); }

inline const Q fixed{1, 2, 3, 4};
TREELIZE(kernel) inline double constant(double c, int i) { return fixed[i] * c * c + fixed[2]; }

// An object that is taken apart, and elements of a vector of such.
struct Apart {
  const double k;
  double x, y, z;
  double at(int i) const { return (&x)[i]; }
  double& at(int i) { return *(&x + i); }
};
TREELIZE(kernel) inline double apart(std::span<const double> x, int i) {
  Apart a{2, x[0], x[1], x[2]};
  a.at(i) *= x[0];
  std::vector<Apart> all;
  all.push_back(a);
  all.push_back(Apart{3, x[1], x[2], 1});
  return a.at(1) * a.k + all[0].at(i) * all[1].at(1) * x[1];
}

class TREELIZE(data_oriented) Own {
public:
  Own(double a, double b) : x(a), y(b) {}
  TREELIZE(kernel) double own(double c, int i) const { return (&x)[i] * c * y; }
  double x, y;
};

} // namespace app

#include "member-neighbours.treelize.hpp"

int main() {
  using namespace app::kernels;
  app::Q q{1.1, 1.2, 1.3, 1.4};
  const auto near = [&](const char* name, const app::Q& g, const auto& f) {
    check::near(name, "x", g.x, check::slope(q.x, f), 1e-6, 1);
    check::near(name, "y", g.y, check::slope(q.y, f), 1e-6, 1);
    check::near(name, "z", g.z, check::slope(q.z, f), 1e-6, 1);
    check::near(name, "w", g.w, check::slope(q.w, f), 1e-6, 1);
  };
  near("known", known.grad(q).q, [&] { return q.x * q.w; });
  near("sums", sums.grad(q, 4).q, [&] { return q.x * q.x + 2 * q.y * q.y + 3 * q.z * q.z + 4 * q.w * q.w; });
  near("written", written.grad(q, 1.7, 2).q, [&] { return q.x * (q.y + 1.7 * q.z) * 1.7 * q.z * q.w; });
  near("stepped", stepped.grad(q).q, [&] { return q.y * q.y + q.z * q.z + q.w * q.w; });
  near("passed", passed.grad(q, 2).q, [&] { return q.x * q.x + q.y * q.y; });
  check::near("constant", "c", constant.grad(2, 3).c, 4 * 2 * 2, 1e-14, 0);
  for (int i = 0; i < 3; ++i)
    check::scalar("apart", apart, {1.3, 0.7, 1.9}, i);

  treelize::bound<app::Own> own{1.5, 2.5};
  check::near("own", "y", own.own.grad(2, 1).self.y, 2 * 2 * 2.5, 1e-14, 0);
  check::near("own", "x", own.own.grad(2, 0).self.x, 2 * 2.5, 1e-14, 0);
  try {
    sums.grad(q, 5);
    check::near("sums", "behind the last", 0, 1, 0, 0);
  } catch (const std::out_of_range&) {
  }
  return check::finish();
}
