// The members of an object, or of each object in a container, as variables of their own.
#pragma once

#include "ir/IR.h"

#include <cstddef>

namespace treelize::ir {

/// A class whose objects are what their members are, each of a type that a local can have.
bool isOfMembers(const Type& type);

/// Where the field stands among the record's.
std::size_t indexOf(const Type& record, const std::string& field);

/// A new local of this type for a field of the variable, or of what the variable holds.
VarId addMember(Kernel& kernel, VarId object, const RecordField& field, TypeRef type);

/// What a member begins as in an object that begins at zero.
ExprRef zeroOf(const TypeRef& type);

/// Is it an object that is made all zero?
bool isZeroed(const Expr& value);

/// What a Declare or a Set takes over as a whole; null if it is made otherwise.
const Place* copiedPlace(const ExprRef& value);

/// The same number whichever member of `written` is written first: one that reads it, or asks how
/// long it is, is declared in `out`.
ExprRef settled(Kernel& kernel, const ExprRef& number, VarId written, Location at, Block& out);

/// The same of the indices of a place, as of `cur = nodes[cur.next]`.
Place settled(Kernel& kernel, Place place, VarId written, Location at, Block& out);

} // namespace treelize::ir
