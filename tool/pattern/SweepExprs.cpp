// The expressions of a pattern sweep.
#include "ir/Intrinsics.h"
#include "ir/Walk.h"
#include "pattern/SetExprs.h"
#include "pattern/Sweeper.h"

#include "analysis/Regions.h"

#include <algorithm>

namespace treelize::pattern {

using namespace ir;

bool Sweeper::isConstant(const Place& place) const {
  return analysis::isNondiff(kernel, place) || isGlobal(kernel[place.base]);
}

bool Sweeper::isPassive(const Place& place) const {
  return isConstant(place) || !activity.isActive(kernel, place);
}

/// The container whose elements the last selector of the place picks, if that alone is unknown.
std::optional<Place> Sweeper::pickedFrom(const Place& place) const {
  Place all = knownPrefix(view(), place);
  const bool isLast = all.path.size() + 1 == place.path.size();
  return isLast && !all.type->is(TypeKind::Pointer) ? std::optional(std::move(all)) : std::nullopt;
}

ExprRef Sweeper::setOf(const ExprRef& value) {
  if (!value->type->is(TypeKind::Real))
    return nullptr;
  if (const auto* e = std::get_if<Load>(&value->node))
    return setOfLoad(value, e->place);
  if (const auto* e = std::get_if<Apply>(&value->node)) {
    std::vector<ExprRef> operands;
    for (const ExprRef& arg : e->args)
      operands.push_back(setOf(arg));
    return combined(e->op, std::move(operands), value->type, matrix);
  }
  if (const auto* e = std::get_if<Cast>(&value->node)) {
    const ExprRef set = setOf(e->arg);
    const bool isNarrower = set && value->type->bits < e->arg->type->bits;
    return isNarrower ? intrinsic(Intrinsic::narrowed, value->type->spelling, {set}, value->type)
                      : set;
  }
  if (const auto* e = std::get_if<Select>(&value->node)) {
    const ExprRef yes = setOf(e->ifTrue), no = setOf(e->ifFalse);
    if (!isKnown(e->condition))
      return joined({yes, no}, value->type);
    return yes || no ? select(e->condition, asValue(yes, value->type), asValue(no, value->type))
                     : nullptr;
  }
  if (const auto* e = std::get_if<Construct>(&value->node); e && e->args.size() == 1)
    return setOf(e->args[0]);
  return nullptr; // a constant, or what carries no derivative
}

ExprRef Sweeper::setOfLoad(const ExprRef& value, const Place& place) {
  if (isPassive(place))
    return nullptr;
  if (hasKnownIndices(view(), place))
    return value;
  const Place all = knownPrefix(view(), place);
  if (all.type->is(TypeKind::Pointer))
    refuse("real numbers decide which element behind a pointer is read", "take a std::span");
  const Type& type = *value->type;
  return type.real == RealKind::Double
             ? intrinsic(Intrinsic::any_of, {load(all)}, value->type)
             : intrinsic(Intrinsic::any_of_type, type.spelling, {load(all)}, value->type);
}

/// An object or a container, whose real numbers are those of sets.
ExprRef Sweeper::whole(const ExprRef& value) {
  const bool isOfReals = isDifferentiable(*value->type);
  if (const auto* e = std::get_if<Load>(&value->node)) {
    if (!hasKnownIndices(view(), e->place)) {
      const auto all = pickedFrom(e->place);
      if (!all || isConstant(e->place) || !value->type->defaultConstructible)
        refuse("real numbers decide which object is copied", "read its numbers where it lies");
      return intrinsic(Intrinsic::any_element, {load(*all)}, value->type);
    }
    return isOfReals && isConstant(e->place)
               ? intrinsic(Intrinsic::independent, {value}, value->type)
               : value;
  }
  if (const auto* e = std::get_if<Select>(&value->node)) {
    if (!isKnown(e->condition))
      refuse("real numbers decide which object is copied", "read its numbers where it lies");
    return select(e->condition, whole(e->ifTrue), whole(e->ifFalse));
  }
  if (const auto* e = std::get_if<Construct>(&value->node))
    return constructed(value, *e);
  const Opaque* call = asIntrinsic(*value, Intrinsic::sorted_order);
  const bool isOrder = call && std::ranges::all_of(call->args, [&](const ExprRef& arg) {
                         return !arg->type->isScalar() || isKnown(arg);
                       });
  if (!isOrder && !isKnown(value))
    refuse("a value that carries no derivative depends on real numbers",
           "let it depend on whole numbers alone, or leave the matrix dense");
  return isOfReals ? intrinsic(Intrinsic::independent, {value}, value->type) : value;
}

ExprRef Sweeper::constructed(const ExprRef& value, const Construct& made) {
  const auto startsElsewhere = [](const Type& type) {
    return type.is(TypeKind::Matrix) || !type.startsAtZero;
  };
  std::vector<ExprRef> args;
  for (const ExprRef& arg : made.args) {
    if (arg->type->is(TypeKind::Real))
      args.push_back(asValue(setOf(arg), arg->type));
    else if (!arg->type->isScalar())
      args.push_back(whole(arg));
    else if (!isKnown(arg))
      refuseLength();
    else
      args.push_back(arg);
  }
  ExprRef result = construct(value->type, std::move(args), value->location);
  return isDifferentiable(*value->type) && anyPart(*value->type, startsElsewhere)
             ? intrinsic(Intrinsic::independent, {result}, value->type)
             : result;
}

} // namespace treelize::pattern
