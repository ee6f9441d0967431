// A thin kernel of test/fuzz/libraries.py at a few points: a line that says what becomes of it. Where the function itself
// throws, or its value is no number, nothing is asked; a kink beside one point is no mistake, so two of three points count.
#pragma once

#include <treelize/check_gradient.hpp>

#include <cmath>
#include <exception>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace fuzz {

template <class Function> bool isDefined(const Function& function, const std::vector<double>& x) {
  try {
    return std::isfinite(function(x));
  } catch (const std::exception&) {
    return false;
  }
}

/// Empty where it is right.
template <class Kernel, class Function>
std::string problem(const Kernel& kernel, const Function& function, const std::vector<double>& x) {
  std::ostringstream text;
  try {
    const auto report = treelize::check_gradient(kernel, x);
    const double value = kernel.value_and_grad(x).value, wanted = function(x);
    if (!report.passed())
      text << report;
    else if (!(std::fabs(value - wanted) <= 1e-12 * (1 + std::fabs(wanted))))
      text << "value " << value << ", expected " << wanted;
  } catch (const std::exception& thrown) {
    text << "throws " << thrown.what();
  }
  return text.str();
}

template <class Kernel, class Function>
void check(const char* name, const Kernel& kernel, const Function& function) {
  std::mt19937 random(20261123);
  std::uniform_real_distribution<double> number(-1.2, 1.2);
  int defined = 0, wrong = 0;
  std::string why;
  for (int trial = 0; trial < 12 && defined < 3; ++trial) {
    std::vector<double> x(8);
    for (double& e : x)
      e = number(random);
    if (!isDefined(function, x))
      continue;
    ++defined;
    const std::string here = problem(kernel, function, x);
    wrong += !here.empty();
    why = here.empty() ? why : here;
  }
  for (char& c : why)
    c = c == '\n' ? ' ' : c;
  if (defined == 0)
    std::cout << name << " undefined" << std::endl;
  else if (wrong > 1 || wrong == defined)
    std::cout << name << " wrong: " << why << std::endl;
  else
    std::cout << name << " right" << std::endl;
}

} // namespace fuzz
