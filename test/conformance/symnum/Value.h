// Values of the vectors: symbolic numbers, plain ones, and what else Python hands to an operator.
#pragma once

#include "Area.h"

#include "treelize/symbolic.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace treelize::conformance::symnum {

struct Text {
  std::string value;
};
/// A class that defines `__radd__`, `__rpow__` and `__eq__` only.
struct Foreign {};
/// A value of a class that knows no symbolic numbers.
struct Unknown {};

using Value =
    std::variant<sym_int, sym_float, sym_bool, std::int64_t, double, bool, Text, Foreign, Unknown>;

/// What an operation gave; nothing: it is not defined for its operands and would not compile.
using Result = std::optional<Value>;

/// The meaning of names in a document: their types and bounds, from its legend.
class Legend {
public:
  explicit Legend(const json& document);

  /// Of an operand, as `s1`.
  bounds operandBounds(const std::string& name) const;
  /// Of a formula's symbol, as `x2`.
  Value symbol(const std::string& name) const;

private:
  std::vector<std::pair<std::string, bounds>> operands_;
  std::vector<std::pair<std::string, std::string>> prefixes_;
};

/// A case's operand, and the example values of its symbols.
Value decodeOperand(const Legend& legend, const json& operand,
                    std::vector<symbol_binding>& example);

/// Plain numbers as constants.
Value symbolic(const Value& value);

/// A Python float as the vectors write it.
double decodeFloat(const json& number);

std::string describe(const Value& value);

/// A symbolic number's plain value at a point; nothing where it has none.
using Number = std::variant<std::int64_t, double, bool>;
std::optional<Number> evaluateAt(const Value& value, const std::vector<symbol_binding>& point);
bool agree(const Number& a, const Number& b);
std::string describe(const Number& number);

} // namespace treelize::conformance::symnum
