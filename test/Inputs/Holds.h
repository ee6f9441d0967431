// What a test says of facts that do not hold; `failures` is its exit code.
#pragma once

#include <cmath>
#include <iostream>

inline int failures = 0;

inline void is(bool holds, const char* what) {
  if (!holds) {
    std::cout << what << '\n';
    ++failures;
  }
}

inline bool close(double a, double b) { return std::fabs(a - b) <= 1e-12 * (1 + std::fabs(b)); }
