#include "analysis/Infinities.h"

#include "ir/Operators.h"
#include "ir/Walk.h"
#include "ir/WriteCounts.h"

#include <algorithm>

namespace treelize::analysis {

using namespace ir;

namespace {

bool isReal(const Type& type) {
  return type.is(TypeKind::Real);
}

/// A division by a literal has one partial, and that is a number.
bool dividesByLiteral(const Apply& e) {
  return e.op == Op::div && std::holds_alternative<Literal>(e.args[1]->node);
}

/// Finite also for infinite operands.
bool isBounded(Op op) {
  return op == Op::tanh || op == Op::atan || op == Op::erf || op == Op::erfc;
}

/// Infinite by a division, or only where the operand is too large: the function has values
/// everywhere.
bool isQuotientOrOverflow(const Apply& e) {
  return e.op == Op::div || info(e.op).domain == "all";
}

/// How deep in loops a variable, or a part of it, is given its values.
class DepthFinder {
public:
  explicit DepthFinder(const Block& body) { given(body, 0), read(body, 0); }
  std::set<VarId> readDeeper; // than it is given

private:
  std::map<VarId, unsigned> depths;

  void given(const Block& statements, unsigned depth) {
    for (const Stmt& stmt : statements) {
      if (const auto* local = std::get_if<Declare>(&stmt.node); local && local->value)
        note(local->var, depth);
      else if (const auto* s = std::get_if<Assign>(&stmt.node))
        note(s->target.base, depth);
      else if (const auto* s = std::get_if<Append>(&stmt.node))
        note(s->container.base, depth);
      for (const Block* inner : blocks(stmt))
        given(*inner, depth + isLoop(stmt));
    }
  }
  void note(VarId var, unsigned depth) {
    unsigned& known = depths[var];
    known = std::max(known, depth);
  }
  void read(const Block& statements, unsigned depth) {
    for (const Stmt& stmt : statements) {
      forEachExpr(stmt, [&](const Expr& e) {
        forEachRead(e, [&](const Place& p) {
          if (const auto known = depths.find(p.base);
              known != depths.end() && depth > known->second)
            readDeeper.insert(p.base);
        });
      });
      for (const Block* inner : blocks(stmt))
        read(*inner, depth + isLoop(stmt));
    }
  }
};

} // namespace

bool isSteep(const Apply& e) {
  return info(e.op).growth != Growth::Finite && !dividesByLiteral(e);
}

bool isSteepAtNumbers(const Apply& e) {
  return info(e.op).growth == Growth::Steep || info(e.op).growth == Growth::Either;
}

Infinities::Cause Infinities::valueOf(const Expr& value) const {
  if (const auto* read = std::get_if<Load>(&value.node)) {
    const auto known = values.find(read->place.base);
    return known == values.end() ? Cause() : known->second;
  }
  if (const auto* choice = std::get_if<Select>(&value.node))
    return valueOf(*choice->ifTrue) | valueOf(*choice->ifFalse);
  if (const auto* converted = std::get_if<Cast>(&value.node))
    return valueOf(*converted->arg);
  const auto* e = std::get_if<Apply>(&value.node);
  if (!e || !isReal(*value.type) || isBounded(e->op) || finite.contains(*e))
    return {};
  Cause cause;
  const Growth growth = info(e->op).growth;
  if ((growth == Growth::Infinite || growth == Growth::Either) && !dividesByLiteral(*e) &&
      activity.isActive(kernel, value))
    (isQuotientOrOverflow(*e) ? cause.isQuotientOrOverflow : cause.isPole) = true;
  for (const ExprRef& operand : e->args)
    if (e->op != Op::div || operand == e->args[0])
      cause = cause | valueOf(*operand);
  return cause;
}

Infinities::Cause Infinities::partialOf(const Apply& e, std::size_t operand) const {
  if (finite.contains(e) && !isSteepAtNumbers(e) &&
      e.op != Op::lerp) // lerp(a, b, 1) is b for any a
    return {};
  switch (e.op) {
  case Op::neg:
  case Op::add:
  case Op::sub:
    return {};
  case Op::mul:
  case Op::fma:
    return operand < 2 ? valueOf(*e.args[1 - operand]) : Cause();
  case Op::div:
    return {.isQuotientOrOverflow = !dividesByLiteral(e)};
  default:
    if (isSteep(e) && isQuotientOrOverflow(e))
      return {.isQuotientOrOverflow = true};
    if (isSteep(e))
      return {.isPole = true};
    Cause cause;
    for (const ExprRef& a : e.args)
      cause = cause | valueOf(*a);
    return cause;
  }
}

Infinities::Cause Infinities::slopeOf(const Expr& value) const {
  if (!activity.isActive(kernel, value))
    return {};
  if (const auto* read = std::get_if<Load>(&value.node)) {
    const auto known = slopes.find(read->place.base);
    return known == slopes.end() ? Cause() : known->second;
  }
  if (const auto* choice = std::get_if<Select>(&value.node))
    return slopeOf(*choice->ifTrue) | slopeOf(*choice->ifFalse);
  if (const auto* converted = std::get_if<Cast>(&value.node))
    return slopeOf(*converted->arg);
  const auto* e = std::get_if<Apply>(&value.node);
  Cause cause;
  for (std::size_t i = 0; e && i < e->args.size(); ++i)
    if (activity.isActive(kernel, *e->args[i]))
      cause = cause | partialOf(*e, i) | slopeOf(*e->args[i]);
  return cause;
}

/// What a variable, or a part of one, is given. Nobody knows what a call gives.
std::vector<Infinities::Gift> Infinities::gifts() const {
  std::vector<Gift> all;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    if (const auto* local = std::get_if<Declare>(&stmt.node); local && local->value)
      all.push_back({local->var, local->value.get()});
    else if (const auto* s = std::get_if<Assign>(&stmt.node))
      all.push_back({s->target.base, s->value.get()});
    else if (const auto* s = std::get_if<Append>(&stmt.node); s && s->value)
      all.push_back({s->container.base, s->value.get()});
    else if (std::holds_alternative<Call>(stmt.node))
      forEachWritten(kernel, stmt,
                     [&](const Place& place) { all.push_back({place.base, nullptr}); });
  });
  return all;
}

void Infinities::findNumbers(const std::vector<Gift>& all) {
  const WriteCounts writes(kernel);
  for (const Gift& gift : all)
    if (kernel[gift.to].role == Role::Local && isReal(*kernel[gift.to].type) &&
        writes.of(gift.to).given() == 1)
      numbers.insert(gift.to);
  readDeeper = DepthFinder(kernel.body).readDeeper;
}

bool Infinities::note(std::map<VarId, Cause>& of, VarId to, Cause cause) {
  if (&of == &values && finite.contains(to))
    return false;
  const bool isElements = !numbers.contains(to);
  if (readDeeper.contains(to))
    cause = {.isPole = cause.isPole && !(isElements && &of == &values)};
  Cause& known = of[to];
  const Cause both = known | cause;
  const bool grows =
      both.isPole != known.isPole || both.isQuotientOrOverflow != known.isQuotientOrOverflow;
  known = both;
  return grows;
}

Infinities::Infinities(const Kernel& kernel, const Activity& activity, FiniteByResult finite)
    : kernel(kernel), activity(activity), finite(std::move(finite)) {
  const std::vector<Gift> all = gifts();
  findNumbers(all);
  for (bool grows = true; grows;) {
    grows = false;
    for (const Gift& gift : all) {
      const Cause unknown{.isPole = true};
      grows |= note(values, gift.to, gift.value ? valueOf(*gift.value) : unknown);
      grows |= note(slopes, gift.to, gift.value ? slopeOf(*gift.value) : unknown);
      grows |= gift.value && feed(*gift.value, feeding.contains(gift.to));
    }
  }
}

/// Inserts the numbers whose adjoints pass through something steep on their way from the value's.
bool Infinities::feed(const Expr& value, bool isFed) {
  if (const auto* read = std::get_if<Load>(&value.node))
    return isFed && numbers.contains(read->place.base) && feeding.insert(read->place.base).second;
  if (const auto* choice = std::get_if<Select>(&value.node)) {
    const bool grows = feed(*choice->ifTrue, isFed);
    return feed(*choice->ifFalse, isFed) || grows;
  }
  if (const auto* converted = std::get_if<Cast>(&value.node))
    return feed(*converted->arg, isFed);
  const auto* e = std::get_if<Apply>(&value.node);
  bool grows = false;
  for (std::size_t i = 0; e && i < e->args.size(); ++i)
    grows |= feed(*e->args[i], isFed || isSteepAtNumbers(*e));
  return grows;
}

} // namespace treelize::analysis
