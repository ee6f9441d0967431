// The static trees of the benchmarks: structs of scalars, of arrays and of structs, and what is
// done to their leaves.
#pragma once

#include <treelize/annotations.hpp>

#include <array>
#include <vector>

namespace bench {

struct [[treelize::node]] Spring {
  double rest;
  double stiffness;
  double damping;
  double mass;
};

struct [[treelize::node]] Truss {
  double gravity;
  double drag;
  std::array<Spring, 8> springs;
};

template <int N>
struct [[treelize::node]] Rope {
  double gravity;
  double drag;
  std::array<double, N> rest;
  std::array<double, N> stiffness;
};

struct [[treelize::node]] Net {
  double gravity;
  double drag;
  std::vector<double> rest;
  std::vector<double> stiffness;
};

[[treelize]] inline double step(double x, double gradient, double rate) {
  return x - rate * gradient;
}

} // namespace bench
