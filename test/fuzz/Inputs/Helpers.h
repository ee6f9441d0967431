// What random kernels call: functions by value, by reference and by pointer, templates, a record with methods.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdlib>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <stack>
#include <stdexcept>
#include <string>
#include <treelize/annotations.hpp>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace fuzz {

constexpr double table[4] = {0.5, 1.25, -0.75, 0.125};

struct Pair {
  double a, b;
  double norm() const { return a * a + std::sin(b); }
  void mix(double t) {
    const double old = a;
    a = std::cos(t) * a - 0.5 * b;
    b = 0.5 * old + std::sin(t) * b;
  }
};

struct Sample {
  double a, b;
  double norm() const { return 0.5 * a * a - std::cos(b); }
  void mix(double t) { b = 0.5 * a + std::sin(t) * b; }
};

struct Line {
  double slope, offset;
  double operator()(double t) const { return slope * t + offset; }
  static double half(double t) { return 0.5 * t * std::cos(t); }
};

/// Linked by an index that comes first, or last, or by a pointer.
struct Cell {
  int next;
  double v;
};
struct LateCell {
  double v;
  int next;
};
struct Node {
  Node* next;
  double v;
};

/// What loops only read.
struct Table {
  double gain;
  std::array<double, 4> rows;
};

struct Body {
  double at[2];
  std::vector<double> parts;

  double weight() const {
    double sum = at[0] * at[1];
    for (double part : parts)
      sum += std::sin(part);
    return sum;
  }
  void grow(double by) { parts.push_back(0.5 * parts.front() * by); }
};

inline std::vector<double> scaled(std::vector<double> v, double by) {
  for (double& e : v)
    e *= by;
  return v;
}
/// As long as the first one; the second has four elements or more.
inline std::vector<double> summed(const std::vector<double>& a, const std::vector<double>& b, double by) {
  std::vector<double> sum(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    sum[i] = a[i] + by * b[i % 4] * b[i % 4];
  return sum;
}

struct Duo {
  std::vector<double> one, two;

  void mix(double t) {
    for (std::size_t i = 0; i < one.size(); ++i)
      one[i] = 0.5 * one[i] + 0.3 * std::sin(t * two[i % 4]);
    two[1] *= t;
  }
  double total() const { return 0.2 * one.back() * two.front(); }
};

class Shape {
public:
  explicit Shape(double size) : size(size) {}
  virtual ~Shape() = default;
  virtual double area(double by) const { return size * by; }
  virtual void inflate(double by) { size += 0.5 * by; }

protected:
  double size;
};

class Disc : public Shape {
public:
  using Shape::Shape;
  double area(double by) const override { return 0.5 * size * size * std::cos(by); }
};

class Box : public Shape {
public:
  Box(double width, double height) : Shape(width), height(height) {}
  double area(double by) const override { return Shape::area(by) * height; }
  void inflate(double by) override {
    Shape::inflate(by);
    height *= std::cos(by);
  }

private:
  double height;
};

struct Link {
  double value;
  std::shared_ptr<Link> next;
};

struct Reader {
  double operator()(double x) const { return std::sin(x); }
  double operator()(const Pair& p) const { return p.a - 0.5 * p.b; }
};

/// Acts when it goes, however its block is left.
class Guard {
public:
  Guard(double& held, double by) : held(held), before(held), by(by) { this->held *= 0.5; }
  ~Guard() { held += 0.3 * std::sin(before * by); }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

private:
  double& held;
  double before, by;
};

/// Bases with data: one, two, one that holds a vector.
struct Plain {
  double a, b;
};
struct Rich {
  double size;
  std::vector<double> parts;
};
struct Thick : Plain {
  double c;
  void grow(double by) {
    a += 0.5 * by;
    c *= by;
  }
};
struct Heap : Thick, Rich {
  double e;
  void grow(double by) {
    Thick::grow(by);
    size -= by;
    parts.push_back(0.5 * by);
  }
};
inline void setPart(Plain& part, const Plain& value) { part = value; }
inline void swapParts(Plain& one, Plain& other) { std::swap(one, other); }

struct Bits {
  unsigned small : 3;
  int number : 4;
  unsigned flag : 1;
  double w;
};

inline double heldOr(const std::optional<double>& held, double other) { return held ? *held * other : other; }
inline std::optional<double> half(double t) {
  if (t < 0)
    return std::nullopt;
  return 0.5 * t;
}

inline double twist(double a, double b) {
  a = std::sin(a) * b;
  b += a * a;
  return a - 0.5 * std::tanh(b);
}

inline double chosen(double a, double b) {
  for (int i = 0; i < 3; ++i) {
    if (a > 0.5)
      return std::cos(a) * b;
    a += 0.3 * std::sin(b);
  }
  return a * 0.25;
}

template <class T> T twice(T a) { return a + a; }

template <class... A> double total(A... a) { return (... + std::sin(a)); }

inline Pair halves(double a) { return {0.5 * a, 0.5 * std::sin(a)}; }

inline double bump(double t) { return std::exp(-t * t); }

inline double quarter(double t) { return 0.25 * t * t; }

inline double deep(int n, double a, double b) {
  if (n <= 0)
    return a * b;
  const double half = 0.5 * std::sin(a);
  return deep(n - 1, half + b, a) + 0.25 * deep(n - 2, b, half);
}

inline double folded(const double* v, int n) { return n == 0 ? 0.5 : std::sin(v[n - 1]) * folded(v, n - 1) + 0.1 * v[0]; }

inline void halved(double* v, int n, double by) {
  if (n < 2) {
    v[0] = 0.5 * v[0] + by;
    return;
  }
  halved(v, n / 2, by);
  halved(v + n / 2, n - n / 2, by * v[0]);
}

inline void turn(double& a, double& b, double t) {
  const double c = std::cos(t), s = std::sin(t), old = a;
  a = c * a - s * b;
  b = s * old + c * b;
}

inline void scale(double* first, int count, double by) {
  while (count-- > 0)
    *first++ *= 0.5 + by;
}

inline double energy(std::span<const double> v) {
  double sum = 0;
  for (std::size_t i = 1; i < v.size(); ++i)
    sum += (v[i] - v[i - 1]) * std::sin(v[i]);
  return sum;
}

} // namespace fuzz
