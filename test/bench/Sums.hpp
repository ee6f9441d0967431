// One sum under every mode, for trees whose structure is known only when the program runs.
#pragma once

#include <treelize/annotations.hpp>

namespace bench {

[[treelize]] inline double sum(double a, double b) {
  return a + b;
}
[[treelize(mode = inner)]] inline double sumInner(double a, double b) {
  return a + b;
}
[[treelize(mode = left, missing = 0.0)]] inline double sumLeft(double a, double b) {
  return a + b;
}
[[treelize(mode = outer, missing = 0.0)]] inline double sumOuter(double a, double b) {
  return a + b;
}

} // namespace bench
