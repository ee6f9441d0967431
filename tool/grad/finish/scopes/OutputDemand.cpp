#include "grad/finish/scopes/OutputDemand.h"

#include "ir/Operators.h"
#include "ir/Walk.h"

#include <algorithm>
#include <optional>
#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

bool isDear(const Expr& e) {
  return any(e, [](const Expr& part) {
    const auto* apply = std::get_if<Apply>(&part.node);
    const bool isQuotient = apply && apply->op == Op::div && part.type->is(TypeKind::Real);
    return isQuotient || (apply && isCostly(apply->op)) ||
           std::holds_alternative<Opaque>(part.node);
  });
}

bool isOwn(const Variable& variable) {
  return (variable.role == Role::Local || variable.role == Role::Result) && !variable.byReference;
}

bool isOwnArray(const Kernel& kernel, VarId var) {
  const Type& type = *kernel[var].type;
  return isOwn(kernel[var]) && !type.isView() && type.element && type.element->isScalar();
}

/// The kernel's own number, or array of numbers, to which the statement gives a number, and does
/// nothing else.
std::optional<VarId> numberGiven(const Kernel& kernel, const Stmt& stmt) {
  std::optional<VarId> var = declared(stmt);
  const auto* s = std::get_if<Assign>(&stmt.node);
  if (s && s->target.type->isScalar())
    var = s->target.base;
  if (!var)
    return std::nullopt;
  const bool isElement = s && !s->target.path.empty();
  const bool isGiven =
      isElement ? isOwnArray(kernel, *var) : isOwn(kernel[*var]) && kernel[*var].type->isScalar();
  return isGiven ? var : std::nullopt;
}

} // namespace

OutputDemand::OutputDemand(const Kernel& kernel) : kernel(kernel) {
  for (bool grew = true; grew;) {
    grew = false;
    for (const Stmt& stmt : kernel.body)
      grew |= ask(stmt);
  }
  for (bool grew = true; grew;) {
    grew = false;
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      const std::optional<VarId> var = numberGiven(kernel, stmt);
      if (var && !asked.contains(*var) && takesMuch(stmt))
        grew |= dear.insert(*var).second;
    });
  }
}

bool OutputDemand::isForOutputs(const Stmt& stmt) const {
  if (const std::optional<VarId> var = numberGiven(kernel, stmt))
    return !asked.contains(*var);
  const auto* loop = std::get_if<For>(&stmt.node);
  if (!(loop && !loop->parallel && !loop->hasOwnTape) && !std::holds_alternative<If>(stmt.node))
    return false;
  return std::ranges::all_of(blocks(stmt), [&](const Block* block) {
    return std::ranges::all_of(*block, [&](const Stmt& inner) { return isForOutputs(inner); });
  });
}

bool OutputDemand::takesMuch(const Stmt& stmt) const {
  bool found = isLoop(stmt);
  const auto look = [&](const Place& p) {
    found = found || dear.contains(p.base) || isOutputsArray(p);
  };
  forEachStmt(std::span(&stmt, 1), [&](const Stmt& part) {
    forEachExpr(part, [&](const Expr& e) {
      found = found || isDear(e);
      forEachLoad(e, look);
    });
    if (const auto* s = std::get_if<Assign>(&part.node))
      look(s->target);
  });
  return found;
}

/// An element of an array that the outputs alone read.
bool OutputDemand::isOutputsArray(const Place& place) const {
  return !place.path.empty() && !asked.contains(place.base) && isOwnArray(kernel, place.base);
}

/// Nobody but a statement that is no plain one changes the length of an array.
bool OutputDemand::ask(const Expr& e) {
  bool grew = false;
  forEachLoad(e, [&](const Place& p) { grew |= asked.insert(p.base).second; });
  return grew;
}

bool OutputDemand::ask(const Stmt& stmt) {
  if (isForOutputs(stmt))
    return false;
  bool grew = false;
  for (const Block* block : blocks(stmt))
    for (const Stmt& inner : *block)
      grew |= ask(inner);
  const auto* local = std::get_if<Declare>(&stmt.node);
  const bool isPlain = (local && isOwnArray(kernel, local->var)) || numberGiven(kernel, stmt) ||
                       std::holds_alternative<If>(stmt.node) || isLoop(stmt);
  if (!isPlain) {
    forEachOwnMention(stmt, [&](VarId var) { grew |= asked.insert(var).second; });
    return grew;
  }
  forEachExpr(stmt, [&](const Expr& e) { grew |= ask(e); });
  if (const auto* s = std::get_if<Assign>(&stmt.node))
    forEachIndexRead(s->target, [&](const Place& p) { grew |= asked.insert(p.base).second; });
  return grew;
}

} // namespace treelize::grad
