// Objects of the caller's that may be of a derived class: what such a class adds is a field of the
// record, reached by a cast.
#pragma once

#include "ir/Type.h"

namespace treelize::ir {

/// Is it what a derived class adds to the object, which need not be of that class?
bool isDerivedPart(const RecordField& field);

/// Is it a smart pointer, whose only field is the object that it owns?
bool isOwnedObject(const Type& type);

/// Is the object, or one that the value owns, perhaps of a derived class?
bool mayBeDerived(const Type& type);

} // namespace treelize::ir
