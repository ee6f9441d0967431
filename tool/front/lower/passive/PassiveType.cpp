// Which classes are passive is read off their names and template arguments.
#include "front/lower/passive/Passive.h"

#include "front/lower/library/Library.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

using Seen = std::set<const CXXRecordDecl*>;

bool mayHoldReal(QualType type, Seen& seen);

/// Their template arguments say what comes out of them, not what they hold.
bool isRandom(llvm::StringRef name) {
  return name.ends_with("_distribution") || name.ends_with("_engine");
}

/// They hold anything, or code.
bool isUnknown(llvm::StringRef name) {
  return llvm::is_contained({"any", "function", "thread", "future", "promise", "coroutine_handle"},
                            name) ||
         name.ends_with("exception") || name.ends_with("_error");
}

llvm::ArrayRef<TemplateArgument> argumentsOf(const CXXRecordDecl* record) {
  const auto* special = dyn_cast<ClassTemplateSpecializationDecl>(record);
  return special ? special->getTemplateArgs().asArray() : llvm::ArrayRef<TemplateArgument>();
}

bool anyType(llvm::ArrayRef<TemplateArgument> arguments, const std::function<bool(QualType)>& fn) {
  return std::ranges::any_of(arguments, [&](const TemplateArgument& argument) {
    if (argument.getKind() == TemplateArgument::Pack)
      return anyType(argument.getPackAsArray(), fn);
    return argument.getKind() == TemplateArgument::Type && fn(argument.getAsType());
  });
}

/// A key is no element: a number is a constant there.
bool keyMayHoldReal(QualType key, Seen& seen) {
  return !key->isRealFloatingType() && mayHoldReal(key, seen);
}

/// What is a class of its own has elements of its own.
bool slotsMayHoldReal(const CXXRecordDecl* record, Seen& seen) {
  const auto arguments = argumentsOf(record);
  return record->getName().ends_with("map") && keyMayHoldReal(arguments[0].getAsType(), seen);
}

/// Of the iterator of a slot container: what it points at.
QualType dereferencedBy(const CXXRecordDecl* record) {
  static const std::set<llvm::StringRef> names = {
      "_Rb_tree_iterator", "_Rb_tree_const_iterator", "_Node_iterator",  "_Node_const_iterator",
      "_List_iterator",    "_List_const_iterator",    "_Deque_iterator", "_Node_iterator_base"};
  return record->getIdentifier() && names.contains(record->getName())
             ? argumentsOf(record)[0].getAsType()
             : QualType();
}

bool libraryMayHoldReal(const CXXRecordDecl* record, Seen& seen) {
  if (isSlotContainer(record))
    return slotsMayHoldReal(record, seen);
  if (const QualType pointed = dereferencedBy(record); !pointed.isNull()) {
    const auto* entry = pointed->getAsCXXRecordDecl();
    const bool isPair =
        libraryOf(entry) == Library::pair && argumentsOf(entry)[0].getAsType().isConstQualified();
    return isPair && keyMayHoldReal(argumentsOf(entry)[0].getAsType(), seen);
  }
  if (isUnknown(record->getIdentifier() ? record->getName() : "any"))
    return true;
  for (const DeclContext* scope = record; scope; scope = scope->getParent())
    if (const auto* outer = dyn_cast<CXXRecordDecl>(scope)) {
      if (outer->getIdentifier() && isRandom(outer->getName()))
        return false;
      if (anyType(argumentsOf(outer), [&](QualType type) { return mayHoldReal(type, seen); }))
        return true;
    }
  return false;
}

bool mayHoldReal(QualType type, Seen& seen) {
  type = type.getNonReferenceType().getCanonicalType();
  if (type->isPointerType())
    return type->isFunctionPointerType() || mayHoldReal(type->getPointeeType(), seen);
  if (const auto* array = type->getAsArrayTypeUnsafe())
    return mayHoldReal(array->getElementType(), seen);
  if (type->isArithmeticType() || type->isEnumeralType())
    return type->isRealFloatingType();
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record)
    return !type->isVoidType() &&
           !type->isFunctionType(); // a comparison's type is a function of keys
  if (!record->hasDefinition() || !seen.insert(record->getCanonicalDecl()).second)
    return false;
  record = record->getDefinition();
  if (isInStd(record))
    return libraryMayHoldReal(record, seen);
  if (record->isPolymorphic()) // a derived class may
    return true;
  return std::ranges::any_of(record->bases(),
                             [&](const auto& base) { return mayHoldReal(base.getType(), seen); }) ||
         std::ranges::any_of(record->fields(), [&](const FieldDecl* field) {
           return mayHoldReal(field->getType(), seen);
         });
}

/// The kernel language has containers of its own for numbers and plain objects.
bool isOwnContainer(const CXXRecordDecl* record, Library library) {
  static const std::set<Library> own = {Library::array, Library::vector,   Library::pair,
                                        Library::tuple, Library::optional, Library::iterator,
                                        Library::list};
  const auto arguments = argumentsOf(record);
  if (record->getName() == "reverse_iterator")
    return !isPassive(arguments[0].getAsType());
  if (!own.contains(library))
    return library != Library::otherStd;
  if (library == Library::iterator) // the container's type comes second
    return arguments.size() < 2 || !isPassive(arguments[1].getAsType());
  if (library == Library::vector)
    return !isPassive(arguments[0].getAsType()) && !arguments[0].getAsType()->isBooleanType();
  return !anyType(arguments, isPassive);
}

} // namespace

bool mayHoldReal(QualType type) {
  Seen seen;
  return mayHoldReal(type, seen);
}

bool isSlotContainer(const CXXRecordDecl* record) {
  static const std::set<llvm::StringRef> names = {
      "map",  "unordered_map", "multimap", "unordered_multimap", "deque",
      "list", "stack",         "queue",    "priority_queue"};
  return record->isInStdNamespace() && isa<ClassTemplateSpecializationDecl>(record) &&
         names.contains(record->getName()) && libraryOf(record) == Library::otherStd;
}

bool isSlotIterator(QualType type) {
  const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !isInStd(record))
    return false;
  const QualType pointed = dereferencedBy(record);
  return !pointed.isNull() && mayHoldReal(pointed);
}

bool isPassive(QualType type) {
  const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || !isInStd(record) || record->isLambda() ||
      libraryOf(record) == Library::ordering)
    return false;
  record = record->getDefinition();
  const bool isOwn = dereferencedBy(record).isNull() &&
                     (record->isEmpty() || isOwnContainer(record, libraryOf(record)));
  return !isOwn && !mayHoldReal(type);
}

} // namespace treelize::front
