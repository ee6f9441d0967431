// PyTorch's operators, functions and methods by name, as Treelize has them.
#pragma once

#include "Value.h"

#include <string_view>

namespace treelize::conformance::symnum {

/// `left fn right`, one of them symbolic.
Result applyBinary(std::string_view fn, const Value& left, const Value& right);
Result applyUnary(std::string_view fn, const Value& operand);
Result applyIte(const Value& condition, const Value& yes, const Value& no);

/// A function of sympy's or PyTorch's, or of a prefix list: operands are taken as symbolic.
Result applyFunction(std::string_view fn, const std::vector<Value>& operands);

/// The seed's Pow, TrueDiv and FloorDiv.
Result applySeed(std::string_view fn, const Value& left, const Value& right);

} // namespace treelize::conformance::symnum
