#include <cstddef>

double root(double x) {
  return std::sqrt(x);
}
