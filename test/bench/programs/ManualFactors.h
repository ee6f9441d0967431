// Cholesky's factors and their inverses, for adjoints that are known in closed form.
#pragma once

#include "ManualParts.h"

#include <cmath>

namespace manual {

/// Factors in place; rows are dotted in parts.
inline void factor(double* a, int n) {
  for (int i = 0; i < n; ++i) {
    double* row = a + i * n;
    for (int j = 0; j < i; ++j)
      row[j] = (row[j] - dot(row, a + j * n, j)) / a[j * n + j];
    row[i] = std::sqrt(row[i] - dot(row, row, i));
  }
}

/// The inverse of a factor, in the upper triangle of `to`: row j holds column j of the inverse.
inline void invertFactor(const double* l, double* to, int n) {
  for (int j = 0; j < n; ++j) {
    double* column = to + j * n;
    column[j] = 1 / l[j * n + j];
    for (int i = j + 1; i < n; ++i)
      column[i] = -dot(l + i * n + j, column + j, i - j) / l[i * n + i];
  }
}

} // namespace manual
