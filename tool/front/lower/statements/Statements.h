// Statements.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

void statement(Lowering& l, const clang::Stmt* stmt);
/// What is left of an `if` that was decided when the program was built; nothing if it runs. Null:
/// no branch.
std::optional<const clang::Stmt*> decidedBranch(const clang::ASTContext& ast,
                                                const clang::IfStmt* stmt);
void forLoop(Lowering& l, const clang::ForStmt* stmt);
/// `for (i in [from, to)) body(i)` of the lowering's own.
void countedLoop(Lowering& l, ir::ExprRef from, ir::ExprRef to, Location at,
                 const std::function<void(const ir::ExprRef&)>& body, bool isDescending = false);
void whileLoop(Lowering& l, const clang::WhileStmt* stmt);
void doLoop(Lowering& l, const clang::DoStmt* stmt);
void rangeFor(Lowering& l, const clang::CXXForRangeStmt* stmt);
void switchStmt(Lowering& l, const clang::SwitchStmt* stmt);
/// Exceptions that a handler of the kernel's takes (Try).
void tryStmt(Lowering& l, const clang::CXXTryStmt* stmt);
/// Leaves for the innermost handler that takes the exception; false if there is none (Escape).
bool escapeByThrow(Lowering& l, const clang::CXXThrowExpr* expr);
/// `throw;`
void throwAgain(Lowering& l, const clang::CXXThrowExpr* expr);
/// What may throw in a way that the kernel cannot see has no place in a try block.
void refuseInTry(Lowering& l, clang::SourceLocation where, const std::string& what);
/// A function of OpenMP's, omp_get_thread_num, say, as one thread finds it (OpenMP).
std::optional<Value> openMPCall(Lowering& l, const clang::CallExpr* expr,
                                const clang::FunctionDecl* callee);
/// `#pragma omp ...`
void parallelDirective(Lowering& l, const clang::OMPExecutableDirective* directive);
/// `endsWithBlock`: the block runs the destructors of what is declared.
void declaration(Lowering& l, const clang::Decl* decl, bool endsWithBlock = false);
/// The object lives until the present block ends.
void addCleanup(Lowering& l, clang::QualType type, const Value& object);
/// The destructors of the objects from this one on, the last one first. They stay for other ways
/// out.
void runCleanups(Lowering& l, std::size_t from);
/// The block that began with so many objects ends; `isLeft`: by an exit, which has run them.
void endBlock(Lowering& l, std::size_t from, bool isLeft);
/// Does the function at hand write to a name of the structured binding?
bool isAnyWritten(Lowering& l, const clang::DecompositionDecl* decl);
/// `auto& [a, b] = whole`
void decompose(Lowering& l, const clang::DecompositionDecl* decl, const Value& whole);
/// What the name of a by-value variable of this type stands for from now on.
void bindVariable(Lowering& l, const clang::VarDecl* variable, const clang::Expr* init,
                  bool endsWithBlock = false);
/// The same for anything that has a name and a type; without an initialiser it has no value yet.
Value initialized(Lowering& l, const Slot& slot, const clang::Expr* init);
void refuseUnstableReference(Lowering& l, const clang::Expr* init, const ir::ExprRef& value,
                             bool isWritten);

// --- the kernel ends without a result (Abandon) ---
/// From there no way leads on, and no handler of the kernel's looks at it: the kernel ends. False
/// where the statement is to be lowered as others are.
bool endsThere(Lowering& l, const clang::Stmt* stmt);
/// Of a choice one side of which is such an end the other one, behind the test; null of others.
const clang::Expr* survivingSide(Lowering& l, const clang::ConditionalOperator* choice);
void abandonByThrow(Lowering& l, const clang::CXXThrowExpr* expr);
/// By an exception that no handler of the kernel's takes.
void abandon(Lowering& l, const Exception& exception, clang::SourceLocation where);
inline const LibraryException badAccess = {{"out_of_range", "logic_error", "exception"}, "\"at\""};
/// The same, or an exit to a handler of the kernel's.
void throwFromLibrary(Lowering& l, const LibraryException& exception, clang::SourceLocation where);
void throwFromLibraryIf(Lowering& l, ir::ExprRef condition, const LibraryException& exception,
                        clang::SourceLocation where);
/// False if the call is none of a function that ends the program.
bool abandonByCall(Lowering& l, const clang::CallExpr* expr);

} // namespace treelize::front
