#include "grad/loops/SureReads.h"

#include "analysis/Lengths.h"
#include "analysis/Regions.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <ranges>

namespace treelize::grad {

using namespace ir;

bool isStraight(const Stmt& stmt) {
  return std::holds_alternative<Assign>(stmt.node) || std::holds_alternative<Declare>(stmt.node);
}

void forEachSureOperand(const Expr& e, const std::function<void(const Expr&)>& fn) {
  const auto* apply = std::get_if<Apply>(&e.node);
  if (apply && (apply->op == Op::land_ || apply->op == Op::lor_))
    fn(*apply->args[0]);
  else if (!std::holds_alternative<Select>(e.node))
    forEachOperand(e, fn);
}

void forEachSureRead(const Expr& e, const PlaceFn& fn) {
  if (const auto* read = std::get_if<Load>(&e.node))
    fn(read->place);
  forEachSureOperand(e, [&](const Expr& operand) { forEachSureRead(operand, fn); });
}

bool surelyTouches(const Stmt& stmt, const Place& place) {
  const auto* s = std::get_if<Assign>(&stmt.node);
  bool found = s && isSame(s->target, place);
  forEachExpr(stmt, [&](const Expr& e) {
    forEachSureRead(e, [&](const Place& p) { found = found || isSame(p, place); });
  });
  return found;
}

namespace {

/// Straight-line code and choices between such, without calls.
bool surelyEnds(const Stmt& stmt) {
  bool holds = true;
  forEachStmt(std::span(&stmt, 1), [&](const Stmt& part) {
    holds = holds && (isStraight(part) || std::holds_alternative<If>(part.node));
    forEachExpr(part, [&](const Expr& e) {
      holds = holds && !any(e, [](const Expr& operand) {
                return std::holds_alternative<Opaque>(operand.node) ||
                       std::holds_alternative<Construct>(operand.node);
              });
    });
  });
  return holds;
}

/// May the place name another element after the statement, or none?
bool moves(const Kernel& kernel, const Stmt& stmt, const Place& place) {
  const std::span<const Stmt> statement(&stmt, 1);
  return declaredIn(statement).contains(place.base) ||
         analysis::resizesOf(kernel, statement).overlaps(place) ||
         analysis::mayMove(place, analysis::writesOf(kernel, statement));
}

} // namespace

bool isThereAnyway(const Kernel& kernel, const Place& place, std::span<const Stmt> before,
                   std::span<const Stmt> after) {
  for (const Stmt& stmt : after) {
    if (!surelyEnds(stmt))
      break;
    if (surelyTouches(stmt, place))
      return true;
    if (moves(kernel, stmt, place))
      break;
  }
  for (const Stmt& stmt : before | std::views::reverse) {
    if (!surelyEnds(stmt) || moves(kernel, stmt, place))
      break;
    if (surelyTouches(stmt, place))
      return true;
  }
  return false;
}

} // namespace treelize::grad
