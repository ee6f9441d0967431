#pragma once
#include <treelize/annotations.hpp>

#include <span>

TREELIZE(kernel) inline void columns(std::span<const double> x, int rows, std::span<double> y) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < 30; ++j)
      y[i] += (i - j) * x[j];
}
