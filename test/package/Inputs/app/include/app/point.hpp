#pragma once

#include <treelize/annotations.hpp>

namespace app {

struct [[treelize::node]] Point {
  double x;
  double y;
};

[[treelize(mode = strict)]] inline double add(double a, double b) { return a + b; }

} // namespace app
