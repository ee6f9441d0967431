#include "pattern/CheckedIndices.h"

#include "ir/Builder.h"
#include "ir/Intrinsics.h"
#include "ir/Walk.h"
#include "pattern/SetExprs.h"

#include <algorithm>

namespace treelize::pattern {

using namespace ir;

namespace {

bool isData(const Expr& index, const std::set<VarId>& fromElements) {
  return any(index, [&](const Expr& part) {
    const auto* load = std::get_if<Load>(&part.node);
    return load && (fromElements.contains(load->place.base) ||
                    !std::ranges::all_of(load->place.path, &Selector::isField));
  });
}

bool isChecked(const Expr& index) {
  return asIntrinsic(index, Intrinsic::within) != nullptr;
}

bool hasLength(const Type& container) {
  return container.is(TypeKind::Array) || container.is(TypeKind::Vector) ||
         container.is(TypeKind::Span);
}

void checkPlace(Place& place, const Kernel& kernel, const std::set<VarId>& fromElements) {
  Place prefix = ir::place(kernel, place.base);
  for (Selector& selector : place.path) {
    const Type& type = *prefix.type;
    if (!selector.isField() && hasLength(type) && selector.indices.size() == 1) {
      ExprRef& index = selector.indices[0];
      if (index->type->is(TypeKind::Integer) && !isChecked(*index) && isData(*index, fromElements))
        index = intrinsic(Intrinsic::within, {index, size(prefix)}, index->type);
    }
    prefix.type = selector.isField() ? findField(type, selector.field)->type : type.element;
    prefix.path.push_back(selector);
  }
}

} // namespace

std::set<VarId> numbersFromElements(const Block& body) {
  std::set<VarId> found;
  for (bool isNew = true; isNew;) {
    const std::size_t known = found.size();
    forEachStmt(body, [&](const Stmt& stmt) {
      const auto* local = std::get_if<Declare>(&stmt.node);
      const auto* set = std::get_if<Assign>(&stmt.node);
      const ExprRef value = local ? local->value : set ? set->value : nullptr;
      if (value && value->type->is(TypeKind::Integer) && isData(*value, found) &&
          (local || set->target.path.empty()))
        found.insert(local ? local->var : set->target.base);
    });
    isNew = found.size() != known;
  }
  return found;
}

void checkIndices(Stmt& stmt, const Kernel& kernel, const std::set<VarId>& fromElements) {
  const auto check = [&](const ExprRef& part) {
    const auto* load = std::get_if<Load>(&part->node);
    if (!load || load->place.path.empty())
      return part;
    Place place = load->place;
    checkPlace(place, kernel, fromElements);
    return ir::load(std::move(place), part->location);
  };
  forEachExprSlot(stmt, [&](ExprRef& expr) { expr = rewrite(expr, check); });
  if (Place* place = namedPlace(stmt))
    checkPlace(*place, kernel, fromElements);
}

} // namespace treelize::pattern
