// Types and names of Clang as C++ text that means the same wherever it stands: fully qualified,
// with the user's own aliases kept. A declarator has a `$` where the name stands.
#pragma once

#include "clang/AST/Type.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Decl;
class NamedDecl;
} // namespace clang

namespace treelize::front {

std::string typeText(clang::QualType type, const clang::ASTContext& ast);

/// A class of the global namespace by its whole name, `::gradient`, where kernels' objects have
/// something of that name.
std::string unhidden(llvm::StringRef type);

/// `const double (&$)[3]`
std::string declaratorText(clang::QualType type, const clang::ASTContext& ast);

/// `app::Chain`, with template arguments where it has some.
std::string nameText(const clang::NamedDecl* decl, const clang::ASTContext& ast);

/// The named namespaces around a declaration, outermost first, inline ones left out.
std::vector<std::string> namespacesOf(const clang::Decl* decl);

/// The inline ones within the innermost of those.
std::vector<std::string> inlineNamespacesOf(const clang::Decl* decl);

} // namespace treelize::front
