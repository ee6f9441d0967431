#include "bind/Shadow.h"

#include "ir/ExprText.h"

#include <algorithm>

namespace treelize::bind {

using ir::TypeKind;

namespace {

/// Does it refer to numbers of somebody else that carry a derivative?
bool refersToNumbers(const ir::Type& type) {
  if (type.isView())
    return true;
  if (type.element && refersToNumbers(*type.element))
    return true;
  return std::ranges::any_of(type.fields, [](const ir::RecordField& field) {
    return ir::isDifferentiable(*field.type) && refersToNumbers(*field.type);
  });
}

/// The extent of `std::span<double, 3>` as text, empty if it is dynamic.
std::string spanExtent(const ir::Type& span) {
  return span.extent != 0 ? std::to_string(span.extent) : "";
}

} // namespace

std::string declare(const std::string& declarator, const std::string& name) {
  std::string result = declarator;
  return result.replace(result.find('$'), 1, name);
}

std::string shadowDeclarator(const ir::Type& type) {
  if (type.is(TypeKind::Pointer))
    return type.element->spelling + "* $";
  if (type.is(TypeKind::Span)) {
    const std::string extent = spanExtent(type);
    return "std::span<" + type.element->spelling + (extent.empty() ? "" : ", " + extent) + "> $";
  }
  return type.isBuiltinArray ? ir::declarator(type, "(&$)") : type.spelling + "& $";
}

std::string gradientDeclarator(const ir::Type& type) {
  if (!type.is(TypeKind::Span))
    return ir::declarator(type, "$");
  const std::string extent = spanExtent(type);
  if (extent.empty())
    return "std::vector<" + type.element->spelling + "> $";
  return "std::array<" + type.element->spelling + ", " + extent + "> $";
}

bool canOwnShadow(const Parameter& parameter) {
  if (parameter.type->is(TypeKind::Span))
    return !refersToNumbers(*parameter.type->element);
  return parameter.isCopyable && !refersToNumbers(*parameter.type);
}

bool canOwnShadows(const KernelModel& kernel) {
  return std::ranges::all_of(kernel.parameters, [](const Parameter& parameter) {
    return !parameter.hasShadow() || canOwnShadow(parameter);
  });
}

GradAbsence gradAbsence(const KernelModel& kernel) {
  const bool isSeededByFields = kernel.isBound() && kernel.returnsVoid();
  if (!kernel.returnsReal() && !isSeededByFields)
    return GradAbsence::needsSeed;
  const bool canOwnObject = !kernel.isBound() || kernel.canCopyObject;
  return canOwnShadows(kernel) && canOwnObject ? GradAbsence::none : GradAbsence::cannotOwn;
}

} // namespace treelize::bind
