// What the program reads behind a question (an index, an optional, a loop that may not run) its
// derivatives read behind it.
// RUN: %treelize %s -o %T/conditional-reads.treelize.hpp -- -std=c++20 -I%S/../Inputs -fopenmp 2> %t.log
// RUN: %cxx -O1 -D_GLIBCXX_ASSERTIONS -fsanitize=address,undefined -Wno-unknown-pragmas -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %if openmp %{ %cxx -O1 -D_GLIBCXX_ASSERTIONS -fopenmp -I%S/../Inputs -I%T %s %link -o %t && env OMP_NUM_THREADS=3 %t %}
#include <cmath>
#include <optional>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {
// the question is whether the element is there
TREELIZE(kernel)
inline double guarded(const std::vector<double>& w, const std::vector<int>& at,
                      const std::vector<double>& a) {
  double s = 0;
  for (std::size_t i = 0; i < w.size(); ++i)
    if (w[i] != 0.0)
      s += w[i] * a[at[i]];
  return s;
}
TREELIZE(kernel)
inline double quotient(const std::vector<double>& x, const std::vector<double>& y, std::size_t k) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (k < y.size())
      s += x[i] / y[k];
  return s;
}
TREELIZE(kernel)
inline double inner(const std::vector<double>& x, const std::vector<double>& y, std::size_t m) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < m; ++j)
      s += x[i] / y[0] * x[j];
  return s;
}
TREELIZE(kernel)
inline void partly(const std::vector<double>& x, const std::vector<std::vector<double>>& rows,
                   std::vector<double>& y) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double s = 0;
    for (std::size_t j = 0; j < x.size(); ++j)
      s += std::exp(rows[i][j] * x[j]);
    if (i < y.size())
      y[i] = s;
  }
}
TREELIZE(kernel)
inline void summed(const std::vector<double>& x, const std::vector<std::vector<double>>& rows,
                   std::vector<double>& y) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j)
      y[i] += std::exp(rows[i][j] * x[j]);
}
TREELIZE(kernel)
inline double strided(const std::vector<double>& x, const std::vector<std::size_t>& stride) {
  double s = 0;
  std::size_t i = 0;
  while (i < x.size()) {
    s += x[i] * x[i];
    i += stride[0];
  }
  return s;
}
TREELIZE(kernel)
inline double offsets(const std::vector<double>& x, const std::vector<std::size_t>& len,
                      std::size_t n) {
  double s = 0;
  std::size_t at = 0;
  for (std::size_t i = 0; i < n; ++i) {
    s += x[at] * x[at];
    at += len[0];
  }
  return s + static_cast<double>(at) * (x.empty() ? 0.0 : x[0]);
}
TREELIZE(kernel)
inline double parallel(const std::vector<double>& x, const std::vector<double>& y, std::size_t k) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (k < y.size())
      s += x[i] * y[k];
    s += x[i] * x[i];
  }
  return s;
}
TREELIZE(kernel) inline void rerun(const std::vector<double>& x, std::vector<double>& y) {
#pragma omp parallel for
  for (std::size_t i = 0; i < x.size(); ++i) {
    double a = x[i];
    for (int k = 0; k < 3; ++k)
      a = std::sin(a) * x[i];
    if (i < y.size())
      y[i] = y[i] * a + std::exp(y[i]);
  }
}
TREELIZE(kernel)
inline double shared(const std::optional<double>& o, const std::vector<double>& x) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (o)
      s += x[i] * *o;
    s += x[i] * x[i];
  }
  return s;
}
TREELIZE(kernel)
inline double shared_vector(const std::optional<std::vector<double>>& o,
                            const std::vector<double>& x) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (std::size_t i = 0; i < x.size(); ++i) {
    double a = x[i];
    if (o)
      for (std::size_t j = 0; j < o->size(); ++j)
        a += std::sin(a) * (*o)[j];
    s += a;
  }
  return s;
}
TREELIZE(kernel) inline double steps(std::optional<std::vector<double>>& o, double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i) {
    if (o) {
      (*o)[0] = std::sin((*o)[0]) * s;
      s += (*o)[0];
    }
    s = std::sin(s);
  }
  return s;
}
struct Node {
  std::optional<std::vector<std::vector<double>>> rows;
  std::optional<int> at;
};
TREELIZE(kernel)
inline double lookups(const Node& in, const std::vector<std::vector<double>>& x, int row) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < x[i].size(); ++j) {
      s += x[i][j] * x[i][j];
      if (in.rows)
        s += (*in.rows)[row][j] * x[i][j];
      if (in.at)
        s += x[*in.at][j] * x[i][j];
    }
  return s;
}
} // namespace app

#include <GradientCheck.h>
#include "conditional-reads.treelize.hpp"
using check::slope;
void same(const char* name, double got, double want) {
  check::near(name, "a derivative", got, want, 1e-6, 1);
}
int main() {
  using namespace app::kernels;
  {
    std::vector<double> w{0, 2, 0, 3}, a{5, 7};
    std::vector<int> at{-1000000, 1, 1000000, 0};
    auto g = guarded.grad(w, at, a);
    same("guarded", g.a[0], 3);
    same("guarded", g.a[1], 2);
    same("guarded", g.w[1], 7);
    same("guarded", g.w[0], 0);
    same("guarded t",
         guarded.tangent(w, at, a, std::vector<double>{1, 1, 1, 1}, std::vector<double>{0, 0})
             .derivative,
         12);
  }
  {
    std::vector<double> x{1, 2}, y;
    same("quotient", quotient.grad(x, y, 3).x[0], 0);
    y = {2, 4};
    same("quotient", quotient.grad(x, y, 1).x[0], 0.25);
    same("quotient", quotient.grad(x, y, 1).y[1], -3.0 / 16);
  }
  {
    std::vector<double> x{1, 2}, y;
    same("inner", inner.grad(x, y, 0).x[0], 0);
    y = {2};
    same("inner", inner.grad(x, y, 2).y[0], -9.0 / 4);
  }
  {
    std::vector<double> x{0.3, 0.2, 0.1, 0.4, 0.5, 0.6};
    std::vector<std::vector<double>> rows(9, x);
    std::vector<double> y{0, 0}, yb{1, 1}, xb(6);
    auto rb = treelize::zeros_like(rows);
    partly.adjoint(x, rows, y, xb, rb, yb);
    same("partly", rb[1][2], x[2] * std::exp(x[2] * x[2]));
    same("partly", rb[8][2], 0);
    y = {0, 0};
    yb = {1, 1};
    rb = treelize::zeros_like(rows);
    rows.resize(2);
    rb.resize(2);
    summed.adjoint(x, rows, y, xb, rb, yb);
    same("summed", rb[1][2], x[2] * std::exp(x[2] * x[2]));
    std::vector<double> none, no;
    xb.clear();
    summed.adjoint(none, rows, no, xb, rb, no);
    std::vector<double> nob;
    summed.adjoint(none, rows, no, xb, rb, nob);
  }
  {
    std::vector<double> x;
    std::vector<std::size_t> s;
    same("strided", strided(x, s), 0);
    strided.grad(x, s);
    strided.tangent(x, s, x);
    x = {1, 2, 3};
    s = {2};
    same("strided", strided.grad(x, s).x[2], 6);
    same("strided", strided.grad(x, s).x[1], 0);
  }
  {
    std::vector<double> x;
    std::vector<std::size_t> s;
    offsets.grad(x, s, 0);
    offsets.tangent(x, s, 0, x);
    x = {1, 2, 3};
    s = {1};
    same("offsets", offsets.grad(x, s, 3).x[2], 6);
    same("offsets", offsets.grad(x, s, 3).x[0], 5);
  }
  {
    std::vector<double> x{1, 2}, y;
    same("parallel", parallel.grad(x, y, 3).x[0], 2);
    y = {2, 4};
    same("parallel", parallel.grad(x, y, 1).x[0], 6);
    same("parallel", parallel.grad(x, y, 1).y[1], 3);
  }
  {
    std::vector<double> x{0.5, 0.6, 0.7}, y{0.3}, y0 = y, yb{1}, xb(3);
    rerun.adjoint(x, y, xb, yb);
    same("rerun", yb[0], slope(y0[0], [&] {
           auto z = y0;
           rerun(x, z);
           return z[0];
         }));
    same("rerun", xb[0], slope(x[0], [&] {
           auto z = y0;
           rerun(x, z);
           return z[0];
         }));
    same("rerun", xb[1], 0);
  }
  {
    std::optional<double> o;
    std::vector<double> x{1, 2};
    same("shared", shared.grad(o, x).x[1], 4);
    o = 3;
    same("shared", *shared.grad(o, x).o, 3);
    same("shared", shared.grad(o, x).x[1], 7);
  }
  {
    std::optional<std::vector<double>> o;
    std::vector<double> x{1, 2};
    same("shared_vector", shared_vector.grad(o, x).x[1], 1);
    o = std::vector<double>{0.2, 0.3};
    auto g = shared_vector.grad(o, x);
    same("shared_vector", (*g.o)[1], slope((*o)[1], [&] { return shared_vector(o, x); }));
    same("shared_vector", g.x[1], slope(x[1], [&] { return shared_vector(o, x); }));
  }
  {
    std::optional<std::vector<double>> o;
    double x = 0.8;
    std::optional<std::vector<double>> ob;
    double xb = 0;
    steps.adjoint(o, x, 9, 1.0, ob, xb);
    same("steps", xb, slope(x, [&] {
           auto c = o;
           return app::steps(c, x, 9);
         }));
    o = std::vector<double>{0.4};
    ob = std::vector<double>{0.0};
    xb = 0;
    auto o2 = o;
    steps.adjoint(o2, x, 9, 1.0, ob, xb);
    same("steps", xb, slope(x, [&] {
           auto c = o;
           return app::steps(c, x, 9);
         }));
  }
  for (int mask = 0; mask < 4; ++mask) {
    app::Node in;
    if (mask & 1)
      in.rows = std::vector<std::vector<double>>{{1, 2}, {3, 4}};
    if (mask & 2)
      in.at = 1;
    std::vector<std::vector<double>> x{{0.1, 0.2}, {0.3, 0.4}};
    auto g = lookups.grad(in, x, 1);
    same("lookups", g.x[1][0], slope(x[1][0], [&] { return lookups(in, x, 1); }));
    if (mask & 1)
      same("lookups", (*g.in.rows)[1][0], 0.4);
    app::Node t;
    auto xt = treelize::zeros_like(x);
    t = treelize::zeros_like(in);
    xt[1][0] = 1;
    same("lookups t", lookups.tangent(in, x, 1, t, xt).derivative,
         slope(x[1][0], [&] { return lookups(in, x, 1); }));
  }
  return check::finish();
}
