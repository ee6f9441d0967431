// Methods of std::vector that change its length: push_back, emplace_back, pop_back, resize, clear.
//
// They become single Appends and Drops, so that the reverse sweep can take back each of them. The length
// of a container that belongs to the caller stays what it is: its shadow could have no shape.
#include "front/Lowering.h"

namespace treelize::front {

using namespace clang;

namespace {

ir::Place growing(Lowering& l, const Value& object, const std::string& method, SourceLocation where) {
  const ir::Place place = target(l, object, where);
  const ir::Variable& owner = l.kernel[place.base];
  const bool isCallers = owner.role == ir::Role::Member || owner.byReference || owner.type->isView();
  if (isCallers)
    l.notYet(where, "'" + method + "' on a vector of the caller, whose shadow would have another length,",
             "build a local vector, or let the caller give it its final length");
  return place;
}

/// The element as one value: a number, or an object in a place of its own.
ir::ExprRef elementValue(Lowering& l, const Expr* from) {
  if (l.types.of(from->getType())->isScalar())
    return rvalue(l, from);
  if (holdsView(*l.types.of(from->getType())))
    l.notYet(from->getExprLoc(), "a vector of pointers or spans that grows", "keep indices");
  const Expr* inner = bare(from);
  const ir::Place place = inner->isLValue() ? placeFor(l, glvalue(l, inner), from->getExprLoc())
                                            : temporary(l, from, "element");
  return ir::load(place);
}

Value append(Lowering& l, const Growth& call) {
  const ir::Place place = growing(l, l.frozen(call.object()), call.name, call.where);
  const ir::TypeRef element = place.type->element;
  ir::ExprRef value;
  if (!call.arguments.empty()) {
    const ir::TypeRef given = l.types.of(call.arguments[0]->getType());
    const bool isOne = call.arguments.size() == 1 &&
                       (element->isScalar() ? given->isScalar() : given->spelling == element->spelling);
    if (!isOne)
      l.notYet(call.where, "'" + call.name + "' with the arguments of a constructor",
               "use push_back with an object");
    value = elementValue(l, call.arguments[0]);
    if (element->isScalar())
      value = converted(std::move(value), element);
  }
  l.emit(ir::append(place, std::move(value), toLocation(call.where)));
  if (call.name == "push_back")
    return {};
  return l.frozen(ir::lastElement(place));
}

/// `for (i in [from, to)) step`
void repeat(Lowering& l, ir::ExprRef from, ir::ExprRef to, ir::Stmt step, Location at) {
  ir::For loop;
  loop.counter = l.addLocal("i", ir::sizeType(), {.isStable = true}, at);
  loop.lower = std::move(from);
  loop.upper = std::move(to);
  loop.body.push_back(std::move(step));
  l.emit({at, std::move(loop)});
}

/// What is too much goes, what is missing comes.
void resize(Lowering& l, const Growth& call) {
  const Location at = toLocation(call.where);
  const ir::Place place = growing(l, l.frozen(call.object()), call.name, call.where);
  ir::ExprRef wanted = call.name == "clear" ? ir::integer(0, ir::sizeType())
                                            : l.keep(asIndex(rvalue(l, call.arguments[0])), "length");
  ir::ExprRef fill;
  if (call.arguments.size() == 2)
    fill = l.frozen(elementValue(l, call.arguments[1]));
  if (fill && place.type->element->isScalar())
    fill = converted(std::move(fill), place.type->element);
  const ir::ExprRef present = l.keep(ir::size(place, at), "present");
  repeat(l, wanted, present, ir::drop(place, at), at);
  if (call.name == "resize")
    repeat(l, present, wanted, ir::append(place, fill, at), at);
}

} // namespace

std::optional<Value> growthCall(Lowering& l, const Growth& call) {
  if (call.name == "push_back" || call.name == "emplace_back")
    return append(l, call);
  if (call.name == "resize" || call.name == "clear") {
    resize(l, call);
    return Value();
  }
  if (call.name != "pop_back")
    return std::nullopt;
  const ir::Place place = growing(l, l.frozen(call.object()), call.name, call.where);
  l.emit(ir::drop(place, toLocation(call.where)));
  return Value();
}

} // namespace treelize::front
