// Beads on a nonlinear spring: state in fields, a step that overwrites it.
#pragma once

#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <cmath>
#include <cstddef>

namespace bench {

class [[treelize::data_oriented]] Beads {
public:
  explicit Beads(std::size_t n) : x(n), v(n) {}

  treelize::field<double> x, v;
  treelize::field<double> energy;
  double stiffness = 1.5;

  [[treelize::kernel]] void step(double dt) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      v[i] -= dt * stiffness * std::sin(x[i]) * (1 + 0.1 * v[i] * v[i]);
      x[i] += dt * v[i];
    }
  }
  [[treelize::kernel]] void observe() {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      sum += v[i] * v[i] / 2 + stiffness * x[i] * x[i] / 2;
    energy.value() = sum;
  }
};

} // namespace bench
