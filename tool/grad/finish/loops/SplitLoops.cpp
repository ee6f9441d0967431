#include "grad/finish/loops/SplitLoops.h"

#include "analysis/ElementRanges.h"
#include "analysis/IndexTerms.h"
#include "analysis/dependence/Dependences.h"
#include "grad/finish/loops/LoopParts.h"
#include "grad/finish/sums/GatherSums.h"
#include "grad/rules/Guards.h"
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
constexpr std::int64_t unrolledTrips = 7;

/// Elements of one array whose indices differ by a number.
bool areNeighbours(const Place& a, const Place& b) {
  return distance(a, b).value_or(0) != 0;
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
    return isDear || (std::holds_alternative<Opaque>(part.node) && !guardedSum(part));
  });
}

class LoopSplitter {
public:
  LoopSplitter(Kernel& kernel, bool gathers)
      : kernel(kernel), dependences(kernel), gathers(gathers) {}

  void statement(Stmt& stmt, Block& out) {
    present = &stmt;
    const auto* loop = std::get_if<For>(&stmt.node);
    const std::vector<LoopPart> parts = loop ? partsOf(*loop) : std::vector<LoopPart>{};
    if (parts.size() < 2) {
      out.push_back(std::move(stmt));
      return;
    }
    Block gathered = gathers ? gather(*loop, stmt.location) : Block{};
    if (!gathered.empty()) {
      std::ranges::move(gathered, std::back_inserter(out));
      return;
    }
    for (const LoopPart& part : parts)
      out.push_back(Stmt{stmt.location, partOf(kernel, *loop, part)});
  }

private:
  Kernel& kernel;
  const analysis::Dependences dependences;
  bool gathers;
  const Stmt* present = nullptr; // the loop

  bool mayMeet(const Place& a, const Place& b) const {
    return a.base == b.base && !dependences.areApartIn(*present, a, b);
  }

  /// What does not gather, with what is set before it; what does; what is set after all of it.
  Block gather(const For& loop, Location at) {
    LoopPart before, sums, after;
    for (std::size_t i = 0; i < loop.body.size(); ++i)
      if (sumOf(kernel, loop.body[i]))
        sums.insert(i);
      else if (std::holds_alternative<Assign>(loop.body[i].node))
        (isMentionedBefore(loop, i) ? after : before).insert(i);
    Block result = gatherSums(kernel, loop, sums, at);
    if (result.empty())
      return result;
    before.merge(sums);
    if (!before.empty())
      result.insert(result.begin(), Stmt{at, partOf(kernel, loop, before)});
    if (!after.empty())
      result.push_back(Stmt{at, partOf(kernel, loop, after)});
    return result;
  }

  /// The assignments of each loop by their positions; fewer than two loops if it stays one.
  std::vector<LoopPart> partsOf(const For& loop) const {
    std::vector<LoopPart> parts;
    if (loop.parallel || loop.hasOwnTape || !mayPart(loop))
      return parts;
    for (std::size_t i = 0; i < loop.body.size(); ++i)
      if (const Assign* sum = sumOf(kernel, loop.body[i])) {
        auto fits = [&](const LoopPart& part) {
          return std::ranges::none_of(part, [&](std::size_t other) {
            return areNeighbours(std::get<Assign>(loop.body[other].node).target, sum->target);
          });
        };
        auto part = std::ranges::find_if(parts, fits);
        if (part == parts.end())
          part = parts.insert(parts.end(), LoopPart{});
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
      if (isSum ? isRead(loop, s->target) : s->op != AssignOp::Set || !isOwn(loop, i))
        return false;
    }
    return !hasPointers(loop) && hasSteadyBounds(loop) && !analysis::isShort(loop, unrolledTrips);
  }

  bool isRead(const For& loop, const Place& sum) const {
    return std::ranges::any_of(loop.body, [&](const Stmt& stmt) {
      const auto* s = std::get_if<Assign>(&stmt.node);
      bool found = s && s->op == AssignOp::Set && mayMeet(s->target, sum);
      auto look = [&](const Place& p) { found = found || mayMeet(p, sum); };
      forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, look); });
      if (s)
        forEachIndexRead(s->target, look);
      return found;
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
        if (!mayMeet(p, target))
          return;
        isSameElement = isSameElement && isSame(p, target);
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
};

} // namespace

void splitLoops(Kernel& adjoint, bool gathers) {
  LoopSplitter splitter(adjoint, gathers);
  replaceEach(adjoint.body, [&](Stmt& stmt, Block& out) { splitter.statement(stmt, out); });
}

} // namespace treelize::grad
