// The number that a literal is, read from its text.
#pragma once

#include "ir/IR.h"

#include <optional>

namespace treelize::ir {

/// Of a number written in figures, with the suffix of any type; nothing for the name of a constant.
std::optional<long double> literalNumber(const Expr& expr);

/// Of `true` and `false`.
std::optional<bool> literalTruth(const Expr& expr);

/// A literal that is zero, of any type.
bool isZero(const Expr& expr);

/// Is the whole number a value of the type, as it is before any conversion?
bool hasValue(const Type& type, std::int64_t number);

/// The whole number of a literal, also of a constant that has a name.
std::optional<std::int64_t> literalOf(const ExprRef& e);

/// `e + number`, one literal at the end.
ExprRef plus(const ExprRef& e, std::int64_t number);

} // namespace treelize::ir
