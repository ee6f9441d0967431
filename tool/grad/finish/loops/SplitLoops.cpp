#include "grad/finish/loops/SplitLoops.h"

#include "analysis/ElementRanges.h"
#include "analysis/Indices.h"
#include "analysis/dependence/Dependences.h"
#include "grad/finish/loops/Comparisons.h"
#include "grad/finish/loops/IndependentLoops.h"
#include "grad/finish/sums/GatherSums.h"
#include "grad/loops/LoopParts.h"
#include "ir/Loops.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

/// What a statement of a loop's body may do as one of several loops.
enum class Task {
  OwnNumbers, // gives those of the iteration their values: again in each of them
  Sum,        // adds to what nothing reads: in any of them
  Early,      // sets what others read: in the first one
  Late,       // sets or changes what others have read: in the last one
};

class LoopSplitter {
public:
  LoopSplitter(Kernel& kernel, SplitOptions options)
      : kernel(kernel), dependences(kernel), comparisons(kernel),
        independent(kernel, RunningSums::WillBeLocal), options(options) {}

  void statement(Stmt& stmt, Block& out) {
    present = &stmt;
    const auto* loop = std::get_if<For>(&stmt.node);
    const std::vector<LoopPart> parts = loop ? partsOf(*loop) : std::vector<LoopPart>{};
    Block apart;
    if (parts.size() > 1 && options.gathers)
      apart = gather(*loop, stmt.location);
    if (apart.empty())
      for (const LoopPart& part : parts)
        append(*loop, part, stmt.location, apart);
    if (apart.empty())
      apart.push_back(std::move(stmt));
    std::ranges::move(apart, std::back_inserter(out));
  }

private:
  Kernel& kernel;
  const analysis::Dependences dependences;
  const Comparisons comparisons;
  const IndependentLoops independent;
  SplitOptions options;
  const Stmt* present = nullptr; // the loop
  std::vector<Task> tasks;       // of its statements

  bool is(std::size_t at, Task task) const { return tasks[at] == task; }
  LoopPart positionsOf(Task task) const {
    LoopPart positions;
    for (std::size_t i = 0; i < tasks.size(); ++i)
      if (is(i, task))
        positions.insert(i);
    return positions;
  }

  bool mayMeet(const Place& a, const Place& b) const {
    return a.base == b.base && !dependences.areApartIn(*present, a, b);
  }

  /// What may be a neighbour by an unknown distance is one in a row alone.
  bool areNeighbours(const For& loop, const Place& a, const Place& b) const {
    return (distance(a, b) || (isInLine(loop, a) && isInLine(loop, b))) &&
           grad::areNeighbours(dependences, *present, a, b);
  }

  bool isInLine(const For& loop, const Place& p) const {
    return analysis::runsAlong(kernel, p, analysis::LoopFacts(kernel, loop));
  }

  /// What does not gather, with what is set before it; what does; what is set after all of it.
  Block gather(const For& loop, Location at) {
    LoopPart before = positionsOf(Task::Early), sums = positionsOf(Task::Sum);
    const LoopPart after = positionsOf(Task::Late);
    Block result = gatherSums(kernel, loop, sums, at);
    if (result.empty())
      return result;
    before.merge(sums);
    Block all;
    append(loop, before, at, all);
    std::ranges::move(result, std::back_inserter(all));
    append(loop, after, at, all);
    return all;
  }

  /// The part as one loop, or as several that compilers vectorise one by one. What is set once all
  /// else has run stays together: numbers that are made again read what was there before.
  void append(const For& loop, const LoopPart& part, Location at, Block& out) {
    std::vector<LoopPart> pieces;
    LoopPart last;
    for (std::size_t i : part) {
      if (is(i, Task::Late))
        last.insert(i);
      else
        addTo(pieces, loop, {i});
    }
    if (!last.empty())
      addTo(pieces, loop, last);
    for (const LoopPart& piece : pieces)
      out.push_back(Stmt{at, partOf(kernel, loop, piece)});
  }

  void addTo(std::vector<LoopPart>& pieces, const For& loop, const LoopPart& more) const {
    if (!pieces.empty()) {
      LoopPart longer = pieces.back();
      longer.insert(more.begin(), more.end());
      if (!needsMore(loop, longer, pieces.back()))
        return std::swap(pieces.back(), longer);
    }
    pieces.push_back(more);
  }

  /// More comparisons than compilers make, where fewer would do?
  bool needsMore(const For& loop, const LoopPart& longer, const LoopPart& part) const {
    For whole = loop;
    whole.body = statementsOf(kernel, loop, longer);
    return isCompared(whole) &&
           comparisons.of(whole.body) > comparisons.of(statementsOf(kernel, loop, part));
  }

  /// More comparisons than compilers make, and they have to make them?
  bool isCompared(const For& loop) const {
    return comparisons.of(loop.body) > mostComparisons &&
           !(options.marks && independent.contains(loop, *present));
  }

  /// The assignments of each loop by their positions; fewer than two loops if it stays one.
  std::vector<LoopPart> partsOf(const For& loop) {
    std::vector<LoopPart> parts;
    if (loop.parallel || loop.hasOwnTape || !mayPart(loop))
      return parts;
    const auto targetOf = [&](std::size_t i) { return std::get<Assign>(loop.body[i].node).target; };
    for (const std::size_t sum : positionsOf(Task::Sum)) {
      auto fits = [&](const LoopPart& part) {
        return std::ranges::none_of(part, [&](std::size_t other) {
          return areNeighbours(loop, targetOf(other), targetOf(sum));
        });
      };
      auto part = std::ranges::find_if(parts, fits);
      if (part == parts.end())
        part = parts.insert(parts.end(), LoopPart{});
      part->insert(sum);
    }
    if (parts.empty() || (parts.size() == 1 && !needsParts(loop)))
      return {};
    parts.front().merge(positionsOf(Task::Early));
    parts.back().merge(positionsOf(Task::Late));
    return parts;
  }

  /// Neighbouring iterations reach neighbouring elements, but of too many arrays at once.
  bool needsParts(const For& loop) const {
    return std::ranges::all_of(loop.body,
                               [&](const Stmt& stmt) {
                                 const auto* s = std::get_if<Assign>(&stmt.node);
                                 return !s || s->target.path.empty() || isInLine(loop, s->target);
                               }) &&
           isCompared(loop);
  }

  /// Sums that nothing in the loop reads, and elements that are set or changed before or after all
  /// that reads them: each by its own iteration.
  bool mayPart(const For& loop) {
    tasks.clear();
    const std::set<VarId> own = declaredIn(loop.body);
    for (std::size_t i = 0; i < loop.body.size(); ++i) {
      const std::optional<Task> task = taskOf(loop, i, own);
      if (!task)
        return false;
      tasks.push_back(*task);
    }
    return !hasPointers(loop) && hasSteadyBounds(loop) &&
           !analysis::isShort(loop, analysis::unrolledTrips);
  }

  std::optional<Task> taskOf(const For& loop, std::size_t at, const std::set<VarId>& own) const {
    const Stmt& stmt = loop.body[at];
    if (isOfOwnNumbers(stmt, own))
      return isCheap(stmt) ? std::optional(Task::OwnNumbers) : std::nullopt;
    const auto* s = std::get_if<Assign>(&stmt.node);
    if (!s || own.contains(s->target.base))
      return std::nullopt;
    const bool isSum = sumIntoAdjoint(kernel, stmt) != nullptr;
    if (isSum && !isRead(loop, s->target))
      return Task::Sum;
    return isSum || s->op == AssignOp::Set ? taskOfOwn(loop, at) : std::nullopt;
  }

  /// Everything that the statement reads, and that it sets.
  template <class Look>
  static void forEachTouched(const Kernel& kernel, const Stmt& stmt, Look&& look, bool reads,
                             bool sets) {
    forEachStmt(std::span(&stmt, 1), [&](const Stmt& part) {
      if (reads)
        forEachExpr(part, [&](const Expr& e) { forEachRead(e, look); });
      forEachWritten(kernel, part, [&](const Place& target) {
        if (reads)
          forEachIndexRead(target, look);
        if (sets)
          look(target);
      });
    });
  }

  bool isRead(const For& loop, const Place& sum) const {
    return std::ranges::any_of(loop.body, [&](const Stmt& stmt) {
      const auto* s = std::get_if<Assign>(&stmt.node);
      bool found = s && s->op == AssignOp::Set && mayMeet(s->target, sum);
      forEachTouched(
          kernel, stmt, [&](const Place& p) { found = found || mayMeet(p, sum); },
          /*reads=*/true, /*sets=*/false);
      return found;
    });
  }

  /// Where what the statement sets or changes is mentioned either before it or after it, and as
  /// this element of the iteration only.
  std::optional<Task> taskOfOwn(const For& loop, std::size_t at) const {
    const Place& target = std::get<Assign>(loop.body[at].node).target;
    if (!isInLine(loop, target))
      return std::nullopt;
    bool isSameElement = true;
    unsigned before = 0, after = 0;
    for (std::size_t i = 0; i < loop.body.size(); ++i) {
      auto look = [&](const Place& p) {
        if (!mayMeet(p, target))
          return;
        isSameElement = isSameElement && isSame(p, target);
        ++(i <= at ? before : after);
      };
      forEachTouched(kernel, loop.body[i], look, /*reads=*/true, /*sets=*/i != at);
    }
    if (!isSameElement || (before > 0 && after > 0))
      return std::nullopt;
    return before > 0 ? Task::Late : Task::Early;
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
  bool hasSteadyBounds(const For& loop) const {
    const analysis::LoopFacts facts(kernel, loop);
    return facts.isInvariant(*loop.lower) && facts.isInvariant(*loop.upper);
  }
};

} // namespace

void splitLoops(Kernel& adjoint, SplitOptions options) {
  LoopSplitter splitter(adjoint, options);
  replaceEach(adjoint.body, [&](Stmt& stmt, Block& out) { splitter.statement(stmt, out); });
}

} // namespace treelize::grad
