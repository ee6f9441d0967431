// From a throw to the handler that takes the exception, within a kernel: which one is known, and so
// is what a handler may throw again.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/statements/Statements.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

/// Does the handler take an exception of this type?
bool takes(const CXXCatchStmt* handler, QualType thrown) {
  const QualType type = handler->getCaughtType().getNonReferenceType().getUnqualifiedType();
  if (type.getCanonicalType() == thrown.getCanonicalType().getUnqualifiedType())
    return true;
  const CXXRecordDecl *base = type->getAsCXXRecordDecl(), *derived = thrown->getAsCXXRecordDecl();
  return base && derived && derived->hasDefinition() && derived->isDerivedFrom(base);
}

bool takes(const CXXCatchStmt* handler, const Exception& exception) {
  if (handler->getCaughtType().isNull())
    return true; // catch (...)
  if (exception.source)
    return takes(handler, exception.source->getSubExpr()->getType());
  return std::ranges::any_of(exception.library.classes, [&](const std::string& name) {
    return isStdClass(handler->getCaughtType(), name);
  });
}

/// The number of the first handler that takes the exception; nothing if none does.
std::optional<unsigned> handlerFor(const TryBlock& block, const Exception& exception) {
  for (unsigned i = 0; i < block.stmt->getNumHandlers(); ++i)
    if (takes(block.stmt->getHandler(i), exception))
      return i;
  return std::nullopt;
}

bool throwsAgain(const Stmt* stmt) {
  if (const auto* thrown = dyn_cast_or_null<CXXThrowExpr>(stmt); thrown && !thrown->getSubExpr())
    return true;
  return stmt && !isa<LambdaExpr>(stmt) && std::ranges::any_of(stmt->children(), throwsAgain);
}

bool isSame(const Exception& a, const Exception& b) {
  return a.source == b.source && a.library.classes == b.library.classes &&
         a.library.arguments == b.library.arguments;
}

/// The number for an exception that the handler takes: of its own, where it may be thrown again.
unsigned numberOf(TryBlock& block, unsigned handler, const Exception& exception) {
  unsigned next = block.stmt->getNumHandlers() + 1;
  bool isFirst = true;
  for (const Caught& one : block.reached) {
    if (one.handler == handler && isSame(one.exception, exception))
      return one.number;
    isFirst = isFirst && one.handler != handler;
    next = std::max(next, one.number + 1);
  }
  const bool isOwn = !isFirst && throwsAgain(block.stmt->getHandler(handler)->getHandlerBlock());
  block.reached.push_back({handler, isOwn ? next : handler + 1, exception});
  return block.reached.back().number;
}

/// The handlers that look at an exception: the one that takes it, and those that do when it is
/// thrown again.
std::vector<std::pair<const CXXCatchStmt*, Value>> lookers(const Lowering& l,
                                                           const Exception& exception) {
  std::vector<std::pair<const CXXCatchStmt*, Value>> found;
  for (auto block = l.tries.rbegin(); block != l.tries.rend(); ++block) {
    const std::optional<unsigned> taker = handlerFor(*block, exception);
    if (!taker)
      continue;
    const CXXCatchStmt* handler = block->stmt->getHandler(*taker);
    if (!std::holds_alternative<std::monostate>(block->exceptions[*taker]))
      found.emplace_back(handler, block->exceptions[*taker]);
    if (!throwsAgain(handler->getHandlerBlock()))
      break;
  }
  return found;
}

/// The exception as handlers see it.
void hand(Lowering& l, const Exception& exception) {
  const auto handlers = lookers(l, exception);
  if (handlers.empty() || !exception.source)
    return;
  const Expr* thrown = exception.source->getSubExpr();
  const SourceLocation where = thrown->getExprLoc();
  const QualType type = thrown->getType().getUnqualifiedType();
  for (const auto& [handler, variable] : handlers)
    if (!l.ast.hasSameUnqualifiedType(handler->getCaughtType().getNonReferenceType(), type))
      l.notYet(where, "a handler that looks at the base of what is thrown here",
               "catch '" + l.types.of(type)->spelling + "' before it");
  const auto& [first, variable] = handlers.front();
  if (type->isRecordType())
    transferObject(l, type, variable, value(l, thrown), where);
  else
    assignValue(l, type, variable, rvalue(l, thrown), where);
  for (std::size_t i = 1; i < handlers.size(); ++i)
    assignValue(l, type, handlers[i].second, variable, where);
}

/// Leaves for the innermost handler that takes the exception; false if there is none.
bool escape(Lowering& l, const Exception& exception, SourceLocation where) {
  for (auto block = l.tries.rbegin(); block != l.tries.rend(); ++block) {
    const std::optional<unsigned> handler = handlerFor(*block, exception);
    if (!handler)
      continue;
    TryBlock& taker = *block; // the destructors may hold try blocks of their own
    runCleanups(l, taker.cleanups);
    l.emit(ir::assign(l.placeOf(taker.caught), ir::AssignOp::Set,
                      ir::integer(numberOf(taker, *handler, exception)), toLocation(where)));
    l.emit({toLocation(where), ir::Escape{taker.guard}});
    return true;
  }
  return false;
}

void leave(Lowering& l, const Exception& exception, SourceLocation where) {
  if (!escape(l, exception, where))
    abandon(l, exception, where);
}

/// May the exception be another one by now, or one that the handler that takes it does not know?
void refuseChanged(Lowering& l, const Handler& handler, const Exception& exception,
                   SourceLocation where) {
  const VarDecl* variable = handler.stmt->getExceptionDecl();
  const QualType type = variable ? variable->getType() : QualType();
  const bool mayChange = variable && variable->isUsed() && type->isReferenceType() &&
                         !type->getPointeeType().isConstQualified();
  const auto looks = lookers(l, exception);
  if (looks.empty())
    return;
  if (mayChange)
    l.notYet(where, "an exception that is thrown again by a handler that may change it",
             "catch it by a const reference");
  const bool isInner =
      std::any_of(l.tries.begin() + static_cast<std::ptrdiff_t>(handler.tries), l.tries.end(),
                  [&](const TryBlock& block) { return handlerFor(block, exception).has_value(); });
  if (isInner || !throwsAgain(handler.stmt->getHandlerBlock()))
    l.notYet(where, "an exception that is thrown again to a handler that looks at it, here,",
             "throw it by its name, 'throw e;'");
}

} // namespace

bool escapeByThrow(Lowering& l, const CXXThrowExpr* expr) {
  const Exception exception{expr};
  hand(l, exception);
  return escape(l, exception, expr->getExprLoc());
}

void throwAgain(Lowering& l, const CXXThrowExpr* expr) {
  const SourceLocation where = expr->getExprLoc();
  if (l.handlers.empty())
    l.notYet(where, "'throw' without an exception outside of a handler",
             "throw an exception of your own");
  const Handler handler = l.handlers.back();
  const auto again = [&](const Caught& caught) {
    refuseChanged(l, handler, caught.exception, where);
    leave(l, caught.exception, where);
  };
  for (const Caught& caught : handler.exceptions) {
    if (std::ranges::count(handler.exceptions, caught.number, &Caught::number) > 1)
      l.notYet(where, "'throw' without an exception in a function that a handler calls",
               "write it into the handler");
    if (&caught == &handler.exceptions.back())
      return again(caught);
    ir::If branch{ir::apply(ir::Op::eq_, {l.loadOf(handler.caught), ir::integer(caught.number)},
                            ir::boolType(), toLocation(where)),
                  {},
                  {}};
    branch.thenBlock = l.collect([&] { again(caught); });
    l.emit({toLocation(where), std::move(branch)});
  }
}

void throwFromLibrary(Lowering& l, const LibraryException& exception, SourceLocation where) {
  leave(l, {nullptr, exception}, where);
}

void throwFromLibraryIf(Lowering& l, ir::ExprRef condition, const LibraryException& exception,
                        SourceLocation where) {
  ir::If check{std::move(condition), {}, {}};
  check.thenBlock = l.collect([&] { throwFromLibrary(l, exception, where); });
  l.emit({toLocation(where), std::move(check)});
}

} // namespace treelize::front
