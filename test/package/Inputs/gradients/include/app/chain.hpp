#pragma once

#include "app/spring.hpp"

#include <treelize/field.hpp>

namespace app {

struct [[treelize::data_oriented]] Chain {
  treelize::field<double> x{3}, energy;
  Spring spring{APP_STIFFNESS, 0.1};
  [[treelize::kernel]] void compute(double s) {
    energy.value() += app::energy(spring, x) * s;
    x[0] = energy.value() * s;
  }
};

} // namespace app
