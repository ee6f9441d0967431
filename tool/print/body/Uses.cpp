#include "print/body/Uses.h"

#include "ir/Intrinsics.h"
#include "ir/Walk.h"
#include "print/body/Neighbours.h"

#include <algorithm>
#include <optional>
#include <span>

namespace treelize::print {

using namespace ir;

namespace {

/// Is the place one that these statements, printed as one, declare?
bool beginsIn(std::span<const Stmt> joined, const Place& place) {
  return std::ranges::any_of(joined,
                             [&](const Stmt& stmt) { return declared(stmt) == place.base; });
}

/// The vector to one of whose rows the declared pointer leads, for writing.
std::optional<VarId> writtenByRow(const Kernel& kernel, const Stmt& stmt) {
  const auto* local = std::get_if<Declare>(&stmt.node);
  const Opaque* row = local && local->value ? asIntrinsic(*local->value, Intrinsic::row) : nullptr;
  const auto* rows =
      row && row->args.size() == 2 ? std::get_if<Load>(&row->args[0]->node) : nullptr;
  return rows && !kernel[local->var].type->constElement ? std::optional(rows->place.base)
                                                        : std::nullopt;
}

void noteWrites(const Kernel& kernel, const Block& statements, Uses& uses) {
  std::span<const Stmt> rest = statements;
  while (!rest.empty()) {
    const std::span<const Stmt> joined = rest.first(neighboursAt(rest).length);
    for (const Stmt& stmt : joined) {
      forEachWritten(kernel, stmt, [&](const Place& place) {
        if (!beginsIn(joined, place))
          uses.isWritten[place.base.index] = true;
      });
      if (const std::optional<VarId> rows = writtenByRow(kernel, stmt))
        uses.isWritten[rows->index] = true;
      for (const Block* inner : blocks(stmt))
        noteWrites(kernel, *inner, uses);
    }
    rest = rest.subspan(joined.size());
  }
}

} // namespace

Uses usesOf(const Kernel& kernel) {
  const std::vector<bool> none(kernel.variables.size());
  Uses uses{none, none, none};
  noteWrites(kernel, kernel.body, uses);
  const PlaceFn mark = [&](const Place& place) { uses.isRead[place.base.index] = true; };
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    forEachExpr(stmt, [&](const Expr& expr) { forEachRead(expr, mark); });
    if (const Place* place = namedPlace(stmt))
      forEachIndexRead(*place, mark);
    if (const auto* loop = std::get_if<For>(&stmt.node))
      uses.isCounter[loop->counter.index] = true;
  });
  return uses;
}

} // namespace treelize::print
