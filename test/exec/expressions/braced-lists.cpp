// Lists in braces: lists of lists, of classes of the function's own, of pointers and functions; blocks of memory that
// begin with a list.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/braced-lists.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <cmath>
#include <functional>
#include <initializer_list>
#include <new>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

class Matrix {
public:
  Matrix(std::initializer_list<std::initializer_list<double>> rows)
      : rows_(rows.size()), columns_(rows.begin()->size()) {
    for (const auto& row : rows)
      for (double element : row)
        elements_.push_back(element);
  }
  double operator()(std::size_t i, std::size_t j) const { return elements_[i * columns_ + j]; }
  std::size_t rows() const { return rows_; }

private:
  std::vector<double> elements_;
  std::size_t rows_, columns_;
};

// Rows of one length, made anew in each iteration from what changes.
TREELIZE(kernel) double determinants(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Matrix m{{x[i], sum + 1}, {x[0] * x[1], 2.0}};
    sum += m(0, 0) * m(1, 1) - m(0, 1) * m(1, 0) * static_cast<double>(m.rows());
  }
  return sum;
}

// Rows of several lengths, by value and by reference.
double products(std::initializer_list<std::initializer_list<double>> rows) {
  double sum = 0;
  for (auto row : rows) {
    double product = 1;
    for (auto factor : row)
      product *= factor;
    sum += product * static_cast<double>(row.size());
  }
  return sum;
}
TREELIZE(kernel) double uneven(std::span<const double> x) {
  double sum = 0;
  for (double v : x)
    sum += products({{v}, {x[0], x[1], 2}, {v, sum}});
  const std::initializer_list<std::initializer_list<double>> named = {{x[0], x[1]}, {x[1], x[2]}};
  for (const auto& row : named)
    sum *= *row.begin() + *(row.end() - 1);
  return sum;
}

// The elements are evaluated in their order, once.
TREELIZE(kernel) double inOrder(std::span<const double> x) {
  double t = x[0];
  const auto next = [&] { return t *= x[1]; };
  double sum = products({{next(), next()}, {next()}}) * t;
  struct Term {
    double weight;
    std::vector<double> powers;
  };
  for (int i = 0; i < 2; ++i)
    for (const Term& term : {Term{next(), {1, x[2]}}, Term{sum, {x[0]}}})
      for (double power : term.powers)
        sum += term.weight * std::exp(power);
  return sum;
}

TREELIZE(kernel) double pointers(std::span<const double> x) {
  double a = x[0], b = x[1];
  for (double* p : {&a, &b})
    *p *= x[2];
  double sum = a * b;
  for (const auto& f : {std::function<double(double)>([&](double t) { return t * a; }),
                        std::function<double(double)>([](double t) { return std::sin(t); })})
    sum += f(sum);
  for (auto f : {+[](double t) { return t * t; }, +[](double t) { return std::cos(t); }})
    sum = f(sum * x[0]);
  return sum;
}

struct Pair {
  double a = 1, b = 2;
};
TREELIZE(kernel) double blocks(std::span<const double> x) {
  double sum = 0;
  for (int i = 1; i < 3; ++i) {
    double* p = new double[i + 2]{x[0] * i, x[1]};
    sum += p[0] * p[1] + p[2]; // the rest is zero
    p[2] = sum;
    delete[] p;
  }
  Pair* q = new Pair[3]{{x[0], x[1]}, {x[2]}};
  sum += q[0].a * q[1].b * q[2].b + q[1].a;
  delete[] q;
  for (int n = 1; n < 4; ++n)
    try {
      auto* p = new double[n]{x[0], x[1] * n};
      sum += p[0] * p[1];
      delete[] p;
    } catch (const std::bad_alloc&) {
      sum += x[2] * x[2];
    }
  return sum;
}

} // namespace app

#include "GradientCheck.h"
#include "braced-lists.treelize.hpp"

int main() {
  using namespace app::kernels;
  for (const std::vector<double>& x : {std::vector{0.7, 1.3, 0.4}, std::vector{-0.6, 1.1, 0.9}}) {
    const auto same = [&](const char* name, const auto& kernel, double value) {
      check::scalar(name, kernel, x);
      check::near(name, "value", kernel.value_and_grad(x).value, value, 1e-15, 1);
    };
    same("determinants", determinants, app::determinants(x));
    same("uneven", uneven, app::uneven(x));
    same("inOrder", inOrder, app::inOrder(x));
    same("pointers", pointers, app::pointers(x));
    same("blocks", blocks, app::blocks(x));
  }
  return check::finish();
}
