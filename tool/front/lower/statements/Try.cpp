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

/// Is the handler to run?
ir::ExprRef isCaught(const Handler& handler, unsigned index, const ir::ExprRef& caught,
                     Location at) {
  const auto isNumber = [&](unsigned number) {
    return ir::apply(ir::Op::eq_, {caught, ir::integer(number)}, ir::boolType(), at);
  };
  ir::ExprRef result = isNumber(index + 1);
  unsigned known = index + 1;
  for (const Caught& one : handler.exceptions)
    if (one.number > known) {
      result = ir::apply(ir::Op::lor_, {result, isNumber(one.number)}, ir::boolType(), at);
      known = one.number;
    }
  return result;
}

ir::Block handlerBlock(Lowering& l, Handler handler) {
  const Stmt* body = handler.stmt->getHandlerBlock();
  l.handlers.push_back(std::move(handler));
  try {
    ir::Block block = l.collect([&] { statement(l, body); });
    l.handlers.pop_back();
    return block;
  } catch (...) {
    l.handlers.pop_back();
    throw;
  }
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
  ir::Region region;
  region.guard = block.guard;
  l.tries.push_back(std::move(block));
  region.body = l.collect([&] { statement(l, stmt->getTryBlock()); });
  block = std::move(l.tries.back());
  l.tries.pop_back();
  l.emit({at, std::move(region)});

  for (unsigned i = 0; i < stmt->getNumHandlers(); ++i) {
    Handler handler{stmt->getHandler(i), block.caught, {}, l.tries.size()};
    std::ranges::copy_if(block.reached, std::back_inserter(handler.exceptions),
                         [&](const Caught& one) { return one.handler == i; });
    if (!std::holds_alternative<std::monostate>(block.exceptions[i]))
      l.bindings[handler.stmt->getExceptionDecl()] = block.exceptions[i];
    ir::If branch{isCaught(handler, i, caught, at), {}, {}};
    branch.thenBlock = handlerBlock(l, std::move(handler));
    if (!branch.thenBlock.empty())
      l.emit({toLocation(stmt->getHandler(i)->getCatchLoc()), std::move(branch)});
  }
}

void refuseInTry(Lowering& l, SourceLocation where, const std::string& what) {
  if (!l.tries.empty())
    l.notYet(where, what + " in a try block", "call it outside, or check its arguments first");
}

} // namespace treelize::front
