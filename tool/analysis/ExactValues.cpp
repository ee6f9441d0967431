#include "analysis/ExactValues.h"

#include "analysis/Signs.h"
#include "ir/Exchanges.h"
#include "ir/Literals.h"
#include "ir/Walk.h"

#include <cmath>
#include <utility>

namespace treelize::analysis {

using namespace ir;

namespace {

/// Of an operator: what a rounding of its operands may change.
enum class Edge {
  None,     // no more than its result and its derivatives by as much
  OfDomain, // below zero it has no value
  Below,    // somewhere below zero it has none
  Any,      // which derivative it has
};

bool isWhole(const Expr& e) {
  const std::optional<long double> number = literalNumber(e);
  return number && *number == std::trunc(*number);
}

Edge edgeOf(const Apply& e) {
  switch (e.op) {
  case Op::neg:
  case Op::add:
  case Op::sub:
  case Op::mul:
  case Op::div:
  case Op::exp:
  case Op::exp2:
  case Op::expm1:
  case Op::cbrt:
  case Op::sin:
  case Op::cos:
  case Op::tan:
  case Op::atan:
  case Op::sinh:
  case Op::cosh:
  case Op::tanh:
  case Op::asinh:
  case Op::erf:
  case Op::erfc:
  case Op::tgamma:
  case Op::lgamma:
  case Op::fma:
  case Op::lerp:
    return Edge::None;
  case Op::log:
  case Op::log2:
  case Op::log10:
  case Op::sqrt:
    return Edge::OfDomain;
  case Op::log1p:
    return Edge::Below;
  case Op::pow:
    return isWhole(*e.args[1]) ? Edge::None : Edge::Any;
  default:
    return Edge::Any;
  }
}

/// Follows values backwards, from where they are asked for to what they are made of.
class OriginsOfValues {
public:
  OriginsOfValues(const Kernel& kernel, std::set<VarId> asked, const Signs* signs)
      : kernel(kernel), signs(signs), asked(std::move(asked)) {
    for (std::size_t known = this->asked.size() + 1; known != this->asked.size();) {
      known = this->asked.size();
      forEachStmt(kernel.body, [&](const Stmt& stmt) { statement(stmt); });
    }
  }

  std::set<VarId> run() && { return std::move(asked); }

private:
  const Kernel& kernel;
  const Signs* signs; // null: what is decided does not count
  std::set<VarId> asked;

  bool isAsked(VarId var) const { return asked.contains(var); }

  void decide(const Expr& e) {
    if (signs)
      follow(e, true);
  }

  void follow(const Expr& e, bool isWanted) {
    if (const auto* read = std::get_if<Load>(&e.node); read && isWanted)
      asked.insert(read->place.base);
    if (const auto* choice = std::get_if<Select>(&e.node)) {
      decide(*choice->condition);
      follow(*choice->ifTrue, isWanted);
      follow(*choice->ifFalse, isWanted);
      return;
    }
    if (const auto* guard = std::get_if<Apply>(&e.node); guard && guard->op == Op::where_seeded_) {
      decide(*guard->args[0]);
      follow(*guard->args[1], isWanted);
      return;
    }
    const bool isAll = isWanted || (signs && decidesByOperands(e));
    forEachOperand(e, [&](const Expr& operand) { follow(operand, isAll); });
  }

  /// Of what does a value have to be that of the primal, so that the expression goes the primal's
  /// way?
  bool decidesByOperands(const Expr& e) const {
    if (std::holds_alternative<Construct>(e.node))
      return false;
    const auto* apply = std::get_if<Apply>(&e.node);
    if (!apply || !e.type->is(TypeKind::Real))
      return !e.type->is(TypeKind::Real) || !std::holds_alternative<Cast>(e.node);
    const Expr& operand = *apply->args[0];
    switch (edgeOf(*apply)) {
    case Edge::None:
      return false;
    case Edge::OfDomain:
      return !signs->isSteady(operand) || (apply->op == Op::sqrt && signs->isSquare(operand));
    case Edge::Below:
      return !signs->isNeverNegative(operand);
    case Edge::Any:
      break;
    }
    return true;
  }

  void indices(const Place& place) {
    for (const Selector& selector : place.path)
      for (const ExprRef& index : selector.indices)
        decide(*index);
  }

  void link(VarId a, VarId b) {
    if (isAsked(a) || isAsked(b))
      asked.insert({a, b});
  }

  /// What the variable, or a part of it, is given.
  void given(VarId to, const Expr& value) {
    follow(value, isAsked(to));
    if (value.type->isView())
      linkAll(to, value);
  }

  void linkAll(VarId alias, const Expr& value) {
    forEachRead(value, [&](const Place& p) { link(alias, p.base); });
  }

  void statement(const Stmt& stmt) {
    if (const auto* local = std::get_if<Declare>(&stmt.node)) {
      if (local->value)
        given(local->var, *local->value);
      if (local->value && kernel[local->var].byReference)
        linkAll(local->var, *local->value);
    } else if (const auto* s = std::get_if<Assign>(&stmt.node)) {
      indices(s->target);
      given(s->target.base, *s->value);
    } else if (const auto* s = std::get_if<Append>(&stmt.node)) {
      indices(s->container);
      if (s->value)
        given(s->container.base, *s->value);
    } else if (const std::optional<Exchange> swapped = exchangeOf(stmt)) {
      link(swapped->a.base, swapped->b.base);
    } else {
      other(stmt);
    }
  }

  /// Nobody knows what calls and steps make of what they get.
  void other(const Stmt& stmt) {
    forEachExpr(stmt, [&](const Expr& e) { decide(e); });
    bool isWanted = signs && std::holds_alternative<Perform>(stmt.node);
    forEachWritten(kernel, stmt, [&](const Place& p) {
      indices(p);
      isWanted = isWanted || isAsked(p.base);
    });
    if (!isWanted)
      return;
    forEachExpr(stmt, [&](const Expr& e) { follow(e, true); });
    forEachWritten(kernel, stmt, [&](const Place& p) { asked.insert(p.base); });
  }
};

} // namespace

std::set<VarId> exactValues(const Kernel& kernel) {
  std::set<VarId> seen; // by others than the kernel
  for (unsigned i = 0; i < kernel.variables.size(); ++i)
    if (isGlobal(kernel.variables[i]))
      seen.insert({i});
  const Signs signs(kernel);
  return OriginsOfValues(kernel, std::move(seen), &signs).run();
}

std::set<VarId> valuesOfResult(const Kernel& kernel) {
  if (!kernel.result)
    return {};
  return OriginsOfValues(kernel, {*kernel.result}, nullptr).run();
}

} // namespace treelize::analysis
