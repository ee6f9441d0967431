// Spans as their constructors make them.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"

namespace treelize::front {

using namespace clang;

/// std::span(container), span(pointer, n), span(first, last), span(span).
View constructedSpan(Lowering& l, const CXXConstructExpr* expr) {
  const SourceLocation where = expr->getExprLoc();
  const unsigned count = expr->getNumArgs();
  if (count == 0)
    l.notYet(where, "an empty span", "make it from a container");
  const Expr* first = expr->getArg(0);
  if (count == 1) {
    if (isView(first->getType()))
      return view(l, first);
    return wholeOf(l, glvalue(l, first), where);
  }
  const Expr* second = expr->getArg(1);
  if (isPointerLike(second->getType())) {
    View start = view(l, first), end = view(l, second);
    const ir::ExprRef count = distance(l, start, end, where);
    start.size = converted(count ? count : ir::integer(0), ir::sizeType());
    return start;
  }
  std::vector<Value> parts =
      l.inOrder({[&]() -> Value { return view(l, first); }, operand(l, second)});
  View start = std::get<View>(parts[0]);
  start.size = std::get<ir::ExprRef>(parts[1]);
  return start;
}

} // namespace treelize::front
