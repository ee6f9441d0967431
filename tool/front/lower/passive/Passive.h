// Passive objects: those of the standard library's classes that hold no real number, like
// std::string, std::map<std::string, int> or std::mt19937.
//
// They have no derivative. What the program does to them runs in the forward sweep, as it stands
// and in its order; what comes out of it as a number is kept in a local, so that nothing asks for
// the object again.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

/// Is it a class of the standard library, iterators included, none of whose parts can carry a
/// derivative?
bool isPassive(clang::QualType type);
/// Can some part of an object carry a derivative? What a container holds by its slot is none.
bool mayHoldReal(clang::QualType type);
/// std::map<K, T>, std::deque<T>, ...: what they hold of real numbers they hold by slots.
bool isSlotContainer(const clang::CXXRecordDecl* record);
/// An iterator of such a container.
bool isSlotIterator(clang::QualType type);
/// Does the expression name a passive object, or a part of one: `s`, `s[i]`, `m.at(k)`,
/// `it->second`?
bool isPassivePart(const clang::Expr* expr);
/// Is it a data member of a passive object, like `it->second`?
bool isPassiveMember(const clang::MemberExpr* expr);
/// Is it such a part itself, and not what it held?
bool isPassivePart(const Lowering& l, const ir::ExprRef& value);
/// Is it a name for such a part, or a part of that: `int& count = counts[word]`?
bool namesPassivePart(const Lowering& l, const clang::Expr* expr);
/// Is it a method of such a part that may change it?
bool isCallOfNamedPart(const Lowering& l, const clang::CallExpr* expr);
/// Is it the name of an object whose members are known one by one?
bool isTakenApart(const Lowering& l, const clang::Expr* expr);
/// Is it a call that a passive object takes part in?
bool isPassiveCall(const clang::CallExpr* expr);

/// Does the expression read an object of the kernel's own, which the reverse sweep finds changed,
/// or not at all?
bool readsOwnObject(const Lowering& l, const ir::Expr& expr);
/// A stream that the program writes its output to.
bool isOutputStream(clang::QualType type);
/// Is the object the kernel's own, so that no caller sees it change?
bool isKernels(const Lowering& l, const ir::Place& place);
/// What a name that stands for a passive object, or a part of one, yields where it is used.
Value passiveUse(Lowering& l, const Value& bound);
/// A number as a value; an object as an expression that is to be used at once.
Value passiveValue(Lowering& l, const clang::Expr* expr);
/// What `it->` of a container with slots points at.
Value passiveElement(Lowering& l, const clang::CXXOperatorCallExpr* arrow);
/// A call for its effect on the world outside: `std::printf`, a function without a derivative that
/// returns nothing.
void passiveCall(Lowering& l, const clang::CallExpr* expr, const clang::FunctionDecl* callee);
/// A function of numbers and texts without an effect: `std::strlen(name)`.
Value passiveFunction(Lowering& l, const clang::CallExpr* expr, const clang::FunctionDecl* callee);
/// A call for its effect and its result, a number: `std::rand()`.
Value passiveStep(Lowering& l, const clang::CallExpr* expr, const clang::FunctionDecl* callee);
/// What the step yields, as a local that is named so. The step is taken here and nowhere else.
ir::ExprRef performed(Lowering& l, const ir::ExprRef& step, const std::string& name,
                      std::vector<ir::Place> changed = {});
/// `++counts[word]`, `s[i] = 'c'`: the number that the part holds then, or held before.
Value passiveWrite(Lowering& l, const clang::Expr* expr);

Value passiveVariable(Lowering& l, const Slot& slot, const clang::Expr* init);
/// `int n = counts[word]`; nothing if the initialiser is another expression.
std::optional<Value> passiveNumber(Lowering& l, const Slot& slot, const clang::Expr* init);
/// `const auto& name = names[i]`: the part itself, whatever it holds when it is used.
Value passiveReference(Lowering& l, const clang::Expr* init);
/// `auto [key, count] = entry`
Value passiveBinding(Lowering& l, const Value& whole, clang::QualType type, unsigned index,
                     clang::SourceLocation where);
/// for (char c : text)
void passiveRangeFor(Lowering& l, const clang::CXXForRangeStmt* stmt);

/// The part that the expression names now, whatever becomes of indices and iterators.
ir::ExprRef frozenPart(Lowering& l, const ir::ExprRef& part);

/// A step that may change any object changes none whose block has ended, or is yet to come.
void forgetEndedObjects(ir::Block& body);

/// Refuses the kernel where a number that depends on a parameter went into a passive object.
void refuseVariedNumbers(Lowering& l);

} // namespace treelize::front
