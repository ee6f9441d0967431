#include "front/lower/objects/BasePart.h"

#include "ClangCompat.h"
#include "front/lower/CallersObjects.h"
#include "front/lower/objects/HeapPlan.h"
#include "front/lower/objects/Objects.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

namespace {

/// What the path leads to; null where it leads to something that has no type of its own.
ir::TypeRef typeAt(const ir::Kernel& kernel, const ir::Place& place) {
  ir::TypeRef type = kernel[place.base].type;
  for (const ir::Selector& selector : place.path) {
    const ir::RecordField* field =
        selector.isField() ? ir::findField(*type, selector.field) : nullptr;
    type = !selector.isField() ? type->element : field ? field->type : nullptr;
    if (!type)
      break;
  }
  return type;
}

/// Classes of the library whose objects are no records of their members. A pair is one.
bool hasModelOfItsOwn(const CXXRecordDecl* record) {
  static const std::set<Library> known = {Library::vector,   Library::array,   Library::span,
                                          Library::tuple,    Library::complex, Library::optional,
                                          Library::variant,  Library::field,   Library::matrix};
  return known.contains(libraryOf(record));
}

[[noreturn]] void refuseBase(Lowering& l, const CXXRecordDecl* base, SourceLocation where) {
  l.notYet(where,
           "an object as the '" + l.types.qualifiedName(base) + "' that its class derives from",
           "make that a member of the class");
}

ir::Place partOf(Lowering& l, const ir::Place& complete, const CXXRecordDecl* base,
                 SourceLocation where) {
  if (hasModelOfItsOwn(base))
    refuseBase(l, base, where);
  auto type = std::make_shared<ir::Type>(*l.types.of(compat::typeOf(l.ast, base)));
  type->kind = TypeKind::Record;
  type->fields.clear();
  for (const FieldDecl* member : fieldsOf(base)) {
    const ir::RecordField* field = ir::findField(*complete.type, member->getNameAsString());
    if (!field)
      refuseBase(l, base, where);
    type->fields.push_back(*field);
  }
  ir::Place part = complete;
  part.type = std::move(type);
  return part;
}

ir::Place placeAs(Lowering& l, const ir::Place& place, const CXXRecordDecl* wanted,
                  SourceLocation where) {
  const ir::Place complete = completeObject(l.kernel, place);
  const CXXRecordDecl* own =
      complete.type->is(TypeKind::Record) ? l.types.classOf(*complete.type) : nullptr;
  // An object of the caller's whose class nobody knows is refused as a whole.
  if (!own || ir::mayBeDerived(*complete.type) || wholeOfPart(l.kernel, complete) ||
      !isOrDerivesFrom(own, wanted))
    return place;
  return own->getCanonicalDecl() == wanted->getCanonicalDecl()
             ? complete
             : partOf(l, complete, wanted, where);
}

ir::ExprRef valueAs(Lowering& l, const ir::ExprRef& object, const CXXRecordDecl* wanted,
                    SourceLocation where) {
  const CXXRecordDecl* own =
      object->type->is(TypeKind::Record) ? l.types.classOf(*object->type) : nullptr;
  if (!own || own->getCanonicalDecl() == wanted->getCanonicalDecl() ||
      (!std::holds_alternative<ir::Load>(object->node) && !isOrDerivesFrom(own, wanted)))
    return object;
  const ir::ExprRef named =
      std::holds_alternative<ir::Load>(object->node) ? object : l.keep(object, "object");
  return ir::load(placeAs(l, std::get<ir::Load>(named->node).place, wanted, where),
                  object->location);
}

const ir::Place* partRead(const ir::Kernel& kernel, const ir::Expr& value) {
  const auto* load = std::get_if<ir::Load>(&value.node);
  return load && isBasePart(kernel, load->place) ? &load->place : nullptr;
}

void setMembers(Lowering& l, const ir::Place& to, const ir::Place& from, Location at) {
  for (const ir::RecordField& field : to.type->fields)
    copyArray(l, ir::fieldOf(to, field), ir::fieldOf(from, *ir::findField(*from.type, field.name)),
              at);
}

/// The value, if it is an object, as one of the class that takes it.
void fit(Lowering& l, ir::ExprRef& value, const ir::Type& to, Location at) {
  const CXXRecordDecl* wanted = value && to.is(TypeKind::Record) &&
                                        value->type->is(TypeKind::Record) &&
                                        !isSameInCpp(*value->type, to)
                                    ? l.types.classOf(to)
                                    : nullptr;
  if (!wanted)
    return;
  value = valueAs(l, value, wanted, toSourceLocation(at));
  const CXXRecordDecl* own = l.types.classOf(*value->type);
  if (!isSameInCpp(*value->type, to) && own && libraryOf(own) == Library::none &&
      libraryOf(wanted) == Library::none)
    l.notYet(toSourceLocation(at),
             "an object of class '" + to.spelling + "' that takes one of '" +
                 value->type->spelling + "' here",
             "write a loop that assigns");
}

bool emitDeclare(Lowering& l, ir::Declare& local, Location at) {
  fit(l, local.value, *l.kernel[local.var].type, at);
  const ir::Place* from = local.value ? partRead(l.kernel, *local.value) : nullptr;
  if (!from)
    return false;
  const ir::Place source = *from;
  l.kernel[local.var].isConst = false;
  l.emit(ir::declare(local.var, nullptr, at));
  setMembers(l, l.placeOf(local.var), source, at);
  return true;
}

bool emitAssign(Lowering& l, ir::Assign& step, Location at) {
  fit(l, step.value, *step.target.type, at);
  const bool isPart = isBasePart(l.kernel, step.target);
  if (!isPart && !partRead(l.kernel, *step.value))
    return false;
  if (!std::holds_alternative<ir::Load>(step.value->node))
    step.value = l.keep(step.value, "object");
  const std::vector<Value> sides =
      l.frozenAgainstWrites({step.target, std::get<ir::Load>(step.value->node).place});
  setMembers(l, std::get<ir::Place>(sides[0]), std::get<ir::Place>(sides[1]), at);
  return true;
}

/// The base parts that any other step reads are copied before it.
void copyParts(Lowering& l, ir::Stmt& stmt) {
  ir::forEachExprSlot(stmt, [&](ir::ExprRef& slot) {
    const auto isPart = [&](const ir::Expr& expr) { return partRead(l.kernel, expr) != nullptr; };
    if (!slot || !ir::any(*slot, isPart))
      return;
    if (std::holds_alternative<ir::While>(stmt.node))
      l.notYet(toSourceLocation(stmt.location), "a part of an object in the condition of a loop",
               "copy it to a variable in the loop");
    slot = ir::rewrite(slot, [&](const ir::ExprRef& expr) { return keepPart(l, expr); });
  });
  ir::forEachPlaceSlot(stmt, [&](ir::Place& place) { place = completeObject(l.kernel, place); });
}

} // namespace

bool isBasePart(const ir::Kernel& kernel, const ir::Place& place) {
  if (!place.type->is(TypeKind::Record))
    return false;
  const ir::TypeRef type = typeAt(kernel, place);
  return type && type->is(TypeKind::Record) && !isSameInCpp(*type, *place.type);
}

ir::ExprRef keepPart(Lowering& l, const ir::ExprRef& value) {
  return partRead(l.kernel, *value) ? l.keep(value, "part") : value;
}

ir::Place completeObject(const ir::Kernel& kernel, ir::Place place) {
  if (isBasePart(kernel, place))
    place.type = typeAt(kernel, place);
  return place;
}

Value completeObject(const ir::Kernel& kernel, Value object) {
  if (auto* place = std::get_if<ir::Place>(&object))
    *place = completeObject(kernel, std::move(*place));
  return object;
}

Value asClass(Lowering& l, const Value& object, QualType type, SourceLocation where) {
  const CXXRecordDecl* wanted = definitionOf(type);
  if (!wanted)
    return object;
  if (const auto* place = std::get_if<ir::Place>(&object))
    return placeAs(l, *place, wanted, where);
  if (const auto* value = std::get_if<ir::ExprRef>(&object))
    return valueAs(l, *value, wanted, where);
  if (const auto* choice = std::get_if<Choice>(&object); choice && !choice->heap) {
    Choice parts = *choice;
    for (ir::Place& place : parts.places)
      place = placeAs(l, place, wanted, where);
    return parts;
  }
  if (const auto* apart = std::get_if<Object>(&object);
      apart && !apart->state->members.empty() && hasModelOfItsOwn(wanted))
    refuseBase(l, wanted, where);
  return object;
}

void refuseLibraryBase(Lowering& l, QualType type, SourceLocation where) {
  const CXXRecordDecl* record = definitionOf(type);
  if (!record || libraryOf(record) != Library::none)
    return;
  for (const CXXBaseSpecifier& base : record->bases()) {
    if (const CXXRecordDecl* part = definitionOf(base.getType()); part && hasModelOfItsOwn(part))
      refuseBase(l, part, where);
    refuseLibraryBase(l, base.getType(), where);
  }
}

ir::Place basePart(Lowering& l, const ir::Place& object, QualType base, SourceLocation where) {
  return partOf(l, completeObject(l.kernel, object), definitionOf(base), where);
}

bool emitByParts(Lowering& l, ir::Stmt& stmt) {
  const Location at = stmt.location;
  if (auto* local = std::get_if<ir::Declare>(&stmt.node); local && emitDeclare(l, *local, at))
    return true;
  if (auto* step = std::get_if<ir::Assign>(&stmt.node); step && emitAssign(l, *step, at))
    return true;
  if (auto* growth = std::get_if<ir::Append>(&stmt.node))
    fit(l, growth->value, *growth->container.type->element, at);
  copyParts(l, stmt);
  return false;
}

} // namespace treelize::front
