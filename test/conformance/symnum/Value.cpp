#include "Value.h"

#include <cmath>
#include <sstream>

namespace treelize::conformance::symnum {
namespace {

/// From words such as `tensor sizes: positive, at least 2`.
bounds boundsOf(const std::string& words) {
  if (const auto least = words.find("at least "); least != std::string::npos)
    return bounds::at_least(std::stoll(words.substr(least + 9)));
  if (words.find("non-negative") != std::string::npos)
    return bounds::nonnegative();
  return words.find("positive") != std::string::npos ? bounds::positive() : bounds{};
}

Value decodeSymbol(const Legend& legend, const json& operand,
                   std::vector<symbol_binding>& example) {
  const auto kind = operand.at("kind").get<std::string>(),
             name = operand.at("name").get<std::string>();
  if (kind == "SymFloat") {
    const sym_float symbol = sym_float::symbol(name);
    example.push_back({symbol, decodeFloat(operand.at("hint"))});
    return symbol;
  }
  const sym_int symbol = sym_int::symbol(name, legend.operandBounds(name));
  if (kind == "SymBool") { // of which the legend says how it is built
    example.push_back({symbol, operand.at("hint").get<bool>() ? 9 : 3});
    return symbol > 5;
  }
  example.push_back({symbol, operand.at("hint").get<std::int64_t>()});
  return symbol;
}

Value decodeConstant(const std::string& kind, const json& number) {
  if (kind == "SymFloat")
    return sym_float(decodeFloat(number));
  if (kind == "SymBool")
    return sym_bool(number.get<bool>());
  return sym_int(number.get<std::int64_t>());
}

} // namespace

Legend::Legend(const json& document) {
  if (document.contains("operand_symbols"))
    for (const auto& [names, words] : document.at("operand_symbols").items()) {
      std::istringstream all(names);
      for (std::string name; all >> name;)
        operands_.emplace_back(name, boundsOf(words.get<std::string>()));
    }
  if (document.contains("symbols"))
    for (const auto& [prefix, words] : document.at("symbols").items())
      prefixes_.emplace_back(prefix.substr(0, prefix.find('.')), words.get<std::string>());
}

bounds Legend::operandBounds(const std::string& name) const {
  for (const auto& [known, range] : operands_)
    if (known == name)
      return range;
  return {};
}

Value Legend::symbol(const std::string& name) const {
  for (const auto& [known, range] : operands_)
    if (known == name && name.starts_with("s"))
      return sym_int::symbol(name, range);
  for (const auto& [prefix, words] : prefixes_)
    if (name.starts_with(prefix))
      return words == "real" ? Value(sym_float::symbol(name))
                             : Value(sym_int::symbol(name, boundsOf(words)));
  return sym_float::symbol(name);
}

double decodeFloat(const json& number) {
  if (number.is_object())
    return std::stod(number.at("$float").get<std::string>());
  return number.get<double>();
}

Value decodeOperand(const Legend& legend, const json& operand,
                    std::vector<symbol_binding>& example) {
  const auto kind = operand.at("kind").get<std::string>();
  if (operand.contains("name"))
    return decodeSymbol(legend, operand, example);
  if (operand.contains("constant"))
    return decodeConstant(kind, operand.at("constant"));
  if (kind == "int")
    return operand.at("value").get<std::int64_t>();
  if (kind == "float")
    return decodeFloat(operand.at("value"));
  if (kind == "bool")
    return operand.at("value").get<bool>();
  if (kind == "str")
    return Text{operand.at("value").get<std::string>()};
  return kind == "object" ? Value(Foreign{}) : Value(Unknown{});
}

Value symbolic(const Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value))
    return sym_int(*integer);
  if (const auto* real = std::get_if<double>(&value))
    return sym_float(*real);
  if (const auto* boolean = std::get_if<bool>(&value))
    return sym_bool(*boolean);
  return value;
}

namespace {

struct Describe {
  template <symbolic::sym_number T>
  std::string operator()(const T& value) const {
    const char* type = std::is_same_v<T, sym_int>     ? "SymInt "
                       : std::is_same_v<T, sym_float> ? "SymFloat "
                                                      : "SymBool ";
    return type + to_text(value);
  }
  std::string operator()(std::int64_t value) const { return "int " + std::to_string(value); }
  std::string operator()(double value) const { return "float " + json(value).dump(); }
  std::string operator()(bool value) const { return value ? "True" : "False"; }
  std::string operator()(const Text& value) const { return "str '" + value.value + "'"; }
  std::string operator()(Foreign) const { return "a foreign object"; }
  std::string operator()(Unknown) const { return "another object"; }
};

struct Evaluate {
  const std::vector<symbol_binding>& point;
  template <symbolic::sym_number T>
  std::optional<Number> operator()(const T& value) const {
    try {
      return evaluate(value, point);
    } catch (const symbolic_error&) {
      return std::nullopt;
    }
  }
  std::optional<Number> operator()(std::int64_t value) const { return value; }
  std::optional<Number> operator()(double value) const { return value; }
  std::optional<Number> operator()(bool value) const { return value; }
  template <class Other>
  std::optional<Number> operator()(const Other&) const {
    return std::nullopt;
  }
};

double real(const Number& number) {
  return std::visit([](auto value) { return static_cast<double>(value); }, number);
}

} // namespace

std::string describe(const Value& value) {
  return std::visit(Describe{}, value);
}
std::string describe(const Number& number) {
  return std::visit([](auto value) { return Describe{}(value); }, number);
}

std::optional<Number> evaluateAt(const Value& value, const std::vector<symbol_binding>& point) {
  return std::visit(Evaluate{point}, value);
}

bool agree(const Number& a, const Number& b) {
  const auto *integer_a = std::get_if<std::int64_t>(&a), *integer_b = std::get_if<std::int64_t>(&b);
  if (integer_a && integer_b)
    return *integer_a == *integer_b;
  constexpr double tolerance = 1e-12;
  const double x = real(a), y = real(b);
  return x == y || std::fabs(x - y) <= tolerance * std::max(std::fabs(x), std::fabs(y)) ||
         (std::isnan(x) && std::isnan(y));
}

} // namespace treelize::conformance::symnum
