#include "Estimation.treelize.hpp"
#include "EstimationManual.h"
#include "Numbers.h"
#include "Table.h"

namespace programs {

namespace kernels = estimation::kernels;

namespace {

/// Rows of numbers, and an answer for each that `of` makes of a number from 0 to 1.
template <class Of>
estimation::Data dataOf(std::size_t rows, std::size_t features, Of of) {
  estimation::Data data{features, numbers(rows * features, -1, 1, 61), numbers(rows, 0, 1, 62)};
  for (double& y : data.y)
    y = of(y);
  return data;
}

} // namespace

void addEstimation(Table& table, Size size) {
  int rows = pick(size, 8000, 12), features = pick(size, 32, 5);
  const double products = double(rows) * features;
  add(table, {"logistic", "estimation", "logistic regression", 16 * products, 2 * products},
      kernels::logistic, manual::logistic, active(numbers(features, -1, 1, 63)),
      dataOf(rows, features, [](double y) { return y < 0.4 ? -1 : 1; }), 0.1);
  add(table, {"poisson", "estimation", "log-linear Poisson counts", 16 * products, 2 * products},
      kernels::poisson, manual::poisson, active(numbers(features, -0.3, 0.3, 64)),
      dataOf(rows, features, [](double y) { return std::floor(5 * y); }),
      numbers(rows, 0.5, 2, 65));
  add(table, {"cox", "estimation", "partial likelihood of survival", 16 * products, 2 * products},
      kernels::cox, manual::cox, active(numbers(features, -0.3, 0.3, 66)),
      dataOf(rows, features, [](double y) { return y < 0.7 ? 1 : 0; }));

  int n = pick(size, 16, 3), steps = pick(size, 2000, 8);
  add(table,
      {"hidden-markov", "estimation", "forward algorithm", 24.0 * n * n * steps,
       2.0 * n * n * steps},
      kernels::hiddenMarkov, manual::hiddenMarkov, active(numbers(n * n, -1, 1, 67)),
      active(numbers(n, -1, 1, 68)), active(numbers(n, 0.5, 1.5, 69)), numbers(steps, -1, 1, 70));

  n = pick(size, 150, 7);
  add(table,
      {"gaussian-process", "estimation", "marginal likelihood by Cholesky", 8.0 * n * n * n / 3,
       n * n * n / 3.0},
      kernels::gaussianProcess, manual::gaussianProcess, active(numbers(n, 0, 10, 71)), active(0.8),
      active(1.5), active(0.1), numbers(n, -1, 1, 72));
}

} // namespace programs
