// Copies that are written out: where they just copy they are as good as defaulted ones, where they do more they do it.
// RUN: %treelize %s -o %T/plain-copies.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace app {

class Force {
public:
  Force() = default;
  explicit Force(double x) : x(x) {}
  Force(const Force& other) : x(other.x) {
    for (int i = 0; i < 2; ++i)
      for (int k = 0; k < 3; ++k)
        at[i][k] = other.at[i][k];
  }
  Force(Force&& other) : x(std::move(other.x)) { copy(other); }
  Force& operator=(const Force& other) {
    if (this != &other) {
      x = other.x;
      for (int i = 0; i != 2; i++)
        for (int k = 0; k < 3; ++k)
          at[i][k] = other.at[i][k];
    }
    return *this;
  }
  double x = 1, at[2][3] = {{1, 2, 3}, {4, 5, 6}};

private:
  void copy(const Force& other) { std::copy(&other.at[0][0], &other.at[0][0] + 6, &at[0][0]); }
};

class Point {
public:
  Point(double x = 0, double y = 0) : x(x), y(y) {}
  Point(const Point& other) : x(other.x) { y = other.y; }
  Point& operator=(const Point& other) {
    if (this == &other)
      return *this;
    x = other.x;
    this->y = other.y;
    return *this;
  }
  double norm() const { return x * x * y; }
  double x, y;
};

TREELIZE(kernel) double sorted(std::span<const double> x) {
  std::vector<Point> points{{x[0], x[1]}, {x[1], 2}};
  points.push_back(Point(x[0] * x[1], x[0]));
  std::sort(points.begin(), points.end(), [](const Point& a, const Point& b) { return a.y < b.y; });
  std::swap(points[0], points[2]);
  std::optional<Point> last = points.back();
  const std::vector<Point> others = points;
  return points[0].norm() * others[1].x + last->norm() * others[2].y;
}

/// A copy has half of it, an assignment keeps one part.
class Share {
public:
  explicit Share(double value) : value(value) {}
  Share(const Share& other) : value(0.5 * other.value) {}
  Share& operator=(const Share& other) {
    value += other.value * other.value;
    return *this;
  }
  double value;
};
double spent(Share share) { return share.value * share.value; }

TREELIZE(kernel) double shares(std::span<const double> x) {
  Share a(x[0]), b(x[1]);
  Share c = a;
  b = c;
  c = c;
  return spent(b) * c.value + a.value;
}

TREELIZE(kernel) double direct(std::span<const double> x) {
  Force a(x[0]);
  a.at[1][2] = x[1];
  Force b = a;
  b.x *= x[1];
  a = b;
  return a.x * a.at[1][2] * b.at[0][1];
}

} // namespace app

#include "plain-copies.treelize.hpp"

int main() {
  using namespace app::kernels;
  const std::vector<double> x{1.3, 0.7};
  check::scalar("sorted", sorted, x);
  check::scalar("shares", shares, x);
  check::scalar("direct", direct, x);
  return check::finish();
}
