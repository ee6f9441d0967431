#include "front/lower/BitFields.h"

#include "ir/Builder.h"

#include <cstdint>

namespace treelize::front {

using ir::ExprRef;
using ir::Op;

namespace {

/// `(bits ^ 8) - 8`: the uppermost bit is the sign.
ExprRef withSign(ExprRef bits, unsigned width) {
  const ir::TypeRef type = bits->type;
  const Location at = bits->location;
  const ExprRef sign = ir::integer(std::int64_t{1} << (width - 1), type);
  return ir::apply(Op::sub, {ir::apply(Op::bxor_, {std::move(bits), sign}, type, at), sign}, type,
                   at);
}

/// The same number in that type, which is wide enough.
ExprRef in(const ExprRef& number, const ir::TypeRef& type) {
  const bool isPlain = !number->type->isEnumeration && !type->isEnumeration;
  return isPlain ? ir::convert(number, type) : ir::cast(number, type, number->location);
}

/// Does it come from such a field?
bool isHeldAlready(const ir::Expr& value, const ir::Type& field) {
  return std::holds_alternative<ir::Load>(value.node) && value.type->width == field.width &&
         value.type->isSigned == field.isSigned;
}

std::int64_t held(std::int64_t number, const ir::Type& field) {
  const unsigned unused = 64 - field.width;
  const std::uint64_t bits = static_cast<std::uint64_t>(number) << unused;
  return field.isSigned ? static_cast<std::int64_t>(bits) >> unused
                        : static_cast<std::int64_t>(bits >> unused);
}

ExprRef held(const ExprRef& value, const ir::TypeRef& field) {
  const auto* literal = std::get_if<ir::Literal>(&value->node);
  const bool isKnown = literal && literal->number;
  if (isHeldAlready(*value, *field) ||
      (isKnown && held(*literal->number, *field) == *literal->number))
    return value;
  auto whole = std::make_shared<ir::Type>(*field); // what its value is elsewhere
  whole->width = 0;
  if (isKnown && !field->isEnumeration)
    return ir::integer(held(*literal->number, *field), whole);
  const bool isOwn = !field->isSigned && !field->isEnumeration && field->bits >= 32;
  const ir::TypeRef type = isOwn ? whole : ir::offsetType();
  const ExprRef mask =
      ir::integer(static_cast<std::int64_t>((std::uint64_t{1} << field->width) - 1), type);
  const ExprRef bits = ir::apply(Op::band_, {in(value, type), mask}, type, value->location);
  return in(field->isSigned ? withSign(bits, field->width) : bits, whole);
}

} // namespace

void cutToWidth(ir::Stmt& step) {
  auto* set = std::get_if<ir::Assign>(&step.node);
  if (!set || set->target.type->width == 0)
    return;
  if (set->op != ir::AssignOp::Set) {
    const Op op = set->op == ir::AssignOp::Add ? Op::add : Op::sub;
    const ir::TypeRef& type = set->target.type;
    set->value =
        ir::apply(op, {ir::load(set->target, step.location), set->value}, type, step.location);
    set->op = ir::AssignOp::Set;
  }
  set->value = held(set->value, set->target.type);
}

} // namespace treelize::front
