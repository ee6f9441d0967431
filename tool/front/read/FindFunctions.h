// Functions that an item of an annotation names.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <vector>

namespace clang {
class ASTContext;
class DeclContext;
class FunctionDecl;
} // namespace clang

namespace treelize::front {

/// The functions of a name with its scopes, looked for in a scope and those around it.
std::vector<const clang::FunctionDecl*>
findFunctions(const clang::ASTContext& ast, const clang::DeclContext* scope, llvm::StringRef name);
/// Whether the name is that of a function template.
bool namesTemplate(const clang::ASTContext& ast, const clang::DeclContext* scope,
                   llvm::StringRef name);

} // namespace treelize::front
