// The numbers of the vectors are small: doubles hold their integers exactly.
#include "Arithmetic.h"

#include <cmath>

namespace treelize::conformance::symnum {
namespace {

using Operation = double (*)(double, double);

constexpr std::pair<std::string_view, Operation> operations[] = {
    {"add", [](double a, double b) { return a + b; }},
    {"sub", [](double a, double b) { return a - b; }},
    {"mul", [](double a, double b) { return a * b; }},
    {"pow", [](double a, double b) { return std::pow(a, b); }},
    {"rat", [](double a, double b) { return a / b; }},
    {"FloorDiv", [](double a, double b) { return std::floor(a / b); }},
    {"CleanDiv", [](double a, double b) { return std::floor(a / b); }},
    {"CeilDiv", [](double a, double b) { return std::ceil(a / b); }},
    {"Mod", [](double a, double b) { return a - b * std::floor(a / b); }},
    {"PythonMod", [](double a, double b) { return a - b * std::floor(a / b); }},
    {"Min", [](double a, double b) { return std::fmin(a, b); }},
    {"Max", [](double a, double b) { return std::fmax(a, b); }},
};

Operation find(const std::string& name) {
  for (const auto& [known, operation] : operations)
    if (known == name)
      return operation;
  return nullptr;
}

} // namespace

std::optional<double> calculate(const json& list, const Numbers& symbols) {
  if (list.is_number())
    return list.get<double>();
  if (list.is_string()) {
    const auto found = symbols.find(list.get<std::string>());
    return found == symbols.end() ? std::nullopt : std::optional(found->second);
  }
  const Operation operation = list.is_array() ? find(list.at(0).get<std::string>()) : nullptr;
  if (!operation)
    return std::nullopt;
  std::optional<double> result = calculate(list.at(1), symbols);
  for (std::size_t i = 2; i < list.size() && result; ++i) {
    const std::optional<double> next = calculate(list.at(i), symbols);
    result = next ? std::optional(operation(*result, *next)) : std::nullopt;
  }
  return result && std::isfinite(*result) ? result : std::nullopt;
}

} // namespace treelize::conformance::symnum
