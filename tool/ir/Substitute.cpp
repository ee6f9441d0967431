#include "ir/Substitute.h"

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

} // namespace

void replaceVariable(Block& block, VarId from, VarId to) {
  for (Stmt& stmt : block) {
    forEachExprSlot(stmt, [&](ExprRef& e) { e = replaceVariable(e, from, to); });
    forEachPlaceSlot(stmt, [&](Place& place) { replaceVariable(place, from, to); });
    for (Block* inner : blocks(stmt))
      replaceVariable(*inner, from, to);
  }
}

} // namespace treelize::ir
