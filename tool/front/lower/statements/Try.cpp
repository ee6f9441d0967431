// try and catch inside a kernel: a throw whose handler is known is an exit like break or return. It
// stores which handler is to run and leaves the block; the handlers follow as branches.
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
  if (handler->getCaughtType().isNull())
    return true; // catch (...)
  const QualType type = handler->getCaughtType().getNonReferenceType().getUnqualifiedType();
  if (type.getCanonicalType() == thrown.getCanonicalType().getUnqualifiedType())
    return true;
  const CXXRecordDecl *base = type->getAsCXXRecordDecl(), *derived = thrown->getAsCXXRecordDecl();
  return base && derived && derived->hasDefinition() && derived->isDerivedFrom(base);
}

/// Does it take one of the library's?
bool takes(const CXXCatchStmt* handler, const LibraryException& thrown) {
  if (handler->getCaughtType().isNull())
    return true;
  const auto* record = handler->getCaughtType().getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() &&
         std::ranges::any_of(thrown.classes,
                             [&](const std::string& name) { return record->getName() == name; });
}

/// Leaves for the innermost handler that takes the exception; false if there is none.
bool escapeTo(
    Lowering& l, const std::function<bool(const CXXCatchStmt*)>& isTaken,
    const std::function<void(const CXXCatchStmt* handler, const Value& exception)>& handOver,
    SourceLocation where) {
  for (auto block = l.tries.rbegin(); block != l.tries.rend(); ++block)
    for (unsigned i = 0; i < block->stmt->getNumHandlers(); ++i) {
      if (!isTaken(block->stmt->getHandler(i)))
        continue;
      if (const Value& exception = block->exceptions[i];
          !std::holds_alternative<std::monostate>(exception))
        handOver(block->stmt->getHandler(i), exception);
      runCleanups(l, block->cleanups);
      l.emit(ir::assign(l.placeOf(block->caught), ir::AssignOp::Set, ir::integer(i + 1),
                        toLocation(where)));
      l.emit({toLocation(where), ir::Escape{block->guard}});
      return true;
    }
  return false;
}

/// What a handler that looks at its exception sees: a variable, or nothing.
Value exceptionOf(Lowering& l, const CXXCatchStmt* handler) {
  const VarDecl* variable = handler->getExceptionDecl();
  if (!variable || !variable->isUsed())
    return {};
  const QualType type = variable->getType().getNonReferenceType().getUnqualifiedType();
  const SourceLocation where = variable->getLocation();
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  const bool isUsers = record && record->hasDefinition() && !isInStd(record) && !endsWithCall(type);
  if (!isUsers && !l.types.of(type)->isScalar())
    l.notYet(where, "a handler that looks at its exception",
             "throw a number or an object of a class of your own, or do without it");
  return zeroed(l, {variable->getNameAsString(), type, where});
}

/// The exception as the handler sees it.
void hand(Lowering& l, const Expr* thrown, const CXXCatchStmt* handler, const Value& exception) {
  const SourceLocation where = thrown->getExprLoc();
  const QualType type = handler->getCaughtType().getNonReferenceType().getUnqualifiedType();
  if (!l.ast.hasSameUnqualifiedType(type, thrown->getType()))
    l.notYet(where, "a handler that looks at the base of what is thrown here",
             "catch '" + l.types.of(thrown->getType())->spelling + "' before it");
  if (type->isRecordType())
    return transferObject(l, type, exception, value(l, thrown), where);
  const ir::Place number = std::get<ir::Place>(exception);
  l.emit(ir::assign(number, ir::AssignOp::Set, converted(rvalue(l, thrown), number.type),
                    toLocation(where)));
}

} // namespace

void tryStmt(Lowering& l, const CXXTryStmt* stmt) {
  const Location at = toLocation(stmt->getTryLoc());
  TryBlock block{
      stmt, l.guards++, l.addLocal("caught", ir::intType(), {}, at), l.cleanups.size(), {}};
  l.emit(ir::declare(block.caught, ir::integer(0), at));
  for (unsigned i = 0; i < stmt->getNumHandlers(); ++i)
    block.exceptions.push_back(exceptionOf(l, stmt->getHandler(i)));
  const ir::ExprRef caught = l.loadOf(block.caught);
  const std::vector<Value> exceptions = block.exceptions;

  ir::Region region;
  region.guard = block.guard;
  l.tries.push_back(std::move(block));
  region.body = l.collect([&] { statement(l, stmt->getTryBlock()); });
  l.tries.pop_back();
  l.emit({at, std::move(region)});

  for (unsigned i = 0; i < stmt->getNumHandlers(); ++i) {
    const CXXCatchStmt* handler = stmt->getHandler(i);
    if (!std::holds_alternative<std::monostate>(exceptions[i]))
      l.bindings[handler->getExceptionDecl()] = exceptions[i];
    ir::If branch{ir::apply(ir::Op::eq_, {caught, ir::integer(i + 1)}, ir::boolType(), at), {}, {}};
    branch.thenBlock = l.collect([&] { statement(l, handler->getHandlerBlock()); });
    if (!branch.thenBlock.empty())
      l.emit({toLocation(handler->getCatchLoc()), std::move(branch)});
  }
}

bool escapeByThrow(Lowering& l, const CXXThrowExpr* expr) {
  const Expr* thrown = expr->getSubExpr();
  if (!thrown)
    return false;
  const auto isTaken = [&](const CXXCatchStmt* handler) {
    return takes(handler, thrown->getType());
  };
  const auto handOver = [&](const CXXCatchStmt* handler, const Value& exception) {
    hand(l, thrown, handler, exception);
  };
  return escapeTo(l, isTaken, handOver, expr->getExprLoc());
}

void throwFromLibrary(Lowering& l, const LibraryException& exception, SourceLocation where) {
  const auto isTaken = [&](const CXXCatchStmt* handler) { return takes(handler, exception); };
  if (!escapeTo(l, isTaken, [](const CXXCatchStmt*, const Value&) {}, where))
    l.emit({toLocation(where),
            ir::Abandon{"throw std::" + exception.classes[0] + "(" + exception.arguments + ")"}});
}

void throwFromLibraryIf(Lowering& l, ir::ExprRef condition, const LibraryException& exception,
                        SourceLocation where) {
  ir::If check{std::move(condition), {}, {}};
  check.thenBlock = l.collect([&] { throwFromLibrary(l, exception, where); });
  l.emit({toLocation(where), std::move(check)});
}

void refuseInTry(Lowering& l, SourceLocation where, const std::string& what) {
  if (!l.tries.empty())
    l.notYet(where, what + " in a try block", "call it outside, or check its arguments first");
}

} // namespace treelize::front
