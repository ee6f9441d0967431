#include "Numbers.h"
#include "StencilsManual.h"
#include "Styles.treelize.hpp"
#include "StylesManual.h"
#include "Table.h"

namespace programs {

namespace kernels = styles::kernels;

void addStyles(Table& table, Size size) {
  int n = pick(size, 64, 9);
  const int steps = pick(size, 150, 5);
  const double cells = double(n) * n * steps;
  add(table, {"heat-grid", "styles", "heat in a plate, a class of grids", 40 * cells, 8 * cells},
      kernels::heatGrid, manual::heat2d, active(numbers(n * n, 0, 1, 4)),
      active(numbers(n * n, 0.5, 1.5, 5)), numbers(n * n, 0, 1, 3), n, n, 0.1, steps);

  n = pick(size, 32, 4);
  const int samples = pick(size, 100, 3);
  std::vector<std::vector<double>> weights, biases, inputs;
  for (int l = 0; l < 3; ++l) {
    weights.push_back(numbers(l == 2 ? n : n * n, -0.3, 0.3, 141 + l));
    biases.push_back(numbers(l == 2 ? 1 : n, -0.3, 0.3, 144 + l));
  }
  for (int s = 0; s < samples; ++s)
    inputs.push_back(numbers(n, -1, 1, 147 + s));
  const double products = samples * (2.0 * n * n + n);
  add(table,
      {"perceptron", "styles", "dense layers, results by value", 16 * products, 2 * products},
      kernels::perceptron, nobody, active(weights), active(biases), inputs,
      numbers(samples, -1, 1, 140));

  const int assets = pick(size, 50, 5), days = pick(size, 2500, 8);
  add(table,
      {"portfolio", "styles", "variance and return, by algorithms", 16.0 * assets * days,
       2.0 * assets * days},
      kernels::portfolio, manual::portfolio, active(numbers(assets, -1, 1, 148)),
      numbers(assets * days, -0.02, 0.02, 149), 5.0);

  n = pick(size, 100000, 20);
  add(table, {"waiting", "styles", "Lindley's recursion, by views", 16.0 * n, 5.0 * n},
      kernels::waiting, manual::waiting, active(0.9), numbers(n, 0.5, 1.5, 150),
      numbers(n, 0.5, 1.5, 151));
}

} // namespace programs
