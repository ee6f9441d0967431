#pragma once
#include <treelize/annotations.hpp>

#include <cmath>
#include <span>

TREELIZE(kernel) inline double walk(std::span<const double> x) {
  double state = 1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    state = state * x[i];
    if (state > 1)
      state = 2 * std::sin(state);
  }
  return state;
}
