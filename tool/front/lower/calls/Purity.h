// Whether a call may be repeated, moved or left out without anybody noticing.
//
// A function that is declared to carry no derivative is called as it stands, and nothing else of it
// is known. If its body shows that it does nothing but compute a number of its arguments, the call
// is an expression; if not, it is a step, which is taken as often as the program takes it. What is
// not understood counts as an effect.
#pragma once

#include "clang/AST/Decl.h"

#include <set>

namespace treelize::front {

class Purity {
public:
  explicit Purity(const clang::ASTContext& ast) : ast(ast) {}

  /// Does a call change nothing, read nothing but its arguments and constants, and come back? Or
  /// is that promised by an attribute, `const` or `pure`?
  bool isPure(const clang::FunctionDecl* function);

private:
  const clang::ASTContext& ast;
  std::set<const clang::FunctionDecl*> asked; // one that asks for itself is told by the rest of it

  bool isOwn(const clang::FunctionDecl* function);
  bool isPure(const clang::Stmt* code);
  bool isPureNode(const clang::Stmt* node);
  bool isPureCall(const clang::CallExpr* call);
  bool handsOnOwn(const clang::FunctionDecl* callee, const clang::CallExpr* call) const;
};

} // namespace treelize::front
