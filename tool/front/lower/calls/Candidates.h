// Functions that a variable chooses from while the kernel runs: pointers to functions and
// std::functions that get new values, or stand in arrays and vectors, and pointers to members
// alike. All functions that variables of one type may hold have a number each; a call is a branch
// on it.
#pragma once

#include "front/lower/calls/Calls.h"

namespace treelize::front {

/// Where the copies stand that functions of one kind have captured.
struct Pool {
  std::vector<std::pair<const clang::ValueDecl*, ir::VarId>> copies;
  std::optional<ir::VarId> self; // of an object with a call operator
};

/// Those of one type, by their numbers.
struct Candidates {
  std::vector<Closure> functions;
  std::map<std::size_t, Pool> pools; // of those that a loop makes
  bool mayBeNone = false;
  unsigned calledIn = 0; // the outermost loop of the last call, as Lowering counts them
};

/// R(A...) of a pointer to a function, and of a std::function; null of any other type.
const clang::FunctionProtoType* signatureOf(clang::QualType type);
/// A pointer to a function or a std::function: what can be assigned to.
bool isFunctionVariable(clang::QualType type);
/// The number of what a variable of this type is to hold.
ir::ExprRef functionNumber(Lowering& l, clang::QualType type, const Value& function,
                           clang::SourceLocation where);
/// What stands for a function that is not known.
ir::ExprRef numberIn(Lowering& l, const Value& function, clang::SourceLocation where);
/// The same function as a variable of another type numbers it.
Value renumbered(Lowering& l, const Value& function, clang::QualType from, clang::QualType to,
                 clang::SourceLocation where);
/// The number of no function.
ir::ExprRef noFunction();
/// f != nullptr
ir::ExprRef holdsFunction(Lowering& l, const Value& function);
/// A variable that holds one; without an initialiser none.
Value functionVariable(Lowering& l, const Slot& slot, const clang::Expr* init);
/// to = from
Value assignFunction(Lowering& l, const clang::Expr* to, const clang::Expr* from,
                     clang::SourceLocation where);
/// f == g, f != nullptr; nothing if neither is a function.
std::optional<ir::ExprRef> functionComparison(Lowering& l, bool isEqual, const clang::Expr* a,
                                              const clang::Expr* b);
/// c ? f : g
Value chosenFunction(Lowering& l, const clang::ConditionalOperator* choice);
Value callCandidate(Lowering& l, clang::QualType type, const ir::ExprRef& number,
                    const std::vector<Argument>& arguments, clang::SourceLocation where);
/// object.*pointer of a pointer to data, by the number that it holds
Value chosenMember(Lowering& l, clang::QualType type, const ir::ExprRef& number,
                   const Value& object, clang::SourceLocation where);
/// (object.*pointer)(arguments), likewise
Value callMember(Lowering& l, clang::QualType type, const ir::ExprRef& number, const Value& object,
                 const std::vector<Argument>& arguments, clang::SourceLocation where);
/// Before a loop: the functions that its pointers may get.
void widenCandidates(Lowering& l, const clang::Stmt* loop);

} // namespace treelize::front
