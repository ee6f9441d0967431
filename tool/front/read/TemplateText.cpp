#include "front/read/TemplateText.h"

#include "front/CppText.h"

#include "clang/AST/ASTConcept.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprConcepts.h"
#include "llvm/Support/raw_ostream.h"

namespace treelize::front {
namespace {

unsigned indexOf(const clang::NamedDecl* parameter) {
  if (auto* type = llvm::dyn_cast<clang::TemplateTypeParmDecl>(parameter))
    return type->getIndex();
  if (auto* value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(parameter))
    return value->getIndex();
  return llvm::cast<clang::TemplateTemplateParmDecl>(parameter)->getIndex();
}

/// `addable` or `convertible_to<double>` in front of the name; `class` without a concept.
std::string introducer(const clang::TemplateTypeParmDecl* parameter, const clang::ASTContext& ast) {
  const clang::TypeConstraint* constraint = parameter->getTypeConstraint();
  if (!constraint)
    return "class";
  std::string text;
  llvm::raw_string_ostream out(text);
  constraint->print(out, clang::PrintingPolicy(ast.getLangOpts()));
  return text;
}

std::string parameterText(const clang::NamedDecl* parameter, const clang::ASTContext& ast) {
  const std::string name = templateParameterName(parameter);
  const std::string dots = parameter->isParameterPack() ? "... " : " ";
  if (auto* type = llvm::dyn_cast<clang::TemplateTypeParmDecl>(parameter))
    return introducer(type, ast) + dots + name;
  if (auto* value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(parameter)) {
    clang::QualType type = value->getType();
    if (auto* expansion = type->getAs<clang::PackExpansionType>())
      type = expansion->getPattern();
    return typeText(type, ast) + dots + name;
  }
  auto* inner = llvm::cast<clang::TemplateTemplateParmDecl>(parameter);
  return "template <" + templateHeadText(*inner->getTemplateParameters(), ast) + "> class" + dots +
         name;
}

/// The parameter that `auto x` stands for.
bool isInvented(const clang::NamedDecl* parameter) {
  auto* type = llvm::dyn_cast<clang::TemplateTypeParmDecl>(parameter);
  return type && type->isImplicit();
}

} // namespace

std::string templateParameterName(const clang::NamedDecl* parameter) {
  if (parameter->getIdentifier() && !isInvented(parameter))
    return parameter->getNameAsString();
  return "Type" + std::to_string(indexOf(parameter) + 1);
}

std::string templateHeadText(const clang::TemplateParameterList& parameters,
                             const clang::ASTContext& ast) {
  std::string text;
  for (const clang::NamedDecl* parameter : parameters)
    if (!isInvented(parameter))
      text += (text.empty() ? "" : ", ") + parameterText(parameter, ast);
  return text;
}

std::string templateArgumentsText(const clang::TemplateParameterList& parameters) {
  std::string text;
  for (const clang::NamedDecl* parameter : parameters)
    text += (text.empty() ? "" : ", ") + templateParameterName(parameter) +
            (parameter->isParameterPack() ? "..." : "");
  return text;
}

} // namespace treelize::front
