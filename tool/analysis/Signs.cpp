#include "analysis/Signs.h"

#include "ir/Literals.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <vector>

namespace treelize::analysis {

using namespace ir;

namespace {

/// What a variable, or a part of one, is given.
struct Gift {
  VarId to;
  const Expr* value; // null: nobody knows
  AssignOp op = AssignOp::Set;
};

void addUnknown(const Kernel& kernel, const Stmt& stmt, std::vector<Gift>& all) {
  forEachWritten(kernel, stmt, [&](const Place& place) { all.push_back({place.base, nullptr}); });
}

std::vector<Gift> giftsOf(const Kernel& kernel) {
  std::vector<Gift> all;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    if (const auto* local = std::get_if<Declare>(&stmt.node)) {
      if (local->value && !kernel[local->var].byReference)
        all.push_back({local->var, local->value.get()});
      else if (local->value)
        forEachRead(*local->value, [&](const Place& p) {
          all.push_back({local->var, nullptr});
          all.push_back({p.base, nullptr});
        });
    } else if (const auto* s = std::get_if<Assign>(&stmt.node)) {
      all.push_back({s->target.base, s->value.get(), s->op});
    } else if (const auto* s = std::get_if<Append>(&stmt.node)) {
      if (s->value)
        all.push_back({s->container.base, s->value.get()});
    } else if (const auto* loop = std::get_if<For>(&stmt.node)) {
      all.push_back({loop->counter, loop->lower.get()});
    } else if (!std::holds_alternative<Drop>(stmt.node)) {
      addUnknown(kernel, stmt, all);
    }
  });
  return all;
}

bool isUnsigned(const Type& type) {
  return type.is(TypeKind::Integer) && !type.isSigned;
}

} // namespace

bool Signs::isNeverNegative(const Apply& e) const {
  const auto is = [&](std::size_t i) { return isNeverNegative(*e.args[i]); };
  switch (e.op) {
  case Op::exp:
  case Op::exp2:
  case Op::cosh:
  case Op::erfc:
  case Op::sqrt:
  case Op::fabs:
  case Op::hypot:
  case Op::hypot3:
    return true;
  case Op::mul:
    return isSame(*e.args[0], *e.args[1]) || (is(0) && is(1));
  case Op::add:
  case Op::div:
  case Op::min:
  case Op::fmin:
    return is(0) && is(1);
  case Op::max:
  case Op::fmax:
    return is(0) || is(1);
  case Op::fma:
    return (isSame(*e.args[0], *e.args[1]) || (is(0) && is(1))) && is(2);
  case Op::pow:
    return is(0);
  default:
    return false;
  }
}

bool Signs::isNeverNegative(const Expr& value) const {
  if (const std::optional<long double> number = literalNumber(value))
    return *number >= 0;
  if (isUnsigned(*value.type) || std::holds_alternative<Size>(value.node))
    return true;
  if (const auto* read = std::get_if<Load>(&value.node))
    return neverNegative.contains(read->place.base);
  if (const auto* converted = std::get_if<Cast>(&value.node))
    return isNeverNegative(*converted->arg);
  if (const auto* choice = std::get_if<Select>(&value.node))
    return isNeverNegative(*choice->ifTrue) && isNeverNegative(*choice->ifFalse);
  if (const auto* made = std::get_if<Construct>(&value.node))
    return std::ranges::all_of(made->args, [&](const ExprRef& e) {
      return e->type->is(TypeKind::Integer) || isNeverNegative(*e);
    });
  const auto* e = std::get_if<Apply>(&value.node);
  return e && value.type->is(TypeKind::Real) && isNeverNegative(*e);
}

bool Signs::isSteady(const Expr& value) const {
  if (!value.type->is(TypeKind::Real) || isNeverNegative(value))
    return true;
  if (const auto* converted = std::get_if<Cast>(&value.node))
    return isSteady(*converted->arg);
  if (const auto* e = std::get_if<Apply>(&value.node);
      e && (e->op == Op::mul || e->op == Op::div || e->op == Op::neg))
    return std::ranges::all_of(e->args, [&](const ExprRef& arg) { return isSteady(*arg); });
  return !readsSums(value);
}

bool Signs::readsSums(const Expr& value) const {
  bool reads = false;
  forEachLoad(value, [&](const Place& p) {
    reads = reads || (p.type->is(TypeKind::Real) && summed.contains(p.base));
  });
  return reads;
}

bool Signs::isSquare(const Expr& value) const {
  if (const auto* read = std::get_if<Load>(&value.node))
    return squares.contains(read->place.base);
  if (const auto* converted = std::get_if<Cast>(&value.node))
    return isSquare(*converted->arg);
  if (const auto* choice = std::get_if<Select>(&value.node))
    return isSquare(*choice->ifTrue) || isSquare(*choice->ifFalse);
  const auto* e = std::get_if<Apply>(&value.node);
  if (!e || (e->op != Op::mul && e->op != Op::div))
    return false;
  const Expr& factor = *e->args[0];
  const bool isOwn = e->op == Op::mul && isSame(factor, *e->args[1]) &&
                     !isNeverNegative(factor) && readsSums(factor);
  return isOwn || std::ranges::any_of(e->args, [&](const ExprRef& arg) { return isSquare(*arg); });
}

Signs::Signs(const Kernel& kernel) {
  const std::vector<Gift> all = giftsOf(kernel);
  for (unsigned i = 0; i < kernel.variables.size(); ++i)
    if (kernel.variables[i].role == Role::Local && !kernel.variables[i].byReference)
      neverNegative.insert({i});
  for (bool goesOn = true; goesOn;) {
    goesOn = false;
    for (const Gift& gift : all) {
      const bool isFine = gift.value && gift.op != AssignOp::Sub && isNeverNegative(*gift.value);
      goesOn |= !isFine && neverNegative.erase(gift.to) > 0;
    }
  }
  for (bool goesOn = true; goesOn;) {
    goesOn = false;
    for (const Gift& gift : all) {
      bool isSum = !gift.value || (gift.op != AssignOp::Set && kernel[gift.to].type->isScalar());
      if (gift.value)
        forEachLoad(*gift.value, [&](const Place& p) { isSum = isSum || summed.contains(p.base); });
      goesOn |= isSum && summed.insert(gift.to).second;
    }
  }
  for (bool goesOn = true; goesOn;) {
    goesOn = false;
    for (const Gift& gift : all)
      goesOn |= gift.value && gift.op == AssignOp::Set && isSquare(*gift.value) &&
                squares.insert(gift.to).second;
  }
}

} // namespace treelize::analysis
