#include "grad/normalize/HoistArrays.h"

#include "analysis/Regions.h"
#include "grad/loops/LoopGuards.h"
#include "ir/Existence.h"
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

bool ownsElements(const Type& type) {
  return type.is(TypeKind::Array) || type.is(TypeKind::Vector) || type.is(TypeKind::Matrix);
}

/// A loop of assignments, or one of them: nothing that has another effect, or that may not come to
/// an end.
bool isFilling(const Stmt& stmt) {
  bool holds = true;
  forEachStmt(std::span(&stmt, 1), [&](const Stmt& inner) {
    const auto* loop = std::get_if<For>(&inner.node);
    holds = holds &&
            ((loop && !loop->parallel) || std::holds_alternative<Assign>(inner.node) ||
             std::holds_alternative<Declare>(inner.node) || std::holds_alternative<If>(inner.node));
    forEachExpr(inner, [&](const Expr& e) {
      holds = holds &&
              !any(e, [](const Expr& part) { return std::holds_alternative<Opaque>(part.node); });
    });
  });
  return holds;
}

/// One array of a loop's body, and the statements that fill it.
class ArrayOfLoop {
public:
  ArrayOfLoop(const Kernel& kernel, const For& loop, std::size_t declared)
      : kernel(kernel), loop(loop), array(std::get<Declare>(loop.body[declared].node).var),
        made{declared} {
    for (std::size_t i = declared + 1; i < loop.body.size(); ++i)
      if (writes(loop.body[i]).contains(array))
        made.insert(i);
  }

  /// The positions of the declaration and of what fills it.
  const std::set<std::size_t>& statements() const { return made; }

  bool isAlike() const {
    return made.size() > 1 && isFilledFirst() && readsSomething() &&
           isThere(loop.body[*made.begin()]) &&
           std::ranges::all_of(made,
                               [&](std::size_t i) {
                                 return isFilling(loop.body[i]) && writesNothingElse(loop.body[i]);
                               }) &&
           !changes().overlaps(reads());
  }

  /// Can all be computed though no iteration runs?
  bool isThere() const {
    return std::ranges::all_of(made, [&](std::size_t i) { return isThere(loop.body[i]); });
  }

private:
  const Kernel& kernel;
  const For& loop;
  const VarId array;
  std::set<std::size_t> made;

  std::set<VarId> writes(const Stmt& stmt) const {
    return analysis::writesOf(kernel, {&stmt, 1}).variables();
  }

  /// Does nothing read the array between the statements that fill it?
  bool isFilledFirst() const {
    for (std::size_t i = *made.begin(); i < *made.rbegin(); ++i)
      if (!made.contains(i) && !analysis::readsOf({&loop.body[i], 1}).of(array).variables().empty())
        return false;
    return true;
  }

  bool writesNothingElse(const Stmt& stmt) const {
    std::set<VarId> own = declaredIn({&stmt, 1});
    own.insert(array);
    return std::ranges::includes(own, writes(stmt));
  }

  bool isThere(const Stmt& stmt) const {
    bool holds = true;
    forEachStmt(std::span(&stmt, 1), [&](const Stmt& inner) {
      forEachExpr(inner, [&](const Expr& e) { holds = holds && isAlwaysThere(kernel, e); });
    });
    return holds;
  }

  /// What is read beside the array itself and what its statements declare.
  analysis::RegionSet reads() const {
    analysis::RegionSet all, own;
    for (const std::size_t i : made) {
      all.merge(analysis::readsOf({&loop.body[i], 1}));
      own.merge(analysis::writesOf(kernel, {&loop.body[i], 1}));
    }
    for (const VarId var : own.variables())
      all.erase({var, {}});
    return all;
  }

  /// Constants are as good where they are.
  bool readsSomething() const { return !reads().variables().empty(); }

  /// What the loop changes beside.
  analysis::RegionSet changes() const {
    analysis::RegionSet all;
    all.insert(analysis::Region{loop.counter, {}});
    for (std::size_t i = 0; i < loop.body.size(); ++i)
      if (!made.contains(i))
        all.merge(analysis::writesOf(kernel, {&loop.body[i], 1}));
    return all;
  }
};

std::optional<ArrayOfLoop> nextArray(const Kernel& kernel, const For& loop) {
  for (std::size_t i = 0; i < loop.body.size(); ++i) {
    const auto* local = std::get_if<Declare>(&loop.body[i].node);
    if (!local || !ownsElements(*kernel[local->var].type) || kernel[local->var].byReference)
      continue;
    if (ArrayOfLoop array(kernel, loop, i); array.isAlike())
      return array;
  }
  return std::nullopt;
}

/// Takes the array and what fills it from the loop.
void hoist(const Kernel& kernel, For& loop, const ArrayOfLoop& array, Block& before) {
  Block filling, rest;
  const bool isThere = array.isThere();
  for (std::size_t i = 0; i < loop.body.size(); ++i) {
    Stmt& stmt = loop.body[i];
    const bool isOfArray = array.statements().contains(i);
    const bool isDeclared = isOfArray && i == *array.statements().begin();
    (isDeclared ? before : isOfArray ? filling : rest).push_back(std::move(stmt));
  }
  loop.body = std::move(rest);
  if (isThere)
    std::ranges::move(filling, std::back_inserter(before));
  else
    appendWhereRuns(kernel, loop, std::move(filling), before.back().location, before);
}

void hoistArrays(const Kernel& kernel, Block& block) {
  Block out;
  for (Stmt& stmt : block) {
    for (Block* inner : blocks(stmt))
      hoistArrays(kernel, *inner);
    if (auto* loop = std::get_if<For>(&stmt.node);
        loop && !loop->parallel && !mayAbandon(loop->body))
      while (const std::optional<ArrayOfLoop> array = nextArray(kernel, *loop))
        hoist(kernel, *loop, *array, out);
    out.push_back(std::move(stmt));
  }
  block = std::move(out);
}

} // namespace

void hoistArrays(Kernel& kernel) {
  hoistArrays(kernel, kernel.body);
}

} // namespace treelize::grad
