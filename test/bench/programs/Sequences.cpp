#include "Numbers.h"
#include "Sequences.treelize.hpp"
#include "SequencesManual.h"
#include "Table.h"

namespace programs {

namespace kernels = sequences::kernels;

void addSequences(Table& table, Size size) {
  int n = pick(size, 100, 6);
  double cells = double(n) * n;
  add(table,
      {"soft-warping", "dynamic programming", "soft dynamic time warping", 32 * cells, 14 * cells},
      kernels::softWarping, manual::softWarping, active(numbers(n, -1, 1, 111)),
      active(numbers(n, -1, 1, 112)), 0.5);

  const int count = pick(size, 16, 3), steps = pick(size, 200, 6);
  std::vector<int> labels(steps);
  for (int t = 0; t < steps; ++t)
    labels[t] = 5 * t % count;
  cells = double(count) * count * steps;
  add(table,
      {"random-field", "dynamic programming", "a chain of labels, soft maxima", 32 * cells,
       6 * cells},
      kernels::randomField, manual::randomField, active(numbers(steps * count, -1, 1, 113)),
      active(numbers(count * count, -1, 1, 114)), labels, count);

  n = pick(size, 4000, 6);
  cells = double(count) * count * n;
  add(table,
      {"viterbi", "dynamic programming", "the best path, hard maxima", 16 * cells, 2 * cells},
      kernels::viterbi, manual::viterbi, active(numbers(n * count, -1, 1, 115)),
      active(numbers(count * count, -1, 1, 116)), count);

  n = pick(size, 10000, 6);
  add(table,
      {"riccati", "control", "Riccati's recursion, four states", 8.0 * 3 * 400 * n, 500.0 * n},
      kernels::riccati, nobody,
      active(std::array{1.0, 0.1, 0.0, 0.1, 0.0, 0.9, 0.2, 0.0, 0.1, 0.0, 0.8, 0.1, 0.0, 0.2, 0.1,
                        0.7}),
      active(std::array{0.0, 1.0, 0.5, 0.1, 1.0, 0.0, 0.2, 0.4}),
      active(std::array{1.0, 0.5, 0.3, 0.2, 0.6, 0.7}), n);
}

} // namespace programs
