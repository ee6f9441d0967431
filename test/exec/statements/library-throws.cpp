// What the library throws inside a try block of the kernel: at(), value(), std::get.
// RUN: %treelize %s -o %T/library-throws.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>
#include <treelize/check_gradient.hpp>

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>

namespace app {

TREELIZE(kernel) double elements(std::span<const double> x) {
  const std::vector<double> v(x.begin(), x.end());
  double sum = x[0];
  for (std::size_t i = 0; i < 7; ++i)
    try {
      sum += v.at(i) * v.at(i + 1) * sum;
    } catch (const std::out_of_range&) {
      sum *= x[1];
    }
  return sum;
}

TREELIZE(kernel) double nested(std::span<const double> x) {
  const std::vector<double> v(x.begin(), x.end());
  double sum = 0;
  try {
    try {
      sum = x[0] * x[1];
      return v.at(2) * v.at(9);
    } catch (const std::runtime_error&) {
      return 3;
    }
  } catch (...) {
    return sum * sum;
  }
}

TREELIZE(kernel) double alternatives(std::span<const double> x) {
  std::optional<double> none, some = x[0] * x[0];
  std::variant<int, double> number = x[1] * x[2];
  double sum = 0;
  try {
    sum += some.value();
    sum += none.value();
  } catch (const std::bad_optional_access&) {
    sum *= x[1];
  }
  try {
    return sum * std::get<int>(number);
  } catch (const std::exception&) {
    return sum * std::get<double>(number);
  }
}

TREELIZE(kernel) double keys(std::span<const double> x, const std::map<std::string, double>& given) {
  std::map<std::string, double> own{{"a", x[0]}, {"b", x[1] * x[2]}};
  std::map<std::string, int> whole{{"a", 2}};
  double sum = 1;
  for (const std::string& key : {std::string("a"), std::string("c"), std::string("b")}) {
    try {
      sum += own.at(key) * sum;
    } catch (const std::out_of_range&) {
      sum *= x[3];
    }
    try {
      sum += given.at(key) * x[2];
      sum *= whole.at(key);
    } catch (const std::logic_error&) {
      sum += x[1] * x[1];
    }
  }
  return sum;
}

TREELIZE(kernel) double emptied(double x, double y) {
  std::optional<double> result;
  if (x > y)
    result = x * y;
  return result.value() * x;
}

} // namespace app

#include "library-throws.treelize.hpp"

int main() {
  const std::vector<double> x = {0.7, -0.2, 1.1, 0.4};
  check::scalar("elements", app::kernels::elements, x);
  check::scalar("nested", app::kernels::nested, x);
  check::scalar("alternatives", app::kernels::alternatives, x);
  const std::map<std::string, double> given = {{"b", 0.3}};
  const auto report = treelize::check_gradient(app::kernels::keys, std::span<const double>(x), given);
  check::near("keys", "passes", report.passed(), true, 0, 0);
  check::numbers("emptied", app::kernels::emptied, 1.3, 0.7);
  bool hasThrown = false;
  try {
    app::kernels::emptied.grad(0.7, 1.3);
  } catch (const std::bad_optional_access&) {
    hasThrown = true;
  }
  check::near("emptied", "throws as the function does", hasThrown, true, 0, 0);
  return check::finish();
}
