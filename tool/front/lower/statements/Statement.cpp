// Statements: one after the other, each with one effect.
#include "front/lower/calls/Candidates.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Refusals.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/statements/Statements.h"
#include "ir/Literals.h"

namespace treelize::front {

using namespace clang;

namespace {

void ifStmt(Lowering& l, const IfStmt* stmt) {
  if (stmt->getInit())
    statement(l, stmt->getInit());
  if (const std::optional<const Stmt*> decided = decidedBranch(l.ast, stmt))
    return statement(l, *decided);
  if (stmt->getConditionVariable())
    declaration(l, stmt->getConditionVariable());
  ir::ExprRef chosen = condition(l, stmt->getCond());
  if (const std::optional<bool> known = ir::literalTruth(*chosen))
    return statement(l, *known ? stmt->getThen() : stmt->getElse());
  ir::If branch;
  branch.thenBlock = l.collect([&] { statement(l, stmt->getThen()); });
  if (stmt->getElse())
    branch.elseBlock = l.collect([&] { statement(l, stmt->getElse()); });
  branch.condition = std::move(chosen);
  l.emit({toLocation(stmt->getIfLoc()), std::move(branch)});
}

/// What a return leaves behind: a place, a view or a closure where the type is one, else a value.
Value returnedValue(Lowering& l, const ReturnStmt* stmt, QualType type) {
  const Expr* expr = stmt->getRetValue();
  if (const auto* made = dyn_cast<CXXConstructExpr>(bare(expr));
      made && stmt->getNRVOCandidate() && dissolves(l, type))
    return value(l, made->getArg(0)); // a local that nobody else will use
  if (type->isReferenceType() && !isView(type))
    return glvalue(l, expr);
  if (isView(type) || isMatrixView(type) || isClosure(type) || dissolves(l, type))
    return value(l, expr);
  return rvalue(l, expr);
}

/// One of the elements of a vector that is taken apart: its position is kept, as the loops in which
/// it was found end.
void nameElement(Lowering& l, const ObjectState& element, const ObjectState* before,
                 SourceLocation where) {
  const ir::TypeRef& type = l.types.offsetType();
  const Location at = toLocation(where);
  if (!before) {
    const ir::VarId position = l.addLocal("position", type, {}, at);
    l.globals.push_back(ir::declare(position, ir::integer(0, type), at));
    l.frame().returned = elementIn(l, element.home, l.loadOf(position), where);
    before = std::get<Object>(l.frame().returned).state.get();
  }
  l.emit(ir::assign(std::get<ir::Load>(before->index->node).place, ir::AssignOp::Set,
                    converted(element.index, type), at));
}

/// `return *this;` at several places of a function.
void nameObject(Lowering& l, const Expr* expr, SourceLocation where) {
  Value& returned = l.frame().returned;
  const Value named = glvalue(l, expr);
  const auto *object = std::get_if<Object>(&named), *before = std::get_if<Object>(&returned);
  if (object && object->state->home && (!before || before->state->home == object->state->home))
    return nameElement(l, *object->state, before ? before->state.get() : nullptr, where);
  if (!object || (before && before->state != object->state))
    l.notYet(where, "a function that returns a reference to one of several such objects",
             "return it in one place, at the end");
  returned = named;
}

/// What a function that stays a call returns of an optional.
ir::ExprRef optionalAsPair(Lowering& l, const ReturnStmt* stmt, QualType type) {
  const Location at = toLocation(stmt->getReturnLoc());
  const Value from = value(l, stmt->getRetValue());
  const ir::Place pair = l.placeOf(l.addLocal("result", l.kernel.returnType, {}, at));
  l.emit(ir::declare(pair.base, nullptr, at));
  transferObject(l, type, pair, from, stmt->getReturnLoc());
  return ir::load(pair, at);
}

void returnStmt(Lowering& l, const ReturnStmt* stmt) {
  const Location at = toLocation(stmt->getReturnLoc());
  const QualType type = l.frame().function->getReturnType();
  const Expr* expr = stmt->getRetValue();
  const bool isKernel = l.frames.size() == 1;
  if (expr && type->isVoidType()) {
    effect(l, expr);
    expr = nullptr;
  }
  if (l.frame().returnsAtEnd) {
    if (expr)
      l.frame().returned = returnedValue(l, stmt, type);
    if (const auto* number = std::get_if<ir::ExprRef>(&l.frame().returned);
        number && l.frame().cleanups < l.cleanups.size())
      l.frame().returned = l.frozen(*number);
    return runCleanups(l, l.frame().cleanups);
  }
  ir::ExprRef result;
  const Value& resultObject = l.frame().resultObject;
  if (expr && l.frame().namesObject)
    nameObject(l, expr, stmt->getReturnLoc());
  else if (expr && (std::holds_alternative<MovingView>(resultObject) ||
                    std::holds_alternative<HeapPointer>(resultObject))) {
    const Storing storing(l);
    moveView(l, Value(resultObject),
             type->isReferenceType() ? addressOf(l, expr, stmt->getReturnLoc())
                                     : nullableView(l, expr),
             stmt->getReturnLoc());
  } else if (expr && std::holds_alternative<Object>(l.frame().resultObject))
    transferObject(l, type, l.frame().resultObject, value(l, expr), stmt->getReturnLoc());
  else if (expr && !type->isReferenceType() && heapBehind(l, type))
    result = heapNumber(l, nullableView(l, expr), stmt->getReturnLoc());
  else if (expr && isFunctionVariable(type) && !type->isReferenceType())
    result = functionNumber(l, type, closureValue(l, expr), stmt->getReturnLoc());
  else if (expr && l.ownFrames > 0 && libraryOf(type) == Library::optional)
    result = optionalAsPair(l, stmt, type);
  else if (expr)
    result = converted(rvalue(l, expr), isKernel ? l.kernel.returnType : l.types.of(type));
  if (result && l.frame().cleanups < l.cleanups.size())
    result = l.frozen(result);
  runCleanups(l, l.frame().cleanups);
  l.emit({at, ir::Return{std::move(result)}});
}

[[noreturn]] void refuseStmt(Lowering& l, const Stmt* stmt) {
  const SourceLocation where = stmt->getBeginLoc();
  if (isa<GotoStmt, IndirectGotoStmt>(stmt))
    l.refuse(Diag::refused_construct, where, {"'goto'", "use a loop, break or an early return"});
  if (isa<SwitchCase>(stmt))
    l.notYet(where, "a case label inside of another statement",
             "put all labels directly into the switch");
  if (isa<AsmStmt>(stmt))
    l.refuse(Diag::refused_construct, where, {"an asm statement", "write it in C++"});
  l.notYet(where, "the statement '" + sourceText(l, stmt->getSourceRange()) + "'",
           "use declarations, assignments, calls, branches and loops");
}

void declarationStmt(Lowering& l, const DeclStmt* stmt, bool endsWithBlock) {
  for (const Decl* decl : stmt->decls())
    declaration(l, decl, endsWithBlock);
}

/// One statement that cannot be lowered does not hide what is wrong with the next.
void compound(Lowering& l, const CompoundStmt* stmt) {
  const bool isKernelBody = l.frames.size() == 1 && stmt == l.frame().function->getBody();
  bool isRefused = false;
  const std::size_t objects = l.cleanups.size();
  for (const Stmt* child : stmt->body()) {
    try {
      const auto* declarations = dyn_cast<DeclStmt>(child);
      if (!declarations)
        statement(l, child);
      else if (!endsThere(l, declarations))
        declarationStmt(l, declarations, /*endsWithBlock=*/true);
    } catch (const Refused&) {
      // A declaration that failed would make every use of its names fail too.
      if (!isKernelBody || isa<DeclStmt>(child))
        throw;
      isRefused = true;
    }
  }
  if (isRefused)
    throw Refused();
  const Stmt* last = stmt->body_empty() ? nullptr : stmt->body_back();
  endBlock(l, objects, last && isa<ReturnStmt, BreakStmt, ContinueStmt>(last));
}

} // namespace

std::optional<const Stmt*> decidedBranch(const ASTContext& ast, const IfStmt* stmt) {
  if (stmt->isConsteval())
    return stmt->isNegatedConsteval() ? stmt->getThen() : stmt->getElse();
  if (stmt->isConstexpr())
    return stmt->getNondiscardedCase(ast).value_or(nullptr);
  const auto* test = dyn_cast<CallExpr>(stmt->getCond()->IgnoreParenImpCasts());
  const FunctionDecl* callee = test ? test->getDirectCallee() : nullptr;
  const bool asksWhen = callee && isInStd(callee) && callee->getDeclName().isIdentifier() &&
                        callee->getName().ends_with("is_constant_evaluated"); // a kernel runs later
  return asksWhen ? std::optional<const Stmt*>(stmt->getElse()) : std::nullopt;
}

/// `Guard(x);`
static const CXXConstructExpr* discardedObject(const Expr* expr) {
  const Expr* from = bare(expr);
  while (const auto* cast = dyn_cast<CastExpr>(from))
    from = bare(cast->getSubExpr());
  const auto* made = dyn_cast<CXXConstructExpr>(from);
  return made && endsWithCall(made->getType()) ? made : nullptr;
}

void statement(Lowering& l, const Stmt* stmt) {
  if (!stmt || isa<NullStmt>(stmt))
    return;
  l.workAt(stmt->getBeginLoc());
  if (endsThere(l, stmt))
    return;
  const Location at = toLocation(stmt->getBeginLoc());
  if (const auto* block = dyn_cast<CompoundStmt>(stmt))
    return compound(l, block);
  if (const auto* label = dyn_cast<LabelStmt>(stmt)) // what goes there is refused
    return statement(l, label->getSubStmt());
  if (const auto* declarations = dyn_cast<DeclStmt>(stmt)) {
    return declarationStmt(l, declarations, /*endsWithBlock=*/false);
  }
  if (const auto* expr = dyn_cast<Expr>(stmt)) {
    const CXXConstructExpr* made = discardedObject(expr);
    if (!made)
      return effect(l, expr);
    const std::size_t objects = l.cleanups.size();
    addCleanup(l, made->getType(),
               initialized(l,
                           {"object",
                            made->getType(),
                            made->getExprLoc(),
                            /*isWritten=*/true,
                            {},
                            /*endsWithBlock=*/true},
                           made));
    return endBlock(l, objects, /*isLeft=*/false);
  }
  if (const auto* attributed = dyn_cast<AttributedStmt>(stmt))
    return statement(l, attributed->getSubStmt());
  if (const auto* branch = dyn_cast<IfStmt>(stmt))
    return ifStmt(l, branch);
  if (const auto* loop = dyn_cast<ForStmt>(stmt))
    return forLoop(l, loop);
  if (const auto* loop = dyn_cast<WhileStmt>(stmt))
    return whileLoop(l, loop);
  if (const auto* loop = dyn_cast<DoStmt>(stmt))
    return doLoop(l, loop);
  if (const auto* loop = dyn_cast<CXXForRangeStmt>(stmt))
    return rangeFor(l, loop);
  if (const auto* choice = dyn_cast<SwitchStmt>(stmt))
    return switchStmt(l, choice);
  if (const auto* exit = dyn_cast<ReturnStmt>(stmt))
    return returnStmt(l, exit);
  if (const auto* directive = dyn_cast<OMPExecutableDirective>(stmt))
    return parallelDirective(l, directive);
  if (const auto* guarded = dyn_cast<CXXTryStmt>(stmt))
    return tryStmt(l, guarded);
  if (isa<BreakStmt>(stmt)) {
    runCleanups(l, l.breakMarks.back());
    return l.emit({at, ir::Break{}});
  }
  if (isa<ContinueStmt>(stmt)) {
    runCleanups(l, l.loopMarks.back());
    return l.emit({at, ir::Continue{}});
  }
  refuseStmt(l, stmt);
}

} // namespace treelize::front
