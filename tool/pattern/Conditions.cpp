#include "pattern/Conditions.h"

#include "ir/Builder.h"
#include "ir/Intrinsics.h"
#include "ir/Literals.h"
#include "ir/Walk.h"

#include <algorithm>
#include <array>

namespace treelize::pattern {

using namespace ir;

namespace {

bool isKnownCall(const View& view, const Opaque& call) {
  const bool isOfShape = asksForShape(call);
  return std::ranges::all_of(call.args, [&](const ExprRef& arg) {
    const auto* object = std::get_if<Load>(&arg->node);
    if (!object || arg->type->isScalar())
      return isKnown(view, *arg);
    if (!hasKnownIndices(view, object->place))
      return false;
    return isOfShape || (!isDifferentiable(*arg->type) &&
                         !view.knowledge.isUnknown(object->place, view.assumed));
  });
}

/// A flag that cannot be told, by its variable.
std::optional<VarId> flagOf(const View& view, const Expr& condition) {
  const auto* asked = std::get_if<Load>(&condition.node);
  const bool isFlag = asked && asked->place.path.empty() && condition.type->is(TypeKind::Bool) &&
                      view.kernel[asked->place.base].role == Role::Local &&
                      !isKnown(view, condition);
  return isFlag ? std::optional(asked->place.base) : std::nullopt;
}

/// `a && b` that is true, `a || b` that is false: both operands have the value.
const Apply* allOf(const Expr& condition, bool value) {
  const auto* e = std::get_if<Apply>(&condition.node);
  return e && e->op == (value ? Op::land_ : Op::lor_) ? e : nullptr;
}
const Apply* anyOf(const Expr& condition, bool value) {
  return allOf(condition, !value);
}
const Apply* negation(const Expr& condition) {
  const auto* e = std::get_if<Apply>(&condition.node);
  return e && e->op == Op::lnot_ ? e : nullptr;
}

/// What stands behind the first operand, which has the value.
template <class Function>
auto behind(const View& view, const Expr& first, bool value, const Function& function) {
  Guards assumed = view.assumed;
  assumed.merge(guardsOf(view, first, value));
  return function(View{view.kernel, view.knowledge, assumed});
}

} // namespace

bool hasKnownIndices(const View& view, const Place& place) {
  return std::ranges::all_of(place.path, [&](const Selector& selector) {
    return std::ranges::all_of(selector.indices,
                               [&](const ExprRef& index) { return isKnown(view, *index); });
  });
}

Place knownPrefix(const View& view, Place place) {
  Place prefix = ir::place(view.kernel, place.base);
  TypeRef type = prefix.type;
  for (const Selector& selector : place.path) {
    const bool isIndexKnown = std::ranges::all_of(
        selector.indices, [&](const ExprRef& index) { return isKnown(view, *index); });
    if (!isIndexKnown)
      break;
    type = selector.isField() ? findField(*type, selector.field)->type : type->element;
    prefix.path.push_back(selector);
    prefix.type = type;
  }
  return prefix;
}

bool isKnown(const View& view, const Expr& expr) {
  if (const auto* e = std::get_if<Load>(&expr.node))
    return !expr.type->is(TypeKind::Real) && hasKnownIndices(view, e->place) &&
           !view.knowledge.isUnknown(e->place, view.assumed);
  if (const auto* e = std::get_if<Size>(&expr.node))
    return hasKnownIndices(view, e->container);
  if (const auto* e = std::get_if<Opaque>(&expr.node))
    return isKnownCall(view, *e);
  if (const auto* e = std::get_if<Apply>(&expr.node);
      e && (e->op == Op::land_ || e->op == Op::lor_))
    return isKnown(view, *e->args[0]) && isKnown(view, *e->args[1]);
  bool areKnown = true;
  forEachOperand(expr, [&](const Expr& operand) { areKnown = areKnown && isKnown(view, operand); });
  return areKnown;
}

Guards guardsOf(const View& view, const Expr& condition, bool value) {
  if (const auto flag = flagOf(view, condition))
    return {guardOf(*flag, value)};
  if (const Apply* e = negation(condition))
    return guardsOf(view, *e->args[0], !value);
  if (const Apply* e = allOf(condition, value)) {
    Guards both = guardsOf(view, *e->args[0], value);
    both.merge(guardsOf(view, *e->args[1], value));
    return both;
  }
  return {};
}

bool isKnownByFlags(const View& view, const Expr& condition, bool value) {
  if (flagOf(view, condition) || isKnown(view, condition))
    return true;
  if (const Apply* e = negation(condition))
    return isKnownByFlags(view, *e->args[0], !value);
  if (const Apply* e = allOf(condition, value))
    return isKnownByFlags(view, *e->args[0], value) &&
           behind(view, *e->args[0], value,
                  [&](const View& then) { return isKnownByFlags(then, *e->args[1], value); });
  return false;
}

ExprRef mayBe(const View& view, const ExprRef& condition, bool value) {
  if (isKnown(view, *condition))
    return value ? condition : logicalNot(condition);
  if (const Apply* e = negation(*condition))
    return mayBe(view, e->args[0], !value);
  if (const Apply* e = allOf(*condition, value)) {
    const ExprRef first = mayBe(view, e->args[0], value);
    const ExprRef second = behind(view, *e->args[0], value, [&](const View& then) {
      return mayBe(then, e->args[1], value);
    });
    if (literalTruth(*first) == true)
      return second;
    return literalTruth(*second) == true ? first : apply(Op::land_, {first, second}, boolType());
  }
  if (const Apply* e = anyOf(*condition, value)) {
    const ExprRef first = mayBe(view, e->args[0], value);
    const ExprRef second = behind(view, *e->args[0], !value, [&](const View& then) {
      return mayBe(then, e->args[1], value);
    });
    if (literalTruth(*first) == true || literalTruth(*second) == true)
      return boolean(true);
    return apply(Op::lor_, {first, second}, boolType());
  }
  return boolean(true);
}

} // namespace treelize::pattern
