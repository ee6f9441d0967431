#include "ir/Substitute.h"

#include "ir/Builder.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <functional>

namespace treelize::ir {

namespace {

using ChangePlace = std::function<void(Place&)>;

ExprRef changePlaces(const ExprRef& expr, const ChangePlace& change) {
  return rewrite(expr, [&](const ExprRef& e) -> ExprRef {
    Expr copy = *e;
    if (auto* load = std::get_if<Load>(&copy.node)) {
      change(load->place);
      copy.type = load->place.type;
    } else if (auto* size = std::get_if<Size>(&copy.node))
      change(size->container);
    else if (auto* zeros = std::get_if<ZerosLike>(&copy.node))
      change(zeros->of);
    else
      return e;
    return std::make_shared<Expr>(std::move(copy));
  });
}

void changePlaces(Stmt& stmt, const ChangePlace& change) {
  forEachExprSlot(stmt, [&](ExprRef& e) { e = changePlaces(e, change); });
  forEachPlaceSlot(stmt, change);
  for (Block* inner : blocks(stmt))
    ir::changePlaces(*inner, change);
}

bool isWithin(const Place& place, const Place& part) {
  return place.base == part.base && place.path.size() >= part.path.size() &&
         std::equal(part.path.begin(), part.path.end(), place.path.begin(),
                    [](const Selector& a, const Selector& b) {
                      return a.isField() && b.isField() && a.field == b.field;
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

void changePlaces(Block& block, const std::function<void(Place&)>& fn) {
  for (Stmt& stmt : block)
    changePlaces(stmt, fn);
}

void replaceEach(Block& block, const std::function<void(Stmt&, Block&)>& fn) {
  Block out;
  for (Stmt& stmt : block) {
    for (Block* inner : blocks(stmt))
      replaceEach(*inner, fn);
    fn(stmt, out);
  }
  block = std::move(out);
}

void replaceVariable(Stmt& stmt, VarId from, VarId to) {
  changePlaces(stmt, [&](Place& place) {
    if (place.base == from)
      place.base = to;
  });
}

void replaceVariable(Block& block, VarId from, VarId to) {
  for (Stmt& stmt : block)
    replaceVariable(stmt, from, to);
}

void replaceReads(Block& body, const Place& element, const ExprRef& by) {
  for (Stmt& stmt : body)
    forEachExprSlot(stmt, [&](ExprRef& slot) {
      slot = rewrite(slot, [&](const ExprRef& e) {
        const auto* read = std::get_if<Load>(&e->node);
        return read && isSame(read->place, element) ? by : e;
      });
    });
}

void replaceSize(Stmt& stmt, VarId container, const ExprRef& length) {
  forEachExprSlot(stmt, [&](ExprRef& slot) {
    slot = rewrite(slot, [&](const ExprRef& e) -> ExprRef {
      const auto* size = std::get_if<Size>(&e->node);
      const bool isIt = size && size->container.base == container && size->container.path.empty() &&
                        size->extent == Extent::all;
      return isIt ? convert(length, e->type) : e;
    });
  });
  for (Block* inner : blocks(stmt))
    for (Stmt& step : *inner)
      replaceSize(step, container, length);
}

void replacePart(Block& block, const Place& part, VarId to) {
  changePlaces(block, [&](Place& place) {
    if (!isWithin(place, part))
      return;
    place.base = to;
    place.path.erase(place.path.begin(),
                     place.path.begin() + static_cast<std::ptrdiff_t>(part.path.size()));
  });
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
