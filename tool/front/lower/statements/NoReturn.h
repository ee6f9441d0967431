// Code from which no way leads on: it throws, ends the program, or calls what does.
//
// Decided by the syntax alone, and sound: false where it is not sure. What lies behind such code is
// never reached, and what it computes nobody sees but an exception or the end of the program.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <map>

namespace treelize::front {

class NoReturn {
public:
  explicit NoReturn(const clang::ASTContext& ast) : ast(ast) {}

  /// Nor does it return, break, continue or jump out.
  bool neverEnds(const clang::Stmt* stmt);
  /// One that asks for itself is said to return.
  bool neverReturns(const clang::FunctionDecl* function);

private:
  const clang::ASTContext& ast;
  std::map<const clang::Stmt*, bool> statements;          // for look-ups only
  std::map<const clang::FunctionDecl*, bool> functions;   // likewise; false while it is asked

  bool find(const clang::Stmt* stmt);
  bool isEndingSequence(clang::CompoundStmt::const_body_iterator from,
                        clang::CompoundStmt::const_body_iterator to);
  bool isEndingJump(const clang::GotoStmt* jump);
  bool isEndingIf(const clang::IfStmt* stmt);
  bool isEndingDeclaration(const clang::DeclStmt* stmt);
  bool isEndingExpr(const clang::Expr* expr);
};

} // namespace treelize::front
