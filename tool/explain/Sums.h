// The sum of a formula over the iterations of a loop.
#pragma once

#include "treelize/detail/symbolic/numbers.hpp"

#include <optional>

namespace treelize::explain {

/// formula(first) + formula(first + step) + ... of `trips` terms; nothing where the formula is no
/// polynomial in the counter.
std::optional<sym_int> sumOver(const sym_int& formula, const sym_int& counter, const sym_int& first,
                               const sym_int& step, const sym_int& trips);

} // namespace treelize::explain
