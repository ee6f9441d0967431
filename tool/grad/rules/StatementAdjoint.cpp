#include "grad/rules/StatementAdjoint.h"

#include "analysis/SteadyShapes.h"
#include "grad/rules/Guards.h"
#include "ir/Exchanges.h"
#include "ir/Operators.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace treelize::grad {

using namespace ir;

namespace {

/// Does the value read (differentiably or not) memory that overlaps the place?
bool reads(const Expr& value, const Place& place) {
  bool found = false;
  forEachRead(value, [&](const Place& p) { found = found || analysis::overlap(p, place); });
  return found;
}

/// A division by a literal has one partial, and that is a number.
bool dividesByLiteral(const Apply& e) {
  return e.op == Op::div && std::holds_alternative<Literal>(e.args[1]->node);
}

/// Is it `place / d`, where d does not depend on the place? The adjoint of such a division of a
/// place by d has no use for what was there before.
bool divides(const Expr& value, const Place& place) {
  const auto* e = std::get_if<Apply>(&value.node);
  const auto* divided = e && e->op == Op::div ? std::get_if<Load>(&e->args[0]->node) : nullptr;
  return divided && isSame(divided->place, place) && !reads(*e->args[1], place);
}

bool readsPlace(const Block& code, const Place& place) {
  bool found = false;
  forEachStmt(code, [&](const Stmt& stmt) {
    forEachExpr(stmt, [&](const Expr& e) {
      forEachRead(e, [&](const Place& p) { found = found || analysis::overlap(p, place); });
    });
  });
  return found;
}

} // namespace

bool differentiatesFromResult(const Expr& value) {
  const auto* e = std::get_if<Apply>(&value.node);
  return e && info(e->op).differentiable &&
         (isCostly(e->op) || (e->op == Op::div && !dividesByLiteral(*e)));
}

StatementAdjoints::StatementAdjoints(Kernel& kernel, const analysis::Activity& activity,
                                     Shadows& shadows, DerivedFunctions& functions,
                                     analysis::FiniteByResult finite)
    : kernel(kernel), activity(activity), shadows(shadows), functions(functions),
      infinities(kernel, activity, std::move(finite)),
      steadyShapes(analysis::variablesOfSteadyShape(kernel)) {
  std::set<VarId> assigned;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    forEachWritten(kernel, stmt, [&](const Place& place) {
      if (!assigned.insert(place.base).second)
        reassigned.insert(place.base);
    });
  });
}

StatementAdjoint StatementAdjoints::of(const Stmt& stmt) {
  StatementAdjoint out;
  isSeedSteep = false;
  if (const auto* s = std::get_if<Declare>(&stmt.node))
    ofDeclare(*s, out);
  if (const auto* s = std::get_if<Assign>(&stmt.node))
    ofAssign(*s, out);
  if (const auto* s = std::get_if<Append>(&stmt.node))
    ofAppend(*s, out);
  if (const auto* s = std::get_if<Drop>(&stmt.node))
    ofDrop(*s, out);
  if (const auto* s = std::get_if<Call>(&stmt.node))
    ofCall(*s, out);
  if (const std::optional<Exchange> s = exchangeOf(stmt); s && activity.isActive(kernel, s->a))
    out.code.push_back(exchange(shadows.of(s->a), shadows.of(s->b), stmt.location));
  for (Stmt& s : out.code)
    s.location = stmt.location;
  return out;
}

void StatementAdjoints::ofDeclare(const Declare& s, StatementAdjoint& out) {
  const Place target = place(kernel, s.var);
  if (!s.value || !activity.isActive(kernel, target) || !activity.isActive(kernel, *s.value))
    return;
  const Place target_b = shadows.of(target);
  if (!target.type->isScalar())
    return propagateWhole(*s.value, target_b, out.code);
  isSeedSteep = infinities.hasSteepAdjoint(s.var);
  propagate(s.value, load(target_b), out.code,
            differentiatesFromResult(*s.value) ? load(target) : nullptr);
  out.usesResult = readsPlace(out.code, target);
}

/// Zero, in the shape that the target had before: a container may have changed its length.
ExprRef StatementAdjoints::cleared(const Place& target, const Place& target_b) const {
  if (target.type->isScalar())
    return real(0.0, target.type);
  if (hasFixedSize(*target.type))
    return construct(target.type, {});
  return zerosLike(target.path.empty() && steadyShapes.contains(target.base) ? target_b : target);
}

void StatementAdjoints::ofAssign(const Assign& s, StatementAdjoint& out) {
  if (!activity.isActive(kernel, s.target))
    return;
  const bool valueIsActive = activity.isActive(kernel, *s.value);
  const Place target_b = shadows.of(s.target);
  const Stmt clear = assign(target_b, AssignOp::Set, cleared(s.target, target_b));
  const bool overwrites = s.op == AssignOp::Set;
  if (!valueIsActive) {
    if (overwrites)
      out.code.push_back(clear);
    return;
  }
  const bool isCircular = reads(*s.value, s.target);
  Place seedPlace = target_b;
  if (isCircular) {
    VarId seed = temporary("seed", s.target.type);
    out.code.push_back(declare(seed, load(target_b)));
    seedPlace = place(kernel, seed);
    if (overwrites)
      out.code.push_back(clear);
  }
  if (s.target.type->isScalar()) {
    const bool keepsResult = overwrites && differentiatesFromResult(*s.value) &&
                             (isCircular ? divides(*s.value, s.target) : isResultKept(s));
    const Value seed = load(seedPlace);
    isSeedSteep = s.target.path.empty() && infinities.hasSteepAdjoint(s.target.base);
    propagate(s.value, s.op == AssignOp::Sub ? -seed : seed, out.code,
              keepsResult ? load(s.target) : nullptr);
    out.usesResult = keepsResult && readsPlace(out.code, s.target);
  } else {
    assert(overwrites && "whole objects are set, not added");
    propagateWhole(*s.value, seedPlace, out.code);
  }
  if (overwrites && !isCircular)
    out.code.push_back(clear);
}

/// The result of a division stays in a local. In an element it may be overwritten soon: there it is
/// kept instead of what was divided, if that would have to be kept.
bool StatementAdjoints::isResultKept(const Assign& s) const {
  const auto& e = std::get<Apply>(s.value->node);
  if (e.op != Op::div || s.target.path.empty())
    return true;
  bool changes = false;
  forEachRead(*e.args[0], [&](const Place& p) {
    changes = changes || (kernel[p.base].role == Role::Local &&
                          (!p.path.empty() || reassigned.contains(p.base)));
  });
  return changes;
}

/// Runs when the element is no longer there, so that the value's operands are what they were.
void StatementAdjoints::ofAppend(const Append& s, StatementAdjoint& out) {
  const Place last = lastElement(s.container);
  if (!activity.isActive(kernel, last))
    return;
  const Place shadow = shadows.of(s.container);
  const Stmt shorten = drop(shadow);
  if (!s.value || !activity.isActive(kernel, *s.value)) {
    out.code.push_back(shorten);
    return;
  }
  const VarId seed = temporary("seed", last.type);
  out.code.push_back(declare(seed, load(lastElement(shadow))));
  out.code.push_back(shorten);
  if (last.type->isScalar())
    propagate(s.value, load(kernel, seed), out.code);
  else
    propagateWhole(*s.value, place(kernel, seed), out.code);
}

/// Runs when the element is there again, which gives its shadow the shape.
void StatementAdjoints::ofDrop(const Drop& s, StatementAdjoint& out) {
  const Place last = lastElement(s.container);
  if (!activity.isActive(kernel, last))
    return;
  const bool isFixed =
      last.type->isScalar() || (hasFixedSize(*last.type) && last.type->startsAtZero);
  out.code.push_back(append(shadows.of(s.container), isFixed ? nullptr : zerosLike(last)));
}

void StatementAdjoints::propagateWhole(const Expr& value, const Place& seed, Block& out) {
  if (const auto* e = std::get_if<Load>(&value.node)) {
    if (activity.isActive(kernel, e->place))
      out.push_back(assign(shadows.of(e->place), AssignOp::Add, load(seed)));
    return;
  }
  if (const auto* e = std::get_if<Select>(&value.node)) {
    If branch{e->condition, {}, {}};
    propagateWhole(*e->ifTrue, seed, branch.thenBlock);
    propagateWhole(*e->ifFalse, seed, branch.elseBlock);
    out.push_back(Stmt{{}, std::move(branch)});
    return;
  }
  assert(!activity.isActive(kernel, value) &&
         "front/ lowers active initialisers element by element");
}

void StatementAdjoints::propagate(const ExprRef& value, Value seed, Block& out,
                                  const ExprRef& result) {
  if (!activity.isActive(kernel, *value))
    return;
  if (const auto* e = std::get_if<Load>(&value->node))
    return increment(shadows.of(e->place), seed, out);
  if (const auto* e = std::get_if<Cast>(&value->node))
    return propagate(e->arg, seed, out);
  if (const auto* e = std::get_if<Select>(&value->node)) {
    seed = named(seed, value->type, out);
    If branch{e->condition, {}, {}};
    propagate(e->ifTrue, seed, branch.thenBlock);
    propagate(e->ifFalse, seed, branch.elseBlock);
    if (branch.thenBlock.empty()) {
      branch.condition = logicalNot(branch.condition);
      std::swap(branch.thenBlock, branch.elseBlock);
    }
    out.push_back(Stmt{{}, std::move(branch)});
    return;
  }
  propagateApply(value, seed, out, result);
}

/// `c * x * x`, where c is constant, adds to x once.
std::optional<Value> StatementAdjoints::slopeOfScaledSquare(const Apply& e) const {
  const auto* scaled = e.op == Op::mul ? std::get_if<Apply>(&e.args[0]->node) : nullptr;
  const bool isSquare = scaled && scaled->op == Op::mul && isSame(*scaled->args[1], *e.args[1]) &&
                        !activity.isActive(kernel, *scaled->args[0]);
  if (!isSquare)
    return std::nullopt;
  const std::optional<double> number = numberOf(scaled->args[0]);
  const Value factor = number ? Value(*number) : Value(scaled->args[0]);
  return Value(2.0) * factor * Value(e.args[1]);
}

void StatementAdjoints::propagateApply(const ExprRef& value, Value seed, Block& out,
                                       const ExprRef& result) {
  const auto& e = std::get<Apply>(value->node);
  if (e.op == Op::div && activity.isActive(kernel, *e.args[1]) && !isSame(*e.args[0], *e.args[1]))
    return propagateQuotient(value, seed, out, result);
  if (const std::optional<Value> slope = slopeOfScaledSquare(e)) {
    const bool isSteep = infinities.mayBeSteep(e, 0) || infinities.mayBeSteep(e, 1);
    return propagateFrom(e, 1, product(seed, *slope, isSteep, value->type, out), out);
  }
  const std::vector<Value> row = partials(e.op, e.args, result ? result : value);
  if (e.args.size() == 2 && isSame(*e.args[0], *e.args[1])) { // `x * x` adds to x once
    const Value both = e.op == Op::mul ? Value(2.0) * Value(e.args[0]) : row[0] + row[1];
    const bool isSteep = infinities.mayBeSteep(e, 0);
    return propagateFrom(e, 0, product(seed, both, isSteep, value->type, out), out);
  }
  const auto active = std::ranges::count_if(
      e.args, [&](const ExprRef& a) { return activity.isActive(kernel, *a); });
  if (active > 1)
    seed = named(seed, value->type, out);
  for (std::size_t i = 0; i < e.args.size(); ++i) {
    if (!activity.isActive(kernel, *e.args[i]) || row[i].isNumber(0))
      continue;
    const bool isSteep = infinities.mayBeSteep(e, i);
    propagateFrom(e, i, product(seed, row[i], isSteep, value->type, out), out);
  }
}

/// What comes out of something steep may be infinite.
void StatementAdjoints::propagateFrom(const Apply& e, std::size_t operand, const Value& seed,
                                      Block& out) {
  const bool wasSteep = std::exchange(isSeedSteep, isSeedSteep || analysis::isSteepAtNumbers(e));
  propagate(e.args[operand], seed, out);
  isSeedSteep = wasSteep;
}

/// Where one factor is zero the product is, also where the other one is infinite.
Value StatementAdjoints::product(const Value& seed, const Value& partial, bool isSteep,
                                 const TypeRef& type, Block& out) {
  if (isChoiceOfNumbers(partial) || seed.isNumber())
    return scaled(seed, partial, type, out);
  if (!isSeedSteep || isInverse(partial))
    return isSteep ? guardedProduct(seed, partial, type, out) : scaled(seed, partial, type, out);
  const Value factor = named(partial, type, out, "partial");
  const Value result =
      isSteep ? guardedProduct(seed, factor, type, out) : scaled(seed, factor, type, out);
  return guarded({factor.expr(type), result.expr(type)}, type);
}

/// Zero for a zero seed.
Value StatementAdjoints::guardedProduct(Value seed, const Value& partial, const TypeRef& type,
                                        Block& out) {
  if (seed.isNumber())
    return seed * partial;
  if (seed.isNegated())
    return -guardedProduct(-seed, partial, type, out);
  seed = named(seed, type, out);
  return guarded({seed.expr(type), scaled(seed, partial, type, out).expr(type)}, type);
}

/// What a choice leaves out stays zero, also where the rest is infinite.
Value StatementAdjoints::scaled(const Value& seed, const Value& partial, const TypeRef& type,
                                Block& out) {
  const bool isSeedChosen = isZeroOrSimple(seed);
  if (!isSeedChosen && !isZeroOrSimple(partial))
    return seed * partial;
  const auto& choice = std::get<Select>((isSeedChosen ? seed : partial).raw()->node);
  const Value& factor = isSeedChosen ? partial : seed;
  const auto scaledArm = [&](const ExprRef& arm) {
    const bool isZero = numberOf(arm) == 0.0;
    return isZero ? Value(0.0) : named(scaled(plain(arm), factor, type, out), type, out);
  };
  const Value yes = scaledArm(choice.ifTrue), no = scaledArm(choice.ifFalse);
  return select(choice.condition, yes, no);
}

/// `r = a / b` divides once: by `factor = r_b / b`, `a_b += factor` and `b_b -= factor * r`.
void StatementAdjoints::propagateQuotient(const ExprRef& value, Value seed, Block& out,
                                          const ExprRef& result) {
  const auto& e = std::get<Apply>(value->node);
  const TypeRef& type = value->type;
  const Value quotient = result ? result : value;
  const bool isSteep = infinities.mayBeSteep(e, 1);
  if (!activity.isActive(kernel, *e.args[0])) {
    const bool isInverse = result && numberOf(e.args[0]) == 1.0;
    const Value partial = isInverse ? quotient * quotient : quotient / e.args[1];
    return propagateFrom(e, 1, -product(seed, partial, isSteep, type, out), out);
  }
  const Value factor = named(product(seed, Value(1.0) / e.args[1], isSteep, type, out), type, out);
  propagateFrom(e, 0, factor, out);
  propagateFrom(e, 1, -product(factor, quotient, isSteep, type, out), out);
}

/// A seed that is used more than once and is worth a name gets one.
Value StatementAdjoints::named(const Value& seed, const TypeRef& type, Block& out,
                               const char* name) {
  if (seed.isSimple())
    return seed;
  const bool isNegated = seed.isNegated();
  VarId var = temporary(name, type);
  out.push_back(declare(var, (isNegated ? -seed : seed).expr(type)));
  const Value known = load(kernel, var);
  return isNegated ? -known : known;
}

void StatementAdjoints::increment(const Place& target, const Value& by, Block& out) {
  const bool isNegated = by.isNegated();
  out.push_back(assign(target, isNegated ? AssignOp::Sub : AssignOp::Add,
                       (isNegated ? -by : by).expr(target.type)));
}

VarId StatementAdjoints::temporary(const std::string& name, const TypeRef& type) {
  return addLocal(kernel, name, type);
}

} // namespace treelize::grad
