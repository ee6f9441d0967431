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
#include "front/lower/types/Specialization.h"

namespace treelize::front {

using namespace clang;

namespace {

bool isSequence(QualType type) {
  return isStdClass(type, "deque") || isStdClass(type, "list");
}

/// What the constructor puts into the container; nothing for other constructors.
std::optional<Elements> elementsOf(Lowering& l, const std::vector<const Expr*>& arguments,
                                   QualType element, SourceLocation where) {
  const bool isCounted = arguments[0]->getType()->isIntegerType();
  if (arguments.size() == 2 && !isCounted)
    return elementsBetween(l, arguments[0], arguments[1], where);
  if (!isCounted || arguments.size() > 2)
    return std::nullopt;
  const ir::ExprRef count = l.frozen(asIndex(rvalue(l, arguments[0])));
  const Value given = l.frozen(arguments.size() == 2 ? value(l, arguments[1])
                                                     : defaulted(l, {"element", element, where}));
  return Elements{converted(count, ir::sizeType()), [given](const ir::ExprRef&) { return given; }};
}

/// The whole of a vector.
Elements elementsOfWhole(Lowering& l, const Expr* vector, SourceLocation where) {
  const Value whole = l.frozen(value(l, vector));
  return {l.frozen(sizeOf(l, whole, where)),
          [&l, whole, where](const ir::ExprRef& i) { return elementOf(l, whole, {i}, where); }};
}

ir::Place declaredContainer(Lowering& l, const Slot& slot) {
  const ir::Place container =
      l.placeOf(l.addLocal(slot.name, l.types.of(slot.type), {}, toLocation(slot.where)));
  l.emit(ir::declare(container.base, nullptr, toLocation(slot.where)));
  return container;
}

/// A priority queue orders what it is made of at once. Its comparison has no state.
std::optional<Value> filledHeap(Lowering& l, const Slot& slot, std::vector<const Expr*> arguments) {
  const QualType comparison = typeArgument(specializationOf(slot.type), 2);
  std::erase_if(arguments, [&](const Expr* argument) {
    return l.ast.hasSameUnqualifiedType(argument->getType().getNonReferenceType(), comparison);
  });
  const bool isWhole =
      arguments.size() == 1 && libraryOf(arguments[0]->getType()) == Library::vector;
  if (!arguments.empty() && !isWhole && arguments.size() != 2)
    return std::nullopt;
  if (arguments.empty())
    return declaredContainer(l, slot);
  const std::optional<Elements> elements =
      isWhole ? elementsOfWhole(l, arguments[0], slot.where)
              : elementsBetween(l, arguments[0], arguments[1], slot.where);
  if (!elements)
    return std::nullopt;
  const Location at = toLocation(slot.where);
  const QualType element = elementOfSlots(slot.type);
  const ir::Place container = declaredContainer(l, slot);
  auto type = std::make_shared<ir::Type>();
  type->spelling = "std::vector<std::pair<" + l.types.of(element)->spelling + ", std::size_t>>";
  const ir::Place entries = l.placeOf(l.addLocal("entries", std::move(type), {}, at));
  l.emit(ir::declare(entries.base, nullptr, at));
  const auto perform = [&](const std::string& text, std::vector<ir::ExprRef> args,
                           const ir::Place& changed) {
    ir::ExprRef step = ir::opaque(text, std::move(args), ir::voidType(), at);
    l.emit({at, ir::Perform{std::move(step), {changed}, std::nullopt}});
  };
  countedLoop(l, ir::integer(0, ir::sizeType()), elements->count, at, [&](const ir::ExprRef& i) {
    const ir::ExprRef next = newSlot(l, elements->at(i), element, slot.where);
    perform(
        "$0.emplace_back($1, $2)",
        {ir::load(entries), loaded(l, slotElement(l, next, element, slot.where), slot.where), next},
        entries);
  });
  perform("$0 = " + container.type->spelling + "($1.begin(), $1.end())",
          {ir::load(container), ir::load(entries)}, container);
  return container;
}

} // namespace

std::optional<Value> filledSequence(Lowering& l, const Slot& slot, const Expr* init) {
  const auto* made = init ? dyn_cast<CXXConstructExpr>(bare(init)) : nullptr;
  const bool isKnown = holdsSlots(slot.type) && (isSequence(slot.type) || isHeap(slot.type)) &&
                       isSlotted(elementOfSlots(slot.type));
  if (!made || !isKnown)
    return std::nullopt;
  std::vector<const Expr*> arguments;
  for (const Expr* argument : made->arguments())
    if (!isa<CXXDefaultArgExpr>(argument))
      arguments.push_back(argument);
  if (arguments.empty() || made->getConstructor()->isCopyOrMoveConstructor())
    return std::nullopt;
  if (isHeap(slot.type))
    return filledHeap(l, slot, std::move(arguments));
  const QualType element = elementOfSlots(slot.type);
  const std::optional<Elements> elements = elementsOf(l, arguments, element, slot.where);
  if (!elements)
    return std::nullopt;
  const Location at = toLocation(slot.where);
  const ir::Place container = declaredContainer(l, slot);
  countedLoop(l, ir::integer(0, ir::sizeType()), elements->count, at, [&](const ir::ExprRef& i) {
    const ir::ExprRef next = newSlot(l, elements->at(i), element, slot.where);
    l.emit({at, ir::Perform{
                    ir::opaque("$0.push_back($1)", {ir::load(container), next}, ir::voidType(), at),
                    {container},
                    std::nullopt}});
  });
  return container;
}

} // namespace treelize::front
