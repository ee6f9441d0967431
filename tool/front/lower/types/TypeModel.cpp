#include "front/lower/types/TypeModel.h"

#include "bind/ClassModel.h"
#include "front/CppText.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/passive/Slots.h"
#include "front/lower/types/LibraryRecord.h"
#include "front/lower/types/MatrixType.h"
#include "front/lower/types/Members.h"
#include "front/lower/types/Specialization.h"
#include "front/lower/types/VectorType.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

#include <algorithm>
#include <memory>

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

namespace {

/// Numbers, and arrays and classes of numbers.
bool canBeBlank(const ir::Type& type) {
  if (type.element)
    return type.is(TypeKind::Array) && canBeBlank(*type.element);
  return type.is(TypeKind::Record)
             ? std::ranges::all_of(type.fields,
                                   [](const ir::RecordField& f) { return canBeBlank(*f.type); })
             : type.isScalar();
}

/// By a public constructor, or without any.
bool hasDefaultConstructor(const CXXRecordDecl* record) {
  return !record->hasUserDeclaredConstructor() ||
         std::ranges::any_of(record->ctors(), [](const CXXConstructorDecl* constructor) {
           return constructor->isDefaultConstructor() && !constructor->isDeleted() &&
                  constructor->getAccess() == AS_public;
         });
}

/// Generated code can name no class of a function and none without a name.
bool canBeNamed(const CXXRecordDecl* record) {
  return (record->getIdentifier() || record->getTypedefNameForAnonDecl()) &&
         !record->getParentFunctionOrMethod();
}

bool isZero(const APValue& value) {
  switch (value.getKind()) {
  case APValue::Int:
    return value.getInt().isZero();
  case APValue::Float:
    return value.getFloat().isPosZero();
  case APValue::Struct: {
    bool isAll = true;
    for (unsigned i = 0; i < value.getStructNumBases(); ++i)
      isAll = isAll && isZero(value.getStructBase(i));
    for (unsigned i = 0; i < value.getStructNumFields(); ++i)
      isAll = isAll && isZero(value.getStructField(i));
    return isAll;
  }
  case APValue::Array: {
    bool isAll = !value.hasArrayFiller() || isZero(value.getArrayFiller());
    for (unsigned i = 0; i < value.getArrayInitializedElts(); ++i)
      isAll = isAll && isZero(value.getArrayInitializedElt(i));
    return isAll;
  }
  default:
    return false;
  }
}

/// Does the member begin as zero where nobody says otherwise? It does without an initialiser of its
/// own where the whole is value-initialised.
bool beginsAtZero(const FieldDecl* field, const ASTContext& ast) {
  if (!field->hasInClassInitializer())
    return true;
  // Null: of a template, not asked for yet.
  const Expr* initializer = field->getInClassInitializer();
  Expr::EvalResult value;
  return initializer && !initializer->isValueDependent() &&
         initializer->EvaluateAsRValue(value, ast) && isZero(value.Val);
}

} // namespace

TypeModel::TypeModel(const ASTContext& ast, std::function<bool(const Decl*)> isNondiff,
                     std::function<bool(const Decl*)> isLeftOut)
    : ast_(ast), names_(ast), isNondiff_(std::move(isNondiff)), isLeftOut_(std::move(isLeftOut)),
      offset_(ir::offsetType()) {}

ir::TypeRef TypeModel::of(QualType type) {
  type = type.getNonReferenceType().getUnqualifiedType();
  // The key keeps the sugar of integers, which is all that `build` looks at.
  const QualType key = type->isIntegerType() ? type : type.getCanonicalType().getUnqualifiedType();
  if (auto known = cache_.find(key.getAsOpaquePtr()); known != cache_.end())
    return known->second;
  // A class that points at itself meets this entry on its way; it stays opaque there.
  cache_[key.getAsOpaquePtr()] = ir::opaqueType(names_.canonical(key));
  ir::TypeRef built = build(key);
  return cache_[key.getAsOpaquePtr()] = std::move(built);
}

ir::TypeRef TypeModel::ofLocal(const ir::TypeRef& type) const {
  return type->is(TypeKind::Map) ? slots_.at(type->spelling) : type;
}

const CXXRecordDecl* TypeModel::classOf(const ir::Type& type) const {
  const auto found = classes_.find(type.spelling);
  return found == classes_.end() ? nullptr : found->second;
}

ir::TypeRef TypeModel::build(QualType type) {
  if (type->isVoidType())
    return ir::voidType();
  // Generated code cannot name an enumeration of a function's.
  if (const auto* number = type->getAs<EnumType>();
      number && number->getDecl()->getParentFunctionOrMethod())
    return of(number->getDecl()->getIntegerType());
  if (type->isBuiltinType() || type->isEnumeralType())
    return buildBuiltin(type);
  if (type->isPointerType() && type->getPointeeType()->isObjectType())
    return buildPointer(type);
  if (const auto* array = ast_.getAsConstantArrayType(type))
    return buildArray(type, array);
  if (isVector(type))
    return vectorType(*this, type->getAs<VectorType>());
  if (type->isIncompleteArrayType()) // as many as some other file says
    return of(ast_.getArrayDecayedType(type));
  if (const auto* record = type->getAsCXXRecordDecl(); record && record->hasDefinition())
    return buildClass(type, record->getDefinition());
  return ir::opaqueType(names_.canonical(type));
}

ir::TypeRef TypeModel::buildBuiltin(QualType type) {
  auto result = std::make_shared<ir::Type>();
  result->spelling = names_.canonical(type);
  result->bits = static_cast<unsigned>(ast_.getTypeSize(type));
  if (type->isBooleanType()) {
    result->kind = TypeKind::Bool;
    result->bits = 1;
  } else if (type->isIntegerType() ||
             type->isEnumeralType()) { // a scoped enumeration is no integer to Clang
    result->kind = TypeKind::Integer;
    result->isSigned = type->isSignedIntegerOrEnumerationType();
    result->isEnumeration = type->isEnumeralType();
    result->spelling = names_.integer(type);
  } else if (type->isSpecificBuiltinType(BuiltinType::Float) ||
             type->isSpecificBuiltinType(BuiltinType::Double) ||
             type->isSpecificBuiltinType(BuiltinType::LongDouble)) {
    result->kind = TypeKind::Real;
    result->real = type->isSpecificBuiltinType(BuiltinType::Float)    ? ir::RealKind::Float
                   : type->isSpecificBuiltinType(BuiltinType::Double) ? ir::RealKind::Double
                                                                      : ir::RealKind::LongDouble;
  }
  return result;
}

ir::TypeRef TypeModel::buildPointer(QualType type) {
  auto result = std::make_shared<ir::Type>();
  result->kind = TypeKind::Pointer;
  const QualType pointee = type->getPointeeType();
  result->element = of(pointee);
  result->constElement = ast_.getBaseElementType(pointee).isConstQualified();
  if (Qualifiers qualifiers; result->element->isBuiltinArray) { // a name that stands before that of a variable
    auto row = std::make_shared<ir::Type>(*of(ast_.getUnqualifiedArrayType(pointee, qualifiers)));
    row->spelling = "std::type_identity_t<" + row->spelling + ">";
    result->element = std::move(row);
  }
  result->spelling = (result->constElement ? "const " : "") + result->element->spelling + "*";
  return result;
}

ir::TypeRef TypeModel::buildArray(QualType type, const ConstantArrayType* array) {
  auto result = std::make_shared<ir::Type>();
  result->kind = TypeKind::Array;
  result->isBuiltinArray = true;
  result->element = of(array->getElementType());
  result->extent = array->getSize().getZExtValue();
  result->startsAtZero = result->element->startsAtZero;
  result->defaultConstructible = makesItself(*result->element);
  result->spelling = names_.canonical(type);
  return result;
}

ir::TypeRef TypeModel::buildClass(QualType type, const CXXRecordDecl* record) {
  const std::string spelling = names_.canonical(type);
  if (holdsVectors(record))
    return ir::opaqueType(spelling);
  classes_[spelling] = record;
  if (isPassive(type))
    return buildPassive(type, record);
  if (isPlainOfEigen(record))
    return geometryType(*this, record, spelling);
  return libraryOf(record) == Library::none ? buildRecord(type, record)
                                            : libraryRecord(*this, record, spelling);
}

ir::TypeRef TypeModel::buildPassive(QualType type, const CXXRecordDecl* record) {
  auto result = std::make_shared<ir::Type>();
  const bool hasSlots = holdsSlots(type);
  result->spelling = names_.standardised(hasSlots ? slotsSpelling(type) : names_.canonical(type));
  const bool hasUniqueKeys = isStdClass(type, "map") || isStdClass(type, "unordered_map");
  if (hasSlots && hasUniqueKeys && elementOfSlots(type)->isRealFloatingType()) {
    auto map = std::make_shared<ir::Type>();
    map->kind = TypeKind::Map;
    map->element = of(elementOfSlots(type));
    map->spelling = names_.standardised(names_.canonical(type));
    slots_[map->spelling] = std::move(result);
    keys_[map->spelling] = of(typeArgument(record, 0));
    return map;
  }
  // The library has no name for some of its own that others may use.
  if (result->spelling.find("::_") != std::string::npos) {
    result->spelling = "auto";
    result->defaultConstructible = false;
  }
  return result;
}

/// std::map<K, std::size_t> for std::map<K, T>
std::string TypeModel::slotsSpelling(QualType type) {
  if (isSlotted(type))
    return "std::size_t";
  if (!holdsSlots(type))
    return names_.canonical(type);
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (isHeap(type)) { // ordered by the values, as the primal's is
    const std::string entry = "std::pair<" + of(elementOfSlots(type))->spelling + ", std::size_t>";
    return "std::priority_queue<" + entry + ", std::vector<" + entry + ">, treelize::by_value<" +
           names_.canonical(typeArgument(record, 2)) + ">>";
  }
  const std::string key = isMap(type) ? names_.canonical(typeArgument(record, 0)) + ", " : "";
  const std::string extent =
      libraryOf(record) == Library::array ? ", " + std::to_string(integerArgument(record, 1)) : "";
  return "std::" + record->getNameAsString() + "<" + key + slotsSpelling(elementOfSlots(type)) +
         extent + (isMap(type) ? names_.orderOf(record) : "") + ">";
}

/// Is it of treelize/detail/tape_model.hpp?
static bool isModel(const CXXRecordDecl* record) {
  const std::string name = record->getQualifiedNameAsString();
  return name == "treelize::tape" || name == "treelize::room";
}

ir::TypeRef TypeModel::buildRecord(QualType type, const CXXRecordDecl* record) {
  auto result = std::make_shared<ir::Type>();
  result->spelling = names_.canonical(type);
  if (record->isUnion() || !canBeNamed(record) || record->getNumVBases() > 0)
    return result;
  result->kind = TypeKind::Record;
  result->defaultConstructible = hasDefaultConstructor(record);
  result->startsAtZero = !record->hasUserProvidedDefaultConstructor();
  result->isModel = isModel(record);
  if (!addFields(*result, record)) {
    result->kind = TypeKind::Opaque;
    result->fields.clear();
    return result;
  }
  // Mere bytes can be made without a constructor.
  if (!result->defaultConstructible && canBeBlank(*result) && type.isTriviallyCopyableType(ast_))
    result->isBlank = result->defaultConstructible = result->startsAtZero = true;
  return result;
}

ir::Accessor TypeModel::accessorOf(const FieldDecl* field) const {
  if (accessOf(field) == AS_public || accessOf(field) == AS_none)
    return {};
  bind::Member member;
  member.owner = nameText(ownerOf(field), ast_);
  member.name = field->getNameAsString();
  return {ir::AccessorKind::Private, "treelize::" + bind::memberTag(member)};
}

/// A bit-field holds what its width holds.
static ir::TypeRef held(TypeModel& types, const FieldDecl* field, const ASTContext& ast) {
  const ir::TypeRef type = types.of(field->getType());
  if (!field->isBitField())
    return type;
  const auto width =
      static_cast<unsigned>(field->getBitWidth()->EvaluateKnownConstInt(ast).getZExtValue());
  if (!type->is(TypeKind::Integer) || width >= type->bits)
    return type;
  if (type->bits > 64)
    return ir::opaqueType(type->spelling);
  auto narrow = std::make_shared<ir::Type>(*type);
  narrow->width = width;
  return narrow;
}

/// False where two members have one name (a base's member that is hidden), where a member has none
/// (a union of unlike alternatives), is a vector of the compiler, or cannot be reached.
bool TypeModel::addFields(ir::Type& type, const CXXRecordDecl* record) {
  for (const CXXBaseSpecifier& base : record->bases()) {
    const CXXRecordDecl* baseRecord = base.getType()->getAsCXXRecordDecl();
    if (!baseRecord || !baseRecord->hasDefinition() ||
        !addFields(type, baseRecord->getDefinition()))
      return false;
    if (base.getAccessSpecifier() != AS_public && !baseRecord->isEmpty())
      return false; // generated code cannot reach its members
    if (baseRecord->getDefinition()->hasUserProvidedDefaultConstructor())
      type.startsAtZero = false;
    if (!baseRecord->getDefinition()->hasDefaultConstructor())
      type.defaultConstructible = false;
  }
  for (const FieldDecl* name : namesOf(record))
    if (ir::findField(type, name->getNameAsString()))
      return false;
  for (const FieldDecl* field : record->fields())
    // An unnamed union may have an initialiser at any of its names.
    type.startsAtZero =
        type.startsAtZero && (field->isAnonymousStructOrUnion() ? !record->hasInClassInitializer()
                                                                : beginsAtZero(field, ast_));
  for (const FieldDecl* field : ownMembers(record)) {
    const std::string name = field->getNameAsString();
    if (name.empty() || isVector(ast_.getBaseElementType(field->getType()))) // no array there
      return false;
    if (field->getType()->isReferenceType())
      type.defaultConstructible = false;
    ir::TypeRef fieldType = field->getType()->isIncompleteArrayType() // behind the object
                                ? ir::opaqueType(names_.canonical(field->getType()))
                                : held(*this, field, ast_);
    const bool isSet =
        field->hasInClassInitializer() || record->hasUserProvidedDefaultConstructor();
    type.defaultConstructible = type.defaultConstructible && (makesItself(*fieldType) || isSet);
    type.startsAtZero = type.startsAtZero && fieldType->startsAtZero;
    type.fields.push_back(
        {name, std::move(fieldType), isNondiff_(field), accessorOf(field), isLeftOut_(field)});
  }
  return true;
}

} // namespace treelize::front
