#include "front/lower/TypeModel.h"

#include "bind/ClassModel.h"
#include "front/CppText.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/passive/Slots.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <memory>

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

namespace {

/// By a default constructor of its own.
bool makesItself(const ir::Type& type) {
  return type.defaultConstructible && !type.isBlank;
}

/// Numbers, and arrays and classes of numbers.
bool canBeBlank(const ir::Type& type) {
  if (type.element)
    return type.is(TypeKind::Array) && canBeBlank(*type.element);
  return type.is(TypeKind::Record)
             ? std::ranges::all_of(type.fields,
                                   [](const ir::RecordField& f) { return canBeBlank(*f.type); })
             : type.isScalar();
}

/// Names as a user writes them: no inline namespaces, no `(anonymous namespace)`, `bool` for
/// `_Bool`.
PrintingPolicy printingPolicy(const ASTContext& ast) {
  PrintingPolicy policy(ast.getLangOpts());
  policy.SuppressUnwrittenScope = true;
  policy.SuppressTagKeyword = true;
  policy.Bool = true;
  policy.FullyQualifiedName = true;
  return policy;
}

const ClassTemplateSpecializationDecl* specialization(const CXXRecordDecl* record) {
  return dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
}

QualType typeArgument(const CXXRecordDecl* record, unsigned index) {
  return specialization(record)->getTemplateArgs()[index].getAsType();
}

std::uint64_t numberArgument(const CXXRecordDecl* record, unsigned index) {
  return specialization(record)->getTemplateArgs()[index].getAsIntegral().getZExtValue();
}

/// std::vector<T, std::allocator<T>>
bool libraryAllocates(const CXXRecordDecl* record) {
  const CXXRecordDecl* allocator = typeArgument(record, 1)->getAsCXXRecordDecl();
  return allocator && allocator->isInStdNamespace() && allocator->getName() == "allocator";
}

/// The types of std::tuple<...>.
std::vector<QualType> packArgument(const CXXRecordDecl* record) {
  std::vector<QualType> types;
  const TemplateArgument& pack = specialization(record)->getTemplateArgs()[0];
  if (pack.getKind() == TemplateArgument::Pack)
    for (const TemplateArgument& element : pack.pack_elements())
      types.push_back(element.getAsType());
  return types;
}

/// Eigen::Matrix<double, 3, -1>
std::string matrixTemplate(const std::string& element, std::uint64_t rows, std::uint64_t columns) {
  const auto text = [](std::uint64_t extent) {
    return extent == 0 ? "-1" : std::to_string(extent);
  };
  return "Eigen::Matrix<" + element + ", " + text(rows) + ", " + text(columns) + ">";
}

/// The same by the name that Eigen has for it, if any: Eigen::Vector3d, Eigen::MatrixXd.
std::string matrixName(const std::string& element, std::uint64_t rows, std::uint64_t columns) {
  const bool isKnown = element == "double" || element == "float" || element == "int";
  const std::uint64_t size = columns == 1 ? rows : columns;
  const bool isRow = rows == 1, isVector = columns == 1 || isRow;
  if (!isKnown || size == 1 || size > 4 || !(isVector || rows == columns))
    return matrixTemplate(element, rows, columns);
  return std::string("Eigen::") +
         (!isVector ? "Matrix"
          : isRow   ? "RowVector"
                    : "Vector") +
         (size == 0 ? "X" : std::to_string(size)) + element.substr(0, 1);
}

/// An integer's name: std::size_t stays std::size_t where the user or the library said so.
std::string standardAlias(QualType type) {
  while (const auto* alias = type->getAs<TypedefType>()) {
    const auto* decl = alias->getDecl();
    if (decl->isInStdNamespace() || (decl->getDeclContext()->isTranslationUnit() &&
                                     llvm::is_contained({"size_t", "ptrdiff_t"}, decl->getName())))
      return "std::" + decl->getNameAsString();
    type = decl->getUnderlyingType();
  }
  return {};
}

} // namespace

TypeModel::TypeModel(const ASTContext& ast, std::function<bool(const Decl*)> isNondiff,
                     std::function<bool(const Decl*)> isLeftOut)
    : ast_(ast), isNondiff_(std::move(isNondiff)), isLeftOut_(std::move(isLeftOut)),
      offset_(ir::offsetType()), standardNames_(standardNames()) {}

std::string TypeModel::qualifiedName(const NamedDecl* decl) const {
  std::string text;
  llvm::raw_string_ostream out(text);
  decl->getNameForDiagnostic(out, printingPolicy(ast_), /*Qualified=*/true);
  return standardised(std::move(text));
}

std::string TypeModel::nameInCode(const NamedDecl* decl) const {
  std::string name = qualifiedName(decl);
  const bool isGlobal = name.substr(0, name.find('<')).find("::") == std::string::npos;
  return (isGlobal ? "::" : "") + name;
}

std::string TypeModel::spell(QualType type) const {
  // A canonical type has no sugar: it prints with all its scopes, and without default arguments.
  return type.getCanonicalType().getUnqualifiedType().getAsString(printingPolicy(ast_));
}

/// The comparison, or the hash, of a map where it is not the usual one.
std::string TypeModel::orderOf(const CXXRecordDecl* map) const {
  std::string order, usual;
  for (unsigned i = 2; i + 1 < specialization(map)->getTemplateArgs().size();
       ++i) { // the allocator comes last
    const QualType given = typeArgument(map, i);
    const CXXRecordDecl* record = given->getAsCXXRecordDecl();
    usual += ", " + spell(given);
    const bool isUsual = record && record->isInStdNamespace() && record->getIdentifier() &&
                         !typeArgument(record, 0)->isVoidType() &&
                         llvm::is_contained({"less", "hash", "equal_to"}, record->getName());
    if (!isUsual)
      order = usual;
  }
  return order;
}

/// std::map<K, std::size_t> for std::map<K, T>
std::string TypeModel::slotsSpelling(QualType type) {
  if (isSlotted(type))
    return "std::size_t";
  if (!holdsSlots(type))
    return spell(type);
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (isHeap(type)) { // ordered by the values, as the primal's is
    const std::string entry = "std::pair<" + of(elementOfSlots(type))->spelling + ", std::size_t>";
    return "std::priority_queue<" + entry + ", std::vector<" + entry + ">, treelize::by_value<" +
           spell(typeArgument(record, 2)) + ">>";
  }
  const std::string key = isMap(type) ? spell(typeArgument(record, 0)) + ", " : "";
  const std::string extent =
      libraryOf(record) == Library::array ? ", " + std::to_string(numberArgument(record, 1)) : "";
  return "std::" + record->getNameAsString() + "<" + key + slotsSpelling(elementOfSlots(type)) +
         extent + (isMap(type) ? orderOf(record) : "") + ">";
}

/// With the library's own names for its classes: std::string.
std::string TypeModel::standardised(std::string spelling) const {
  for (const auto& [canonical, name] : standardNames_)
    for (std::size_t at = spelling.find(canonical); at != std::string::npos;
         at = spelling.find(canonical, at))
      spelling.replace(at, canonical.size(), name);
  return spelling;
}

/// The names that the standard library gives to specialisations of its classes, by what they stand
/// for.
std::map<std::string, std::string> TypeModel::standardNames() const {
  std::map<std::string, std::string> names;
  const auto namespaces = ast_.getTranslationUnitDecl()->lookup(&ast_.Idents.get("std"));
  for (const NamedDecl* space : namespaces)
    for (const char* name :
         {"string", "string_view", "stringstream", "istringstream", "ostringstream", "mt19937",
          "mt19937_64", "minstd_rand", "minstd_rand0"})
      for (const NamedDecl* found : cast<NamespaceDecl>(space)->lookup(&ast_.Idents.get(name)))
        if (const auto* alias = dyn_cast<TypedefNameDecl>(found))
          names.emplace(spell(alias->getUnderlyingType()), std::string("std::") + name);
  return names;
}

ir::TypeRef TypeModel::of(QualType type) {
  type = type.getNonReferenceType().getUnqualifiedType();
  // The key keeps the sugar of integers, which is all that `build` looks at.
  const QualType key = type->isIntegerType() ? type : type.getCanonicalType().getUnqualifiedType();
  if (auto known = cache_.find(key.getAsOpaquePtr()); known != cache_.end())
    return known->second;
  // A class that points at itself meets this entry on its way; it stays opaque there.
  auto unfinished = std::make_shared<ir::Type>();
  unfinished->spelling = spell(key);
  cache_[key.getAsOpaquePtr()] = std::move(unfinished);
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

ir::TypeRef TypeModel::buildBuiltin(QualType type) {
  auto result = std::make_shared<ir::Type>();
  result->spelling = spell(type);
  result->bits = static_cast<unsigned>(ast_.getTypeSize(type));
  if (type->isBooleanType()) {
    result->kind = TypeKind::Bool;
    result->bits = 1;
  } else if (type->isIntegerType() ||
             type->isEnumeralType()) { // a scoped enumeration is no integer to Clang
    result->kind = TypeKind::Integer;
    result->isSigned = type->isSignedIntegerOrEnumerationType();
    result->isEnumeration = type->isEnumeralType();
    if (std::string alias = standardAlias(type); !alias.empty() && !type->isEnumeralType())
      result->spelling = alias;
  } else if (type->isSpecificBuiltinType(BuiltinType::Float) ||
             type->isSpecificBuiltinType(BuiltinType::Double) ||
             type->isSpecificBuiltinType(BuiltinType::LongDouble)) {
    result->kind = TypeKind::Real;
  }
  return result;
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
  auto result = std::make_shared<ir::Type>();
  if (type->isPointerType() && type->getPointeeType()->isObjectType()) {
    result->kind = TypeKind::Pointer;
    result->element = of(type->getPointeeType());
    result->constElement = type->getPointeeType().isConstQualified();
    result->spelling = result->element->isBuiltinArray ? spell(type)
                                                       : (result->constElement ? "const " : "") +
                                                             result->element->spelling + "*";
    return result;
  }
  if (const auto* array = ast_.getAsConstantArrayType(type)) {
    result->kind = TypeKind::Array;
    result->isBuiltinArray = true;
    result->element = of(array->getElementType());
    result->extent = array->getSize().getZExtValue();
    result->startsAtZero = result->element->startsAtZero;
    result->defaultConstructible =
        result->element->defaultConstructible && !result->element->isBlank;
    result->spelling = spell(type);
    return result;
  }
  if (const auto* record = type->getAsCXXRecordDecl(); record && record->hasDefinition())
    return buildRecord(type, record->getDefinition());
  result->spelling = spell(type);
  return result;
}

ir::TypeRef TypeModel::buildRecord(QualType type, const CXXRecordDecl* record) {
  auto result = std::make_shared<ir::Type>();
  result->spelling = spell(type);
  classes_[result->spelling] = record;
  if (isPassive(type)) {
    result->spelling = standardised(holdsSlots(type) ? slotsSpelling(type) : result->spelling);
    if (holdsSlots(type) && isMap(type) && elementOfSlots(type)->isRealFloatingType()) {
      auto map = std::make_shared<ir::Type>();
      map->kind = TypeKind::Map;
      map->element = of(elementOfSlots(type));
      map->spelling = standardised(spell(type));
      slots_[map->spelling] = std::move(result);
      keys_[map->spelling] = of(typeArgument(record, 0));
      return map;
    }
    if (result->spelling.find("::_") !=
        std::string::npos) { // the library has no name for it that others may use
      result->spelling = "auto";
      result->defaultConstructible = false;
    }
    return result;
  }
  switch (libraryOf(record)) {
  case Library::array:
    result->kind = TypeKind::Array;
    result->element = of(typeArgument(record, 0));
    result->extent = numberArgument(record, 1);
    result->startsAtZero = result->element->startsAtZero;
    result->defaultConstructible = result->element->defaultConstructible;
    result->isBlank = result->element->isBlank;
    result->spelling =
        "std::array<" + result->element->spelling + ", " + std::to_string(result->extent) + ">";
    return result;
  case Library::vector:
    if (typeArgument(record, 0)->isBooleanType())
      return result; // std::vector<bool> has no elements to point at
    result->kind = TypeKind::Vector;
    result->element = of(typeArgument(record, 0));
    if (libraryAllocates(record))
      result->spelling = "std::vector<" + result->element->spelling + ">";
    return result;
  case Library::span:
    result->kind = TypeKind::Span;
    result->element = of(typeArgument(record, 0));
    result->constElement = typeArgument(record, 0).isConstQualified();
    if (numberArgument(record, 1) == ~std::uint64_t(0))
      result->spelling = std::string("std::span<") + (result->constElement ? "const " : "") +
                         result->element->spelling + ">";
    return result;
  case Library::field:
    result->kind = TypeKind::Field;
    result->element = of(typeArgument(record, 0));
    result->spelling = "treelize::field<" + result->element->spelling + ">";
    return result;
  case Library::matrix:
    return buildMatrix(std::move(result), record);
  case Library::pair:
    result->kind = TypeKind::Record;
    result->fields = {{"first", of(typeArgument(record, 0)), false, {}},
                      {"second", of(typeArgument(record, 1)), false, {}}};
    result->spelling = "std::pair<" + result->fields[0].type->spelling + ", " +
                       result->fields[1].type->spelling + ">";
    result->defaultConstructible =
        makesItself(*result->fields[0].type) && makesItself(*result->fields[1].type);
    result->startsAtZero =
        result->fields[0].type->startsAtZero && result->fields[1].type->startsAtZero;
    return result;
  case Library::tuple:
    return buildTuple(std::move(result), packArgument(record));
  case Library::complex:
    result->kind = TypeKind::Record;
    for (const char* part : {"real", "imag"})
      result->fields.push_back(
          {part, of(typeArgument(record, 0)), false, std::string("treelize::") + part + "_part"});
    result->spelling = "std::complex<" + result->fields[0].type->spelling + ">";
    return result;
  case Library::optional:
    result->kind = TypeKind::Record;
    result->fields = {{"engaged", ir::boolType(), false, "treelize::is_engaged"},
                      {"value", of(typeArgument(record, 0)), false, "treelize::value_of"}};
    result->spelling = "std::optional<" + result->fields[1].type->spelling + ">";
    return result;
  case Library::ordering:
    return ir::intType();
  case Library::variant:
  case Library::iterator:
  case Library::function:
  case Library::functor:
  case Library::uniquePtr:
  case Library::sharedPtr:
  case Library::list:
  case Library::eigen:
  case Library::otherStd:
    return result;
  case Library::none:
    break;
  }
  // Generated code can name no class of a function and none without a name.
  const bool hasName = (record->getIdentifier() || record->getTypedefNameForAnonDecl()) &&
                       !record->getParentFunctionOrMethod();
  if (record->isUnion() || !hasName || record->getNumVBases() > 0)
    return result;
  result->kind = TypeKind::Record;
  result->defaultConstructible = !record->hasUserDeclaredConstructor();
  for (const CXXConstructorDecl* constructor : record->ctors())
    if (constructor->isDefaultConstructor() && !constructor->isDeleted() &&
        constructor->getAccess() == AS_public)
      result->defaultConstructible = true;
  result->startsAtZero = !record->hasUserProvidedDefaultConstructor();
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

std::string TypeModel::accessorOf(const FieldDecl* field) const {
  if (field->getAccess() == AS_public || field->getAccess() == AS_none)
    return {};
  bind::Member member;
  member.owner = nameText(cast<NamedDecl>(field->getParent()), ast_);
  member.name = field->getNameAsString();
  return "treelize::member<treelize::" + bind::memberTag(member) + ">";
}

/// Eigen::Matrix<T, rows, columns>, Eigen::Array
ir::TypeRef TypeModel::buildMatrix(std::shared_ptr<ir::Type> result, const CXXRecordDecl* record) {
  const auto extent = [&](unsigned index) {
    const std::int64_t given =
        specialization(record)->getTemplateArgs()[index].getAsIntegral().getExtValue();
    return given < 0 ? 0 : static_cast<std::uint64_t>(given);
  };
  ir::TypeRef element = of(typeArgument(record, 0));
  const bool isEmpty = specialization(record)->getTemplateArgs()[1].getAsIntegral() == 0 ||
                       specialization(record)->getTemplateArgs()[2].getAsIntegral() == 0;
  if (isEmpty || !(element->is(TypeKind::Real) || element->is(TypeKind::Integer)))
    return result;
  result->kind = TypeKind::Matrix;
  result->element = std::move(element);
  result->rows = extent(1);
  result->columns = extent(2);
  if (result->spelling == matrixTemplate(result->element->spelling, result->rows, result->columns))
    result->spelling = matrixName(result->element->spelling, result->rows, result->columns);
  result->startsAtZero =
      !ir::hasFixedSize(*result); // a fixed one starts with any numbers, a dynamic one empty
  return result;
}

ir::TypeRef TypeModel::matrixOf(const ir::TypeRef& element, std::uint64_t rows,
                                std::uint64_t columns) {
  auto result = std::make_shared<ir::Type>();
  result->kind = TypeKind::Matrix;
  result->element = element;
  result->rows = rows;
  result->columns = columns;
  result->startsAtZero = !ir::hasFixedSize(*result);
  result->spelling = matrixName(element->spelling, rows, columns);
  return result;
}

/// std::tuple<A, B>: its members have numbers for names.
ir::TypeRef TypeModel::buildTuple(std::shared_ptr<ir::Type> result,
                                  const std::vector<QualType>& types) {
  result->kind = TypeKind::Record;
  result->spelling = "std::tuple<";
  for (const QualType type : types) {
    const std::string number = std::to_string(result->fields.size());
    ir::TypeRef element = of(type);
    result->spelling += (result->fields.empty() ? "" : ", ") + element->spelling;
    result->defaultConstructible = result->defaultConstructible && makesItself(*element);
    result->startsAtZero = result->startsAtZero && element->startsAtZero;
    result->fields.push_back({number, std::move(element), false, "std::get<" + number + ">"});
  }
  result->spelling += ">";
  return result;
}

/// False where two members have one name (a base's member that is hidden), or a member has none.
bool TypeModel::addFields(ir::Type& type, const CXXRecordDecl* record) {
  for (const CXXBaseSpecifier& base : record->bases()) {
    const CXXRecordDecl* baseRecord = base.getType()->getAsCXXRecordDecl();
    if (!baseRecord || !baseRecord->hasDefinition() ||
        !addFields(type, baseRecord->getDefinition()))
      return false;
    if (baseRecord->getDefinition()->hasUserProvidedDefaultConstructor())
      type.startsAtZero = false;
    if (!baseRecord->getDefinition()->hasDefaultConstructor())
      type.defaultConstructible = false;
  }
  for (const FieldDecl* field : record->fields()) {
    const std::string name = field->getNameAsString();
    const bool taken = std::ranges::any_of(
        type.fields, [&](const ir::RecordField& other) { return other.name == name; });
    if (name.empty() || taken)
      return false;
    if (field->getType()->isReferenceType())
      type.defaultConstructible = false;
    ir::TypeRef fieldType = of(field->getType());
    const bool isSet =
        field->hasInClassInitializer() || record->hasUserProvidedDefaultConstructor();
    type.defaultConstructible = type.defaultConstructible && (makesItself(*fieldType) || isSet);
    type.startsAtZero =
        type.startsAtZero && fieldType->startsAtZero && !field->hasInClassInitializer();
    type.fields.push_back(
        {name, std::move(fieldType), isNondiff_(field), accessorOf(field), isLeftOut_(field)});
  }
  return true;
}

} // namespace treelize::front
