// Private members, and a private kernel, are reached without help from the class.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %FileCheck %s < %t.treelize.hpp
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %clangxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <cassert>
#include <vector>

namespace app {
class TREELIZE(data_oriented) Secret {
public:
  explicit Secret(double k) : x_(1), k_(k), w_{1, 2} { x_[0] = 3; }
  double k() const { return k_; }
  double w(int i) const { return w_[i]; }
  double adjointOfX() const { return x_.grad[0]; }
  TREELIZE(kernel) double energy() const { return k_ * x_[0] * w_[1]; }

protected:
  treelize::field<double> x_;

private:
  TREELIZE(kernel) double hidden(double s) { return s * k_; }
  double k_;
  std::vector<double> w_;
};
} // namespace app

// CHECK: struct tag_app_Secret_k_
// CHECK: reach<tag_app_Secret_k_, &app::Secret::k_>
// CHECK: treelize::member<treelize::tag_app_Secret_k_>(self)

#include GENERATED

int main() {
  treelize::bound<app::Secret> s(4);
  auto g = s.energy.grad();
  assert(g.self.k() == 6 && g.self.w(1) == 12 && s.adjointOfX() == 8);
  assert(s.hidden(2) == 8 && s.hidden.grad(2).s == 4);
}
