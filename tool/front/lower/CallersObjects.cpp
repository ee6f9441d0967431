#include "front/lower/CallersObjects.h"

#include "ClangCompat.h"
#include "front/DerivedClasses.h"
#include "front/lower/objects/HeapPlan.h"
#include "front/lower/types/LibraryTypes.h"
#include "front/lower/types/TypeModel.h"
#include "front/lower/types/VectorType.h"
#include "ir/Builder.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

namespace {

class Reader {
public:
  Reader(TypeModel& typeModel, const ASTContext& context, SourceLocation place)
      : types(typeModel), ast(context), before(place) {}

  /// Null: there is no derived class.
  ir::TypeRef object(QualType type) {
    const CXXRecordDecl* record = type->getAsCXXRecordDecl();
    const ir::TypeRef declared = types.of(type);
    if (!record || !record->hasDefinition() || !record->isPolymorphic() ||
        record->isEffectivelyFinal() || !declared->is(TypeKind::Record))
      return nullptr;
    auto result = std::make_shared<ir::Type>(*declared);
    result->defaultConstructible = false;
    for (const CXXRecordDecl* derived : concreteClasses(record, ast, before))
      if (derived != record->getDefinition())
        result->fields.push_back(part(*declared, derived));
    return ir::mayBeDerived(*result) ? result : nullptr;
  }

  ir::TypeRef pointer(QualType type) {
    const bool isWritable = isOwner(type) && !elementOfVector(type).isConstQualified();
    const ir::TypeRef object = isWritable ? this->object(elementOfVector(type)) : nullptr;
    if (!object)
      return nullptr;
    auto result = std::make_shared<ir::Type>(*types.of(type));
    result->kind = TypeKind::Record;
    result->defaultConstructible = false;
    result->fields = {{"pointee", object, false, {ir::AccessorKind::Pointee, {}}}};
    return result;
  }

  ir::TypeRef container(QualType type) {
    const ir::TypeRef declared = types.of(type);
    if (declared->is(TypeKind::Pointer) && type->isPointerType())
      return holding(*declared, object(type->getPointeeType().getUnqualifiedType()));
    if (isVector(type) || (!declared->is(TypeKind::Vector) && !declared->is(TypeKind::Span) &&
                           !declared->is(TypeKind::Array)))
      return nullptr;
    const QualType element = declared->isBuiltinArray ? ast.getAsArrayType(type)->getElementType()
                                                      : elementOfVector(type);
    return holding(*declared, pointer(element.getUnqualifiedType()));
  }

  /// A class with such members.
  ir::TypeRef owner(QualType type) {
    const CXXRecordDecl* record = type->getAsCXXRecordDecl();
    const ir::TypeRef declared = types.of(type);
    if (!record || libraryOf(record) != Library::none || !declared->is(TypeKind::Record))
      return nullptr;
    auto result = std::make_shared<ir::Type>(*declared);
    for (const FieldDecl* field : fieldsOf(record)) {
      const auto known =
          std::ranges::find(result->fields, field->getNameAsString(), &ir::RecordField::name);
      const ir::TypeRef held = known == result->fields.end() || known->nondiff
                                   ? nullptr
                                   : any(field->getType().getUnqualifiedType());
      if (held)
        known->type = held;
    }
    return ir::mayBeDerived(*result) ? result : nullptr;
  }

  ir::TypeRef any(QualType type) {
    if (type->isReferenceType())
      return nullptr;
    if (const ir::TypeRef known = pointer(type))
      return known;
    if (const ir::TypeRef known = container(type))
      return known;
    return owner(type);
  }

private:
  TypeModel& types;
  const ASTContext& ast;
  SourceLocation before;

  static ir::TypeRef holding(const ir::Type& container, const ir::TypeRef& element) {
    if (!element)
      return nullptr;
    auto result = std::make_shared<ir::Type>(container);
    result->element = element;
    return result;
  }

  /// The members that the class adds to those of its base.
  ir::RecordField part(const ir::Type& base, const CXXRecordDecl* derived) {
    const ir::TypeRef whole = types.of(compat::typeOf(ast, derived));
    auto added = std::make_shared<ir::Type>(*whole);
    std::erase_if(added->fields, [&](const ir::RecordField& field) {
      return ir::findField(base, field.name) != nullptr;
    });
    return {whole->spelling, added, false, {ir::AccessorKind::Derived, whole->spelling}};
  }
};

} // namespace

ir::TypeRef callersType(TypeModel& types, const ASTContext& ast, QualType type,
                        SourceLocation before) {
  Reader reader(types, ast, before);
  const QualType object = type.getNonReferenceType().getUnqualifiedType();
  ir::TypeRef result = type->isReferenceType() ? reader.object(object) : nullptr;
  if (!result && type->isReferenceType())
    result = reader.any(object);
  if (!result)
    result = reader.container(object);
  return result ? result : types.of(type);
}

ir::Place asDerived(TypeModel& types, const ir::Place& object, QualType derived) {
  const ir::RecordField* part = ir::findField(*object.type, types.of(derived)->spelling);
  return part ? ir::fieldOf(object, *part) : object;
}

std::optional<ir::Place> wholeOfPart(const ir::Kernel& kernel, const ir::Place& part) {
  if (part.path.empty() || !part.path.back().isField() ||
      !ir::mayBeDerived(*kernel[part.base].type))
    return std::nullopt;
  ir::Place whole = ir::place(kernel, part.base);
  for (std::size_t i = 0; i + 1 < part.path.size(); ++i) {
    const ir::Selector& selector = part.path[i];
    whole = selector.isField() ? ir::fieldOf(whole, *ir::findField(*whole.type, selector.field))
                               : ir::element(whole, selector.indices);
  }
  return ir::isDerivedPart(*ir::findField(*whole.type, part.path.back().field))
             ? std::optional(whole)
             : std::nullopt;
}

} // namespace treelize::front
