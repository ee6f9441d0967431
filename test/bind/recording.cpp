// A recording reverses several calls as one: the same adjoints as of one kernel that makes all the steps, and as finite
// differences. Values stay; plain members' adjoints are in `self`.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -I%S/../Inputs -DGENERATED='"%t.treelize.hpp"'
// RUN: %FileCheck %s < %t.treelize.hpp
// RUN: %cxx -I%S/../Inputs -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %cxx -I%S/../Inputs -DTREELIZE_CHECK -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %allcxx -I%S/../Inputs -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>
#include <treelize/recording.hpp>

#include <cmath>
#include <iostream>

namespace app {

class TREELIZE(data_oriented) Chain {
public:
  explicit Chain(std::size_t n) : x(n), v(n), forces(n) {}
  treelize::field<double> x, v, forces;
  treelize::field<double> energy;
  double k = 1.5, drag = 0.1;

  TREELIZE(kernel) void push() {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double left = i == 0 ? 0 : x[i - 1], right = i + 1 == x.size() ? 0 : x[i + 1];
      forces[i] = k * (left + right - 2 * x[i]) - drag * v[i] * std::fabs(v[i]) - x[i] * x[i] * x[i];
    }
    ++pushes_;
  }
  TREELIZE(kernel) void move(double dt) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      v[i] += dt * forces[i];
      x[i] += dt * v[i] + x[i] * v[i] * 0.01;
    }
  }
  TREELIZE(kernel) void observe() {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      sum += v[i] * v[i] / 2 + k * x[i] * x[i] / 2;
    energy.value() = sum * (1 + 0.001 * pushes_);
  }
  TREELIZE(kernel) void all(int steps, double dt) {
    for (int t = 0; t < steps; ++t) {
      push();
      move(dt * (t + 1));
    }
    observe();
  }

private:
  int pushes_ = 0;
};

} // namespace app

// Of the object only what a kernel writes is kept.
// CHECK-LABEL: class Chain_push_slot
// CHECK: auto written() {
// CHECK-NEXT: auto& object = self();
// CHECK-NEXT: return treelize::written{
// CHECK-NEXT: "app::Chain::push",
// CHECK-NEXT: std::tie(object.forces, treelize::member<treelize::tag_app_Chain_pushes_>(object))};
// CHECK-LABEL: class Chain_observe_slot
// CHECK: return treelize::written{"app::Chain::observe", std::tie(object.energy)};

#include GENERATED

#include <Holds.h>

using Chain = treelize::bound<app::Chain>;
constexpr int steps = 9;
constexpr double dt = 0.01;

Chain at_begin(std::size_t n = 5) {
  Chain c(n);
  for (std::size_t i = 0; i < n; ++i) {
    c.x[i] = std::sin(1.0 + static_cast<double>(i));
    c.v[i] = 0.3 * static_cast<double>(i) - 0.4;
  }
  return c;
}

void record(treelize::recording& rec, Chain& c) {
  for (int t = 0; t < steps; ++t) {
    rec.run(c.push);
    rec.run(c.move, dt * (t + 1));
  }
  rec.run(c.observe);
}

void against_one_kernel(const treelize::recording_options& options, const char* what) {
  Chain one = at_begin(), many = at_begin();
  one.energy.grad.value() = 2;
  const auto whole = one.all.grad(steps, dt);
  one.all(steps, dt);

  treelize::recording rec(options);
  for (int again = 0; again < 2; ++again) {
    many = at_begin();
    const double* const place = many.x.data();
    const double* const adjoint = many.x.grad.data();
    record(rec, many);
    is(rec.size() == 2 * steps + 1, "the calls are counted");
    many.energy.grad.value() = 2;
    rec.backward();
    is(rec.size() == 0, "backward empties the recording");
    is(many.x == one.x && many.v == one.v && many.energy == one.energy && many.forces == one.forces, "values stay");
    is(many.x.data() == place && many.x.grad.data() == adjoint, "so do the fields' places");
    bool same = close(rec.self(many).k, whole.self.k) && close(rec.self(many).drag, whole.self.drag);
    for (std::size_t i = 0; i < one.x.size(); ++i)
      same = same && close(many.x.grad[i], one.x.grad[i]) && close(many.v.grad[i], one.v.grad[i]);
    is(same, what);
    is(many.energy.grad.value() == 0, "the seed is consumed");
  }
}

double energy_of(Chain c) {
  c.all(steps, dt);
  return c.energy.value();
}

void against_differences() {
  Chain c = at_begin();
  treelize::recording rec;
  record(rec, c);
  c.energy.grad.value() = 1;
  rec.backward();
  for (std::size_t i = 0; i < c.x.size(); ++i) {
    Chain more = at_begin(), less = at_begin();
    more.x[i] += 1e-6, less.x[i] -= 1e-6;
    is(std::fabs((energy_of(more) - energy_of(less)) / 2e-6 - c.x.grad[i]) < 1e-7, "differences agree");
  }
}

/// Seeds of an accumulated output stay, and what there is of the adjoints is added to.
void adds() {
  Chain c = at_begin();
  treelize::recording rec;
  rec.run(c.move, 0.5);
  c.v.grad[0] = 3;
  rec.backward();
  is(c.v.grad[0] == 3 && c.forces.grad[0] == 1.5, "an accumulated output keeps its seed");
}

int main() {
  against_one_kernel({}, "with everything kept");
  for (int snapshots = 1; snapshots < 12; ++snapshots)
    against_one_kernel({.checkpoint = snapshots}, "with few snapshots");
  for (std::size_t bytes : {200, 300, 500, 900, 10000})
    against_one_kernel({.memory = bytes}, "with little memory");
  against_differences();
  adds();
  return failures;
}
