// Vectors and matrices of the program's own on std::unique_ptr<double[]> and std::shared_ptr<double[]>, assigned in loops:
// by defaulted moves, by moves written by hand, by copy and swap; as members, elements and results.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/array-owners.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%t/array-owners.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <algorithm>
#include <cmath>
#include <memory>
#include <treelize/annotations.hpp>
#include <utility>
#include <vector>

namespace app {

class Defaulted {
public:
  explicit Defaulted(std::size_t n) : n_(n), d_(new double[n]()) {}
  Defaulted(const Defaulted& o) : Defaulted(o.n_) { std::copy(o.d_.get(), o.d_.get() + n_, d_.get()); }
  Defaulted(Defaulted&&) = default;
  Defaulted& operator=(Defaulted&&) = default;
  double& operator[](std::size_t i) { return d_[i]; }
  friend Defaulted operator+(const Defaulted& a, const Defaulted& b) {
    Defaulted m(a.n_);
    for (std::size_t i = 0; i < a.n_; ++i)
      m.d_[i] = a.d_[i] + b.d_[i];
    return m;
  }

private:
  std::size_t n_;
  std::unique_ptr<double[]> d_;
};
// CHECK-LABEL: struct defaulted_kernel
// CHECK: std::vector<std::vector<double>> blocks
TREELIZE(kernel) double defaulted(double x, int n) {
  Defaulted a(2);
  a[0] = x;
  a[1] = x * x;
  for (int i = 0; i < n; ++i)
    a = a + a;
  return a[0] * a[1];
}

class Swapped {
public:
  Swapped() = default;
  explicit Swapped(std::size_t n) : n_(n), d_(std::make_unique<double[]>(n)) {}
  Swapped(const Swapped& o) : n_(o.n_), d_(std::make_unique<double[]>(o.n_)) {
    for (std::size_t i = 0; i < n_; ++i)
      d_[i] = o.d_[i];
  }
  Swapped& operator=(Swapped o) {
    std::swap(n_, o.n_);
    std::swap(d_, o.d_);
    return *this;
  }
  double& operator[](std::size_t i) { return d_[i]; }
  double operator[](std::size_t i) const { return d_[i]; }
  std::size_t size() const { return n_; }

private:
  std::size_t n_ = 0;
  std::unique_ptr<double[]> d_;
};

class Moved {
public:
  Moved() = default;
  explicit Moved(std::size_t n) : n_(n), d_(std::make_unique<double[]>(n)) {}
  Moved(Moved&& o) noexcept : n_(std::exchange(o.n_, 0)), d_(std::move(o.d_)) {}
  Moved& operator=(Moved&& o) noexcept {
    if (this != &o) {
      n_ = o.n_;
      d_ = std::move(o.d_);
      o.n_ = 0;
    }
    return *this;
  }
  Moved(const Moved& o) : n_(o.n_), d_(std::make_unique<double[]>(o.n_)) {
    for (std::size_t i = 0; i < n_; ++i)
      d_[i] = o.d_[i];
  }
  Moved& operator=(const Moved& o) {
    if (this != &o) {
      n_ = o.n_;
      d_ = std::make_unique<double[]>(n_);
      for (std::size_t i = 0; i < n_; ++i)
        d_[i] = o.d_[i];
    }
    return *this;
  }
  double& operator[](std::size_t i) { return d_[i]; }
  double operator[](std::size_t i) const { return d_[i]; }
  std::size_t size() const { return n_; }

private:
  std::size_t n_ = 0;
  std::unique_ptr<double[]> d_;
};

template <class V>
V sum(const V& a, const V& b) {
  V m(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    m[i] = a[i] + b[i];
  return m;
}
template <class V>
V scaled(double s, const V& b) {
  V m(b.size());
  for (std::size_t i = 0; i < b.size(); ++i)
    m[i] = s * b[i];
  return m;
}
template <class V>
double iterated(double x, int n) {
  V a(2);
  a[0] = x;
  a[1] = x * x;
  V c = a;
  for (int i = 0; i < n; ++i) {
    a = sum(a, c);
    c = scaled(x, a);
  }
  c = a;
  c[0] *= x;
  return a[0] * a[1] + c[0];
}
TREELIZE(kernel) double swapped(double x, int n) { return iterated<Swapped>(x, n); }
TREELIZE(kernel) double moved(double x, int n) { return iterated<Moved>(x, n); }

class Matrix {
public:
  Matrix(int r, int c) : r_(r), c_(c), d_(new double[r * c]) {
    for (int i = 0; i < r * c; ++i)
      d_[i] = 0;
  }
  Matrix(Matrix&&) = default;
  Matrix& operator=(Matrix&&) = default;
  Matrix(const Matrix& o) : Matrix(o.r_, o.c_) { std::copy(o.d_.get(), o.d_.get() + r_ * c_, d_.get()); }
  Matrix& operator=(const Matrix& o) {
    Matrix copy(o);
    *this = std::move(copy);
    return *this;
  }
  double& operator()(int i, int j) { return d_[i * c_ + j]; }
  double operator()(int i, int j) const { return d_[i * c_ + j]; }
  int rows() const { return r_; }
  int cols() const { return c_; }

private:
  int r_, c_;
  std::unique_ptr<double[]> d_;
};
Matrix operator*(const Matrix& a, const Matrix& b) {
  Matrix m(a.rows(), b.cols());
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < b.cols(); ++j)
      for (int k = 0; k < a.cols(); ++k)
        m(i, j) += a(i, k) * b(k, j);
  return m;
}
TREELIZE(kernel) double power(double x, double y) {
  Matrix a(2, 2);
  a(0, 0) = x;
  a(0, 1) = y;
  a(1, 0) = x * y;
  a(1, 1) = 1;
  Matrix p(2, 2);
  p(0, 0) = p(1, 1) = 1;
  for (int i = 0; i < 3; ++i)
    p = p * a;
  return p(0, 0) * p(1, 0) + p(1, 1);
}

class Shared {
public:
  explicit Shared(std::size_t n) : n_(n), d_(new double[n]()) {}
  double& operator[](std::size_t i) const { return d_[i]; }
  std::size_t size() const { return n_; }

private:
  std::size_t n_;
  std::shared_ptr<double[]> d_;
};
TREELIZE(kernel) double shared(double x, int n) {
  Shared a(2);
  a[0] = x;
  a[1] = x * x;
  Shared b = a; // the same numbers
  for (int i = 0; i < n; ++i)
    a = sum(a, b);
  b[1] = a[0] * a[1];
  return b[1] * b[0];
}

// A block that replaces an array of the object's own.
struct Small {
  double in[1] = {2};
  std::unique_ptr<double[]> out;
  double* data() { return out ? out.get() : in; }
  void step(double x) {
    auto next = std::make_unique<double[]>(1);
    next[0] = x * data()[0];
    out = std::move(next);
  }
};
TREELIZE(kernel) double replaced(double x, int n) {
  Small s;
  for (int i = 0; i < n; ++i)
    s.step(x);
  return s.data()[0];
}

// Elements of a vector, blocks that grow, owners that are empty after a move.
class Growing {
public:
  explicit Growing(int n) : n_(n), d_(std::make_unique<double[]>(n)) {}
  Growing(Growing&&) = default;
  Growing& operator=(Growing&&) = default;
  Growing clone() const {
    Growing m(n_);
    for (int i = 0; i < n_; ++i)
      m.d_[i] = d_[i];
    return m;
  }
  double& operator[](int i) { return d_[i]; }
  void resize(int n) {
    auto d = std::make_unique<double[]>(n);
    for (int i = 0; i < std::min(n, n_); ++i)
      d[i] = d_[i];
    d_ = std::move(d);
    n_ = n;
  }
  bool empty() const { return !d_; }

private:
  int n_;
  std::unique_ptr<double[]> d_;
};
TREELIZE(kernel) double elements(double x, double y) {
  Growing a(2);
  a[0] = x;
  a[1] = y;
  Growing b = a.clone();
  b[0] *= y;
  a.resize(4);
  a[3] = x * y;
  a[2] = b[0];
  Growing c = std::move(a);
  const bool isEmpty = a.empty();
  a = std::move(b);
  std::vector<Growing> v;
  v.push_back(std::move(c));
  v.push_back(a.clone());
  v[1] = std::move(a);
  return v[0][3] * v[0][2] + v[1][0] * v[1][1] * (isEmpty ? 2 : 1);
}

} // namespace app

#include "array-owners.treelize.hpp"
#include <KernelCheck.h>

int main() {
  using namespace app;
  check::Kernels check;
  check("defaulted", kernels::defaulted, defaulted, 0.7, 3);
  check("swapped", kernels::swapped, swapped, 0.7, 3);
  check("moved", kernels::moved, moved, 0.7, 3);
  check("power", kernels::power, power, 0.7, 1.2);
  check("replaced", kernels::replaced, replaced, 0.7, 3);
  check("elements", kernels::elements, elements, 0.7, 1.3);
  check("shared", kernels::shared, shared, 0.7, 3);
  return check.failures;
}
