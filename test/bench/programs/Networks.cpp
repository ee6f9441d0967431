#include "Networks.treelize.hpp"
#include "NetworksManual.h"
#include "Numbers.h"
#include "Table.h"

namespace programs {

namespace kernels = networks::kernels;

namespace {

std::vector<float> floats(std::size_t count, double low, double high, std::uint32_t seed) {
  return numbers<float>(count, low, high, seed);
}

void addRows(Table& table, Size size) {
  int rows = pick(size, 96, 5), in = pick(size, 128, 7), out = pick(size, 128, 6);
  const double products = double(rows) * in * out, outputs = double(rows) * out;
  add(table,
      {"dense", "networks", "matrix product, bias, gelu", 12 * products,
       2 * products + 10 * outputs},
      kernels::dense, manual::dense, active(floats(rows * in, -1, 1, 41)),
      active(floats(in * out, -0.2, 0.2, 42)), active(floats(out, -1, 1, 43)),
      floats(rows * out, -1, 1, 44), rows);

  rows = pick(size, 500, 6), out = pick(size, 100, 5);
  std::vector<int> labels(rows);
  for (int r = 0; r < rows; ++r)
    labels[r] = 7 * r % out;
  add(table,
      {"cross-entropy", "networks", "softmax and cross entropy", 8.0 * rows * out,
       4.0 * rows * out},
      kernels::crossEntropy, manual::crossEntropy, active(floats(rows * out, -3, 3, 45)), labels,
      out);

  rows = pick(size, 512, 4), out = pick(size, 256, 20);
  add(table,
      {"layer-norm", "networks", "layer normalisation", 36.0 * rows * out, 12.0 * rows * out},
      kernels::layerNorm, manual::layerNorm, active(floats(rows * out, -1, 1, 46)),
      active(floats(out, 0.5, 1.5, 47)), active(floats(out, -1, 1, 48)),
      floats(rows * out, -1, 1, 49));

  const int length = pick(size, 128, 6), width = pick(size, 64, 8);
  const double pairs = 0.5 * length * length;
  add(table, {"attention", "networks", "one causal head", 20 * pairs * width, 4 * pairs * width},
      kernels::attention, manual::attention, active(floats(length * width, -1, 1, 50)),
      active(floats(length * width, -1, 1, 51)), active(floats(length * width, -1, 1, 52)),
      floats(length * width, -1, 1, 53), width);
}

} // namespace

void addNetworks(Table& table, Size size) {
  addRows(table, size);

  const networks::Shape in{pick(size, 8, 2), pick(size, 32, 5), pick(size, 32, 5)};
  const int out = pick(size, 16, 3);
  const double products = 9.0 * in.size() * out;
  add(table,
      {"conv-2d", "networks", "3 x 3 convolutions over channels", 12 * products, 2 * products},
      kernels::conv2d, manual::conv2d, active(floats(in.size(), -1, 1, 54)),
      active(floats(9 * in.channels * out, -0.2, 0.2, 55)), active(floats(out, -0.1, 0.1, 56)),
      floats(out * in.height * in.width, -1, 1, 57), in);

  const networks::Shape pooled{pick(size, 64, 2), pick(size, 72, 6), pick(size, 72, 6)};
  add(table,
      {"pooling", "networks", "2 x 2 maxima, means of channels", 5.0 * pooled.size(),
       1.25 * pooled.size()},
      kernels::pooling, nobody, active(floats(pooled.size(), -1, 1, 58)),
      floats(pooled.channels, -1, 1, 59), pooled);
}

} // namespace programs
