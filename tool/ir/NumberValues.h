// What an expression comes to where the whole numbers that it reads are known.
#pragma once

#include "ir/IR.h"

#include <cstdint>
#include <map>
#include <optional>

namespace treelize::ir {

using NumberValues = std::map<VarId, std::int64_t>;

/// Nothing where another value is read, or where a step leaves its type.
std::optional<std::int64_t> valueOf(const Expr& e, const NumberValues& known);

/// Can sums and products be made of it without overflow?
bool isSmall(std::int64_t number);

/// What an operator of sums, products, comparisons and logic makes of two small numbers.
std::optional<std::int64_t> calculated(Op op, std::int64_t a, std::int64_t b);

} // namespace treelize::ir
