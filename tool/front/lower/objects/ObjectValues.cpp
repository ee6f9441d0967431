// What an object that is taken apart begins with, where no constructor says so: a copy of another
// one, nothing at all, or one of two.
#include "front/lower/calls/Candidates.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/passive/Slots.h"
#include "front/lower/statements/Statements.h"
#include "front/lower/types/Members.h"

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

void copyArray(Lowering& l, const ir::Place& to, const ir::Place& from, Location at) {
  if (!to.type->isBuiltinArray && !from.type->isBuiltinArray)
    return l.emit(ir::assign(to, ir::AssignOp::Set, ir::load(from, at), at));
  countedLoop(l, ir::integer(0, ir::sizeType()),
              ir::integer(static_cast<std::int64_t>(to.type->extent), ir::sizeType()), at,
              [&](const ir::ExprRef& i) {
                copyArray(l, ir::element(to, {i}), ir::element(from, {i}), at);
              });
}

Value copied(Lowering& l, const Slot& slot, const Value& from) {
  if (isFunctionVariable(slot.type) && !std::holds_alternative<Closure>(from) &&
      !slot.type->isReferenceType()) {
    const ir::VarId id = l.addLocal(slot.name, ir::intType(),
                                    {.isConst = !slot.isWritten, .isStable = !slot.isWritten},
                                    toLocation(slot.where));
    l.emit(ir::declare(id, numberIn(l, from, slot.where), toLocation(slot.where)));
    return l.placeOf(id);
  }
  if (slot.type->isReferenceType() || isClosure(slot.type) || isMatrixView(slot.type))
    return from;
  if (heapBehind(l, slot.type)) {
    const Value copy = heapPointer(l, slot, nullableViewOf(l, from, slot.where));
    if (libraryOf(slot.type) == Library::uniquePtr)
      afterMove(l, slot.type, from, slot.where);
    return copy;
  }
  if (isView(slot.type)) {
    const Value copy =
        movingView(l, slot.name, l.frozen(nullableViewOf(l, from, slot.where)),
                   libraryOf(slot.type) == Library::span, toLocation(slot.where), slot.motion);
    if (libraryOf(slot.type) == Library::uniquePtr)
      afterMove(l, slot.type, from, slot.where);
    return copy;
  }
  if (dissolves(l, slot.type))
    return copiedObject(l, slot, from);
  const ir::TypeRef type = l.types.of(slot.type);
  const Location at = toLocation(slot.where);
  const ir::VarId id = l.addLocal(slot.name, type, {}, at);
  if (type->isBuiltinArray) {
    l.emit(ir::declare(id, nullptr, at));
    copyArray(l, l.placeOf(id), placeFor(l, from, slot.where), at);
    return l.placeOf(id);
  }
  const ir::ExprRef original = type->is(TypeKind::Record)
                                   ? wholeObject(l, slot.type, from, slot.where)
                                   : loaded(l, from, slot.where);
  if (const ir::Place* map = callersMap(original)) {
    l.emit(ir::declare(id, nullptr, at));
    fillSlots(l, l.placeOf(id), *map, slot.type, slot.where);
    return l.placeOf(id);
  }
  if (type->is(ir::TypeKind::Opaque))
    followIterator(l, id, original);
  l.emit(ir::declare(id, original, at));
  if (holdsSlots(slot.type))
    separateSlots(l, l.placeOf(id), slot.type, slot.where);
  return l.placeOf(id);
}

Value copiedObject(Lowering& l, const Slot& slot, const Value& from) {
  refuseHiddenCopy(l, slot.type, copiesOf(l, slot.type).constructs, slot.where);
  Object copy{std::make_shared<ObjectState>()};
  if (isEmptyOfLibrary(slot.type))
    return copy;
  if (isColumnType(l, slot.type))
    return copiedColumn(l, slot, from);
  if (libraryOf(slot.type) == Library::optional && mayBeEmpty(l, from, slot.where))
    return copiedOptional(l, slot, from);
  if (libraryOf(slot.type) != Library::none) {
    const std::vector<QualType> types = elementTypes(l, slot.type);
    for (std::size_t i = 0; i < types.size(); ++i)
      copy.state->elements.push_back(
          copied(l, elementSlot(slot, types[i], i), tupleElement(l, from, i, slot.where)));
    return copy;
  }
  copy.state->slot.type = slot.type; // whatever class the original is of
  if (const auto* original = std::get_if<Object>(&from))
    copy.state->lambdas = original->state->lambdas;
  for (const FieldDecl* field : fieldsOf(slot.type.getNonReferenceType()->getAsCXXRecordDecl()))
    copy.state->members[field] =
        copied(l, memberSlot(l, slot, field), member(l, from, field, slot.where));
  return copy;
}

/// All members zero or empty.
Value zeroed(Lowering& l, const Slot& slot) {
  const Location at = toLocation(slot.where);
  if (!slot.type->isReferenceType() && heapBehind(l, slot.type))
    return heapPointer(l, slot, View{});
  if (isFunctionVariable(slot.type) && !slot.type->isReferenceType())
    return functionVariable(l, slot, nullptr);
  if (slot.type->isReferenceType() || isClosure(slot.type))
    l.notYet(slot.where, "a reference or a lambda without a value", "give it a value");
  if (isMatrixView(slot.type))
    l.notYet(slot.where, "a view of a matrix that is yet to get its coefficients",
             "keep a pointer, and make the view where it is used");
  if (isView(slot.type))
    return movingView(l, slot.name, std::nullopt, libraryOf(slot.type) == Library::span, at,
                      {.changesBase = true,
                       .mayBeNull = slot.type->isPointerType() || isOwner(slot.type),
                       .block = slot.motion.block,
                       .steps = slot.motion.steps});
  if (!dissolves(l, slot.type)) {
    const ir::TypeRef type = l.types.of(slot.type);
    const ir::VarId id = l.addLocal(slot.name, type, {}, at);
    ir::ExprRef zero = type->is(TypeKind::Real)      ? ir::real(0.0, type)
                       : type->is(TypeKind::Bool)    ? ir::boolean(false)
                       : type->is(TypeKind::Integer) ? ir::cast(ir::integer(0), type, at)
                                                     : ir::construct(l.kernel[id].type, {}, at);
    l.emit(ir::declare(id, std::move(zero), at));
    return l.placeOf(id);
  }
  if (isColumnType(l, slot.type))
    return columnOf(l, slot, nullptr);
  Object object{std::make_shared<ObjectState>()};
  if (isEmptyOfLibrary(slot.type))
    return object;
  if (libraryOf(slot.type) != Library::none) {
    const std::vector<QualType> types = elementTypes(l, slot.type);
    for (std::size_t i = 0; i < types.size(); ++i)
      object.state->elements.push_back(zeroed(l, elementSlot(slot, types[i], i)));
    return object;
  }
  for (const FieldDecl* field : fieldsOf(slot.type->getAsCXXRecordDecl()))
    object.state->members[field] = zeroed(l, memberSlot(l, slot, field));
  return object;
}

Value chosenObject(Lowering& l, const ConditionalOperator* choice) {
  if (const Expr* side = survivingSide(l, choice))
    return value(l, side);
  const SourceLocation where = choice->getQuestionLoc();
  ir::ExprRef condition = rvalue(l, choice->getCond());
  const Value chosen = zeroed(l, {"chosen", choice->getType(), where});
  auto branch = [&](const Expr* from) {
    return l.collect([&] { transferObject(l, choice->getType(), chosen, value(l, from), where); });
  };
  ir::Block yes = branch(choice->getTrueExpr()), no = branch(choice->getFalseExpr());
  l.emit({toLocation(where), ir::If{std::move(condition), std::move(yes), std::move(no)}});
  return chosen;
}

} // namespace treelize::front
