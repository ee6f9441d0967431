// for, while and do: a counted loop where the form and the body allow it, else a general one.
#include "front/lower/CountedLoop.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/statements/Statements.h"
#include "ir/Exits.h"
#include "ir/Literals.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::Op;

namespace {

/// Of the test of a loop, which may be left out.
std::optional<bool> constantTruth(const Lowering& l, const Expr* expr) {
  bool holds = true;
  const bool isKnown = !expr || (!expr->isValueDependent() && !expr->HasSideEffects(l.ast) &&
                                 expr->EvaluateAsBooleanCondition(holds, l.ast));
  return isKnown ? std::optional(holds) : std::nullopt;
}

bool isConstantTrue(const Lowering& l, const Expr* expr) {
  return constantTruth(l, expr) == true;
}

ir::Stmt breakUnless(ir::ExprRef holds, Location at) {
  ir::If exit;
  exit.condition = ir::logicalNot(std::move(holds));
  exit.thenBlock.push_back({at, ir::Break{}});
  return {at, std::move(exit)};
}

/// What the loop asks before each run; `while (double d = f(x))` declares a variable each time.
ir::ExprRef test(Lowering& l, const VarDecl* variable, const Expr* condition) {
  if (variable)
    declaration(l, variable);
  return isConstantTrue(l, condition) ? ir::boolean(true) : front::condition(l, condition);
}

/// A loop that tests before each run. A test with effects of its own moves into the body.
void general(Lowering& l, const VarDecl* variable, const Expr* condition,
             const std::function<void()>& lowerBody, const std::function<void()>& lowerStep,
             Location at) {
  ir::While loop;
  ir::Block body, effects;
  const auto lowerTest = [&] {
    effects = l.collectRepeated([&] { loop.condition = test(l, variable, condition); });
  };
  if (variable) // the body sees it
    lowerTest();
  body = l.collectRepeated(lowerBody);
  ir::Block step = l.collectRepeated(lowerStep);
  if (!variable)
    lowerTest();
  if (effects.empty()) {
    loop.body = std::move(body);
  } else {
    loop.body = std::move(effects);
    loop.body.push_back(breakUnless(loop.condition, at));
    std::ranges::move(body, std::back_inserter(loop.body));
    loop.condition = ir::boolean(true);
  }
  loop.step = std::move(step);
  l.emit({at, std::move(loop)});
}

std::optional<std::int64_t> numberOf(const ir::ExprRef& expr) {
  const auto* literal = std::get_if<ir::Literal>(&expr->node);
  const bool hasName = literal && literal->number && !llvm::isDigit(literal->text[0]);
  return literal && !hasName ? literal->number : std::nullopt; // a name stays
}

/// expr + 1, as a person would write it.
ir::ExprRef next(const ir::ExprRef& expr) {
  if (const std::optional<std::int64_t> number = numberOf(expr))
    return ir::integer(*number + 1, expr->type);
  if (const auto* apply = std::get_if<ir::Apply>(&expr->node);
      apply && apply->op == Op::sub && numberOf(apply->args[1]) == 1)
    return apply->args[0];
  return ir::apply(Op::add, {expr, ir::integer(1, expr->type)}, expr->type, expr->location);
}

bool isNonNegative(const Lowering& l, const ir::ExprRef& expr) {
  if (!expr->type->isSigned)
    return true;
  if (const std::optional<std::int64_t> number = numberOf(expr))
    return *number >= 0;
  if (const auto* load = std::get_if<ir::Load>(&expr->node))
    return load->place.path.empty() && l.nonNegative.contains(load->place.base.index);
  if (const auto* cast = std::get_if<ir::Cast>(&expr->node))
    return isNonNegative(l, cast->arg);
  if (const auto* apply = std::get_if<ir::Apply>(&expr->node);
      apply && (apply->op == Op::add || apply->op == Op::mul))
    return isNonNegative(l, apply->args[0]) && isNonNegative(l, apply->args[1]);
  return false;
}

/// The bound in the counter's own type, without a detour through the type they were compared in.
ir::ExprRef inCounterType(const ir::ExprRef& bound, const ir::TypeRef& type) {
  if (const auto* cast = std::get_if<ir::Cast>(&bound->node))
    if (cast->arg->type->is(ir::TypeKind::Integer) && cast->arg->type->bits == type->bits &&
        cast->arg->type->isSigned == type->isSigned)
      return cast->arg;
  if (const std::optional<std::int64_t> number = numberOf(bound))
    return ir::integer(*number, type);
  return converted(bound, type);
}

bool readsAny(const ir::ExprRef& expr,
              const std::function<bool(const ir::Place&, bool isSize)>& fn) {
  return ir::any(*expr, [&](const ir::Expr& e) {
    if (const auto* load = std::get_if<ir::Load>(&e.node))
      return fn(load->place, false);
    if (const auto* size = std::get_if<ir::Size>(&e.node))
      return fn(size->container, true);
    return false;
  });
}

/// Does the body change what the expression reads? An element's write changes no size.
bool isChangedBy(Lowering& l, const ir::ExprRef& expr, const ir::Block& body) {
  bool changed = false;
  const auto meets = [&](const ir::Place& written) {
    changed = changed || readsAny(expr, [&](const ir::Place& read, bool isSize) {
                if (read.base != written.base)
                  return false;
                const std::size_t common = std::min(read.path.size(), written.path.size());
                for (std::size_t i = 0; i < common; ++i)
                  if (read.path[i].field != written.path[i].field)
                    return false;
                return !isSize || written.path.size() <= read.path.size();
              });
  };
  ir::forEachStmt(body, [&](const ir::Stmt& stmt) { ir::forEachWritten(l.kernel, stmt, meets); });
  return changed;
}

struct Bounds {
  ir::ExprRef start, bound; // in the counter's type
  ir::ExprRef ahead;        // likewise; null: nothing
  ir::Block read;           // what the bound is made of
  bool areUsable = false;
};

Bounds boundsOf(Lowering& l, const CountedLoop& loop, ir::VarId counter, const ir::TypeRef& type) {
  Bounds bounds;
  bounds.start = literalOf(l, loop.start, type);
  if (!bounds.start)
    bounds.start = converted(rvalue(l, loop.start), type);
  ir::ExprRef bound;
  bounds.read = l.collect([&] {
    bound = rvalue(l, loop.bound);
    if (loop.ahead)
      bounds.ahead = literalOf(l, loop.ahead, type);
    if (loop.ahead && !bounds.ahead)
      bounds.ahead = converted(rvalue(l, loop.ahead), type);
  });
  const bool isRead = std::ranges::all_of(bounds.read, [](const ir::Stmt& stmt) {
    return std::holds_alternative<ir::Declare>(stmt.node);
  });
  const bool readsCounter =
      ir::mentions(bounds.read, counter) ||
      readsAny(bound, [&](const ir::Place& place, bool) { return place.base == counter; });
  // Compared as unsigned numbers, a negative counter would be a large one.
  const bool isUnsignedTest = type->isSigned && !bound->type->isSigned;
  const bool staysPositive = !loop.descending && isNonNegative(l, bounds.start) &&
                             (!bounds.ahead || isNonNegative(l, bounds.ahead));
  bounds.areUsable =
      isRead && !readsCounter && (!isUnsignedTest || staysPositive || loop.countsFirst);
  bounds.bound = inCounterType(bound, type);
  return bounds;
}

/// Would the statements read something else after the body?
bool isReadAnew(const Lowering& l, const ir::Block& read, const ir::Block& body) {
  bool changed = false;
  ir::forEachStmt(body, [&](const ir::Stmt& stmt) {
    if (ir::declared(stmt))
      return;
    ir::forEachWritten(l.kernel, stmt, [&](const ir::Place& written) {
      for (const ir::Stmt& reader : read)
        ir::forEachExpr(reader, [&](const ir::Expr& e) {
          ir::forEachRead(
              e, [&](const ir::Place& place) { changed = changed || mayOverlap(written, place); });
        });
    });
  });
  return changed;
}

/// `bound - ahead`, but no unsigned number below zero.
ir::ExprRef behind(ir::ExprRef bound, const ir::ExprRef& ahead) {
  if (!ahead)
    return bound;
  const ir::TypeRef type = bound->type;
  ir::ExprRef less = ir::apply(ir::Op::sub, {bound, ahead}, type);
  if (type->isSigned)
    return less;
  return ir::select(ir::apply(ir::Op::gt_, {bound, ahead}, ir::boolType()), std::move(less),
                    ir::integer(0, type));
}

void emitCounted(Lowering& l, const CountedLoop& loop, ir::VarId counter, Bounds bounds,
                 ir::Block body, Location at) {
  if (isChangedBy(l, bounds.start, body))
    bounds.start = l.keep(bounds.start, "start");
  ir::For result;
  result.counter = counter;
  result.step = loop.step;
  result.descending = loop.descending;
  if (loop.countsFirst) {
    result.lower = bounds.bound;
    result.upper = bounds.start;
  } else if (loop.descending) {
    result.lower = loop.includesBound ? bounds.bound : next(bounds.bound);
    result.upper = next(bounds.start);
  } else {
    result.lower = bounds.start;
    result.upper = behind(loop.includesBound ? next(bounds.bound) : bounds.bound, bounds.ahead);
  }
  result.body = std::move(body);
  l.emit({at, std::move(result)});
}

/// False if it is no counted loop after all; nothing has been emitted then.
bool tryCounted(Lowering& l, const ForStmt* stmt) {
  const std::optional<CountedLoop> loop = countedLoop(l, stmt);
  if (!loop)
    return false;
  const Location at = toLocation(stmt->getForLoc());
  const ir::TypeRef type = l.types.of(loop->counter->getType());
  ir::Block others = l.collect([&] {
    for (const Decl* decl : cast<DeclStmt>(stmt->getInit())->decls())
      if (decl != loop->counter)
        declaration(l, decl);
  });
  const ir::VarId counter = l.addLocal(loop->counter->getNameAsString(), type, {.isStable = true},
                                       toLocation(loop->counter->getLocation()));
  l.bindings[loop->counter] = l.placeOf(counter);
  Bounds bounds;
  ir::Block before = l.collect([&] { bounds = boundsOf(l, *loop, counter, type); });
  if (!bounds.areUsable)
    return false;
  if (isNonNegative(l, loop->descending ? bounds.bound : bounds.start))
    l.nonNegative.insert(counter.index);
  ir::Block body = l.collectRepeated([&] { statement(l, stmt->getBody()); });
  l.append(std::move(others));
  l.append(std::move(before));
  const bool isAheadChanged = bounds.ahead && isChangedBy(l, bounds.ahead, body);
  const bool isEndedByBody =
      loop->mayCountToLargest && std::ranges::any_of(body, [](const ir::Stmt& stmt) {
        return ir::mayBreak(stmt) || ir::mayReturn(stmt);
      });
  if (!isEndedByBody && !isAheadChanged && !isChangedBy(l, bounds.bound, body) &&
      !isReadAnew(l, bounds.read, body)) {
    l.append(std::move(bounds.read));
    emitCounted(l, *loop, counter, std::move(bounds), std::move(body), at);
    return true;
  }
  l.emit(ir::declare(counter, bounds.start, at));
  general(
      l, nullptr, stmt->getCond(), [&] { l.append(std::move(body)); },
      [&] {
        if (stmt->getInc())
          effect(l, stmt->getInc());
      },
      at);
  return true;
}

} // namespace

void forLoop(Lowering& l, const ForStmt* stmt) {
  widenPointers(l, stmt);
  if (tryCounted(l, stmt))
    return;
  if (stmt->getInit())
    statement(l, stmt->getInit());
  widenPointers(l, stmt);
  general(
      l, stmt->getConditionVariable(), stmt->getCond(), [&] { statement(l, stmt->getBody()); },
      [&] {
        if (stmt->getInc())
          effect(l, stmt->getInc());
      },
      toLocation(stmt->getForLoc()));
}

/// Nothing comes back from the body: it runs once, or never.
static void guard(Lowering& l, const WhileStmt* stmt) {
  ir::If branch;
  branch.condition = test(l, stmt->getConditionVariable(), stmt->getCond());
  if (const std::optional<bool> known = ir::literalTruth(*branch.condition))
    return *known ? statement(l, stmt->getBody()) : void();
  branch.thenBlock = l.collect([&] { statement(l, stmt->getBody()); });
  l.emit({toLocation(stmt->getWhileLoc()), std::move(branch)});
}

void whileLoop(Lowering& l, const WhileStmt* stmt) {
  if (l.noReturn.neverEnds(stmt->getBody()))
    return guard(l, stmt);
  widenPointers(l, stmt);
  general(
      l, stmt->getConditionVariable(), stmt->getCond(), [&] { statement(l, stmt->getBody()); },
      [] {}, toLocation(stmt->getWhileLoc()));
}

void doLoop(Lowering& l, const DoStmt* stmt) {
  widenPointers(l, stmt);
  const Location at = toLocation(stmt->getDoLoc());
  ir::While loop;
  loop.body = l.collectRepeated([&] { statement(l, stmt->getBody()); });
  ir::Block effects = l.collectRepeated([&] {
    loop.condition =
        isConstantTrue(l, stmt->getCond()) ? ir::boolean(true) : condition(l, stmt->getCond());
  });
  if (constantTruth(l, stmt->getCond()) == false && ir::isOnce(loop.body))
    return l.emit(
        {at, ir::Region{
                 std::move(loop.body), false, std::nullopt, {}, std::nullopt}}); // a macro's braces
  if (effects.empty()) {
    loop.testAfter = true;
  } else {
    // The test runs after the body and after a continue: where the step stands.
    const ir::VarId again = l.addLocal("again", ir::boolType(), {}, at);
    l.emit(ir::declare(again, ir::boolean(true), at));
    loop.step = std::move(effects);
    loop.step.push_back(ir::assign(l.placeOf(again), ir::AssignOp::Set, loop.condition, at));
    loop.condition = l.loadOf(again);
  }
  l.emit({at, std::move(loop)});
}

} // namespace treelize::front
