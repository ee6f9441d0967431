#include "Filters.treelize.hpp"
#include "FiltersManual.h"
#include "Numbers.h"
#include "Table.h"

namespace programs {

namespace kernels = filters::kernels;

void addFilters(Table& table, Size size) {
  int n = pick(size, 128, 12);
  double cells = double(n - 4) * (n - 4);
  add(table, {"convolution", "filters", "5 x 5 convolution of an image", 400 * cells, 53 * cells},
      kernels::convolution, manual::convolution, active(numbers(n * n, 0, 1, 21)),
      active(numbers(25, 0, 0.08, 22)), numbers(n * n, 0, 1, 23), n, 2);

  n = pick(size, 48, 7);
  cells = double(n) * n * 25;
  add(table, {"bilateral", "filters", "bilateral filter of an image", 8 * cells, 14 * cells},
      kernels::bilateral, manual::bilateral, active(numbers(n * n, 0, 1, 24)), active(1.5),
      active(0.2), numbers(n * n, 0, 1, 25), n);

  n = pick(size, 16000, 40);
  const std::vector<std::array<double, 5>> sections{{1, -1.6, 0.8, -1.5, 0.75},
                                                    {1.1, -1.2, 0.5, -1.1, 0.6},
                                                    {0.9, 0.3, 0.2, 0.5, 0.4},
                                                    {1, -0.5, 0.3, -0.2, 0.1}};
  add(table,
      {"equalizer", "filters", "four second-order sections over a sound", 64.0 * n, 36.0 * n},
      kernels::equalizer, manual::equalizer, active(sections), numbers(n, -1, 1, 26),
      numbers(n, -1, 1, 27));

  n = pick(size, 8000, 8);
  add(table, {"kalman", "filters", "Kalman filter of a plane track", 128.0 * 14 * n, 400.0 * n},
      kernels::kalman, nobody, active(0.3), active(0.5),
      active(std::array<double, 4>{0.1, 0.2, 0.3, 0.4}), numbers(2 * n, -1, 1, 28), 0.1);

  n = pick(size, 60000, 50);
  add(table, {"smoothing", "filters", "exponential smoothing with seasons", 24.0 * n, 19.0 * n},
      kernels::smoothing, manual::smoothing, active(0.3), active(0.1), active(0.2),
      numbers(n, 0, 1, 29), 12);
  add(table, {"garch", "filters", "likelihood of GARCH(1, 1)", 8.0 * n, 11.0 * n}, kernels::garch,
      manual::garch, active(0.01), active(0.05), active(0.1), active(0.8), numbers(n, -1, 1, 30));
}

} // namespace programs
