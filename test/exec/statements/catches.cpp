// Exceptions that the kernel itself catches: the handler runs, primal and derivative agree.
// RUN: %treelize %s -o %T/catches.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <stdexcept>

namespace app {

inline double root(double x) {
  if (x < 0)
    throw std::domain_error("negative");
  return std::sqrt(x);
}

TREELIZE(kernel) double guarded(std::span<const double> x) {
  double sum = 0;
  for (double v : x) {
    double part = v * x[0];
    try {
      part *= v;
      sum += root(v) * part;
      sum += v;
    } catch (const std::exception&) {
      sum += part * part;
    }
    sum *= 1.5;
  }
  return sum;
}

// Numbers as exceptions, handlers by type, out of nested loops and calls, and past handlers that do not fit.
struct Stop {};
inline double search(std::span<const double> x, int mode) {
  double product = 1;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      product *= x[i] + x[j] * x[j];
      if (mode == 1 && product > 3)
        throw product * x[i];
      if (mode == 2 && i == 3)
        throw Stop();
      if (mode == 3 && j == 2)
        throw 7;
      if (mode == 4 && j == 1)
        return product;
    }
  return product;
}
TREELIZE(kernel) double handled(std::span<const double> x, int mode) {
  double result = x[1];
  try {
    try {
      result += search(x, mode);
      result *= x[0];
    } catch (double value) {
      return value * value + result;
    } catch (const Stop&) {
      result *= x[2];
      throw x[3] * result;
    }
    result *= 2;
  } catch (int code) {
    result += code * x[4];
  } catch (double value) {
    result += std::sin(value);
  }
  return result * x[0];
}

} // namespace app

#include "catches.treelize.hpp"

int main() {
  check::scalar("guarded", app::kernels::guarded, std::vector<double>{0.7, -1.3, 0.4, -0.9, 1.1});
  for (int mode = 0; mode < 5; ++mode)
    check::scalar("handled", app::kernels::handled, std::vector<double>{0.7, 1.3, 0.4, 1.9, 1.1}, mode);
  return check::finish();
}
