// Finds how hot each cell of a plate was 11 s before it was measured (plate.hpp), and draws the
// beginning, the measurement and what was found.
//
//   heat [heat.svg]
#include "plate.hpp"
#include "plate.treelize.hpp"

#include "minimise/lbfgs.hpp"
#include "plot/plot.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace heat;
using Field = std::vector<double>; // K above the room, row by row

constexpr double error = 0.1;   // K, of the measurement
constexpr double weight = 2e-3; // of the variation

// A hot disc, and a bar that is less so.
Field truth() {
  Field field(side * side);
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) {
      const bool disc = std::hypot(row - 31, column - 15) < 8;
      const bool bar = row > 8 && row < 38 && column > 31 && column < 38;
      field[static_cast<std::size_t>(row * side + column)] = disc ? 60 : bar ? 40 : 0;
    }
  return field;
}

Field measure(const Field& beginning) {
  std::mt19937 random(2026);
  std::normal_distribution<double> noise(0, error);
  Field field = spread(beginning);
  for (double& temperature : field)
    temperature += noise(random);
  return field;
}

Field find(const Field& measured) {
  Field beginning = measured;
  minimise::lbfgs(
      [&](const Field& x) {
        const auto [miss, missSlope] = kernels::misfit.value_and_grad(x, measured);
        const auto [rough, roughSlope] = kernels::variation.value_and_grad(x);
        return std::pair(miss + weight * rough,
                         minimise::moved(missSlope.beginning, weight, roughSlope.temperature));
      },
      beginning, {.iterations = 400});
  return beginning;
}

double largestDifference(const Field& a, const Field& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    most = std::max(most, std::fabs(a[i] - b[i]));
  return most;
}

double meanDifference(const Field& a, const Field& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += std::fabs(a[i] - b[i]);
  return sum / static_cast<double>(a.size());
}

// What goes from one cell to another goes as well the other way. So the gradient of the misfit is
// what the misses at the end become when they spread as heat does: known without a derivative.
double differenceFromTheory(const Field& beginning, const Field& measured) {
  return largestDifference(kernels::misfit.grad(beginning, measured).beginning,
                           spread(minimise::moved(spread(beginning), -1, measured)));
}

plot::Chart chart(const char* title, const Field& field, bool last) {
  plot::Chart chart({"x [cm]"}, {"y [cm]"});
  chart.title = title;
  chart.equalUnits = true;
  chart.heat({.values = field,
              .columns = side,
              .right = side,
              .top = side,
              .label = last ? "above the room [K]" : "",
              .from = 0,
              .to = 60});
  return chart;
}

} // namespace

int main(int argc, char** argv) {
  const Field beginning = truth(), measured = measure(beginning), found = find(measured);
  std::printf("gradient differs from theory by %.0e K\n", differenceFromTheory(measured, measured));
  std::printf("mean difference from the beginning: %.1f K as measured, %.1f K as found\n",
              meanDifference(measured, beginning), meanDifference(found, beginning));
  std::printf("hottest cell: %.0f K at the beginning, %.0f K as measured, %.0f K as found\n",
              *std::ranges::max_element(beginning), *std::ranges::max_element(measured),
              *std::ranges::max_element(found));
  std::printf("the end that was found misses the measured one by %.2f K on the average\n",
              std::sqrt(2 * misfit(found, measured) / static_cast<double>(found.size())));
  plot::save(argc > 1 ? argv[1] : "heat.svg",
             "Where a plate was hot, 11 s before its temperature was measured",
             {chart("The beginning", beginning, false),
              chart("Measured after 11 s", measured, false),
              chart("Found from that", found, true)});
}
