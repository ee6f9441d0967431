#include "front/CppText.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/QualTypeNames.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace treelize::front {

namespace {

clang::PrintingPolicy policyOf(const clang::ASTContext& ast) {
  clang::PrintingPolicy policy(ast.getLangOpts());
  policy.SuppressUnwrittenScope = true;
  policy.SuppressTagKeyword = true;
  policy.Bool = true;
  return policy;
}

std::vector<const clang::NamespaceDecl*> enclosingNamespaces(const clang::Decl* decl) {
  std::vector<const clang::NamespaceDecl*> result;
  for (const clang::DeclContext* context = decl->getDeclContext(); context;
       context = context->getParent())
    if (auto* space = llvm::dyn_cast<clang::NamespaceDecl>(context))
      if (!space->isAnonymousNamespace())
        result.push_back(space);
  std::ranges::reverse(result);
  return result;
}

} // namespace

std::string typeText(clang::QualType type, const clang::ASTContext& ast) {
  return clang::TypeName::getFullyQualifiedName(type, ast, policyOf(ast));
}

std::string declaratorText(clang::QualType type, const clang::ASTContext& ast) {
  // An array parameter has become a pointer; its old spelling would hide that.
  const clang::QualType qualified = clang::TypeName::getFullyQualifiedType(type, ast);
  std::string text = "$";
  qualified.getAsStringInternal(text, policyOf(ast));
  return text;
}

std::string nameText(const clang::NamedDecl* decl, const clang::ASTContext& ast) {
  std::string text;
  llvm::raw_string_ostream out(text);
  clang::PrintingPolicy policy = policyOf(ast);
  policy.FullyQualifiedName = true;
  decl->getNameForDiagnostic(out, policy, /*Qualified=*/true);
  return text;
}

std::vector<std::string> namespacesOf(const clang::Decl* decl) {
  std::vector<std::string> result;
  for (const clang::NamespaceDecl* space : enclosingNamespaces(decl))
    if (!space->isInline())
      result.push_back(space->getNameAsString());
  return result;
}

std::vector<std::string> inlineNamespacesOf(const clang::Decl* decl) {
  std::vector<std::string> result;
  for (const clang::NamespaceDecl* space : enclosingNamespaces(decl)) {
    if (space->isInline())
      result.push_back(space->getNameAsString());
    else
      result.clear();
  }
  return result;
}

} // namespace treelize::front
