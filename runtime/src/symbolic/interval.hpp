// Bounds of results from bounds of operands.
#pragma once

#include "treelize/detail/symbolic/bounds.hpp"

namespace treelize::symbolic {

bounds negated(const bounds& a);
bounds times(const bounds& a, const bounds& b);
/// To a natural power.
bounds to_power(const bounds& base, std::int64_t exponent);
bounds to_power(const bounds& base, const bounds& exponent);
/// The divisor is not zero, whatever its bounds say.
bounds floor_quotient(const bounds& a, const bounds& b);
bounds floor_remainder(const bounds& a, const bounds& b);
bounds magnitude(const bounds& a);
bounds least(const bounds& a, const bounds& b);
bounds greatest(const bounds& a, const bounds& b);
bounds either(const bounds& a, const bounds& b);

} // namespace treelize::symbolic
