// Formulas as the vectors write them: as prefix lists, and as PyTorch's text.
#pragma once

#include "Value.h"

#include <string_view>

namespace treelize::conformance::symnum {

/// From `["add", "x", 1]`. Throws what its operations throw, and std::runtime_error for what it
/// does not know.
Value fromPrefixList(const Legend& legend, const json& list);

/// From `FloorDiv(x, 2) + (s1//2)**2`, `s1 > 5` or `Piecewise((s1, s6 > 5), (s2, True))`.
Value fromText(const Legend& legend, std::string_view text);

/// Empty if both are one formula, or have one value at all of a few points that their bounds allow;
/// else where they differ. Points at which `wanted` has no value do not count.
std::string difference(const Value& wanted, const Value& got);

/// Whether the value is that of the prefix list by arithmetic, at all of such points.
bool isArithmetic(const Legend& legend, const json& list, const Value& value);

} // namespace treelize::conformance::symnum
