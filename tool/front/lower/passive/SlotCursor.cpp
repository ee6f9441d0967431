#include "front/lower/passive/SlotCursor.h"

#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/FunctionObject.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/passive/SlotWalk.h"
#include "front/lower/passive/Slots.h"
#include "front/lower/statements/Statements.h"
#include "front/lower/types/Specialization.h"

#include "clang/AST/DeclTemplate.h"

#include <memory>

namespace treelize::front {

using namespace clang;
using ir::ExprRef;
using ir::Op;

namespace {

/// The iterator that a std::reverse_iterator wraps; another one is itself.
QualType unwrapped(QualType iterator) {
  iterator = iterator.getNonReferenceType().getUnqualifiedType();
  return isStdClass(iterator, "reverse_iterator") ? typeArgument(specializationOf(iterator), 0)
                                                  : iterator;
}

/// v of std::back_inserter(v); null for any other expression.
const Expr* insertedInto(const Expr* expr) {
  const Expr* inner = bare(expr);
  while (const auto* copy = dyn_cast<CXXConstructExpr>(inner)) {
    if (copy->getNumArgs() != 1)
      return nullptr;
    inner = bare(copy->getArg(0));
  }
  const auto* call = dyn_cast<CallExpr>(inner);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  const bool isInserter = callee && isInStd(callee) && callee->getDeclName().isIdentifier() &&
                          callee->getName() == "back_inserter";
  return isInserter ? call->getArg(0) : nullptr;
}

} // namespace

bool isWalking(QualType iterator) {
  return isSlotIterator(unwrapped(iterator));
}

QualType pointedAt(QualType iterator) {
  return typeArgument(specializationOf(unwrapped(iterator)), 0);
}

Walk::Walk(Lowering& lowering, SourceLocation callSite)
    : l(lowering), where(callSite), at(toLocation(callSite)) {}

Cursor Walk::cursor(const Expr* iterator) {
  if (const Expr* vector = insertedInto(iterator))
    return inserter(vector);
  return isWalking(iterator->getType()) ? slots(iterator) : elements(iterator);
}

std::function<ExprRef()> Walk::upTo(const Cursor& cursor, const Expr* last) {
  if (isWalking(last->getType())) {
    const ExprRef end = ir::load(variable("last", last, /*isWritten=*/false));
    return [this, cursor, end] {
      return ir::opaque("$0 != $1", {std::get<ExprRef>(cursor.position()), end}, ir::boolType(),
                        at);
    };
  }
  const View end = l.frozen(view(l, last));
  return [this, cursor, end] {
    return ir::apply(Op::ne_,
                     {distance(l, std::get<View>(cursor.position()), end, where), ir::integer(0)},
                     ir::boolType(), at);
  };
}

void Walk::loop(const std::function<ExprRef()>& isLeft, const std::vector<const Cursor*>& cursors,
                const std::function<void()>& body) {
  ir::While loop;
  loop.condition = isLeft();
  loop.body = l.collectRepeated(body);
  loop.step = l.collect([&] {
    for (const Cursor* cursor : cursors)
      cursor->advance();
  });
  l.emit({at, std::move(loop)});
}

ir::Place Walk::variable(const char* name, const Expr* iterator, bool isWritten) {
  const QualType type = iterator->getType().getNonReferenceType().getUnqualifiedType();
  return std::get<ir::Place>(passiveVariable(l, {name, type, where, isWritten}, iterator));
}

Value Walk::elementAt(const ExprRef& iterator, QualType type) {
  if (!isEntry(type))
    return partOf(l, "*$0", {iterator}, type, where);
  const auto arguments = cast<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl())
                             ->getTemplateArgs()
                             .asArray();
  return entryAt(iterator, arguments[0].getAsType(), arguments[1].getAsType());
}

Value Walk::entryAt(const ExprRef& iterator, QualType keyType, QualType elementType) {
  const ir::TypeRef type = l.types.of(keyType);
  const ir::VarId key = l.addLocal("key", type, {.isConst = true, .isStable = true}, at);
  l.emit(ir::declare(key, ir::opaque("$0->first", {iterator}, type, at), at));
  Object entry{std::make_shared<ObjectState>()};
  entry.state->elements = {l.placeOf(key), partOf(l, "$0->second", {iterator}, elementType, where)};
  return entry;
}

void Walk::step(const std::string& text, std::vector<ExprRef> args, const ir::Place& changed) {
  l.emit({at, ir::Perform{
                  ir::opaque(text, std::move(args), ir::voidType(), at), {changed}, std::nullopt}});
}

void Walk::put(QualType type, const Value& to, const Value& from) {
  if (const auto* place = std::get_if<ir::Place>(&to); place && place->type->isScalar())
    return setConverted(l, *place, loaded(l, from, where), where);
  assignValue(l, type.getNonReferenceType(), to, from, where);
}

Cursor Walk::slots(const Expr* iterator) {
  const QualType type = pointedAt(iterator->getType());
  const ir::Place it = variable("it", iterator, /*isWritten=*/true);
  const auto element = [this, it, type] { return elementAt(ir::load(it), type); };
  return {element, [this, element, type](const Value& from) { put(type, element(), from); },
          [this, it] { step("++$0", {ir::load(it)}, it); },
          [it]() -> Value { return ir::load(it); }};
}

Cursor Walk::elements(const Expr* iterator) {
  const QualType type = elementOfIterator(iterator->getType());
  const View start = l.frozen(view(l, iterator));
  const ir::Place i = l.placeOf(l.addLocal("i", l.types.offsetType(), {}, at));
  l.emit(ir::declare(i.base, ir::integer(0, l.types.offsetType()), at));
  const auto element = [this, start, i] { return dereference(l, start, ir::load(i), where); };
  return {element, [this, element, type](const Value& from) { put(type, element(), from); },
          [this, i] { l.emit(ir::assign(i, ir::AssignOp::Add, ir::integer(1, i.type), at)); },
          [this, start, i]() -> Value { return advanced(l, start, ir::load(i)); }};
}

Cursor Walk::inserter(const Expr* vector) {
  const Value object = l.frozen(glvalue(l, vector));
  if (isColumn(object))
    return {[]() -> Value { return {}; },
            [this, object](const Value& from) { addElement(l, object, from, where); }, [] {},
            []() -> Value { return {}; }};
  const auto* place = std::get_if<ir::Place>(&object);
  if (!place || !place->type->is(ir::TypeKind::Vector) || ir::isGlobal(l.kernel[place->base]))
    l.notYet(where, "'std::back_inserter' of this container here",
             "write a loop over its elements");
  target(l, *place, where);
  const auto store = [this, vector = *place](const Value& from) {
    const ir::TypeRef& type = vector.type->element;
    ExprRef value = loaded(l, from, where);
    l.emit(ir::append(vector, type->isScalar() ? converted(std::move(value), type) : value, at));
  };
  return {[]() -> Value { return {}; }, store, [] {}, []() -> Value { return {}; }};
}

} // namespace treelize::front
