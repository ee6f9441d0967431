// A kernel of test/real at a few points: a line that says what becomes of it. Adjoint and tangent are compared with
// differences of two steps, extrapolated. Where the function itself throws, or its value is no number, nothing is asked; a
// kink beside one point is no mistake, so two of three points count.
#pragma once

#include <algorithm>
#include <cmath>
#include <exception>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace real {

using Numbers = std::vector<double>;

template <class Function> bool isDefined(const Function& function, const Numbers& x) {
  try {
    return std::isfinite(function(x));
  } catch (const std::exception&) {
    return false;
  }
}

template <class Function> double difference(const Function& function, Numbers x, std::size_t at, double step) {
  const double middle = x[at];
  x[at] = middle + step;
  const double above = function(x);
  x[at] = middle - step;
  return (above - function(x)) / (2 * step);
}

/// The derivative as differences have it, and how far they can be trusted.
struct Estimate {
  double value, error;
};

template <class Function> Estimate estimate(const Function& function, const Numbers& x, std::size_t at, double size) {
  Estimate best{0, HUGE_VAL};
  for (const double step : {4e-3, 5e-4, 6e-5}) {
    const double coarse = difference(function, x, at, 2 * step), fine = difference(function, x, at, step);
    const Estimate here{fine + (fine - coarse) / 3, std::fabs(fine - coarse) / 3 + 1e-14 * size / step};
    best = here.error < best.error ? here : best;
  }
  return best;
}

inline bool isNear(double a, double b, double allowed) { return std::fabs(a - b) <= allowed; }

/// Empty where it is right.
template <class Kernel, class Function>
std::string problem(const Kernel& kernel, const Function& function, const Numbers& x) {
  std::ostringstream text;
  text.precision(12);
  const double wanted = function(x);
  Numbers gradient(x.size());
  kernel.adjoint(x, 1.0, gradient);
  double scale = 1e-3 * (1 + std::fabs(wanted));
  for (const double g : gradient)
    scale = std::max(scale, std::fabs(g));
  for (std::size_t i = 0; i < x.size(); ++i) {
    Numbers direction(x.size());
    direction[i] = 1;
    const auto tangent = kernel.tangent(x, direction);
    const Estimate expected = estimate(function, x, i, std::fabs(wanted));
    if (!isNear(tangent.value, wanted, 1e-12 * (1 + std::fabs(wanted))))
      text << "value " << tangent.value << ", expected " << wanted << "; ";
    if (!isNear(gradient[i], tangent.derivative, 1e-8 * scale) || !isNear(gradient[i], expected.value, std::min(1e-4 * scale, 1e-7 * scale + 4 * expected.error)))
      text << "x[" << i << "]: adjoint " << gradient[i] << ", tangent " << tangent.derivative << ", difference " << expected.value << " +- "
           << expected.error << "; ";
  }
  return text.str();
}

/// At most three of twelve points, those where the function has a value.
template <class Function> std::vector<Numbers> points(const Function& function) {
  std::mt19937 random(20261123);
  std::vector<Numbers> found;
  for (int trial = 0; trial < 12 && found.size() < 3; ++trial) {
    Numbers x(8);
    for (double& e : x)
      e = -1.2 + 2.4 * (static_cast<double>(random()) / 4294967296.0);
    if (isDefined(function, x))
      found.push_back(x);
  }
  return found;
}

template <class Kernel, class Function>
void check(const char* name, const Kernel& kernel, const Function& function) {
  const std::vector<Numbers> all = points(function);
  std::size_t wrong = 0;
  std::string why;
  for (const Numbers& x : all) {
    std::string here;
    try {
      here = problem(kernel, function, x);
    } catch (const std::exception& thrown) {
      here = std::string("throws ") + thrown.what();
    }
    wrong += !here.empty();
    why = here.empty() ? why : here;
  }
  std::replace(why.begin(), why.end(), '\n', ' ');
  if (all.empty())
    std::cout << name << " undefined" << std::endl;
  else if (wrong > 1 || wrong == all.size())
    std::cout << name << " wrong: " << why << std::endl;
  else
    std::cout << name << " right" << std::endl;
}

/// Whether there is anything to be asked.
template <class Function> void checkPrimal(const char* name, const Function& function) {
  const bool isAnywhere = !points(function).empty();
  std::cout << name << (isAnywhere ? " right" : " undefined") << std::endl;
}

} // namespace real
