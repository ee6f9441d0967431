// Classes that own memory: a buffer by new[], a destructor that releases it under a condition, copies and moves that
// compare addresses. Their objects may be elements of vectors, members, parameters and results.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/resources.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -fsanitize=address,undefined -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <cmath>
#include <span>
#include <treelize/annotations.hpp>
#include <utility>
#include <vector>

namespace app {

class Matrix {
public:
  Matrix() : rows_(0), cols_(0), data_(nullptr) {}
  Matrix(int rows, int cols) : rows_(rows), cols_(cols), data_(rows * cols > 0 ? new double[rows * cols] : nullptr) {
    for (int i = 0; i < rows * cols; ++i)
      data_[i] = 0;
  }
  Matrix(const Matrix& other) : rows_(other.rows_), cols_(other.cols_), data_(new double[other.rows_ * other.cols_]) {
    for (int i = 0; i < rows_ * cols_; ++i)
      data_[i] = other.data_[i];
  }
  Matrix(Matrix&& other) noexcept : rows_(other.rows_), cols_(other.cols_), data_(other.data_) {
    other.rows_ = other.cols_ = 0;
    other.data_ = nullptr;
  }
  ~Matrix() {
    if (data_ != nullptr)
      delete[] data_;
  }
  Matrix& operator=(const Matrix& other) {
    if (this == &other)
      return *this;
    if (rows_ * cols_ != other.rows_ * other.cols_) {
      delete[] data_;
      data_ = new double[other.rows_ * other.cols_];
    }
    rows_ = other.rows_;
    cols_ = other.cols_;
    for (int i = 0; i < rows_ * cols_; ++i)
      data_[i] = other.data_[i];
    return *this;
  }
  Matrix& operator=(Matrix&& other) noexcept {
    if (this != &other) {
      delete[] data_;
      rows_ = other.rows_;
      cols_ = other.cols_;
      data_ = other.data_;
      other.data_ = nullptr;
      other.rows_ = other.cols_ = 0;
    }
    return *this;
  }
  double& operator()(int i, int j) { return data_[j * rows_ + i]; }
  const double& operator()(int i, int j) const { return data_[j * rows_ + i]; }
  int rows() const { return rows_; }
  int cols() const { return cols_; }
  void scale(double by) {
    for (int i = 0; i < rows_ * cols_; ++i)
      data_[i] *= by;
  }

private:
  int rows_, cols_;
  double* data_;
};
inline Matrix operator*(const Matrix& a, const Matrix& b) {
  Matrix c(a.rows(), b.cols());
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < b.cols(); ++j)
      for (int k = 0; k < a.cols(); ++k)
        c(i, j) += a(i, k) * b(k, j);
  return c;
}
inline double trace(const Matrix& a) {
  double sum = 0;
  for (int i = 0; i < a.rows(); ++i)
    sum += a(i, i);
  return sum;
}
inline Matrix rotation(double angle) {
  Matrix m(2, 2);
  m(0, 0) = std::cos(angle);
  m(0, 1) = -std::sin(angle);
  m(1, 0) = std::sin(angle);
  m(1, 1) = std::cos(angle);
  return m;
}
TREELIZE(kernel) double product(std::span<const double> x) {
  Matrix a(2, 2), b;
  a(0, 0) = x[0];
  a(0, 1) = x[1];
  a(1, 0) = x[2];
  a(1, 1) = x[0] * x[1];
  b = a;
  b(0, 1) *= x[2];
  const Matrix& same = b;
  b = same;
  return trace(a * b) + trace(b * a * b);
}
TREELIZE(kernel) double chain(std::span<const double> x, int n) {
  Matrix m = rotation(x[0]);
  for (int i = 0; i < n; ++i) {
    Matrix step = rotation(x[1] * i);
    step.scale(x[2]);
    m = m * step;
    if (i == 2)
      m = Matrix(m);
  }
  return m(0, 0) * m(1, 0) + m(0, 1);
}
TREELIZE(kernel) double stack(std::span<const double> x, int n) {
  std::vector<Matrix> all(2);
  all[0] = rotation(x[0]);
  all.resize(n);
  for (int i = 1; i < n; ++i)
    all[i] = all[i - 1] * rotation(x[1]);
  all.push_back(rotation(x[2]));
  double sum = 0;
  for (const Matrix& m : all)
    sum += m(0, 0) * m(0, 1);
  return sum;
}

// A member that holds one, elements of one vector that are compared, and a matrix by value.
struct Body {
  Matrix turn;
  double mass;
};
double spun(Matrix m, double by) {
  m.scale(by);
  return trace(m);
}
TREELIZE(kernel) double bodies(std::span<const double> x, int n) {
  Body one{rotation(x[0]), x[1]};
  Body other = one;
  other.turn(0, 0) = x[2];
  std::vector<Matrix> turns(3);
  for (int i = 0; i < 3; ++i)
    turns[i] = rotation(x[1] * i);
  for (int i = 0; i < 3; ++i) {
    turns[i] = turns[n];
    turns[i].scale(x[2]);
  }
  std::vector<Matrix> copies = turns;
  turns[2].scale(x[0]);
  copies[2].scale(x[1]);
  if (n == 1)
    turns = copies;
  return spun(one.turn, x[0]) * other.mass + trace(one.turn * other.turn) + turns[0](0, 0) * turns[2](1, 0) * copies[2](1, 1);
}

} // namespace app

#include "resources.treelize.hpp"

#include <GradientCheck.h>

int main() {
  const std::vector<double> x = {0.61, -0.37, 0.83};
  check::scalar("product", app::kernels::product, x);
  for (int n : {0, 1, 2, 3, 4, 6})
    check::scalar("chain", app::kernels::chain, x, n);
  for (int n : {1, 2, 3, 5})
    check::scalar("stack", app::kernels::stack, x, n);
  for (int n = 0; n < 3; ++n)
    check::scalar("bodies", app::kernels::bodies, x, n);
  return check::finish();
}
