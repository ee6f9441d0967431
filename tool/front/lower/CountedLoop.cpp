#include "front/lower/CountedLoop.h"

#include "front/lower/expressions/Expressions.h"
#include "ir/Loops.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

const Expr* core(const Expr* expr) {
  return expr->IgnoreParenImpCasts();
}

bool isUseOf(const Expr* expr, const VarDecl* variable) {
  const auto* use = dyn_cast<DeclRefExpr>(core(expr));
  return use && use->getDecl() == variable;
}

/// ++i, i++, i += k, --i, i--, i -= k, i = i + k: the signed step.
std::optional<std::int64_t> stepOf(const Lowering& l, const Expr* increment,
                                   const VarDecl* counter) {
  const Expr* expr = core(increment);
  if (const auto* unary = dyn_cast<UnaryOperator>(expr);
      unary && unary->isIncrementDecrementOp() && isUseOf(unary->getSubExpr(), counter))
    return unary->isIncrementOp() ? 1 : -1;
  const auto* binary = dyn_cast<BinaryOperator>(expr);
  if (!binary || !binary->isAssignmentOp() || !isUseOf(binary->getLHS(), counter))
    return std::nullopt;
  const Expr* by = binary->getRHS();
  bool isSum = binary->getOpcode() == BO_AddAssign;
  if (binary->getOpcode() == BO_Assign) {
    const auto* change = dyn_cast<BinaryOperator>(core(by));
    if (!change || !change->isAdditiveOp() || !isUseOf(change->getLHS(), counter))
      return std::nullopt;
    isSum = change->getOpcode() == BO_Add;
    by = change->getRHS();
  } else if (!isSum && binary->getOpcode() != BO_SubAssign) {
    return std::nullopt;
  }
  const std::optional<std::int64_t> amount = wholeNumber(l, by);
  if (!amount || *amount == 0)
    return std::nullopt;
  return isSum ? *amount : -*amount;
}

bool mentions(const Stmt* stmt, const VarDecl* variable) {
  if (const auto* use = dyn_cast_or_null<DeclRefExpr>(stmt))
    return use->getDecl() == variable;
  if (stmt)
    for (const Stmt* child : stmt->children())
      if (mentions(child, variable))
        return true;
  return false;
}

/// Is it a number to add to the counter, in the counter's kind of arithmetic?
bool isDistance(const Lowering& l, const Expr* expr, const VarDecl* counter) {
  if (const std::optional<std::int64_t> number = wholeNumber(l, expr))
    return *number > 0;
  const QualType type = core(expr)->getType(), own = counter->getType();
  return type->isIntegerType() && type->isUnsignedIntegerType() == own->isUnsignedIntegerType() &&
         l.ast.getTypeSize(type) <= l.ast.getTypeSize(own) && !mentions(expr, counter) &&
         !expr->HasSideEffects(l.ast);
}

/// What `i + 2`, `i + n` or `n + i` adds to the counter; null if it is no such sum.
const Expr* aheadOf(const Lowering& l, const Expr* expr, const VarDecl* counter) {
  const auto* sum = dyn_cast<BinaryOperator>(core(expr));
  if (!sum || sum->getOpcode() != BO_Add)
    return nullptr;
  const Expr *left = sum->getLHS(), *right = sum->getRHS();
  if (!isUseOf(left, counter))
    std::swap(left, right);
  return isUseOf(left, counter) && isDistance(l, right, counter) ? right : nullptr;
}

/// `i < hi`, or `hi > i`; `i + 1 < hi`, `i + n <= hi`.
bool readCondition(const Lowering& l, const BinaryOperator* test, CountedLoop& loop) {
  BinaryOperatorKind op = test->getOpcode();
  const Expr *left = test->getLHS(), *right = test->getRHS();
  auto isCounting = [&](const Expr* side) {
    return isUseOf(side, loop.counter) || aheadOf(l, side, loop.counter);
  };
  if (!isCounting(left)) {
    if (!isCounting(right))
      return false;
    std::swap(left, right);
    op = BinaryOperator::reverseComparisonOp(op);
  }
  loop.bound = right;
  loop.isInequality = op == BO_NE;
  loop.includesBound = op == BO_LE || op == BO_GE;
  loop.ahead = aheadOf(l, left, loop.counter);
  const bool isUpper = op == BO_LT || op == BO_LE;
  if (loop.ahead)
    return isUpper && !loop.descending;
  const bool isLower = op == BO_GT || op == BO_GE;
  return loop.isInequality || (loop.descending ? isLower : isUpper);
}

/// `for (T i = n; i-- > 0;)`
bool countsInCondition(const Lowering& l, const ForStmt* stmt, CountedLoop& loop) {
  const auto* test = dyn_cast<BinaryOperator>(core(stmt->getCond()));
  if (stmt->getInc() || !test || (test->getOpcode() != BO_GT && test->getOpcode() != BO_NE))
    return false;
  const auto* change = dyn_cast<UnaryOperator>(core(test->getLHS()));
  if (!change || change->getOpcode() != UO_PostDec ||
      !isUseOf(change->getSubExpr(), loop.counter) || wholeNumber(l, test->getRHS()) != 0)
    return false;
  loop.bound = test->getRHS();
  loop.includesBound = true;
  loop.descending = true;
  loop.countsFirst = true;
  return true;
}

/// The variable of `int i = 0, n = size` that the increment or the condition moves.
const VarDecl* counterOf(const ForStmt* stmt) {
  const auto* init = dyn_cast_or_null<DeclStmt>(stmt->getInit());
  if (!init)
    return nullptr;
  WrittenVariables moved(stmt->getInc());
  moved.add(stmt->getCond());
  const VarDecl* counter = nullptr;
  for (const Decl* decl : init->decls()) {
    const auto* variable = dyn_cast<VarDecl>(decl);
    if (!variable || (counter && moved.contains(variable)))
      return nullptr;
    if (moved.contains(variable))
      counter = variable;
  }
  for (const Decl* decl : init->decls())
    if (decl != counter && mentions(cast<VarDecl>(decl)->getInit(), counter))
      return nullptr;
  return counter;
}

bool leavesEarly(const Stmt* stmt) {
  if (!stmt || isa<LambdaExpr>(stmt))
    return false;
  return isa<BreakStmt, ReturnStmt, GotoStmt, CXXThrowExpr>(stmt) ||
         std::ranges::any_of(stmt->children(), leavesEarly);
}

/// `for (unsigned i = n; i != 3; ++i)`: could it begin beyond the bound, and yet end?
bool mayWrap(const Lowering& l, const ForStmt* stmt, const CountedLoop& loop) {
  const Expr *low = loop.descending ? loop.bound : loop.start,
             *high = loop.descending ? loop.start : loop.bound;
  const QualType type = loop.counter->getType();
  const bool isUnsigned = type->isUnsignedIntegerOrEnumerationType();
  const auto first = knownInteger(l, low), last = knownInteger(l, high);
  if (first && last)
    return llvm::APSInt::compareValues(*first, *last) > 0;
  if (first && first->isZero() &&
      (isUnsigned || core(high)->getType()->isUnsignedIntegerOrEnumerationType()))
    return false;
  if (leavesEarly(stmt->getBody()))
    return true;
  // A signed counter would overflow, and one of 64 bits would take too long.
  const std::uint64_t bits = l.ast.getTypeSize(type);
  return isUnsigned ? bits < 64 || !first || first->isSignBitSet()
                    : bits < l.ast.getTypeSize(l.ast.IntTy);
}

/// Is the number that the loop counts to or from, and so many more, one of the counter's type?
bool isBelowLargest(const Lowering& l, const CountedLoop& loop, const Expr* number,
                    std::int64_t beyond) {
  const std::optional<std::int64_t> known = wholeNumber(l, number);
  const QualType type = loop.counter->getType();
  const std::uint64_t bits = l.ast.getTypeSize(type);
  const bool isUnsigned = type->isUnsignedIntegerOrEnumerationType() && bits < 64;
  const auto largest = static_cast<std::int64_t>(~std::uint64_t(0) >> (64 - bits + !isUnsigned));
  return known && *known <= largest - beyond;
}

/// `n - 1`
bool isPredecessor(const Lowering& l, const Expr* expr) {
  const auto* less = dyn_cast<BinaryOperator>(core(expr));
  return less && less->getOpcode() == BO_Sub && wholeNumber(l, less->getRHS()) == 1;
}

/// `for (unsigned char i = 255; i > 3; --i)`: one beyond the start is no number of its type.
bool beginsAtLargest(const Lowering& l, const CountedLoop& loop) {
  return loop.descending && knownInteger(l, loop.start) && !isBelowLargest(l, loop, loop.start, 1);
}

/// Could the counter pass the largest number of its type and go on? Arithmetic of a signed one may
/// not overflow, but narrow ones are converted.
bool mayPassLargest(const Lowering& l, const CountedLoop& loop) {
  const QualType type = loop.counter->getType();
  const std::uint64_t bits = l.ast.getTypeSize(type);
  const bool isNarrow = bits < l.ast.getTypeSize(l.ast.IntTy);
  if (loop.descending)
    return isNarrow && !isBelowLargest(l, loop, loop.start, 1);
  const std::int64_t beyond = loop.includesBound ? loop.step : loop.step - 1;
  if (isNarrow)
    return !isBelowLargest(l, loop, loop.bound, beyond) || loop.ahead;
  const bool mayWrap = type->isUnsignedIntegerOrEnumerationType() &&
                       ir::mayWrapUnsigned(static_cast<unsigned>(bits), loop.step);
  return mayWrap && !isBelowLargest(l, loop, loop.bound, beyond);
}

} // namespace

std::optional<CountedLoop> countedLoop(Lowering& l, const ForStmt* stmt) {
  if (!stmt->getCond() || stmt->getConditionVariable())
    return std::nullopt;
  CountedLoop loop;
  loop.counter = counterOf(stmt);
  if (!loop.counter || !loop.counter->hasInit() || !loop.counter->getType()->isIntegerType() ||
      loop.counter->getType()->isBooleanType())
    return std::nullopt;
  loop.start = loop.counter->getInit();
  if (WrittenVariables(stmt->getBody()).contains(loop.counter))
    return std::nullopt;
  if (countsInCondition(l, stmt, loop))
    return loop;
  const auto* test = dyn_cast<BinaryOperator>(core(stmt->getCond()));
  if (!stmt->getInc() || !test || !test->isComparisonOp() || test->getOpcode() == BO_EQ)
    return std::nullopt;
  const std::optional<std::int64_t> step = stepOf(l, stmt->getInc(), loop.counter);
  if (!step)
    return std::nullopt;
  loop.descending = *step < 0;
  loop.step = loop.descending ? -*step : *step;
  if (!readCondition(l, test, loop) || !loop.bound->getType()->isIntegerType())
    return std::nullopt;
  if (loop.isInequality ? mayWrap(l, stmt, loop) : mayPassLargest(l, loop))
    return std::nullopt;
  if (beginsAtLargest(l, loop))
    return std::nullopt;
  // Another step may jump over the bound, or past it in whole strides only.
  if (loop.step != 1 && (loop.descending || loop.isInequality))
    return std::nullopt;
  const Expr* last = loop.descending ? loop.start : loop.bound;
  loop.mayCountToLargest = (loop.descending ? !isPredecessor(l, last) : loop.includesBound) &&
                           !isBelowLargest(l, loop, last, 1);
  return loop;
}

} // namespace treelize::front
