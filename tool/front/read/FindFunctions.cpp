#include "front/read/FindFunctions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

namespace treelize::front {

using namespace clang;

namespace {

/// The declarations of that kind that the name finds, in the innermost scope that has any.
template <class Declaration>
std::vector<const Declaration*> find(const ASTContext& ast, const DeclContext* scope,
                                     llvm::StringRef name) {
  llvm::SmallVector<llvm::StringRef> parts;
  if (name.consume_front("::"))
    scope = ast.getTranslationUnitDecl();
  name.split(parts, "::");
  const auto lookUp = [&](const DeclContext* in, llvm::StringRef part) {
    return in->getRedeclContext()->lookup(&ast.Idents.get(part.trim()));
  };
  for (; scope; scope = scope->getParent()) {
    const DeclContext* inner = scope;
    for (std::size_t i = 0; inner && i + 1 < parts.size(); ++i) {
      const DeclContext* next = nullptr;
      for (const NamedDecl* found : lookUp(inner, parts[i]))
        if (const auto* context = dyn_cast<DeclContext>(found->getUnderlyingDecl()))
          next = context;
      inner = next;
    }
    std::vector<const Declaration*> declarations;
    if (inner)
      for (const NamedDecl* found : lookUp(inner, parts.back()))
        if (const auto* declaration = dyn_cast<Declaration>(found->getUnderlyingDecl()))
          declarations.push_back(declaration);
    if (!declarations.empty())
      return declarations;
  }
  return {};
}

} // namespace

std::vector<const FunctionDecl*> findFunctions(const ASTContext& ast, const DeclContext* scope,
                                               llvm::StringRef name) {
  return find<FunctionDecl>(ast, scope, name);
}

const VarDecl* findVariable(const ASTContext& ast, const DeclContext* scope, llvm::StringRef name) {
  const std::vector<const VarDecl*> found = find<VarDecl>(ast, scope, name);
  return found.empty() ? nullptr : found.front();
}

bool namesTemplate(const ASTContext& ast, const DeclContext* scope, llvm::StringRef name) {
  return !find<FunctionTemplateDecl>(ast, scope, name).empty();
}

} // namespace treelize::front
