// The place that an object is made in: how it begins to exist, all of it at once.
#pragma once

#include "front/lower/Lowering.h"
#include "front/lower/objects/Objects.h"

namespace treelize::front {

/// The whole object gets a value.
void storeObject(Lowering& l, Destination& to, ir::ExprRef value);

/// The object exists from here on; its parts get their values next.
void beginObject(Lowering& l, Destination& to, clang::SourceLocation where);

/// The object exists from here on, all zero if it is value-initialised.
void initializeObject(Lowering& l, Destination& to, bool isZero, clang::SourceLocation where);

/// Every number of an object that exists becomes zero.
void clearObject(Lowering& l, const ir::Place& object, Location at);

/// A member or an element, by its number.
ir::Place partAt(const ir::Place& object, unsigned index);

/// A part of an object that exists gets its value.
void constructPart(Lowering& l, const ir::Place& place, const clang::Expr* init);

/// By a constructor of std::vector, treelize::field, std::pair or std::tuple.
void constructVector(Lowering& l, Destination& to, const clang::CXXConstructExpr* expr);
void constructField(Lowering& l, Destination& to, const clang::CXXConstructExpr* expr);
void constructTuple(Lowering& l, Destination& to, const clang::CXXConstructExpr* expr);

} // namespace treelize::front
