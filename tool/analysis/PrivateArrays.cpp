#include "analysis/PrivateArrays.h"

#include "analysis/LocalArrays.h"
#include "analysis/dependence/Dependences.h"
#include "ir/Literals.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <vector>

namespace treelize::analysis {

using namespace ir;

namespace {

bool coversAll(const For& loop, const LocalArray& array) {
  return isSame(withoutCasts(*loop.upper), withoutCasts(*array.size));
}

/// Does the loop set every element, each before it is read?
bool fills(const Stmt& stmt, const LocalArray& array) {
  const auto* loop = std::get_if<For>(&stmt.node);
  if (!loop || loop->step != 1 || !isZero(withoutCasts(*loop->lower)) || !coversAll(*loop, array))
    return false;
  bool isSet = false, isOwn = true;
  auto isElement = [&](const Place& p) {
    return p.base != array.var || isAtCounter(p, loop->counter);
  };
  for (const Stmt& s : loop->body) {
    if (!mentions(s, array.var))
      continue;
    const auto* assigned = std::get_if<Assign>(&s.node);
    if (!isSet && (!assigned || assigned->op != AssignOp::Set ||
                   !isAtCounter(assigned->target, loop->counter) ||
                   assigned->target.base != array.var || reads(s, array.var)))
      return false;
    isSet = true;
    forEachStmt(std::span(&s, 1), [&](const Stmt& part) {
      forEachExpr(part, [&](const Expr& e) {
        forEachRead(e, [&](const Place& p) { isOwn = isOwn && isElement(p); });
      });
      if (const Place* place = namedPlace(part))
        isOwn = isOwn && isElement(*place);
    });
  }
  return isSet && isOwn;
}

class PrivateArrayFinder {
public:
  explicit PrivateArrayFinder(const Kernel& kernel) : kernel(kernel), dependences(kernel) {
    const LocalArrays arrays(kernel);
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      if (std::optional<LocalArray> array = arrays.declaredBy(stmt))
        place(*array);
    });
  }

  PrivateArrays found;

private:
  const Kernel& kernel;
  const Dependences dependences;

  /// Goes down to the innermost block that holds all mentions, and gives the array to the innermost
  /// fitting loop.
  void place(const LocalArray& array) {
    const Block* best = nullptr;
    const Block* block = &kernel.body;
    const Stmt* loop = nullptr; // whose body the block is
    while (block) {
      if (loop && dependences.isWrittenFirst(*loop, array.var, *array.size))
        best = block;
      const Stmt* only = nullptr;
      for (const Stmt& stmt : *block) {
        const auto* local = std::get_if<Declare>(&stmt.node);
        if ((local && local->var == array.var) || !mentions(stmt, array.var))
          continue;
        if (only)
          return give(array, best);
        only = &stmt;
      }
      if (!only || !isLoop(*only) || !namesElementsOnly(*only, array.var))
        return give(array, best);
      block = blocks(*only).front();
      loop = only;
    }
  }

  void give(const LocalArray& array, const Block* body) {
    if (!body)
      return;
    const bool isDeclaredThere =
        std::ranges::any_of(*body, [&](const Stmt& s) { return declared(s) == array.var; });
    if (!isDeclaredThere && namesElementsOnly(std::span(*body), array.var))
      found[body][array.var] = array.size;
  }
};

} // namespace

bool fillsArray(const Stmt& stmt, VarId array, const Expr& size) {
  return fills(stmt, {array, std::make_shared<Expr>(size)});
}

PrivateArrays findPrivateArrays(const Kernel& kernel) {
  return PrivateArrayFinder(kernel).found;
}

std::set<VarId> privateArraysIn(const PrivateArrays& arrays, const Block& body) {
  std::set<VarId> all;
  if (auto own = arrays.find(&body); own != arrays.end())
    for (const auto& [array, size] : own->second)
      all.insert(array);
  for (const Stmt& stmt : body)
    for (const Block* inner : blocks(stmt))
      all.merge(privateArraysIn(arrays, *inner));
  return all;
}

} // namespace treelize::analysis
