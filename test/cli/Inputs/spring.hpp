#pragma once

namespace app {

struct [[treelize::node]] Params {
  double stiffness = 1;
  double rest = 0;
};

[[treelize::kernel]] inline double energy(const Params& p, double x) {
  double stretch = x - p.rest;
  return 0.5 * p.stiffness * stretch * stretch;
}

[[treelize(mode = strict, inherit = true)]] inline double step(double p, double g, double rate) {
  return p - rate * g;
}

} // namespace app
