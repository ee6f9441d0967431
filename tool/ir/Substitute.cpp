#include "ir/Substitute.h"

#include "ir/Builder.h"
#include "ir/Walk.h"

namespace treelize::ir {

namespace {

void replaceVariable(Place& place, VarId from, VarId to) {
  if (place.base == from)
    place.base = to;
}

ExprRef replaceVariable(const ExprRef& expr, VarId from, VarId to) {
  return rewrite(expr, [&](const ExprRef& e) -> ExprRef {
    Expr copy = *e;
    if (auto* load = std::get_if<Load>(&copy.node))
      replaceVariable(load->place, from, to);
    else if (auto* size = std::get_if<Size>(&copy.node))
      replaceVariable(size->container, from, to);
    else if (auto* zeros = std::get_if<ZerosLike>(&copy.node))
      replaceVariable(zeros->of, from, to);
    else
      return e;
    return std::make_shared<Expr>(std::move(copy));
  });
}

void redeclare(Block& block, VarId from, VarId to) {
  for (Stmt& stmt : block) {
    if (auto* s = std::get_if<Declare>(&stmt.node); s && s->var == from)
      s->var = to;
    if (auto* s = std::get_if<For>(&stmt.node); s && s->counter == from)
      s->counter = to;
    for (Block* inner : blocks(stmt))
      redeclare(*inner, from, to);
  }
}

} // namespace

void replaceVariable(Stmt& stmt, VarId from, VarId to) {
  forEachExprSlot(stmt, [&](ExprRef& e) { e = replaceVariable(e, from, to); });
  forEachPlaceSlot(stmt, [&](Place& place) { replaceVariable(place, from, to); });
  for (Block* inner : blocks(stmt))
    replaceVariable(*inner, from, to);
}

void replaceVariable(Block& block, VarId from, VarId to) {
  for (Stmt& stmt : block)
    replaceVariable(stmt, from, to);
}

Block withOwnLocals(Kernel& kernel, const Block& block) {
  Block copy = block;
  for (VarId var : declaredIn(block)) {
    const VarId own = addVariable(kernel, kernel[var]);
    redeclare(copy, var, own);
    replaceVariable(copy, var, own);
  }
  return copy;
}

} // namespace treelize::ir
