#include "pattern/Sweeper.h"

#include "ir/Exchanges.h"
#include "ir/Existence.h"
#include "ir/Intrinsics.h"
#include "ir/Literals.h"
#include "ir/Same.h"
#include "ir/Walk.h"
#include "pattern/CheckedIndices.h"
#include "pattern/SetExprs.h"

#include <algorithm>

namespace treelize::pattern {

using namespace ir;

void Sweeper::refuse(const std::string& reason, const std::string& remedy) const {
  throw NoPattern{at, reason, remedy};
}

void Sweeper::refuseLength() const {
  refuse("real numbers decide the length of a container",
         "give the container its length by whole numbers");
}

// --- guards ---

Guard Sweeper::guardOf(const void* asks, unsigned way) {
  const auto next = static_cast<Guard>(~guards.size()); // those of flags count from zero
  return guards.try_emplace({asks, way}, next).first->second;
}

std::vector<Guard> Sweeper::guardsOver(VarId var) const {
  const auto begins = depths.find(var);
  const std::size_t depth = begins == depths.end() ? 0 : begins->second;
  return {context.begin() + static_cast<std::ptrdiff_t>(std::min(depth, context.size())),
          context.end()};
}

Block Sweeper::under(const std::vector<Guard>& entered, const Guards& alsoAssumed,
                     const Block& statements) {
  Guards added;
  for (const Guard guard : entered)
    if (assumed.insert(guard).second)
      added.insert(guard);
  for (const Guard guard : alsoAssumed)
    if (assumed.insert(guard).second)
      added.insert(guard);
  context.insert(context.end(), entered.begin(), entered.end());
  Block result = block(statements);
  context.resize(context.size() - entered.size());
  for (const Guard guard : added)
    assumed.erase(guard);
  return result;
}

// --- statements ---

Block Sweeper::run(const Block& body) {
  writes = WriteCounts(kernel, body);
  fromElements = numbersFromElements(body);
  return block(body);
}

Block Sweeper::block(const Block& statements) {
  Block out;
  for (const Stmt& stmt : statements)
    statement(stmt, out);
  return out;
}

void Sweeper::statement(const Stmt& stmt, Block& out) {
  if (stmt.location.isValid())
    at = stmt.location;
  const std::size_t first = out.size();
  if (const auto* s = std::get_if<Declare>(&stmt.node))
    declaration(*s, out);
  else if (const auto* s = std::get_if<Assign>(&stmt.node))
    assignment(*s, out);
  else if (const auto* s = std::get_if<Append>(&stmt.node))
    growth(*s, out);
  else if (const auto* s = std::get_if<Drop>(&stmt.node)) {
    checkLength(s->container);
    out.push_back(stmt);
  } else if (const auto* s = std::get_if<Perform>(&stmt.node))
    step(stmt, *s, out);
  else if (const auto* s = std::get_if<Abandon>(&stmt.node))
    end(*s, out);
  else if (const auto* s = std::get_if<If>(&stmt.node))
    branch(stmt, *s, out);
  else if (const auto* s = std::get_if<For>(&stmt.node))
    loop(stmt, *s, out);
  else if (const auto* s = std::get_if<While>(&stmt.node))
    loop(stmt, *s, out);
  else if (const auto* s = std::get_if<Call>(&stmt.node))
    call(*s, out);
  for (std::size_t i = first; i < out.size(); ++i) {
    if (!out[i].location.isValid())
      out[i].location = stmt.location;
    if (!context.empty())
      checkIndices(out[i], kernel, fromElements);
  }
}

void Sweeper::declaration(const Declare& s, Block& out) {
  const Variable& variable = kernel[s.var];
  const Place target = place(kernel, s.var);
  depths[s.var] = context.size();
  if (variable.byReference) { // a constant of the program's
    out.push_back(declare(s.var, s.value));
  } else if (variable.type->is(TypeKind::Real)) {
    out.push_back(declare(s.var, s.value && !variable.nondiff
                                     ? asValue(setOf(s.value), variable.type)
                                     : real(0.0, variable.type)));
  } else if (variable.type->isScalar()) {
    const bool hasValue = s.value && isKnown(s.value);
    out.push_back(declare(s.var, hasValue ? s.value : nullptr));
    setsFlag(target, s.value);
    learnValue(target, s.value);
  } else if (s.value) {
    out.push_back(declare(s.var, whole(s.value)));
    learnValue(target, s.value);
  } else {
    const bool isMade = isDifferentiable(*variable.type) && variable.type->defaultConstructible;
    out.push_back(declare(s.var, isMade ? whole(construct(variable.type, {})) : nullptr));
    knowledge.learn(target, {});
  }
}

void Sweeper::assignment(const Assign& s, Block& out) {
  if (s.target.type->is(TypeKind::Real))
    assignNumber(s, out);
  else if (s.target.type->isScalar())
    assignInteger(s, out);
  else
    assignObject(s, out);
}

void Sweeper::assignNumber(const Assign& s, Block& out) {
  if (isPassive(s.target))
    return;
  const ExprRef value = setOf(s.value);
  if (!hasKnownIndices(view(), s.target)) {
    if (value) {
      const Place all = knownPrefix(view(), s.target);
      out.push_back(change(Intrinsic::widen_all, {load(all), value}, all));
    }
    return;
  }
  const bool isWeak = mayNotHappen(s.target) && !isFresh(s.target);
  if (!value && (isWeak || s.op != AssignOp::Set))
    return;
  if (!isWeak && s.op == AssignOp::Set) {
    out.push_back(assign(s.target, AssignOp::Set, asValue(value, s.target.type)));
    return;
  }
  const ExprRef old = load(s.target);
  if (const ExprRef added = without(value, old, s.target.type))
    out.push_back(assign(s.target, AssignOp::Set, widened(old, added)));
}

/// In a loop that runs until no set grows it counts whether one does.
ExprRef Sweeper::widened(const ExprRef& old, const ExprRef& added) const {
  return openLoops == 0 ? joined({old, added}, old->type)
                        : intrinsic(Intrinsic::widened, {old, added}, old->type);
}

bool Sweeper::isFresh(const Place& target) {
  return std::erase_if(fresh, [&](const Place& place) { return isSame(place, target); }) > 0;
}

void Sweeper::assignInteger(const Assign& s, Block& out) {
  ExprRef value = s.value;
  const bool isKnownTarget = hasKnownIndices(view(), s.target);
  const bool isUpdateOfUnknown = s.op != AssignOp::Set && !isKnown(load(s.target));
  const bool isKnownValue = isKnownTarget && isKnown(value) && !isUpdateOfUnknown;
  if (isKnownValue)
    out.push_back(assign(s.target, s.op, value));
  setsFlag(s.target, s.op == AssignOp::Set ? value : nullptr);
  if (isKnownValue)
    knowledge.learn(s.target, guardsOver(s.target.base));
  else
    knowledge.forget(s.target);
}

void Sweeper::assignObject(const Assign& s, Block& out) {
  if (!hasKnownIndices(view(), s.target)) {
    const auto all = pickedFrom(s.target);
    if (!all || !hasFixedSize(*s.target.type))
      refuse("real numbers decide which object is set", "set its numbers where it lies");
    if (isDifferentiable(*s.target.type))
      out.push_back(change(Intrinsic::widen_each, {load(*all), whole(s.value)}, *all));
    return knowledge.forget(*all);
  }
  if (const auto* choice = std::get_if<Select>(&s.value->node);
      choice && !isKnown(choice->condition)) {
    const Guard guard = guardOf(choice);
    knowledge.restart(guard);
    assignObject({s.target, s.op, choice->ifTrue}, out);
    context.push_back(guard);
    assumed.insert(guard);
    assignObject({s.target, s.op, choice->ifFalse}, out);
    assumed.erase(guard);
    context.pop_back();
    return;
  }
  const ExprRef value = whole(s.value);
  if (!mayNotHappen(s.target)) {
    out.push_back(assign(s.target, AssignOp::Set, value));
    return learnValue(s.target, s.value);
  }
  if (!isDifferentiable(*s.target.type) && hasFixedSize(*s.target.type)) {
    out.push_back(assign(s.target, AssignOp::Set, value));
    return learnValue(s.target, s.value);
  }
  if (!isDifferentiable(*s.target.type))
    refuseLength();
  out.push_back(change(Intrinsic::widen_by, {load(s.target), value}, s.target));
  knowledge.forget(s.target);
}

void Sweeper::growth(const Append& s, Block& out) {
  checkLength(s.container);
  const Place last = lastElement(s.container);
  const TypeRef& element = last.type;
  if (element->is(TypeKind::Real)) {
    out.push_back(append(s.container, s.value && !isPassive(last) ? setOf(s.value) : nullptr));
  } else if (element->isScalar()) {
    const bool isKnownValue = !s.value || isKnown(s.value);
    out.push_back(append(s.container, isKnownValue ? s.value : nullptr));
    if (!isKnownValue)
      knowledge.forget(last);
  } else {
    const ExprRef value = s.value                      ? whole(s.value)
                          : isDifferentiable(*element) ? whole(construct(element, {}))
                                                       : nullptr;
    const auto* made = value ? std::get_if<Construct>(&value->node) : nullptr;
    out.push_back(append(s.container, made && made->args.empty() ? nullptr : value));
    if (s.value && !isKnown(s.value))
      knowledge.forget(last);
  }
}

void Sweeper::checkLength(const Place& container) const {
  if (mayNotHappen(container) || !hasKnownIndices(view(), container))
    refuseLength();
}

Stmt Sweeper::change(Intrinsic row, std::vector<ExprRef> args, const Place& changed) const {
  return Stmt{at, Perform{intrinsic(row, std::move(args), voidType()), {changed}, std::nullopt}};
}

void Sweeper::exchange(const Place& a, const Place& b, const Stmt& stmt, Block& out) {
  for (const Place& place : {a, b})
    if (!hasKnownIndices(view(), place))
      refuseLength();
  const bool isUnknown = knowledge.isUnknown(a, assumed) || knowledge.isUnknown(b, assumed);
  if (mayNotHappen(a) || mayNotHappen(b)) {
    Stmt widened = change(Intrinsic::widen_both, {load(a), load(b)}, a);
    std::get<Perform>(widened.node).changed.push_back(b);
    out.push_back(std::move(widened));
  } else {
    out.push_back(stmt);
    if (!isUnknown)
      return;
  }
  knowledge.forget(a);
  knowledge.forget(b);
}

/// What a step says or counts is nothing to the pattern; what it fills has no dependence.
void Sweeper::step(const Stmt& stmt, const Perform& s, Block& out) {
  if (const auto swap = exchangeOf(stmt))
    return exchange(swap->a, swap->b, stmt, out);
  const bool isStepKnown = isKnown(s.step);
  std::vector<Place> changed = s.changed;
  if (s.result)
    changed.push_back(place(kernel, *s.result));
  const bool isOfReals = std::ranges::any_of(
      changed, [](const Place& place) { return isDifferentiable(*place.type); });
  const bool mayBeLeft =
      std::ranges::all_of(changed, [&](const Place& place) { return hasFixedSize(*place.type); });
  const bool isCertain =
      std::ranges::none_of(changed, [&](const Place& place) { return mayNotHappen(place); });
  if (isStepKnown && isCertain) {
    if (!changed.empty())
      out.push_back(stmt);
    for (const Place& place : changed) {
      if (place.type->is(TypeKind::Real))
        out.push_back(assign(place, AssignOp::Set, real(0.0, place.type)));
      else if (isDifferentiable(*place.type))
        out.push_back(assign(place, AssignOp::Set,
                             intrinsic(Intrinsic::independent, {load(place)}, place.type)));
      else
        knowledge.learn(place, {});
    }
    return;
  }
  if (isStepKnown && !isOfReals) {
    out.push_back(stmt);
    for (const Place& place : changed)
      knowledge.learn(place, guardsOver(place.base));
    return;
  }
  if (!mayBeLeft)
    refuse("a step without a derivative changes a container, and depends on real numbers",
           "let it depend on whole numbers alone, or leave the matrix dense");
  for (const Place& place : changed) {
    if (place.type->is(TypeKind::Real) && place.path.empty() && isCertain)
      out.push_back(assign(place, AssignOp::Set, real(0.0, place.type)));
    knowledge.forget(place);
  }
}

/// Whatever a function gives may depend on all that it is given.
void Sweeper::call(const Call& s, Block& out) {
  std::vector<ExprRef> given;
  for (const Argument& argument : s.arguments) {
    if (argument.place && isDifferentiable(*argument.place->type) && !isPassive(*argument.place))
      given.push_back(
          intrinsic(Intrinsic::any_of, {load(knownPrefix(view(), *argument.place))}, doubleType()));
    else if (argument.value && argument.value->type->is(TypeKind::Real))
      given.push_back(setOf(argument.value));
    else if (argument.value && isDifferentiable(*argument.value->type))
      given.push_back(intrinsic(Intrinsic::any_of, {whole(argument.value)}, doubleType()));
  }
  ExprRef set = joined(given, doubleType());
  if (set && matrix == Matrix::Hessian)
    set = intrinsic(Intrinsic::curved, {set}, doubleType());
  if (s.result)
    returned(*s.result, set, out);
  for (const Argument& argument : s.arguments)
    if (argument.isWritten) {
      const bool isView = argument.type->isView() && !argument.isObject;
      if (!isView && !hasFixedSize(*argument.place->type))
        refuse("'" + s.function + "' may change the length of a container",
               "pass a std::span to it");
      const Place all = knownPrefix(view(), *argument.place);
      if (set && !isPassive(*argument.place))
        out.push_back(change(Intrinsic::widen_all, {load(all), set}, all));
      knowledge.forget(all);
    }
}

void Sweeper::returned(VarId result, const ExprRef& set, Block& out) {
  const Place target = place(kernel, result);
  if (target.type->is(TypeKind::Real)) {
    if (!mayNotHappen(target))
      out.push_back(assign(target, AssignOp::Set, asValue(set, target.type)));
    else if (set)
      out.push_back(assign(target, AssignOp::Set, widened(load(target), set)));
    return;
  }
  if (!hasFixedSize(*target.type))
    refuse("a function that stays a call returns a container", "let it return numbers");
  if (set && isDifferentiable(*target.type))
    out.push_back(change(Intrinsic::widen_all, {load(target), set}, target));
  knowledge.forget(target);
}

/// Under a condition on real numbers the kernel may go on as well.
void Sweeper::end(const Abandon& s, Block& out) {
  if (context.empty())
    out.push_back(
        Stmt{at, Abandon{s.asPrimal ? "treelize::dependence::throw_ends()" : s.text, false}});
}

void Sweeper::setsFlag(const Place& target, const ExprRef& value) {
  if (!target.path.empty() || !target.type->is(TypeKind::Bool))
    return;
  for (const bool is : {false, true}) {
    const Guard guard = pattern::guardOf(target.base, is);
    const bool isOtherValue = value && literalTruth(*value) == !is;
    assumed.erase(guard);
    if (!isOtherValue)
      knowledge.restart(guard);
  }
}

void Sweeper::learnValue(const Place& target, const ExprRef& value) {
  bool isKnownValue = !value;
  if (value) {
    if (const auto* from = std::get_if<Load>(&value->node); from && !value->type->isScalar())
      isKnownValue =
          hasKnownIndices(view(), from->place) && !knowledge.isUnknown(from->place, assumed);
    else
      isKnownValue = isKnown(value);
  }
  if (isKnownValue)
    knowledge.learn(target, guardsOver(target.base));
  else
    knowledge.forget(target);
}

} // namespace treelize::pattern
