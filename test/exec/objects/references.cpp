// References to one of several objects, which are written; what lambdas copy of arrays and of their object; the base of an
// object that derives from it.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/references.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <map>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

struct Pair {
  double a, b;
  double& pick(bool first) { return first ? a : b; }
  double& chosen(bool first) {
    if (first)
      return a;
    return b;
  }
};
TREELIZE(kernel) double numbers(std::span<const double> x) {
  double product = 1;
  for (int i = 0; i < 3; ++i) {
    double a = x[0], b = x[1];
    double& r = x[i] > 0 ? a : b;
    r *= 2;
    (i == 1 ? a : b) += x[2];
    Pair pair{a, b};
    pair.pick(i == 0) *= 3;
    pair.chosen(i != 2) += a;
    product *= pair.a * pair.b;
  }
  return product;
}
TREELIZE(kernel) double objects(std::span<const double> x) {
  double sum = 0;
  for (int i = 0; i < 2; ++i) {
    Pair p{x[0], x[1]}, q{x[1], x[2]};
    Pair& r = i ? p : q;
    r.a *= 2;
    r = Pair{x[0] * r.a, x[2]};
    r.b *= x[1];
    const Pair copy = r;
    sum += p.a * q.b + q.a * p.b + copy.a;
  }
  return sum;
}
TREELIZE(kernel) double vectors(std::span<const double> x) {
  double sum = 0;
  for (int n = 0; n < 4; ++n) {
    std::vector<double> a(x.begin(), x.end()), b(2);
    std::vector<double>& r = n > 2 ? a : b;
    r[0] += x[0];
    for (double& v : r)
      v += x[1];
    r.push_back(r[0] * x[2]);
    sum += a[0] * b[1] + a.back() * b.back() + static_cast<double>(r.size());
  }
  return sum;
}

struct Line {
  double slope, offset;
  double scale[2] = {1, 2};
  double moved(double x) {
    auto before = [*this, x] { return slope * x + offset * scale[1]; };
    slope = 0;
    scale[1] = x;
    return before() + scale[1];
  }
};
TREELIZE(kernel) double copied(std::span<const double> x) {
  Line line{x[0], x[1]};
  double table[2][2] = {{x[0], x[1]}, {x[2], 1}}, sum = 0;
  for (int k = 0; k < 3; ++k) {
    auto at = [table, k](int i) { return table[i][k % 2]; };
    table[0][0] *= x[1];
    sum += at(0) * at(1);
  }
  return line.moved(x[2]) * (line.slope + 1) + line.moved(x[0]) + sum;
}

struct Named : Pair {
  double c;
};
struct Shape {
  double size;
  virtual double area() const { return size; }
  virtual ~Shape() = default;
};
struct Box : Shape {
  double height;
  double area() const override { return size * height; }
};
TREELIZE(kernel) double bases(std::span<const double> x) {
  Named named{{x[0], x[1]}, x[2]};
  Pair pair = named, assigned{1, 2};
  pair.a *= 2;
  assigned = named;
  Box box;
  box.size = x[1];
  box.height = x[2];
  const Shape shape = box;
  return pair.a * named.a * named.c + assigned.b + shape.area() * box.area();
}

struct Square {
  double m[4];
  double& operator()(int i, int j) { return m[2 * i + j]; }
};
// The sides of a choice may throw, insert, or compute their index.
TREELIZE(kernel) double chosen(double x, double y) {
  std::vector<double> v{x, y};
  double& element = x > 0 ? v.at(0) : v.at(1);
  element *= y;
  std::map<int, double> m{{1, x}, {2, y}};
  double& entry = y > 0 ? m[1] : m[3];
  entry += x * y;
  Square s{{x, y, x * y, 1}};
  const int n = x > y ? 1 : 0;
  double& corner = y > 0 ? s(0, n) : s(n, 1);
  corner *= x;
  return v[0] * v[1] + m[1] * m[2] + m[3] + s(0, 0) * s(0, 1) + s(1, 0) * s(1, 1) * corner;
}

} // namespace app

#include "references.treelize.hpp"

#include <GradientCheck.h>

int main() {
  for (const std::vector<double>& x : {std::vector<double>{0.61, -0.37, 0.83}, std::vector<double>{-0.4, 0.9, 1.2}}) {
    check::scalar("numbers", app::kernels::numbers, x);
    check::scalar("objects", app::kernels::objects, x);
    check::scalar("vectors", app::kernels::vectors, x);
    check::scalar("copied", app::kernels::copied, x);
    check::scalar("bases", app::kernels::bases, x);
  }
  check::numbers("chosen", app::kernels::chosen, 0.7, 0.4);
  check::numbers("chosen", app::kernels::chosen, -0.7, 0.4);
  check::numbers("chosen", app::kernels::chosen, 0.7, -0.4);
  return check::finish();
}
