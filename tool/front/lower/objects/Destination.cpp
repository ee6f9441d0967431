#include "front/lower/objects/Destination.h"

#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/objects/UnsetNumbers.h"
#include "front/lower/statements/Statements.h"

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

void clearObject(Lowering& l, const ir::Place& object, Location at) {
  const ir::Type& type = *object.type;
  if (type.isScalar()) {
    ir::ExprRef zero = type.is(TypeKind::Real)   ? ir::real(0.0, object.type)
                       : type.is(TypeKind::Bool) ? ir::boolean(false)
                                                 : ir::cast(ir::integer(0), object.type, at);
    l.emit(ir::assign(object, ir::AssignOp::Set, std::move(zero), at));
  } else if (type.is(TypeKind::Record)) {
    for (const ir::RecordField& field : type.fields)
      clearObject(l, ir::fieldOf(object, field), at);
  } else if (type.is(TypeKind::Array)) {
    ir::For loop;
    loop.counter = l.addLocal("i", ir::sizeType(), {.isStable = true}, at);
    loop.lower = ir::integer(0, ir::sizeType());
    loop.upper = ir::integer(static_cast<std::int64_t>(type.extent), ir::sizeType());
    loop.body =
        l.collect([&] { clearObject(l, ir::element(object, {l.loadOf(loop.counter)}), at); });
    l.emit({at, std::move(loop)});
  } else {
    Destination to{object, /*isFresh=*/false, at};
    storeObject(l, to, ir::construct(object.type, {}, at));
  }
}

void storeObject(Lowering& l, Destination& to, ir::ExprRef value) {
  const auto* made = value ? std::get_if<ir::Construct>(&value->node) : nullptr;
  const bool isEmpty = made && made->args.empty();
  if (to.isFresh) {
    l.emit(ir::declare(to.place.base, std::move(value), to.at));
  } else if (isEmpty && to.place.type->is(TypeKind::Array)) {
    clearObject(l, to.place, to.at);
  } else if (value) {
    // `x = T{}` replaces the object: for a derivative it would mean zeros of the same shape.
    if (isEmpty)
      value = l.keep(std::move(value), "empty");
    l.emit(ir::assign(to.place, ir::AssignOp::Set, std::move(value), to.at));
  }
  to.isFresh = false;
}

void beginObject(Lowering& l, Destination& to, SourceLocation where) {
  if (!to.isFresh)
    return;
  if (!to.place.type->defaultConstructible)
    l.notYet(where,
             "an object of class '" + to.place.type->spelling +
                 "', which has no default constructor,",
             "give the class a default constructor");
  storeObject(l, to, nullptr);
}

ir::Place partAt(const ir::Place& object, unsigned index) {
  if (object.type->is(TypeKind::Record))
    return ir::fieldOf(object, object.type->fields.at(index));
  return ir::element(object, {ir::integer(index)});
}

void initializeObject(Lowering& l, Destination& to, bool isZero, SourceLocation where) {
  if (isZero && to.place.type->startsAtZero)
    return storeObject(l, to, ir::construct(to.place.type, {}, to.at));
  const bool isArray = to.isFresh && to.place.type->is(TypeKind::Array);
  if (ir::ExprRef none = isArray ? beginning(to.place.type, to.at) : nullptr)
    storeObject(l, to, std::move(none));
  else
    beginObject(l, to, where);
  if (isZero)
    clearObject(l, to.place, to.at);
}

} // namespace treelize::front
