#include "front/lower/types/Specialization.h"

namespace treelize::front {

using namespace clang;

bool isObject(const TemplateArgument& argument) {
  return argument.getKind() == TemplateArgument::Declaration &&
         isa<TemplateParamObjectDecl>(argument.getAsDecl());
}

const ClassTemplateSpecializationDecl* specializationOf(QualType type) {
  return specializationOf(type.getNonReferenceType()->getAsCXXRecordDecl());
}

const ClassTemplateSpecializationDecl* specializationOf(const CXXRecordDecl* record) {
  return dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
}

QualType typeArgument(const CXXRecordDecl* record, unsigned index) {
  return specializationOf(record)->getTemplateArgs()[index].getAsType();
}

std::int64_t integerArgument(const CXXRecordDecl* record, unsigned index) {
  const llvm::APSInt value = specializationOf(record)->getTemplateArgs()[index].getAsIntegral();
  return value.isSigned() ? value.getSExtValue() : static_cast<std::int64_t>(value.getZExtValue());
}

std::vector<QualType> packArgument(const CXXRecordDecl* record) {
  std::vector<QualType> types;
  const TemplateArgument& pack = specializationOf(record)->getTemplateArgs()[0];
  if (pack.getKind() == TemplateArgument::Pack)
    for (const TemplateArgument& element : pack.pack_elements())
      types.push_back(element.getAsType());
  return types;
}

} // namespace treelize::front
