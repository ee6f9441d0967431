#pragma once
#include <treelize/annotations.hpp>

#include <cmath>
#include <vector>

TREELIZE(kernel) inline double sum(const std::vector<double>& x) {
  double total = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    total += std::exp(x[i]);
  return total;
}
