// std::initializer_list: a list in braces is an array of the kernel's own, which begins where the
// braces stand. Lists in a list are its elements: arrays where all have one length, else vectors.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/objects/Objects.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

const InitListExpr* inBraces(const Expr* expr) {
  const auto* made = dyn_cast<CXXStdInitializerListExpr>(bare(expr));
  return made ? cast<InitListExpr>(bare(made->getSubExpr())) : nullptr;
}

ir::TypeRef arrayOf(const ir::TypeRef& element, std::uint64_t length) {
  auto type = std::make_shared<ir::Type>();
  type->kind = ir::TypeKind::Array;
  type->element = element;
  type->extent = length;
  type->spelling = "std::array<" + element->spelling + ", " + std::to_string(length) + ">";
  type->startsAtZero = element->startsAtZero;
  type->defaultConstructible = element->defaultConstructible;
  type->isBlank = element->isBlank;
  return type;
}

ir::TypeRef typeOf(Lowering& l, const InitListExpr* list);

/// Of the lists in a list.
ir::TypeRef rowType(Lowering& l, const InitListExpr* list) {
  std::vector<ir::TypeRef> rows;
  for (const Expr* init : list->inits()) {
    const InitListExpr* row = inBraces(init);
    if (!row)
      l.notYet(init->getExprLoc(), "a list in a list that has a name, or no elements,",
               "write its elements in braces of their own");
    rows.push_back(typeOf(l, row));
  }
  const auto areAlike = [&](const auto& part) {
    return std::ranges::all_of(
        rows, [&](const ir::TypeRef& row) { return part(row) == part(rows.front()); });
  };
  if (rows.empty() || !areAlike([](const ir::TypeRef& row) { return row->element->spelling; }))
    l.notYet(list->getExprLoc(), "a list of lists of lists, or of none,", "use a std::vector");
  return areAlike([](const ir::TypeRef& row) { return row->extent; })
             ? rows.front()
             : ir::vectorOf(rows.front()->element);
}

ir::TypeRef typeOf(Lowering& l, const InitListExpr* list) {
  const QualType element = l.ast.getBaseElementType(list->getType());
  if (libraryOf(element) == Library::list)
    return arrayOf(rowType(l, list), list->getNumInits());
  return arrayOf(l.types.of(element), list->getNumInits());
}

} // namespace

Value listElements(Lowering& l, const Expr* expr) {
  const InitListExpr* list = inBraces(expr);
  if (!list)
    return value(l, expr);
  const SourceLocation where = expr->getExprLoc();
  if (isColumnElement(l, l.ast.getBaseElementType(list->getType())))
    return columnOf(l, {"list", list->getType(), where, /*isWritten=*/false}, list);
  const Location at = toLocation(where);
  const ir::TypeRef type = typeOf(l, list);
  Destination to{l.placeOf(l.addLocal("list", type, {.isStable = true}, at)), true, at};
  constructList(l, to, list);
  return to.place;
}

} // namespace treelize::front
