// A kernel may give the vectors among its object's members other lengths: the shadow of such a member has the last
// length first, and the first one at the end.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -I%S/../Inputs -DGENERATED='"%t.treelize.hpp"'
// RUN: %FileCheck %s < %t.treelize.hpp
// RUN: %cxx -I%S/../Inputs -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %allcxx -I%S/../Inputs -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>
#include <treelize/check_gradient.hpp>
#include <treelize/field.hpp>

#include <exception>
#include <iostream>
#include <vector>

namespace app {
class TREELIZE(data_oriented) Refilled {
public:
  treelize::field<double> x{4};
  treelize::field<double> energy;
  double k = 1.5;
  std::vector<double> kept;

  TREELIZE(kernel) void filter() {
    kept.clear();
    for (std::size_t i = 0; i < x.size(); ++i)
      if (x[i] > 0.5)
        kept.push_back(k * x[i] * x[i]);
    for (double v : kept)
      energy.value() += v * v;
  }
  TREELIZE(kernel) double buffers(double w) {
    squares_.resize(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
      squares_[i] = k * x[i] * x[i];
    squares_.insert(squares_.begin(), w);
    weights_.assign(3, k);
    double sum = 0;
    for (double v : squares_)
      sum += v * weights_[1];
    return sum;
  }

private:
  std::vector<double> squares_, weights_;
};

class TREELIZE(data_oriented) Cells {
public:
  explicit Cells(int n) {
    for (int i = 0; i < n; ++i)
      cells_.push_back(Cell{0.5 + i, {}, {}});
  }
  TREELIZE(kernel) double run(double w) {
    double s = 0;
    for (auto& c : cells_) {
      c.history.clear();
      for (int i = 0; i < 3; ++i) {
        c.v *= w;
        c.history.push_back(c.v * c.v);
        c.when.push_back(i);
      }
      for (double h : c.history)
        s += h;
    }
    return s;
  }

private:
  struct Cell {
    double v;
    std::vector<double> history;
    std::vector<int> when;
  };
  std::vector<Cell> cells_;
};

class TREELIZE(data_oriented) Exchanged {
public:
  std::vector<double> a{1, 2, 3}, b{0.5};
  TREELIZE(kernel) double steps(int n) {
    for (int t = 0; t < n; ++t) {
      b.resize(a.size() + 1);
      for (std::size_t i = 0; i < a.size(); ++i)
        b[i] = a[i] * a[(i + 1) % a.size()];
      b.back() = a[0];
      std::swap(a, b);
    }
    double s = 0;
    for (double v : a)
      s += v;
    return s;
  }
};
} // namespace app

// CHECK: treelize::size_like(self_b.x, self().x, {"{{.*}}", "x"});
// CHECK-NEXT: treelize::size_like(self_b.energy, self().energy, {"{{.*}}", "energy"});
// CHECK-NEXT: treelize::size_like(self_b.k, self().k, {"{{.*}}", "k"});
// CHECK-NEXT: treelize::size_like(treelize::member
// CHECK: treelize::empty_containers(result.self.kept);

#include GENERATED

#include <Holds.h>

void passes(const treelize::gradient_report& report) {
  if (!report.passed()) {
    std::cout << report;
    ++failures;
  }
}

void lengths() {
  treelize::bound<app::Refilled> c;
  c.x[0] = 1, c.x[2] = 2;
  c.kept = {7, 7, 7, 7};
  app::Refilled shadow;
  shadow.kept = {10, 20}; // seeds of the two that are kept
  shadow.k = 0;
  c.filter.adjoint(shadow);
  is(shadow.kept == std::vector<double>(4) && c.kept.size() == 4, "the shadow gets the first length");
  is(shadow.x[0] == 10 * 2 * 1.5 && shadow.x[2] == 20 * 2 * 1.5 * 2 && shadow.k == 10 + 20 * 4, "the seeds count");
  app::Refilled wrong;
  wrong.kept = {1, 2, 3};
  bool throws = false;
  try {
    c.filter.adjoint(wrong);
  } catch (const std::exception&) {
    throws = true;
  }
  is(throws, "another length is refused");
}

int main() {
  treelize::bound<app::Refilled> c;
  c.x[0] = 1, c.x[1] = 0.2, c.x[2] = 2, c.x[3] = 0.9;
  for (int i = 0; i < 2; ++i) {
    passes(treelize::check_gradient(c.filter));
    passes(treelize::check_gradient(c.buffers, 0.7));
    c.filter();
    c.buffers(0.3);
  }
  c.energy.grad.value() = 1;
  const auto g = c.filter.grad();
  is(g.self.kept == std::vector<double>(3) && c.kept.size() == 3, "grad keeps the lengths");
  treelize::bound<app::Cells> cells(3);
  passes(treelize::check_gradient(cells.run, 0.9));
  treelize::bound<app::Exchanged> exchanged;
  passes(treelize::check_gradient(exchanged.steps, 3));
  lengths();
  return failures;
}
