#include "print/body/Uses.h"

#include "ir/Walk.h"
#include "print/body/Neighbours.h"

#include <algorithm>
#include <span>

namespace treelize::print {

using namespace ir;

namespace {

/// Is the place one that these statements, printed as one, declare?
bool beginsIn(std::span<const Stmt> joined, const Place& place) {
  return std::ranges::any_of(joined,
                             [&](const Stmt& stmt) { return declared(stmt) == place.base; });
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
      for (const Block* inner : blocks(stmt))
        noteWrites(kernel, *inner, uses);
    }
    rest = rest.subspan(joined.size());
  }
}

} // namespace

Uses usesOf(const Kernel& kernel) {
  Uses uses{std::vector<bool>(kernel.variables.size()), std::vector<bool>(kernel.variables.size())};
  noteWrites(kernel, kernel.body, uses);
  const PlaceFn mark = [&](const Place& place) { uses.isRead[place.base.index] = true; };
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    forEachExpr(stmt, [&](const Expr& expr) { forEachRead(expr, mark); });
    if (const Place* place = namedPlace(stmt))
      forEachIndexRead(*place, mark);
  });
  return uses;
}

} // namespace treelize::print
