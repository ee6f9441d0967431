#include "front/read/FindFunctions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

namespace treelize::front {

using namespace clang;

std::vector<const FunctionDecl*> findFunctions(const ASTContext& ast, const DeclContext* scope,
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
    std::vector<const FunctionDecl*> functions;
    if (inner)
      for (const NamedDecl* found : lookUp(inner, parts.back()))
        if (const auto* function = dyn_cast<FunctionDecl>(found->getUnderlyingDecl()))
          functions.push_back(function);
    if (!functions.empty())
      return functions;
  }
  return {};
}

} // namespace treelize::front
