#include "front/ExplicitSpecialization.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

static bool namesSpecialization(const TemplateArgument& argument) {
  if (argument.getKind() == TemplateArgument::Pack)
    return std::ranges::any_of(argument.pack_elements(), [](const TemplateArgument& part) {
      return namesSpecialization(part);
    });
  return argument.getKind() == TemplateArgument::Type && namesSpecialization(argument.getAsType());
}

bool namesSpecialization(QualType type) {
  type = type.getCanonicalType();
  while (true)
    if (const auto* array = dyn_cast<ArrayType>(type))
      type = array->getElementType();
    else if (!type->getPointeeType().isNull())
      type = type->getPointeeType();
    else
      break;
  if (const auto* function = type->getAs<FunctionProtoType>())
    return namesSpecialization(function->getReturnType()) ||
           std::ranges::any_of(function->param_types(),
                               [](QualType given) { return namesSpecialization(given); });
  const auto* tag = type->getAs<TagType>();
  return tag && namesSpecialization(tag->getDecl());
}

bool namesSpecialization(const Decl* decl) {
  const TemplateArgumentList* arguments = nullptr;
  if (const auto* record = dyn_cast<ClassTemplateSpecializationDecl>(decl)) {
    if (record->isExplicitSpecialization() && !record->isInStdNamespace())
      return true;
    arguments = &record->getTemplateArgs();
  } else if (const auto* function = dyn_cast<FunctionDecl>(decl)) {
    arguments = function->getTemplateSpecializationArgs();
  }
  const auto* around = dyn_cast_or_null<Decl>(decl->getDeclContext());
  return (arguments && std::ranges::any_of(arguments->asArray(),
                                           [](const TemplateArgument& argument) {
                                             return namesSpecialization(argument);
                                           })) ||
         (around && namesSpecialization(around));
}

} // namespace treelize::front
