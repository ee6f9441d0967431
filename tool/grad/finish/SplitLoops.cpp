#include "grad/finish/SplitLoops.h"

#include "analysis/ElementRanges.h"
#include "analysis/IndexTerms.h"
#include "ir/Builder.h"
#include "ir/Operators.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

/// Compilers unroll a loop that runs no more often.
constexpr std::int64_t fewTrips = 7;

bool areInSameRow(Place a, Place b) {
  a.path.pop_back();
  b.path.pop_back();
  return isSame(a, b);
}

/// Elements of one array whose indices differ by a number.
bool areNeighbours(const Place& a, const Place& b) {
  if (!analysis::lastIndex(a) || !analysis::lastIndex(b) || !areInSameRow(a, b))
    return false;
  const analysis::IndexTerms p = analysis::termsOf(*analysis::lastIndex(a)),
                             q = analysis::termsOf(*analysis::lastIndex(b));
  const bool isShift =
      std::ranges::is_permutation(p.terms, q.terms, [](const auto& x, const auto& y) {
        return x.second == y.second && isSame(*x.first, *y.first);
      });
  return isShift && p.number != q.number;
}

const Assign* sumOf(const Kernel& kernel, const Stmt& stmt) {
  const auto* s = std::get_if<Assign>(&stmt.node);
  const bool isSum = s && s->op != AssignOp::Set && !s->isAtomic &&
                     kernel[s->target.base].shadowOf && s->target.type->is(TypeKind::Real);
  return isSum ? s : nullptr;
}

/// What can be computed anew in each of the loops.
bool isCheap(const Expr& e) {
  return !any(e, [](const Expr& part) {
    const auto* apply = std::get_if<Apply>(&part.node);
    const bool isDear =
        apply && (isCostly(apply->op) || (apply->op == Op::div && part.type->is(TypeKind::Real)));
    return isDear || std::holds_alternative<Opaque>(part.node);
  });
}

class LoopSplitter {
public:
  explicit LoopSplitter(Kernel& kernel) : kernel(kernel) {}

  void statement(Stmt& stmt, Block& out) {
    const auto* loop = std::get_if<For>(&stmt.node);
    const std::vector<std::set<std::size_t>> parts =
        loop ? partsOf(*loop) : std::vector<std::set<std::size_t>>{};
    if (parts.size() < 2) {
      out.push_back(std::move(stmt));
      return;
    }
    for (const std::set<std::size_t>& part : parts)
      out.push_back(Stmt{stmt.location, only(*loop, part)});
  }

private:
  Kernel& kernel;

  /// The assignments of each loop by their positions; fewer than two loops if it stays one.
  std::vector<std::set<std::size_t>> partsOf(const For& loop) const {
    std::vector<std::set<std::size_t>> parts;
    if (loop.parallel || loop.hasOwnTape || !mayPart(loop))
      return parts;
    for (std::size_t i = 0; i < loop.body.size(); ++i)
      if (const Assign* sum = sumOf(kernel, loop.body[i])) {
        auto fits = [&](const std::set<std::size_t>& part) {
          return std::ranges::none_of(part, [&](std::size_t other) {
            return areNeighbours(std::get<Assign>(loop.body[other].node).target, sum->target);
          });
        };
        auto part = std::ranges::find_if(parts, fits);
        if (part == parts.end())
          part = parts.insert(parts.end(), std::set<std::size_t>{});
        part->insert(i);
      }
    if (parts.size() < 2)
      return parts;
    for (std::size_t i = 0; i < loop.body.size(); ++i)
      if (const auto* s = std::get_if<Assign>(&loop.body[i].node); s && s->op == AssignOp::Set)
        (isMentionedBefore(loop, i) ? parts.back() : parts.front()).insert(i);
    return parts;
  }

  static bool isMentionedBefore(const For& loop, std::size_t at) {
    return mentions(std::span(loop.body).first(at),
                    std::get<Assign>(loop.body[at].node).target.base);
  }

  /// Sums that nothing in the loop reads, and elements that are set before or after all that reads
  /// them: each by its own iteration.
  bool mayPart(const For& loop) const {
    const std::set<VarId> own = declaredIn(loop.body);
    for (std::size_t i = 0; i < loop.body.size(); ++i) {
      const Stmt& stmt = loop.body[i];
      if (const auto* local = std::get_if<Declare>(&stmt.node);
          local && local->value && isCheap(*local->value))
        continue;
      const auto* s = std::get_if<Assign>(&stmt.node);
      if (!s || own.contains(s->target.base))
        return false;
      const bool isSum = sumOf(kernel, stmt) != nullptr;
      if (isSum ? isRead(loop, s->target.base) : s->op != AssignOp::Set || !isOwn(loop, i))
        return false;
    }
    return !hasPointers(loop) && hasSteadyBounds(loop) && !analysis::isShort(loop, fewTrips);
  }

  static bool isRead(const For& loop, VarId array) {
    return std::ranges::any_of(loop.body, [&](const Stmt& stmt) {
      const auto* s = std::get_if<Assign>(&stmt.node);
      return reads(stmt, array) || (s && s->op == AssignOp::Set && s->target.base == array);
    });
  }

  /// Is what the statement sets mentioned either before it or after it, and as this element of the
  /// iteration only?
  bool isOwn(const For& loop, std::size_t at) const {
    const Place& target = std::get<Assign>(loop.body[at].node).target;
    const analysis::RegionSet written = analysis::writesOf(kernel, loop.body);
    const Expr* index = analysis::lastIndex(target);
    if (!index || !analysis::followsCounter(*index, loop.counter, written) ||
        !analysis::isInSteadyRow(kernel, target, loop.counter, written))
      return false;
    bool isSameElement = true;
    unsigned before = 0, after = 0;
    for (std::size_t i = 0; i < loop.body.size(); ++i) {
      auto look = [&](const Place& p) {
        isSameElement = isSameElement && (p.base != target.base || isSame(p, target));
        if (p.base == target.base)
          ++(i <= at ? before : after);
      };
      forEachExpr(loop.body[i], [&](const Expr& e) { forEachRead(e, look); });
      if (const Place* place = namedPlace(loop.body[i]); place && i != at)
        look(*place);
    }
    return isSameElement && (before == 0 || after == 0);
  }

  /// Two pointers may reach the same adjoint, and one to what the loop sets may be among those that
  /// it reads.
  bool hasPointers(const For& loop) const {
    bool found = false;
    auto look = [&](const Place& p) {
      const Variable& variable = kernel[p.base];
      found =
          found || (variable.role == Role::Local && variable.type->isView() && variable.shadowOf);
    };
    forEachStmt(loop.body, [&](const Stmt& stmt) {
      forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, look); });
      const auto* s = std::get_if<Assign>(&stmt.node);
      if (s)
        look(s->target);
      found = found || (s && s->op == AssignOp::Set && kernel[s->target.base].role == Role::Local &&
                        kernel[s->target.base].type->isView());
    });
    return found;
  }

  /// Do the bounds stay what they are, though they are asked for again?
  static bool hasSteadyBounds(const For& loop) {
    auto isChanged = [&](const Expr& part) {
      const auto* load = std::get_if<Load>(&part.node);
      return load && std::ranges::any_of(loop.body, [&](const Stmt& stmt) {
               const Place* target = namedPlace(stmt);
               return target && target->base == load->place.base;
             });
    };
    return !any(*loop.lower, isChanged) && !any(*loop.upper, isChanged);
  }

  /// The loop with these assignments and the locals that they ask for.
  For only(const For& loop, const std::set<std::size_t>& part) {
    For result = loop;
    result.body.clear();
    Block kept;
    for (std::size_t i = loop.body.size(); i-- > 0;) {
      const auto* local = std::get_if<Declare>(&loop.body[i].node);
      if (local ? mentions(kept, local->var) : part.contains(i))
        kept.insert(kept.begin(), loop.body[i]);
    }
    result.body = withOwnLocals(kernel, kept);
    return result;
  }
};

} // namespace

void splitLoops(Kernel& adjoint) {
  LoopSplitter splitter(adjoint);
  replaceEach(adjoint.body, [&](Stmt& stmt, Block& out) { splitter.statement(stmt, out); });
}

} // namespace treelize::grad
