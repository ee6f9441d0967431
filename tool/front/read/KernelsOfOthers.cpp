#include "front/read/KernelsOfOthers.h"

#include "front/CppText.h"
#include "front/annotations/FindAnnotations.h"
#include "front/lower/types/LibraryTypes.h"
#include "front/lower/types/TypeModel.h"
#include "front/read/FindFunctions.h"
#include "front/read/ReadKernelSignature.h"
#include "front/read/SelectLeaves.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

/// Of a header that is included: those of this one have no object yet.
const Annotation* includedKernel(const Annotations& annotations, const FunctionDecl* function) {
  const Annotation* annotation = annotations.of(function);
  const auto isIt = [&](const Annotation& own) { return &own == annotation; };
  const bool isUsable = annotation && annotation->isKernel() && !annotation->isBroken &&
                        std::ranges::none_of(annotations.own, isIt);
  return isUsable ? annotation : nullptr;
}

/// The shadow of a span of so many elements is one of so many, which a part of an array is not.
bool isFixedSpan(QualType type) {
  const auto* span = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      type.getNonReferenceType()->getAsCXXRecordDecl());
  return span && isStdClass(type.getNonReferenceType(), "span") &&
         !span->getTemplateArgs()[1].getAsIntegral().isAllOnes();
}

/// Is it the member of that name for the function's parameters, with so many more?
bool isDerivativeOf(const ASTContext& ast, const FunctionDecl* function, const CXXMethodDecl* method,
                    llvm::StringRef name, std::size_t more) {
  if (!method->getDeclName().isIdentifier() || method->getName() != name ||
      method->getNumParams() != function->getNumParams() + more)
    return false;
  for (unsigned i = 0; i < function->getNumParams(); ++i)
    if (!ast.hasSameUnqualifiedType(method->getParamDecl(i)->getType(),
                                    function->getParamDecl(i)->getType()))
      return false;
  return true;
}

} // namespace

std::string objectOf(const FunctionDecl* kernel, const Annotation& annotation) {
  std::string path;
  for (const std::string& name : namespacesOf(kernel))
    path += name + "::";
  const std::string& name = annotation.find(ItemKind::kernel)->value;
  return path + "kernels::" + (name.empty() ? kernel->getNameAsString() : name);
}

std::optional<Rule> ruleOfKernel(const RuleContext& context, const Annotations& annotations,
                                 const FunctionDecl* function) {
  const Annotation* annotation = includedKernel(annotations, function);
  if (!annotation || isa<CXXMethodDecl>(function) || function->isTemplateInstantiation() ||
      hasFilter(*annotation))
    return std::nullopt;
  Rule rule;
  rule.kernel = objectOf(function, *annotation);
  const VarDecl* object =
      findVariable(context.ast, context.ast.getTranslationUnitDecl(), rule.kernel);
  const CXXRecordDecl* type = object ? object->getType()->getAsCXXRecordDecl() : nullptr;
  if (!type || !type->hasDefinition())
    return std::nullopt;
  const auto isConstant = constantsOf(annotations, *annotation, {});
  std::size_t shadows = 0;
  for (const ParmVarDecl* parameter : function->parameters()) {
    if (isFixedSpan(parameter->getType()))
      return std::nullopt;
    if (!ir::isDifferentiable(*context.types.of(parameter->getType())))
      continue;
    if (!isConstant(parameter))
      ++shadows;
    else if (!context.isNondiff(parameter))
      rule.leftOut.insert(parameter);
  }
  const std::size_t seeds = function->getReturnType()->isVoidType() ? 0 : 1;
  const auto has = [&](llvm::StringRef name, std::size_t more) {
    return std::ranges::any_of(type->methods(), [&](const CXXMethodDecl* method) {
      return isDerivativeOf(context.ast, function, method, name, more);
    });
  };
  if (!has("adjoint", seeds + shadows) || !has("tangent", shadows))
    return std::nullopt;
  return rule;
}

} // namespace treelize::front
