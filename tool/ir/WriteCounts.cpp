#include "ir/WriteCounts.h"

#include "ir/Walk.h"

namespace treelize::ir {

namespace {

/// The count that a write by the statement belongs to.
unsigned WriteCount::* kindOf(const Stmt& stmt, VarId written) {
  if (const auto* local = std::get_if<Declare>(&stmt.node))
    return local->value ? &WriteCount::begun : &WriteCount::bare;
  if (declared(stmt) == written)
    return &WriteCount::taken;
  return std::holds_alternative<Pop>(stmt.node) ? &WriteCount::popped : &WriteCount::changed;
}

template <class Fn>
void forEachWrite(const Kernel& kernel, std::span<const Stmt> statements, const Fn& fn) {
  forEachStmt(statements, [&](const Stmt& stmt) {
    forEachWritten(kernel, stmt,
                   [&](const Place& place) { fn(place.base, kindOf(stmt, place.base)); });
    if (const auto* loop = std::get_if<For>(&stmt.node))
      fn(loop->counter, &WriteCount::counted);
  });
}

} // namespace

WriteCounts::WriteCounts(const Kernel& kernel, std::span<const Stmt> statements)
    : counts_(kernel.variables.size()) {
  forEachWrite(kernel, statements, [&](VarId written, unsigned WriteCount::* kind) {
    ++(counts_[written.index].*kind);
  });
}

WriteCount writesTo(VarId var, const Kernel& kernel, std::span<const Stmt> statements) {
  WriteCount count;
  forEachWrite(kernel, statements, [&](VarId written, unsigned WriteCount::* kind) {
    if (written == var)
      ++(count.*kind);
  });
  return count;
}

} // namespace treelize::ir
