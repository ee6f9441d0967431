#include "Dynamics.treelize.hpp"
#include "DynamicsManual.h"
#include "Numbers.h"
#include "Table.h"

namespace programs {

namespace kernels = dynamics::kernels;

namespace {

std::vector<dynamics::State> statesOf(int count) {
  std::vector<dynamics::State> states(count);
  for (int t = 0; t < count; ++t)
    states[t] = {std::sin(0.1 * t), std::cos(0.1 * t), 20.0};
  return states;
}

} // namespace

void addDynamics(Table& table, Size size) {
  int steps = pick(size, 10000, 20);
  add(table,
      {"lorenz", "differential equations", "Runge-Kutta, three states", 24.0 * steps, 75.0 * steps},
      kernels::lorenz, manual::lorenz, active(dynamics::State{10, 28, 8.0 / 3}),
      active(dynamics::State{1, 1, 1}), statesOf(steps), 0.001);

  add(table,
      {"van-der-pol", "differential equations", "implicit Euler, Newton to a tolerance",
       16.0 * steps, 120.0 * steps},
      kernels::vanDerPol, manual::vanDerPol, active(5.0), active(std::array{2.0, 0.0}), 0.01,
      steps);

  steps = pick(size, 1000, 10);
  add(table,
      {"pendulum", "differential equations", "differential-algebraic, dense systems in Newton",
       600.0 * steps, 550.0 * steps},
      kernels::pendulum, nobody, active(1.5), active(1.0), 0.005, steps);
}

} // namespace programs
