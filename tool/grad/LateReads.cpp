#include "grad/LateReads.h"

#include "analysis/Regions.h"
#include "ir/Walk.h"

#include <algorithm>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

/// Does the code read a value that the statements have yet to compute? The size of a container is
/// there as long as only its elements change.
class LateReads {
public:
  LateReads(const Kernel& kernel, std::span<const Stmt> statements,
            const std::set<const Stmt*>& idle) {
    forEachStmt(statements, [&](const Stmt& stmt) {
      if (idle.contains(&stmt))
        return;
      if (const auto* loop = std::get_if<For>(&stmt.node))
        written.push_back({loop->counter, {}});
      forEachWritten(kernel, stmt,
                     [&](const Place& place) { written.push_back(analysis::regionOf(place)); });
    });
  }

  void forget(const std::set<VarId>& own) {
    std::erase_if(written, [&](const analysis::Region& w) { return own.contains(w.base); });
  }

  bool in(const Stmt& statement) const {
    bool found = false;
    forEachStmt(std::span(&statement, 1), [&](const Stmt& stmt) {
      forEachExpr(stmt, [&](const Expr& e) { found = found || in(e); });
      if (const Place* place = namedPlace(stmt))
        for (const Selector& selector : place->path)
          for (const ExprRef& index : selector.indices)
            found = found || in(*index);
    });
    return found;
  }

private:
  std::vector<analysis::Region> written;

  bool in(const Expr& expr) const {
    if (const auto* e = std::get_if<Load>(&expr.node); e && touches(e->place, false))
      return true;
    if (const auto* e = std::get_if<Size>(&expr.node); e && touches(e->container, true))
      return true;
    if (const auto* e = std::get_if<ZerosLike>(&expr.node); e && touches(e->of, true))
      return true;
    bool found = false;
    forEachOperand(expr, [&](const Expr& operand) { found = found || in(operand); });
    return found;
  }

  bool touches(const Place& place, bool asksForSize) const {
    const analysis::Region region = analysis::regionOf(place);
    return std::ranges::any_of(written, [&](const analysis::Region& w) {
      const bool isElement = w.path.size() > region.path.size();
      return analysis::overlap(w, region) && !(asksForSize && isElement);
    });
  }
};

/// What code reads, sets and adds to. Sums of adjoints may be taken in any order.
struct Effects {
  analysis::RegionSet reads, sets, sums;

  Effects() = default;
  Effects(const Kernel& kernel, std::span<const Stmt> code) {
    const auto read = [this](const Place& place) { reads.insert(place); };
    forEachStmt(code, [&](const Stmt& stmt) {
      const auto* s = std::get_if<Assign>(&stmt.node);
      const bool isSum = s && s->op != AssignOp::Set && kernel[s->target.base].shadowOf;
      forEachWritten(kernel, stmt,
                     [&](const Place& place) { (isSum ? sums : sets).insert(place); });
      forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, read); });
      const Place* place = namedPlace(stmt);
      if (place)
        forEachIndexRead(*place, read);
      if (place && !isSum)
        read(*place);
    });
  }

  void merge(const Effects& other) {
    reads.merge(other.reads);
    sets.merge(other.sets);
    sums.merge(other.sums);
  }
  bool commuteWith(const Effects& other) const {
    return !disturb(other) && !other.disturb(*this) && !sets.overlaps(other.sets);
  }

private:
  bool disturb(const Effects& other) const {
    return sets.overlaps(other.reads) || sums.overlaps(other.reads) || sets.overlaps(other.sums);
  }
};

bool isPlain(const Stmt& stmt) {
  bool found = true;
  forEachStmt(std::span(&stmt, 1), [&](const Stmt& part) {
    found =
        found &&
        (std::holds_alternative<Declare>(part.node) || std::holds_alternative<Assign>(part.node) ||
         std::holds_alternative<If>(part.node) || std::holds_alternative<For>(part.node));
  });
  return found;
}

} // namespace

std::optional<AroundLoop> aroundLoop(const Kernel& kernel, std::span<const Stmt> statements,
                                     const std::set<const Stmt*>& idle, Block code,
                                     const Block& backwards) {
  LateReads late(kernel, statements, idle);
  late.forget(declaredIn(code)); // a counter, or a local that is computed again
  AroundLoop parts;
  Effects waiting;
  for (Stmt& stmt : code) {
    const Effects effects(kernel, std::span(&stmt, 1));
    if (!late.in(stmt) && waiting.commuteWith(effects)) {
      parts.before.push_back(std::move(stmt));
      continue;
    }
    if (!isPlain(stmt))
      return std::nullopt;
    waiting.merge(effects);
    parts.behind.push_back(std::move(stmt));
  }
  if (!waiting.commuteWith(Effects(kernel, backwards)))
    return std::nullopt;
  return parts;
}

} // namespace treelize::grad
