// Function objects that algorithms and views call: lambdas, functions, classes with a call
// operator, std::plus.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

struct FunctionObject {
  Value value; // of the library's own: none
  clang::QualType type;
  clang::QualType element; // what it is called with, where that chooses between operators
};

/// Evaluated once.
FunctionObject functionObject(Lowering& l, const clang::Expr* expr, clang::QualType element);
Value called(Lowering& l, const FunctionObject& function, std::vector<Value> values,
             clang::SourceLocation where);
/// The same where the types of the arguments choose between operators.
Value calledWith(Lowering& l, const FunctionObject& function, const std::vector<Value>& values,
                 const std::vector<clang::QualType>& types, clang::SourceLocation where);
/// The call operator of a generic function object that takes arguments of this type; null if it was
/// never used so.
const clang::FunctionDecl* instanceFor(const clang::CXXRecordDecl* record,
                                       clang::QualType argument);
/// T of T*, and of an iterator that wraps one.
clang::QualType elementOfIterator(clang::QualType iterator);

} // namespace treelize::front
