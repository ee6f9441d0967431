#include "ir/Members.h"

#include "ir/Builder.h"
#include "ir/Walk.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace treelize::ir {

static bool canStandAlone(const Type& member) {
  switch (member.kind) {
  case TypeKind::Bool:
  case TypeKind::Integer:
  case TypeKind::Real:
  case TypeKind::Vector:
    return !holdsView(member);
  case TypeKind::Array:
    return !member.isBuiltinArray && !holdsView(member);
  case TypeKind::Record:
    return member.defaultConstructible && !holdsView(member);
  default:
    return false;
  }
}

bool isOfMembers(const Type& type) {
  return type.is(TypeKind::Record) && !type.fields.empty() &&
         std::ranges::all_of(type.fields,
                             [](const RecordField& field) { return canStandAlone(*field.type); });
}

std::size_t indexOf(const Type& record, const std::string& field) {
  return static_cast<std::size_t>(std::ranges::find(record.fields, field, &RecordField::name) -
                                  record.fields.begin());
}

VarId addMember(Kernel& kernel, VarId object, const RecordField& field, TypeRef type) {
  std::string name = kernel[object].name + "_" + field.name;
  std::ranges::replace_if(name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  const VarId member = addLocal(kernel, std::move(name), std::move(type), kernel[object].location);
  kernel[member].nondiff = kernel[object].nondiff || field.nondiff;
  kernel[member].leftOut = kernel[object].leftOut || field.leftOut;
  return member;
}

ExprRef zeroOf(const TypeRef& type) {
  const bool isNumber = type->is(TypeKind::Integer) && !type->isEnumeration;
  return type->is(TypeKind::Real)   ? real(0.0, type)
         : isNumber                 ? integer(0, type)
         : type->is(TypeKind::Bool) ? boolean(false)
                                    : construct(type, {});
}

bool isZeroed(const Expr& value) {
  const auto* made = std::get_if<Construct>(&value.node);
  return made && made->args.empty() && value.type->startsAtZero;
}

const Place* copiedPlace(const ExprRef& value) {
  const auto* load = value ? std::get_if<Load>(&value->node) : nullptr;
  return load ? &load->place : nullptr;
}

ExprRef settled(Kernel& kernel, const ExprRef& number, VarId written, Location at, Block& out) {
  bool isWritten = false;
  forEachRead(*number, [&](const Place& p) { isWritten = isWritten || p.base == written; });
  if (!isWritten)
    return number;
  const VarId kept = addLocal(kernel, "index", number->type, at);
  out.push_back(declare(kept, number, at));
  return load(kernel, kept);
}

Place settled(Kernel& kernel, Place place, VarId written, Location at, Block& out) {
  for (Selector& selector : place.path)
    for (ExprRef& index : selector.indices)
      index = settled(kernel, index, written, at, out);
  return place;
}

} // namespace treelize::ir
