// Python's arithmetic on values, as far as the functions of the vectors need it.
#pragma once

#include "Value.h"

namespace treelize::conformance::func_treelize {

Value add(const Value& a, const Value& b);
Value subtract(const Value& a, const Value& b);
Value multiply(const Value& a, const Value& b);
/// True division: always a double.
Value divide(const Value& a, const Value& b);
/// The sign is the divisor's.
Value modulo(const Value& a, const Value& b);
bool less(const Value& a, const Value& b);
bool isTrue(const Value& value);
bool isNumber(const Value& value);

/// `d1.5`, `s:text`, `[i1,i2]`: every type has a spelling of its own.
std::string describe(const Value& value);

} // namespace treelize::conformance::func_treelize
