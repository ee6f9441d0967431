#include "analysis/Liveness.h"

#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace treelize::analysis {

using namespace ir;

namespace {

FirstAccess firstAccess(std::span<const Stmt> statements, VarId var) {
  for (const Stmt& stmt : statements)
    if (FirstAccess access = analysis::firstAccess(stmt, var); access != FirstAccess::None)
      return access;
  return FirstAccess::None;
}

bool declares(std::span<const Stmt> statements, VarId var) {
  return std::ranges::any_of(statements, [&](const Stmt& stmt) { return declared(stmt) == var; });
}

} // namespace

FirstAccess firstAccess(const Stmt& stmt, VarId var) {
  if (reads(stmt, var))
    return FirstAccess::Read;
  if (const auto* s = std::get_if<If>(&stmt.node)) {
    const FirstAccess yes = firstAccess(s->thenBlock, var), no = firstAccess(s->elseBlock, var);
    if (yes == FirstAccess::Read || no == FirstAccess::Read)
      return FirstAccess::Read;
    return yes == no ? yes : FirstAccess::None;
  }
  for (const Block* body : blocks(stmt)) // of a loop, which may not run
    if (firstAccess(*body, var) == FirstAccess::Read)
      return FirstAccess::Read;
  const auto* call = std::get_if<Call>(&stmt.node);
  const auto* step = std::get_if<Perform>(&stmt.node);
  if (declared(stmt) == var || (call && (call->result == var || call->derivative == var)) ||
      (step && step->result == var))
    return FirstAccess::Written;
  const Place* place = namedPlace(stmt);
  if (!place || place->base != var)
    return FirstAccess::None;
  const auto* s = std::get_if<Assign>(&stmt.node);
  const bool overwrites = place->path.empty() &&
                          ((s && s->op == AssignOp::Set) || std::holds_alternative<Pop>(stmt.node));
  return overwrites ? FirstAccess::Written : FirstAccess::Read;
}

FirstAccess firstAccess(const Block& block, VarId var) {
  return firstAccess(std::span(block), var);
}

bool isReadAfter(const Kernel& kernel, const Path& path, VarId var) {
  for (auto at = path.rbegin(); at != path.rend(); ++at) {
    const std::span<const Stmt> all = *at->block;
    const FirstAccess next = firstAccess(all.subspan(at->index + 1), var);
    if (next == FirstAccess::Read)
      return true;
    if (next == FirstAccess::None && at->isLoopBody &&
        firstAccess(all.first(at->index + 1), var) == FirstAccess::Read)
      return true;
    if (at->isLoopBody && std::next(at) != path.rend() &&
        reads((*std::next(at)->block)[std::next(at)->index], var))
      return true; // the loop's condition
    if (next == FirstAccess::Written || declares(all.first(at->index), var))
      return false;
  }
  return std::ranges::find(kernel.outputs, var) != kernel.outputs.end();
}

} // namespace treelize::analysis
