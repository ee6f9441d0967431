#include "front/lower/types/VectorType.h"

#include "front/lower/types/TypeModel.h"

#include "clang/AST/DeclTemplate.h"

namespace treelize::front {

using namespace clang;

bool isVector(QualType type) {
  const auto* vector = type.getNonReferenceType()->getAs<VectorType>();
  return vector && (vector->getElementType()->isSpecificBuiltinType(BuiltinType::Double) ||
                    vector->getElementType()->isSpecificBuiltinType(BuiltinType::Float));
}

bool holdsVectors(const CXXRecordDecl* record) {
  const auto* special = dyn_cast<ClassTemplateSpecializationDecl>(record);
  return special && llvm::any_of(special->getTemplateArgs().asArray(), [](const TemplateArgument& argument) {
           return argument.getKind() == TemplateArgument::Type && isVector(argument.getAsType());
         });
}

ir::TypeRef vectorType(TypeModel& types, const VectorType* vector) {
  auto result = std::make_shared<ir::Type>();
  result->kind = ir::TypeKind::Array;
  result->element = types.of(vector->getElementType());
  result->extent = vector->getNumElements();
  result->startsAtZero = result->element->startsAtZero;
  result->defaultConstructible = true;
  result->spelling =
      "std::array<" + result->element->spelling + ", " + std::to_string(result->extent) + ">";
  return result;
}

} // namespace treelize::front
