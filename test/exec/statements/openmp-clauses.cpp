// Private, first and last private variables and sums of any directive: what one thread makes of
// them. REQUIRES: openmp
// RUN: %treelize %s -o %T/openmp-clauses.treelize.hpp -- -std=c++20 -I%S/../../Inputs -fopenmp 2> %t.log
// RUN: %cxx -fopenmp -I%S/../../Inputs -I%T %s %link -o %t && env OMP_NUM_THREADS=1 %t
// RUN: %allcxx -fopenmp -fsyntax-only -I%S/../../Inputs -I%T %s
#include <cmath>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {
inline void job(int i, const double& a, double& result) {
  result = std::sin(a * i);
}
TREELIZE(kernel) inline void sections(const double& a, double& y) {
  double u[4], h;
#pragma omp parallel
  {
#pragma omp sections private(h)
    {
#pragma omp section
      {
        for (int i = 0; i < 2; ++i) {
          job(i, a, h);
          u[i] = std::cos(h);
        }
      }
#pragma omp section
      {
        for (int i = 2; i < 4; ++i) {
          job(i, a, h);
          u[i] = std::exp(h);
        }
      }
    }
  }
  y = u[0] + u[1] + u[2] + u[3];
}
TREELIZE(kernel) inline void single(const double& a, double& y) {
  double h = a * a;
#pragma omp parallel
  {
#pragma omp single firstprivate(h)
    {
      h = std::sin(h);
      for (int i = 0; i < 3; ++i)
        y += h * i;
    }
  }
  y += h;
}
TREELIZE(kernel) inline double lasts(const std::vector<double>& x) {
  double h = 2, last = 0;
#pragma omp parallel for lastprivate(last)
  for (std::size_t i = 0; i < x.size(); ++i) {
    last = x[i] * x[i];
  }
  double carried = 3;
#pragma omp parallel
#pragma omp for firstprivate(carried) lastprivate(carried)
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] > 0)
      carried = x[i] * h;
  }
  return last + carried;
}
TREELIZE(kernel) inline double last_array(const std::vector<double>& x) {
  double u[2] = {0, 0}, s = 0;
#pragma omp parallel for lastprivate(u)
  for (int i = 0; i < 4; ++i) {
    u[0] = std::sin(x[i]);
    u[1] = u[0] * x[i];
  }
  s = u[1];
  return s;
}
TREELIZE(kernel) inline double last_section(double a) {
  double r = 0, s = 1;
#pragma omp parallel sections lastprivate(r) reduction(+ : s)
  {
#pragma omp section
    {
      r = a;
      for (int i = 0; i < 2; ++i)
        s += a * i;
    }
#pragma omp section
    {
      r = a * a;
      for (int i = 0; i < 3; ++i)
        s += a * a;
    }
  }
  return r + s * s;
}
TREELIZE(kernel) inline double tasks(double a) {
  double y1 = 0, y2 = 0;
#pragma omp parallel
#pragma omp single
  {
    double h = a * a;
#pragma omp task firstprivate(h) shared(y1)
    {
      h = std::sin(h);
      for (int i = 0; i < 2; ++i)
        y1 += h;
    }
#pragma omp taskwait
#pragma omp task shared(y2)
    {
      h = 2 * h;
      for (int i = 0; i < 2; ++i)
        y2 += h;
    }
#pragma omp taskwait
    y2 += h;
  }
  return y1 + y2;
}
TREELIZE(kernel) inline double arrays(const std::vector<double>& x) {
  double u[3] = {1, 2, 3}, s = 0;
#pragma omp parallel for firstprivate(u) reduction(+ : s)
  for (int i = 0; i < 3; ++i) {
    u[1] = x[i] * u[0];
    s += u[1] * u[2];
  }
  return s + u[1] * x[0];
}
TREELIZE(kernel) inline double bounds(const std::vector<double>& x) {
  int n = 2;
  double s = 0;
#pragma omp parallel for firstprivate(n) reduction(+ : s)
  for (int i = 0; i < n; ++i) {
    s += x[i] * x[i] * n;
    n = 2;
  }
  return s;
}
struct Scratch {
  std::vector<double> v;
  double w = 1;
};
TREELIZE(kernel) inline double objects(const std::vector<double>& x) {
  Scratch c;
  c.v.assign(2, 0.5);
  double s = 0;
#pragma omp parallel for firstprivate(c) reduction(+ : s)
  for (int i = 0; i < 3; ++i) {
    c.v[0] = x[i];
    c.w = x[i] * c.v[1];
    s += c.v[0] * c.w;
  }
#pragma omp parallel private(c)
  {
    c.v.assign(1, x[0]);
    for (int k = 0; k < 2; ++k)
      s += c.v[0];
  }
  return s + c.w;
}
TREELIZE(kernel) inline double region(double a) {
  double h = a, s = 0;
#pragma omp parallel firstprivate(h) num_threads(1)
  {
    h *= a;
    for (int i = 0; i < 2; ++i)
      s += h;
  }
#pragma omp critical
  {
    for (int i = 0; i < 2; ++i)
      s += h;
  }
  return s;
}
TREELIZE(kernel) inline double simd(const std::vector<double>& x) {
  double h, s = 0;
#pragma omp simd private(h) reduction(+ : s)
  for (int i = 0; i < 3; ++i) {
    h = x[i] * x[i];
    s += h * h;
  }
  int j = 0;
#pragma omp simd linear(j : 1)
  for (int i = 0; i < 3; ++i) {
    s += x[j] * i;
    ++j;
  }
#pragma omp taskloop private(h)
  for (int i = 0; i < 3; ++i)
    h = x[i];
  return s;
}
} // namespace app

#include <GradientCheck.h>
#include "openmp-clauses.treelize.hpp"
using check::slope;
void same(const char* name, double got, double want) {
  check::near(name, "a derivative", got, want, 1e-6, 1);
}
template <class K>
void number(const char* w, const K& k) {
  double a = 0.7;
  const double d = slope(a, [&] { return k(a); });
  same(w, k.grad(a).a, d);
  same(w, k.tangent(a, 1.0).derivative, d);
}
template <class K>
void vec(const char* w, const K& k) {
  std::vector<double> x{0.4, 0.7, 0.9, 1.2};
  auto g = k.grad(x).x;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double d = slope(x[i], [&] { return k(x); });
    same(w, g[i], d);
    std::vector<double> t(4);
    t[i] = 1;
    same(w, k.tangent(x, t).derivative, d);
  }
}
template <class K>
void ref(const char* w, const K& k) {
  double a = 0.7;
  const double d = slope(a, [&] {
    double y = 0;
    k(a, y);
    return y;
  });
  double y = 0, ab = 0, yb = 1;
  k.adjoint(a, y, ab, yb);
  same(w, ab, d);
  double yt = 0;
  y = 0;
  k.tangent(a, y, 1.0, yt);
  same(w, yt, d);
}
int main() {
  using namespace app::kernels;
  ref("sections", sections);
  ref("single", single);
  vec("lasts", lasts);
  vec("last_array", last_array);
  number("last_section", last_section);
  number("tasks", tasks);
  vec("arrays", arrays);
  vec("bounds", bounds);
  vec("objects", objects);
  number("region", region);
  vec("simd", simd);
  return check::finish();
}
