#include "front/CppText.h"

#include "ClangCompat.h"
#include "front/ExplicitSpecialization.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/QualTypeNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <set>

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

/// Is it declared in every kernel's object, or in functions of it?
bool isOfKernels(llvm::StringRef name) {
  static const std::set<llvm::StringRef> names = {
      "adjoint",          "grad",         "gradient",        "hessian_csr", "hessian_pattern",
      "jacobian_csr",     "jacobian_pattern", "pattern_sweep", "result",      "seed",
      "signature",        "sweep",        "tangent",         "tangent_sweep", "value_and_grad"};
  return names.contains(name) || name.ends_with("_kernel");
}

bool isPartOfName(char c) {
  return llvm::isAlnum(c) || c == '_';
}

} // namespace

std::string unhidden(llvm::StringRef type) {
  std::string text;
  for (std::size_t at = 0; at < type.size();) {
    const llvm::StringRef name = type.substr(at).take_while(isPartOfName);
    if (isOfKernels(name) && !type.take_front(at).ends_with("::"))
      text += "::";
    const std::size_t length = std::max<std::size_t>(name.size(), 1);
    text += type.substr(at, length);
    at += length;
  }
  return text;
}

std::string typeText(clang::QualType type, const clang::ASTContext& ast) {
  return unhidden(clang::TypeName::getFullyQualifiedName(type, ast, policyOf(ast)));
}

std::string declaratorText(clang::QualType type, const clang::ASTContext& ast) {
  // An array parameter has become a pointer; its old spelling would hide that.
  const clang::QualType qualified = clang::TypeName::getFullyQualifiedType(type, ast);
  std::string text = "$";
  qualified.getAsStringInternal(text, policyOf(ast));
  return unhidden(text);
}

std::string nameText(const clang::NamedDecl* decl, const clang::ASTContext& ast) {
  std::string text;
  llvm::raw_string_ostream out(text);
  clang::PrintingPolicy policy = policyOf(ast);
  policy.FullyQualifiedName = true;
  if (namesSpecialization(decl))
    compat::printCanonically(policy);
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
