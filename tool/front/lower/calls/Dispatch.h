// One of several ways to go on, where only the running program knows which.
#pragma once

#include "front/lower/calls/Calls.h"

namespace treelize::front {

struct Alternative {
  ir::ExprRef isChosen; // nobody asks for that of the last one
  std::function<Value()> run;
};

/// The class that the object is of, not one derived from it; null: that is unknown.
const clang::CXXRecordDecl* exactClass(Lowering& l, const Value& object);

/// What the variable for a method's result is called.
std::string valueName(const clang::CXXMethodDecl* method);

/// A branch for each. What the one that runs yields, in a variable of the slot's type and name.
Value dispatched(Lowering& l, const Slot& result, const std::vector<Alternative>& alternatives);

/// The numbers among the arguments, evaluated once for all alternatives; `parameters` are those of
/// one of them.
std::vector<Argument> evaluatedNumbers(Lowering& l, const std::vector<Argument>& arguments,
                                       llvm::ArrayRef<clang::QualType> parameters);

/// The virtual call of a constant object of the caller's; nothing where it is none.
std::optional<Value> callOfCallers(Lowering& l, const clang::CXXMethodDecl* method,
                                   const Value& object, const std::vector<Argument>& given,
                                   clang::SourceLocation where);

} // namespace treelize::front
