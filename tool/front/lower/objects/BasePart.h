// The part of an object that a base class has given it.
//
// In the kernel language the members of an object's bases are its own, and no selector leads to a
// base. So the place of a base part is that of the complete object, with the type of the base:
// where the members are, the path says; which of them are meant, the type. A member is the same
// place either way. What a step does to a base part as a whole, it does to the members of its type.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

/// What an expression of this type designates: the object itself, the part of a base, or, of such a
/// part, the object of a derived class again.
Value asClass(Lowering& l, const Value& object, clang::QualType type, clang::SourceLocation where);

/// The part of an object that is yet to be made.
ir::Place basePart(Lowering& l, const ir::Place& object, clang::QualType base,
                   clang::SourceLocation where);

/// No members stand for what a class has of a container or a complex number that it derives from.
void refuseLibraryBase(Lowering& l, clang::QualType type, clang::SourceLocation where);

bool isBasePart(const ir::Kernel& kernel, const ir::Place& place);

/// A copy of the base part that is read; any other value is itself.
ir::ExprRef keepPart(Lowering& l, const ir::ExprRef& value);

/// The object that a base part belongs to; any other value is itself.
ir::Place completeObject(const ir::Kernel& kernel, ir::Place place);
Value completeObject(const ir::Kernel& kernel, Value object);

/// A step whose whole effect is that on base parts, or by them, is taken member by member, and true
/// returned. In any other step copies stand for the base parts that it reads.
bool emitByParts(Lowering& l, ir::Stmt& stmt);

} // namespace treelize::front
