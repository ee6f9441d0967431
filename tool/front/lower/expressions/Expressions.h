// Expressions: what they do is appended to the current block, what is left of them is a value.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

ir::ExprRef rvalue(Lowering& l, const clang::Expr* expr);
ir::ExprRef condition(Lowering& l, const clang::Expr* expr);
/// !condition
ir::ExprRef negated(ir::ExprRef condition);
/// Evaluates for its effects alone.
void effect(Lowering& l, const clang::Expr* expr);
/// A number, a place, a view or a closure, as the expression's type and category ask.
Value value(Lowering& l, const clang::Expr* expr);
std::function<Value()> operand(Lowering& l, const clang::Expr* expr);
/// Of operands that are no places, views or closures.
std::vector<ir::ExprRef> expressionsInOrder(Lowering& l,
                                            const std::vector<std::function<Value()>>& operands);
ir::ExprRef literalOf(Lowering& l, const clang::Expr* expr, ir::TypeRef type); // null: no literal
/// `LONG_MAX`, which the platform says; null for anything else.
ir::ExprRef namedByMacro(Lowering& l, const clang::Expr* expr);
/// A number that the compiler has evaluated; null: it is none.
ir::ExprRef literalOf(const clang::APValue& known, const ir::TypeRef& type);
ir::ExprRef evaluatedConstant(Lowering& l, const clang::Expr* expr); // null: no constant
/// The number in a spelling of exactly that type.
ir::ExprRef integerLiteral(const llvm::APSInt& number, const ir::TypeRef& type, Location at = {});
/// The whole number that the compiler knows the expression to be.
std::optional<llvm::APSInt> knownInteger(const Lowering& l, const clang::Expr* expr);
/// The same, where it has a place among the signed ones of 64 bits.
std::optional<std::int64_t> smallNumber(const llvm::APSInt& number);
std::optional<std::int64_t> wholeNumber(const Lowering& l, const clang::Expr* expr);
/// "text", __func__; null for anything else.
const clang::StringLiteral* textLiteral(const clang::Expr* expr);
std::string spellingOf(const clang::StringLiteral* text);
/// The array of its characters.
ir::Place textValue(Lowering& l, const clang::StringLiteral* text);
/// Names what has no place in a kernel.
[[noreturn]] void refuseExpr(Lowering& l, const clang::Expr* expr);
/// `+`, `+=`, ...; nothing for those that are no operators of numbers.
std::optional<ir::Op> operatorOf(clang::BinaryOperatorKind kind);
ir::ExprRef unaryOperator(Lowering& l, const clang::UnaryOperator* expr);
ir::ExprRef binaryOperator(Lowering& l, const clang::BinaryOperator* expr);
ir::ExprRef conditional(Lowering& l, const clang::ConditionalOperator* expr);
/// a ?: b
ir::ExprRef conditional(Lowering& l, const clang::BinaryConditionalOperator* expr);
/// a <=> b of numbers
ir::ExprRef threeWayComparison(Lowering& l, const clang::BinaryOperator* expr);
/// std::strong_ordering::less
ir::ExprRef orderingConstant(const clang::VarDecl* constant);
/// Comparisons of what `<=>` returns with 0, and its conversions; nothing for other calls.
std::optional<Value> orderingCall(Lowering& l, const clang::CallExpr* expr,
                                  const clang::FunctionDecl* callee);
ir::ExprRef castExpr(Lowering& l, const clang::CastExpr* expr);
ir::ExprRef converted(ir::ExprRef value, const ir::TypeRef& type);
ir::ExprRef asIndex(ir::ExprRef index);
ir::ExprRef sum(Lowering& l, ir::ExprRef a, ir::ExprRef b);
ir::ExprRef difference(Lowering& l, ir::ExprRef a, ir::ExprRef b);
/// The place that an assignment wrote.
Value assignment(Lowering& l, const clang::BinaryOperator* expr);
/// `a[++k] += p[k]`: compilers differ.
void warnOfEvaluationOrder(Lowering& l, const clang::CompoundAssignOperator* expr);
/// `steps` are those of the right side, `target` is what the left side names.
void warnOfEvaluationOrder(Lowering& l, const clang::BinaryOperator* expr, const ir::Block& steps,
                           const Value& target);
Value increment(Lowering& l, const clang::UnaryOperator* expr, bool wantsOldValue);

} // namespace treelize::front
