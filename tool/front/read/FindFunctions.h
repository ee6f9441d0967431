// Functions and variables by their names, as an item of an annotation gives them.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <vector>

namespace clang {
class ASTContext;
class DeclContext;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace treelize::front {

/// The functions of a name with its scopes, looked for in a scope and those around it.
std::vector<const clang::FunctionDecl*>
findFunctions(const clang::ASTContext& ast, const clang::DeclContext* scope, llvm::StringRef name);
/// Null if there is none.
const clang::VarDecl* findVariable(const clang::ASTContext& ast, const clang::DeclContext* scope,
                                   llvm::StringRef name);
/// Whether the name is that of a function template.
bool namesTemplate(const clang::ASTContext& ast, const clang::DeclContext* scope,
                   llvm::StringRef name);

} // namespace treelize::front
