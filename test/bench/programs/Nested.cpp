#include "Nested.treelize.hpp"
#include "NestedManual.h"
#include "Numbers.h"
#include "Table.h"

namespace programs {

namespace kernels = nested::kernels;

void addNested(Table& table, Size size) {
  const int charges = 20, flights = pick(size, 2000, 12);
  std::vector<nested::Point> places(charges);
  for (int j = 0; j < charges; ++j)
    places[j] = {3 * std::cos(0.7 * j), 2 + 2 * std::sin(1.9 * j)};
  add(table,
      {"particle", "gradients inside", "steps along the gradient of a potential", 16.0 * flights,
       11.0 * charges * flights},
      kernels::particle, manual::particle, active(nested::Point{0.1, 0.2}), active(places), 0.001,
      flights);

  const int choices = pick(size, 100, 3), steps = pick(size, 40, 5);
  std::vector<double> start(choices), coupling(choices);
  for (int i = 0; i < choices; ++i) {
    start[i] = std::sin(0.3 * i);
    coupling[i] = 1 + 0.5 * std::cos(0.7 * i);
  }
  add(table,
      {"saddle", "gradients inside", "gradient descent within gradient descent", 8.0 * choices,
       12.0 * choices * steps * steps},
      kernels::saddle, manual::saddle, active(start), active(coupling), 0.05, steps);
}

} // namespace programs
