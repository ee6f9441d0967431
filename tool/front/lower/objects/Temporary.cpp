// Temporary objects. What a function returns by value is its own object, though nothing is copied
// as long as it is only read at once.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/statements/Statements.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

/// Is it a variable, or a part of one, that has come to be since there were so many, and is no
/// global's?
bool isNewerThan(const Lowering& l, const ir::Place& place, std::size_t variables) {
  const ir::Variable& owner = l.kernel[place.base];
  const auto declaresOwner = [&](const ir::Stmt& stmt) { return ir::declared(stmt) == place.base; };
  return place.base.index >= variables && owner.role == ir::Role::Local && !owner.isConst &&
         std::ranges::none_of(l.globals, declaresOwner) &&
         std::ranges::all_of(place.path,
                             [](const ir::Selector& selector) { return selector.isField(); });
}

} // namespace

ir::Place temporary(Lowering& l, const Expr* from, const std::string& name, bool isWritten) {
  refuseDestructor(l, from->getType(), from->getExprLoc());
  const Location at = toLocation(from->getExprLoc());
  const ir::VarId id = l.addLocal(name.empty() ? "object" : name, l.types.of(from->getType()),
                                  {.isStable = !isWritten}, at);
  Destination to{l.placeOf(id), /*isFresh=*/true, at};
  construct(l, to, from);
  return to.place;
}

Value materialized(Lowering& l, const MaterializeTemporaryExpr* expr) {
  const Expr* inner = bare(expr);
  if (inner->isGLValue())
    return glvalue(l, inner);
  const QualType type = inner->getType();
  const bool isWritten = l.frame().written.contains(expr);
  const bool livesOn = expr->getStorageDuration() != SD_FullExpression;
  if (!type->isRecordType() || isClosure(type) || isView(type) || isPassive(type) ||
      (!isWritten && !livesOn))
    return value(l, inner);
  if (dissolves(l, type))
    return isWritten ? initialized(l, {"object", type, inner->getExprLoc()}, inner)
                     : value(l, inner);
  const std::size_t variables = l.kernel.variables.size();
  Value made = value(l, inner);
  const auto* number = std::get_if<ir::ExprRef>(&made);
  const auto* load = number ? std::get_if<ir::Load>(&(*number)->node) : nullptr;
  if (!load || (!isWritten && l.isStable(*number)))
    return made;
  if (isNewerThan(l, load->place, variables)) {
    l.markWritten(load->place.base);
    return load->place;
  }
  const Location at = toLocation(inner->getExprLoc());
  const ir::VarId copy = l.addLocal("object", (*number)->type, {.isStable = !isWritten}, at);
  l.emit(ir::declare(copy, *number, at));
  return l.placeOf(copy);
}

} // namespace treelize::front
