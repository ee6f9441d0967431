#include "print/PrintClasses.h"

#include "ir/Accessors.h"
#include "ir/DerivedParts.h"

#include <algorithm>

namespace treelize::print {

using ir::TypeKind;

namespace {

std::string access(const ir::RecordField& field, const std::string& object) {
  return field.accessor.isName() ? object + "." + field.name
                                 : text(field.accessor) + "(" + object + ")";
}

bool needsSize(const ir::RecordField& field) {
  return !ir::isDerivedPart(field) && !field.nondiff && ir::isDifferentiable(*field.type) &&
         holdsContainer(*field.type);
}

/// For the containers that one class gives to its objects.
std::string checkMembers(const ShadowCheck& check, const ir::Type& members,
                         const std::string& className) {
  std::string body;
  for (const ir::RecordField& field : members.fields)
    if (needsSize(field))
      body += "treelize::" + check.function + "(" + access(field, "shadow") + ", " +
              access(field, "primal") + ");\n";
  if (body.empty())
    return "";
  return "treelize::for_each_object<" + className + ">(" + check.shadow + ", " + check.primal +
         ", [](" + check.constness + className + "& shadow, const " + className + "& primal) {\n" +
         body + "});\n";
}

std::string checkObjects(const ShadowCheck& check, const ir::Type& type) {
  std::string text;
  if (type.element)
    text += checkObjects(check, *type.element);
  const bool mayBeDerived = std::ranges::any_of(type.fields, ir::isDerivedPart);
  if (mayBeDerived)
    text += checkMembers(check, type, type.spelling);
  for (const ir::RecordField& field : type.fields)
    text += ir::isDerivedPart(field) ? checkMembers(check, *field.type, field.type->spelling)
            : mayBeDerived           ? ""
                                     : checkObjects(check, *field.type);
  return text;
}

} // namespace

bool holdsContainer(const ir::Type& type) {
  const bool isContainer = type.is(TypeKind::Vector) || type.is(TypeKind::Span) ||
                           type.is(TypeKind::Field) || type.is(TypeKind::Map) ||
                           (type.is(TypeKind::Matrix) && !ir::hasFixedSize(type));
  return isContainer ||
         (type.element && !type.is(TypeKind::Pointer) && holdsContainer(*type.element)) ||
         std::ranges::any_of(type.fields, [](const ir::RecordField& field) {
           return field.accessor.kind == ir::AccessorKind::Engaged || holdsContainer(*field.type);
         });
}

std::string checkClasses(const ShadowCheck& check, const ir::Type& type) {
  const bool isOwn = type.is(TypeKind::Record) &&
                     std::ranges::none_of(type.fields, ir::isDerivedPart) &&
                     !ir::isOwnedObject(type);
  if (!isOwn)
    return "treelize::check_classes(" + check.shadow + ", " + check.primal + ");\n" +
           checkObjects(check, type);
  std::string text;
  for (const ir::RecordField& field : type.fields) {
    const ShadowCheck part{access(field, check.shadow), access(field, check.primal), check.function,
                           check.constness};
    if (ir::mayBeDerived(*field.type))
      text += checkClasses(part, *field.type);
    else if (needsSize(field))
      text += "treelize::" + part.function + "(" + part.shadow + ", " + part.primal + ");\n";
  }
  return text;
}

} // namespace treelize::print
