// Formulas calculated directly, by Python's arithmetic and without the library: the judge where
// PyTorch's simplification and the library's differ.
#pragma once

#include "Value.h"

#include <map>

namespace treelize::conformance::symnum {

using Numbers = std::map<std::string, double>;

/// The value of a prefix list; nothing where it has none.
std::optional<double> calculate(const json& list, const Numbers& symbols);

} // namespace treelize::conformance::symnum
