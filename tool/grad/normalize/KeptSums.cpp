#include "grad/normalize/KeptSums.h"

#include "ir/Builder.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <set>
#include <string>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

bool isSum(const Expr& e) {
  const auto* s = std::get_if<Apply>(&e.node);
  return s && e.type->is(TypeKind::Real) && (s->op == Op::add || s->op == Op::sub);
}

class SumNamer {
public:
  SumNamer(Kernel& kernel, std::size_t number, const std::set<VarId>& stored)
      : kernel(kernel), stored(stored), left(number) {}

  /// True when it has found the one.
  bool inBlock(Block& block, bool isInLoop) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      for (Block* inner : blocks(block[i]))
        if (inBlock(*inner, isInLoop || isLoop(block[i])))
          return true;
      const ExprRef sum = isInLoop ? find(block[i]) : nullptr;
      if (!sum)
        continue;
      name(sum, block, i);
      return true;
    }
    return false;
  }

private:
  Kernel& kernel;
  const std::set<VarId>& stored;
  std::size_t left; // sums before the one

  /// The largest sums below products and functions.
  ExprRef find(const Stmt& stmt) {
    const auto* local = std::get_if<Declare>(&stmt.node);
    const auto* assign = std::get_if<Assign>(&stmt.node);
    const ExprRef value = local ? local->value : assign ? assign->value : nullptr;
    std::vector<ExprRef> seen;
    return value && value->type->is(TypeKind::Real) ? find(value, false, seen) : nullptr;
  }

  ExprRef find(const ExprRef& e, bool isInside, std::vector<ExprRef>& seen) {
    const auto* s = std::get_if<Apply>(&e->node);
    if (!s || !e->type->is(TypeKind::Real))
      return nullptr;
    if (isInside && isSum(*e))
      return take(e, seen) ? e : nullptr;
    const bool isTerm = s->op == Op::add || s->op == Op::sub || s->op == Op::neg;
    for (const ExprRef& operand : s->args)
      if (const ExprRef found = find(operand, isInside || !isTerm, seen))
        return found;
    return nullptr;
  }

  bool take(const ExprRef& sum, std::vector<ExprRef>& seen) {
    for (const ExprRef& other : seen)
      if (isSame(*other, *sum))
        return false;
    seen.push_back(sum);
    return storedReads(*sum) >= 2 && left-- == 0;
  }

  std::size_t storedReads(const Expr& sum) const {
    std::vector<Place> found;
    forEachLoad(sum, [&](const Place& p) {
      bool isNew = p.type->is(TypeKind::Real) && stored.contains(p.base);
      for (const Place& other : found)
        isNew = isNew && !isSame(other, p);
      if (isNew)
        found.push_back(p);
    });
    return found.size();
  }

  void name(const ExprRef& sum, Block& block, std::size_t at) {
    const bool isDifference = std::get<Apply>(sum->node).op == Op::sub;
    const Location location = block[at].location;
    const VarId local = addLocal(kernel, isDifference ? "difference" : "sum", sum->type, location);
    const ExprRef value = load(kernel, local);
    forEachExprSlot(block[at], [&](ExprRef& slot) {
      slot = rewrite(slot, [&](const ExprRef& e) { return isSame(*e, *sum) ? value : e; });
    });
    block.insert(block.begin() + static_cast<std::ptrdiff_t>(at), declare(local, sum, location));
  }
};

} // namespace

bool nameSumInside(Kernel& kernel, std::size_t number, const std::set<VarId>& stored) {
  return SumNamer(kernel, number, stored).inBlock(kernel.body, false);
}

} // namespace treelize::grad
