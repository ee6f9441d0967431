#include "grad/normalize/OutsideArrays.h"

#include "analysis/LocalArrays.h"
#include "analysis/LoopFacts.h"
#include "analysis/OnlyValues.h"
#include "analysis/PrivateArrays.h"
#include "ir/Walk.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

class ArrayMover {
public:
  explicit ArrayMover(const Kernel& kernel)
      : kernel(kernel), arrays(kernel), values(kernel, kernel.body) {}

  /// Calls fn with each declaration that could stand before its loop.
  void forEachMovable(const For& loop, const std::function<void(const Stmt&, VarId)>& fn) const {
    if (loop.parallel)
      return; // each iteration has its own at the same time
    const analysis::LoopFacts facts(kernel, loop);
    for (const Stmt& stmt : loop.body) {
      const auto array = arrays.declaredBy(stmt);
      if (array && kernel[array->var].type->is(TypeKind::Vector) && isLength(*array->size) &&
          facts.isInvariant(*array->size) &&
          analysis::namesElementsOnly(std::span(loop.body), array->var))
        fn(stmt, array->var);
    }
  }

private:
  const Kernel& kernel;
  const analysis::LocalArrays arrays;
  const analysis::OnlyValues values;

  /// Of a container: a number of the program's may say nothing where the loop does not run.
  bool isLength(const Expr& size) const {
    if (const auto* known = std::get_if<Size>(&size.node))
      return known->container.path.empty();
    const auto* load = std::get_if<Load>(&size.node);
    const ExprRef value = load ? values.of(load->place) : nullptr;
    return value && isLength(*value);
  }
};

void moveOut(const ArrayMover& mover, Block& block, const std::set<VarId>& wanted) {
  Block out;
  for (Stmt& stmt : block) {
    for (Block* inner : blocks(stmt))
      moveOut(mover, *inner, wanted);
    if (auto* loop = std::get_if<For>(&stmt.node)) {
      std::set<VarId> moved;
      mover.forEachMovable(*loop, [&](const Stmt& declaration, VarId array) {
        if (!wanted.contains(array))
          return;
        out.push_back(declaration);
        moved.insert(array);
      });
      std::erase_if(loop->body, [&](const Stmt& s) {
        const std::optional<VarId> var = declared(s);
        return var && moved.contains(*var);
      });
    }
    out.push_back(std::move(stmt));
  }
  block = std::move(out);
}

} // namespace

std::set<VarId> arraysMadeInLoops(const Kernel& kernel) {
  std::set<VarId> found;
  const ArrayMover mover(kernel);
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    if (const auto* loop = std::get_if<For>(&stmt.node))
      mover.forEachMovable(*loop, [&](const Stmt&, VarId array) { found.insert(array); });
  });
  return found;
}

bool makeArraysOutside(Kernel& kernel, const std::set<VarId>& arrays) {
  const ArrayMover mover(kernel);
  Kernel all = kernel;
  moveOut(mover, all.body, arrays);
  std::set<VarId> filled = analysis::privateArraysIn(analysis::findPrivateArrays(all), all.body);
  std::erase_if(filled, [&](VarId array) { return !arrays.contains(array); });
  if (filled.empty())
    return false;
  moveOut(mover, kernel.body, filled);
  return true;
}

} // namespace treelize::grad
