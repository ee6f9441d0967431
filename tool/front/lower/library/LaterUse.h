// Is what the running code has moved from named later in its function?
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace treelize::front {

/// A variable, or a member of the object at hand, or a part of one, and the place where it is
/// named.
struct NamedPart {
  const clang::ValueDecl* root;
  const clang::Expr* part; // null: the root itself
  clang::SourceLocation where;
};

/// The variable, or the member of `*this`, of which an expression names a part: `s` of `s.a[i].b`.
const clang::Expr* rootIn(const clang::Expr* part);

/// May the function read it after that place, be it in the next iteration of a loop, before it has
/// another value? Elements are taken for different ones in different iterations where their indices
/// are no constants.
bool isUsedAfter(const clang::ASTContext& ast, const clang::FunctionDecl* function,
                 const NamedPart& named);
/// The same, without the next iteration.
bool isNamedAfter(const clang::ASTContext& ast, const clang::FunctionDecl* function,
                  const NamedPart& named);

} // namespace treelize::front
