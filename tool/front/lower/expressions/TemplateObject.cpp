// Template arguments of class type, `Filter<Settings{3, 0.5}>`: the compiler knows what they hold.
#include "front/lower/calls/Calls.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/objects/Objects.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

class Maker {
public:
  Maker(Lowering& lowering, SourceLocation use) : l(lowering), where(use) {}

  Value made(const Slot& slot, const APValue& value) {
    const CXXRecordDecl* record = slot.type->getAsCXXRecordDecl();
    if (record && record->isLambda()) {
      auto closure = std::make_shared<ClosureState>();
      closure->type = record;
      return Closure{std::move(closure)};
    }
    const ir::TypeRef type = l.types.of(slot.type);
    if (type->isScalar())
      return number(value, type);
    if (!dissolves(l, slot.type)) {
      const ir::VarId id = l.addLocal(slot.name, type, {.isStable = true}, toLocation(slot.where));
      l.emit(ir::declare(id, ir::construct(type, {}), toLocation(slot.where)));
      fill(l.placeOf(id), slot.type, value);
      return l.placeOf(id);
    }
    if (!record || !value.isStruct() || libraryOf(record) != Library::none)
      refuse();
    Object object{std::make_shared<ObjectState>()};
    object.state->slot = slot;
    forEachField(record, value, [&](const FieldDecl* field, const APValue& part) {
      object.state->members[field] = made(memberSlot(l, slot, field), part);
    });
    return object;
  }

private:
  Lowering& l;
  SourceLocation where;

  [[noreturn]] void refuse() {
    l.notYet(where, "a template argument of class type that holds other things than numbers",
             "pass it as an argument of the function");
  }

  ir::ExprRef number(const APValue& value, const ir::TypeRef& type) {
    ir::ExprRef known = literalOf(value, type);
    if (!known)
      refuse();
    return known;
  }

  template <class F>
  void forEachField(const CXXRecordDecl* record, const APValue& value, const F& f) {
    unsigned next = 0;
    for (const CXXBaseSpecifier& base : record->bases())
      forEachField(base.getType()->getAsCXXRecordDecl()->getDefinition(),
                   value.getStructBase(next++), f);
    for (const FieldDecl* field : record->fields())
      if (field->isAnonymousStructOrUnion())
        refuse();
      else if (!field->isUnnamedBitField())
        f(field, value.getStructField(field->getFieldIndex()));
  }

  void fill(const ir::Place& to, QualType type, const APValue& value) {
    const CXXRecordDecl* record = type->getAsCXXRecordDecl();
    if (to.type->isScalar())
      l.emit(ir::assign(to, ir::AssignOp::Set, number(value, to.type), toLocation(where)));
    else if (value.isArray())
      fillElements(to, l.ast.getAsArrayType(type)->getElementType(), value);
    else if (!value.isStruct() || !record)
      refuse();
    else if (to.type->is(ir::TypeKind::Array)) // std::array holds a T[n]
      forEachField(record, value, [&](const FieldDecl* elements, const APValue& part) {
        fill(to, elements->getType(), part);
      });
    else
      forEachField(record, value, [&](const FieldDecl* field, const APValue& part) {
        const ir::RecordField* known = ir::findField(*to.type, field->getNameAsString());
        if (!known)
          refuse();
        fill(ir::fieldOf(to, *known), field->getType(), part);
      });
  }

  void fillElements(const ir::Place& to, QualType element, const APValue& value) {
    for (unsigned i = 0; i < value.getArraySize(); ++i)
      fill(ir::element(to, {ir::integer(i, ir::sizeType())}), element,
           i < value.getArrayInitializedElts() ? value.getArrayInitializedElt(i)
                                               : value.getArrayFiller());
  }
};

} // namespace

Value templateObject(Lowering& l, const TemplateParamObjectDecl* object, SourceLocation where) {
  Value made;
  ir::Block statements = l.collect([&] {
    made = Maker(l, where).made({"constant", object->getType().getUnqualifiedType(), where},
                                object->getValue());
  });
  std::ranges::move(statements, std::back_inserter(l.globals));
  return l.bindings[object] = made;
}

} // namespace treelize::front
