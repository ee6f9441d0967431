#include "ir/Loops.h"

#include "ir/Builder.h"
#include "ir/Intrinsics.h"
#include "ir/Literals.h"
#include "ir/Operators.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::ir {

namespace {

/// An element that takes another one's value.
bool isCopy(const Stmt& stmt) {
  const auto* s = std::get_if<Assign>(&stmt.node);
  return s && s->op == AssignOp::Set && !s->target.path.empty() &&
         s->target.type->is(TypeKind::Real) && std::holds_alternative<Load>(s->value->node);
}

/// Does the block hold a loop?
bool visitInnermost(Block& block, const std::function<void(For&)>& fn) {
  bool found = false;
  for (Stmt& stmt : block) {
    bool holdsLoop = false;
    for (Block* inner : blocks(stmt))
      holdsLoop = visitInnermost(*inner, fn) || holdsLoop;
    if (auto* loop = std::get_if<For>(&stmt.node); loop && !holdsLoop)
      fn(*loop);
    found = found || holdsLoop || isLoop(stmt);
  }
  return found;
}

} // namespace

void forEachInnermostLoop(Block& block, const std::function<void(For&)>& fn) {
  visitInnermost(block, fn);
}

unsigned loopDepth(const Block& block) {
  unsigned depth = 0;
  for (const Stmt& stmt : block)
    for (const Block* inner : blocks(stmt))
      depth = std::max(depth, loopDepth(*inner) + (isLoop(stmt) ? 1 : 0));
  return depth;
}

std::optional<std::size_t> deepestLoop(const Block& block) {
  std::optional<std::size_t> deepest;
  unsigned most = 0;
  for (std::size_t i = 0; i < block.size(); ++i)
    if (const auto* loop = std::get_if<For>(&block[i].node);
        loop && loopDepth(loop->body) >= most) {
      most = loopDepth(loop->body);
      deepest = i;
    }
  return deepest;
}

bool mayWrapUnsigned(unsigned bits, std::int64_t step) {
  constexpr std::int64_t largestStep = std::int64_t(1) << 24;
  return step != 1 && (bits < 64 || step > largestStep);
}

ExprRef tripCount(const Kernel& kernel, const For& loop) {
  const TypeRef& type = kernel[loop.counter].type;
  const ExprRef lower = convert(loop.lower, type), upper = convert(loop.upper, type);
  if (isZero(*lower) && loop.step == 1 && !type->isSigned)
    return upper;
  std::vector<ExprRef> bounds = {lower, upper};
  if (loop.step != 1)
    bounds.push_back(integer(loop.step, type));
  return intrinsic(Intrinsic::trip_count, type->spelling, std::move(bounds), sizeType());
}

ExprRef iterationNumber(const Kernel& kernel, const For& loop) {
  const TypeRef& type = kernel[loop.counter].type;
  ExprRef number = load(kernel, loop.counter);
  if (!isZero(*loop.lower))
    number = apply(Op::sub, {number, convert(loop.lower, type)}, type);
  if (loop.step != 1)
    number = apply(Op::div, {number, integer(loop.step, type)}, type);
  return number;
}

ExprRef runsAtAll(const Kernel& kernel, const For& loop) {
  const TypeRef& type = kernel[loop.counter].type;
  return apply(Op::lt_, {convert(loop.lower, type), convert(loop.upper, type)}, boolType());
}

bool isOfSums(const Kernel& kernel, const For& loop) {
  return std::ranges::all_of(loop.body, [&](const Stmt& stmt) {
    bool isPlain = true;
    forEachExpr(stmt, [&](const Expr& e) {
      isPlain = isPlain &&
                !any(e, [](const Expr& part) { return std::holds_alternative<Select>(part.node); });
    });
    const auto* local = std::get_if<Declare>(&stmt.node);
    const auto* sum = std::get_if<Assign>(&stmt.node);
    const bool isSum = sum && (sum->op != AssignOp::Set || !sum->target.path.empty()) &&
                       sum->target.type->is(TypeKind::Real) && kernel[sum->target.base].shadowOf;
    return isPlain && (isSum || isCopy(stmt) ||
                       (local && local->value && kernel[local->var].type->isScalar()));
  });
}

bool sumsUp(const Kernel& kernel, const For& loop) {
  const std::set<VarId> own = declaredIn(loop.body);
  return isOfSums(kernel, loop) && std::ranges::any_of(loop.body, [&](const Stmt& stmt) {
           const auto* sum = std::get_if<Assign>(&stmt.node);
           return sum && sum->target.path.empty() && !own.contains(sum->target.base);
         });
}

const Assign* sumIntoAdjoint(const Kernel& kernel, const Stmt& stmt) {
  const auto* s = std::get_if<Assign>(&stmt.node);
  const bool isSum = s && s->op != AssignOp::Set && !s->isAtomic &&
                     s->target.type->is(TypeKind::Real) && kernel[s->target.base].shadowOf;
  return isSum ? s : nullptr;
}

std::set<VarId> runningSums(const Kernel& kernel, const For& loop) {
  std::set<VarId> sums, others;
  if (loopDepth(loop.body) > 0)
    return sums;
  const std::set<VarId> own = declaredIn(loop.body);
  forEachStmt(loop.body, [&](const Stmt& stmt) {
    forEachExpr(stmt, [&](const Expr& e) {
      forEachRead(e, [&](const Place& p) { others.insert(p.base); });
    });
    const Assign* sum = sumIntoAdjoint(kernel, stmt);
    const bool isSum = sum && sum->target.path.empty();
    forEachWritten(kernel, stmt, [&](const Place& p) {
      forEachIndexRead(p, [&](const Place& index) { others.insert(index.base); });
      (isSum && !own.contains(p.base) ? sums : others).insert(p.base);
    });
  });
  std::erase_if(sums, [&](VarId sum) { return others.contains(sum); });
  return sums;
}

ExprRef replaceLoads(const ExprRef& e, VarId var, const ExprRef& value) {
  return rewrite(e, [&](const ExprRef& part) {
    const auto* loaded = std::get_if<Load>(&part->node);
    return loaded && loaded->place.base == var && loaded->place.path.empty() ? value : part;
  });
}

void replaceLoads(Stmt& stmt, VarId var, const ExprRef& value) {
  forEachExprSlot(stmt, [&](ExprRef& slot) { slot = replaceLoads(slot, var, value); });
  for (Block* inner : blocks(stmt))
    for (Stmt& nested : *inner)
      replaceLoads(nested, var, value);
}

} // namespace treelize::ir
