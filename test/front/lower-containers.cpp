// vector, array and span: construction, elements, ends, lengths, parts, loops over them.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/lower-containers.treelize.hpp --dump-after=lower -- -std=c++20 -I%S/../Inputs | %FileCheck %s
// RUN: %cxx -I%t -I%S/../Inputs %s %link -o %t/run && %t/run
#include <treelize/annotations.hpp>

#include <array>
#include <span>
#include <vector>

namespace app {

double dot(std::span<const double> a, std::span<const double> b) {
  double s = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    s += a[i] * b[i];
  return s;
}
void fill(std::span<double> x, double by) {
  for (double& e : x)
    e = by * e + 1;
}
double sum(std::span<const double> x) {
  double s = 0;
  while (!x.empty()) {
    s += x.front() * x.size();
    x = x.subspan(1);
  }
  return s;
}

// CHECK-LABEL: kernel vectors
// CHECK: let v: std::vector<double> = std::vector<double>(x.size())
// CHECK: let w: std::vector<double> = std::vector<double>(3, 2.0)
// CHECK: let l: std::vector<double> = std::vector<double>(2)
// CHECK-NEXT: l[0] = x[0]
TREELIZE(kernel) double vectors(std::span<const double> x) {
  std::vector<double> v(x.size()), w(3, 2.0), l{x[0], x[1] * x[0]};
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] = x[i] * w[i];
  std::vector<double> c = v, e(v.begin(), v.end()), r(x.begin() + 1, x.end());
  c[0] *= 2;
  v = c;
  v.back() += l.at(1);
  w.assign(3, x[2]);
  l = {v.front() * w[1], e[0]};
  return dot(l, c) + v.back() * v.size() + r[0] * w.size() + (v.empty() ? 0 : e.front());
}

// CHECK-LABEL: kernel spans
TREELIZE(kernel) double spans(std::span<const double> x) {
  std::vector<double> v(x.begin(), x.end());
  std::span<double> all(v), head = all.first(2);
  fill(head, x[1]);
  fill(all.subspan(1, 2), x[0]);
  fill(all.last(1), 2);
  fill({v.data() + 1, 1}, 3);
  std::array<double, 2> a{x[0], x[2]};
  return dot(head, all.last(2)) + sum(v) + sum(x.first(2)) + dot(a, x);
}

// CHECK-LABEL: kernel loops
// CHECK: for i: std::size_t in [0, x.size())
// CHECK-NEXT: s += x[i] * x[i]
TREELIZE(kernel) double loops(std::span<const double> x) {
  double s = 0;
  for (double e : x)
    s += e * e;
  std::vector<double> v(x.begin(), x.end());
  for (auto& e : v)
    e *= s;
  for (double e : v) {
    v[0] += e;
    s += e;
    e = 0;
  }
  double grid[2][3] = {{x[0], x[1], 2}, {s}};
  for (auto& row : grid)
    for (const double& cell : row)
      s += cell * v[0];
  std::vector<std::vector<double>> nested(2, v);
  for (auto& row : nested)
    for (auto it = row.begin(); it != row.end(); ++it)
      s += *it * x[1];
  return s;
}

} // namespace app

#include "lower-containers.treelize.hpp"

#include <GradientCheck.h>

int main() {
  for (const std::vector<double>& x : {std::vector{0.7, -1.3, 0.4}, std::vector{0.4, 0.9, -0.3}}) {
    check::scalar("vectors", app::kernels::vectors, x);
    check::scalar("spans", app::kernels::spans, x);
    check::scalar("loops", app::kernels::loops, x);
  }
  return check::finish();
}
