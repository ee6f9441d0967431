// The types that the text form of a kernel writes as C++ spells them, since the name says all:
// numbers, and containers and pointers in terms of their element.
#pragma once

#include "ir/Type.h"

#include <string_view>

namespace treelize::ir {

/// All that is known of them alike, the spelling included?
bool isSameType(const Type& a, const Type& b);

/// The number types that have a keyword or a name of the standard library, and `void`; null: none.
TypeRef plainScalar(std::string_view name);

/// The type of a number without a suffix, or with this one.
TypeRef typeOfNumber(std::string_view number);

TypeRef plainPointer(const TypeRef& element, bool toConst);
TypeRef plainSpan(const TypeRef& element, bool ofConst);
TypeRef plainField(const TypeRef& element);
/// `std::array<element, count>`
TypeRef plainArray(const TypeRef& element, std::uint64_t count);
/// `element[count]`, of elements that are no such arrays
TypeRef builtinArray(const TypeRef& element, std::uint64_t count);

} // namespace treelize::ir
