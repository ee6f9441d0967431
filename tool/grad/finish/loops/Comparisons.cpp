#include "grad/finish/loops/Comparisons.h"

#include "grad/loops/LoopParts.h"
#include "ir/Exchanges.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

/// Elements at fixed distances from each other, which are compared as one.
struct Row {
  Place first;
  bool isWritten;
};

bool isIn(const Row& row, const Place& p) {
  return row.first.base == p.base && (isSame(row.first, p) || distance(row.first, p));
}

} // namespace

Comparisons::Comparisons(const Kernel& kernel) : kernel(kernel) {
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    if (const std::optional<Exchange> s = exchangeOf(stmt))
      for (const Place* place : {&s->a, &s->b})
        swapped.insert(place->base);
  });
}

bool Comparisons::isKnown(VarId array) const {
  return kernel[array].role == Role::Local && !kernel[array].type->isView() &&
         !swapped.contains(array);
}

std::size_t Comparisons::of(std::span<const Stmt> body) const {
  std::vector<Row> rows;
  auto touch = [&](const Place& p, bool isWritten) {
    const Variable& variable = kernel[p.base];
    const bool isCallersNumber = p.path.empty() && variable.byReference;
    if ((p.path.empty() && !isCallersNumber) || !p.type->isScalar())
      return;
    const auto row = std::ranges::find_if(rows, [&](const Row& r) { return isIn(r, p); });
    if (row == rows.end())
      rows.push_back({p, isWritten});
    else
      row->isWritten = row->isWritten || isWritten;
  };
  forEachStmt(body, [&](const Stmt& stmt) {
    forEachExpr(stmt,
                [&](const Expr& e) { forEachRead(e, [&](const Place& p) { touch(p, false); }); });
    if (!std::holds_alternative<Declare>(stmt.node))
      forEachWritten(kernel, stmt, [&](const Place& p) { touch(p, true); });
  });
  std::size_t found = 0;
  for (auto a = rows.begin(); a != rows.end(); ++a)
    for (auto b = a + 1; b != rows.end(); ++b) {
      const bool areKnown =
          a->first.base != b->first.base && (isKnown(a->first.base) || isKnown(b->first.base));
      found += (a->isWritten || b->isWritten) && !areKnown ? 1 : 0;
    }
  return found;
}

} // namespace treelize::grad
