// std::deque<double>(n, x), std::list<double>(first, last): containers whose elements are held by
// slots, filled one by one.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/library/Elements.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/passive/SlotWalk.h"
#include "front/lower/passive/Slots.h"
#include "front/lower/statements/Statements.h"

namespace treelize::front {

using namespace clang;

namespace {

bool isSequence(QualType type) {
  return isStdClass(type, "deque") || isStdClass(type, "list");
}

/// What the constructor puts into the container; nothing for other constructors.
std::optional<Elements> elementsOf(Lowering& l, const std::vector<const Expr*>& arguments,
                                   const ir::TypeRef& type, SourceLocation where) {
  const bool isCounted = arguments[0]->getType()->isIntegerType();
  if (arguments.size() == 2 && !isCounted)
    return elementsBetween(l, arguments[0], arguments[1], where);
  if (!isCounted || arguments.size() > 2 || !type->isScalar())
    return std::nullopt;
  const ir::ExprRef count = l.frozen(asIndex(rvalue(l, arguments[0])));
  const ir::ExprRef value = arguments.size() == 2
                                ? l.frozen(converted(rvalue(l, arguments[1]), type))
                                : converted(ir::integer(0), type);
  return Elements{converted(count, ir::sizeType()),
                  [value](const ir::ExprRef&) -> Value { return value; }};
}

} // namespace

std::optional<Value> filledSequence(Lowering& l, const Slot& slot, const Expr* init) {
  const auto* made = init ? dyn_cast<CXXConstructExpr>(bare(init)) : nullptr;
  if (!made || !holdsSlots(slot.type) || !isSequence(slot.type) ||
      !isSlotted(elementOfSlots(slot.type)))
    return std::nullopt;
  std::vector<const Expr*> arguments;
  for (const Expr* argument : made->arguments())
    if (!isa<CXXDefaultArgExpr>(argument))
      arguments.push_back(argument);
  if (arguments.empty() || made->getConstructor()->isCopyOrMoveConstructor())
    return std::nullopt;
  const ir::Place pool = poolOf(l, elementOfSlots(slot.type), slot.where);
  const std::optional<Elements> elements = elementsOf(l, arguments, pool.type->element, slot.where);
  if (!elements)
    return std::nullopt;
  const Location at = toLocation(slot.where);
  const ir::Place container = l.placeOf(l.addLocal(slot.name, l.types.of(slot.type), {}, at));
  l.emit(ir::declare(container.base, nullptr, at));
  countedLoop(l, ir::integer(0, ir::sizeType()), elements->count, at, [&](const ir::ExprRef& i) {
    ir::ExprRef value = loaded(l, elements->at(i), slot.where);
    if (value->type->isScalar())
      value = converted(std::move(value), pool.type->element);
    const ir::ExprRef next = l.keep(ir::size(pool, at), "slot");
    l.emit(ir::append(pool, std::move(value), at));
    l.emit({at, ir::Perform{
                    ir::opaque("$0.push_back($1)", {ir::load(container), next}, ir::voidType(), at),
                    {container},
                    std::nullopt}});
  });
  return container;
}

} // namespace treelize::front
