// Functions that move iterators: next, prev, advance, distance. Of a container's iterators they are
// arithmetic on an offset; those of other classes are inlined.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"

namespace treelize::front {

using namespace clang;

std::optional<Value> iteratorCall(Lowering& l, const CallExpr* expr, const std::string& name) {
  const SourceLocation where = expr->getExprLoc();
  const Expr* first = expr->getNumArgs() == 2 ? expr->getArg(0) : nullptr;
  if (!first || !isPointerLike(first->getType()))
    return std::nullopt;
  const Expr* second = expr->getArg(1);
  if (name == "distance") {
    std::vector<Value> ends = l.inOrder(
        {[&]() -> Value { return view(l, first); }, [&]() -> Value { return view(l, second); }});
    const ir::ExprRef count = distance(l, std::get<View>(ends[0]), std::get<View>(ends[1]), where);
    return count ? converted(count, l.types.offsetType()) : ir::integer(0, l.types.offsetType());
  }
  if (name != "next" && name != "prev" && name != "advance")
    return std::nullopt;
  std::vector<Value> parts =
      l.inOrder({[&]() -> Value { return name == "advance" ? glvalue(l, first) : view(l, first); },
                 operand(l, second)});
  const ir::ExprRef by = asIndex(std::get<ir::ExprRef>(parts[1]));
  const View start = viewOf(l, parts[0], where);
  const View moved = stepped(l, start, by, name != "prev", where);
  if (name != "advance")
    return moved;
  moveView(l, parts[0], moved, where);
  return Value();
}

} // namespace treelize::front
