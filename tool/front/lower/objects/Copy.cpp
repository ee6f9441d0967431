// Copies that the source asks for. Most classes copy their members, whatever the constructor is
// called; one that owns memory, or does something else, does so by a function of its own, and so
// does every class with a part of such a one.
#include "front/lower/calls/Calls.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/objects/PlainCopies.h"
#include "front/lower/statements/Statements.h"
#include "front/lower/types/Members.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

/// Does a function of the user's that copies or moves objects do more than that?
bool isByHand(const CXXMethodDecl* method) {
  return isCopying(method) && !isGeometry(method->getParent()) && !copiesPlainly(method);
}

/// `delete[] data_;`, std::unique_ptr<T[]>: what it has, its copies have blocks of their own for.
bool ownsMemory(const CXXRecordDecl* record) {
  const auto isArrayOwner = [](const FieldDecl* field) {
    return isOwner(field->getType()) && elementOfVector(field->getType())->isArrayType();
  };
  if (std::ranges::any_of(ownMembers(record), isArrayOwner))
    return true;
  const CXXDestructorDecl* destructor = record->getDestructor();
  const FunctionDecl* definition = destructor;
  const auto* body = destructor && destructor->isUserProvided() && destructor->hasBody(definition)
                         ? dyn_cast<CompoundStmt>(definition->getBody())
                         : nullptr;
  return body && !body->body_empty() &&
         std::ranges::any_of(ownMembers(record), [](const FieldDecl* field) {
           return field->getType()->isPointerType();
         });
}

/// Is an object as good as its copies? Those of a class that owns memory are taken to be.
bool hasEqualCopies(Lowering& l, QualType type) {
  if (!copiesByHand(l, type))
    return true;
  const CXXRecordDecl* record =
      type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl()->getDefinition();
  return (ownsMemory(record) || std::ranges::none_of(record->methods(), isByHand)) &&
         std::ranges::all_of(
             record->bases(),
             [&](const CXXBaseSpecifier& base) { return hasEqualCopies(l, base.getType()); }) &&
         std::ranges::all_of(ownMembers(record), [&](const FieldDecl* field) {
           return hasEqualCopies(l, field->getType());
         });
}

bool isUsers(const CXXRecordDecl* record) {
  return record && record->hasDefinition() && !record->isLambda() && !record->isUnion() &&
         libraryOf(record) == Library::none && !isInStd(record);
}

/// The constructor that copies, or moves, by hand; null: member by member.
const CXXConstructorDecl* constructorOf(const CXXRecordDecl* record, bool isMove) {
  const CXXConstructorDecl* found = nullptr;
  for (const CXXConstructorDecl* constructor : record->ctors())
    if ((!found && constructor->isCopyConstructor()) ||
        (isMove && constructor->isMoveConstructor() && !constructor->isDeleted()))
      found = constructor;
  return found && isByHand(found) ? found : nullptr;
}

const CXXMethodDecl* assignmentOf(const CXXRecordDecl* record, bool isMove) {
  const CXXMethodDecl* found = nullptr;
  for (const CXXMethodDecl* method : record->methods())
    if ((!found && method->isCopyAssignmentOperator()) ||
        (isMove && method->isMoveAssignmentOperator() && !method->isDeleted()))
      found = method;
  return found && isByHand(found) ? found : nullptr;
}

void refuseOfLibrary(Lowering& l, const Slot& slot) {
  if (libraryOf(slot.type) != Library::none)
    l.notYet(slot.where,
             "a '" + l.types.of(slot.type)->spelling +
                 "', whose value copies itself by a function of its own,",
             "keep the value, and a flag or a number, in variables of their own");
}

class Copier {
public:
  Copier(Lowering& lowering, bool moves, SourceLocation place)
      : l(lowering), isMove(moves), where(place) {}

  Value constructed(const Slot& slot, const Value& from) {
    const QualType type = slot.type.getNonReferenceType();
    if (slot.type->isReferenceType() || !copiesByHand(l, type))
      return copied(l, slot, from);
    if (isColumnType(l, type))
      return vectorOf(slot, from);
    Object object{std::make_shared<ObjectState>()};
    if (libraryOf(type) == Library::tuple || libraryOf(type) == Library::pair) {
      const std::vector<QualType> types = elementTypes(l, type);
      for (std::size_t i = 0; i < types.size(); ++i)
        object.state->elements.push_back(
            constructed({slot.name + "_" + std::to_string(i), types[i], slot.where},
                        tupleElement(l, from, i, where)));
      return object;
    }
    refuseOfLibrary(l, slot);
    object.state->slot = slot;
    object.state->slot.isWritten = true;
    if (const auto* original = std::get_if<Object>(&from))
      object.state->lambdas = original->state->lambdas;
    construct(object, type->getAsCXXRecordDecl()->getDefinition(), from);
    return object;
  }

  void assigned(QualType type, const Value& to, const Value& from) {
    type = type.getNonReferenceType();
    if (!copiesByHand(l, type))
      return assignValue(l, type, to, from, where);
    if (isColumnType(l, type)) // which may be the same one
      return replaceColumn(l, to, constructed({"copy", type, where}, from), where);
    if (libraryOf(type) == Library::tuple || libraryOf(type) == Library::pair) {
      const std::vector<QualType> types = elementTypes(l, type);
      for (std::size_t i = 0; i < types.size(); ++i)
        assigned(types[i], tupleElement(l, to, i, where), tupleElement(l, from, i, where));
      return;
    }
    refuseOfLibrary(l, {"object", type, where});
    assign(type->getAsCXXRecordDecl()->getDefinition(), to, from);
  }

  void construct(const Object& object, const CXXRecordDecl* record, const Value& from) {
    if (const CXXConstructorDecl* constructor = constructorOf(record, isMove)) {
      inlineCall(
          l, constructor, [&]() -> Value { return object; },
          std::vector<Argument>{{nullptr, from, where}}, where);
      return;
    }
    for (const CXXBaseSpecifier& base : record->bases())
      construct(object, base.getType()->getAsCXXRecordDecl()->getDefinition(), from);
    for (const FieldDecl* field : ownMembers(record))
      if (!field->isUnnamedBitField())
        object.state->members[field] =
            constructed(memberSlot(l, object.state->slot, field), member(l, from, field, where));
  }

private:
  Lowering& l;
  bool isMove;
  SourceLocation where;

  void assign(const CXXRecordDecl* record, const Value& to, const Value& from) {
    if (const CXXMethodDecl* assignment = assignmentOf(record, isMove)) {
      inlineCall(
          l, assignment, [&]() -> Value { return to; },
          std::vector<Argument>{{nullptr, from, where}}, where);
      return;
    }
    for (const CXXBaseSpecifier& base : record->bases())
      assign(base.getType()->getAsCXXRecordDecl()->getDefinition(), to, from);
    for (const FieldDecl* field : ownMembers(record))
      if (!field->isUnnamedBitField())
        assigned(field->getType(), member(l, to, field, where), member(l, from, field, where));
  }
  Value vectorOf(const Slot& slot, const Value& from) {
    const QualType element = elementOfSequence(slot.type.getNonReferenceType());
    Object copy{std::make_shared<ObjectState>()};
    copy.state->column = std::make_shared<Column>(makeColumn(l, slot.name, element, where));
    const Storing storing(l);
    countedLoop(l, ir::integer(0, ir::sizeType()), l.frozen(sizeOf(l, from, where)),
                toLocation(where), [&](const ir::ExprRef& i) {
                  append(l, *copy.state->column,
                         constructed({"element", element, where}, elementOf(l, from, {i}, where)),
                         where);
                });
    return copy;
  }
};

} // namespace

static bool isAssignment(const CXXMethodDecl* method) {
  return !isa<CXXConstructorDecl>(method);
}

CopiesByHand copiesOf(Lowering& l, QualType type) {
  const CXXRecordDecl* record =
      type.getNonReferenceType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition())
    return {};
  record = record->getDefinition();
  const auto [known, isNew] =
      l.copiedByHand.try_emplace(record); // a class that points at itself meets this entry
  if (!isNew)
    return known->second;
  CopiesByHand result;
  const auto add = [&](const CopiesByHand& part) {
    result.constructs = result.constructs || part.constructs;
    result.assigns = result.assigns || part.assigns;
  };
  if (isUsers(record)) {
    for (const CXXMethodDecl* method : record->methods()) {
      if (method->isReferenced() && method->isUserProvided() && !method->hasBody() &&
          isCopying(method))
        l.options.instantiate(method);
      if (isByHand(method))
        add({.constructs = !isAssignment(method), .assigns = isAssignment(method)});
    }
    for (const CXXBaseSpecifier& base : record->bases())
      add(copiesOf(l, base.getType()));
    for (const FieldDecl* field : ownMembers(record))
      if (!field->getType()->isReferenceType())
        add(copiesOf(l, field->getType()));
  } else if (const auto* special = dyn_cast<ClassTemplateSpecializationDecl>(record);
             special && isInStd(record) && !isView(type) && !isClosure(type)) {
    const auto addPart = [&](const TemplateArgument& argument) {
      if (argument.getKind() == TemplateArgument::Type)
        add(copiesOf(l, argument.getAsType()));
    };
    for (const TemplateArgument& argument : special->getTemplateArgs().asArray())
      if (argument.getKind() == TemplateArgument::Pack)
        std::ranges::for_each(argument.pack_elements(), addPart);
      else
        addPart(argument);
  }
  return l.copiedByHand[record] = result;
}

void refuseHiddenCopy(Lowering& l, QualType type, bool isByHand, SourceLocation where) {
  if (isByHand)
    l.notYet(where,
             "a copy here of '" + l.types.of(type)->spelling +
                 "', whose constructors or assignments do not just copy its members,",
             "default them, or copy by a statement of its own");
}

bool copiesByHand(Lowering& l, QualType type) {
  const CopiesByHand copies = copiesOf(l, type);
  return copies.constructs || copies.assigns;
}

void refuseCopiesByHand(Lowering& l, const Slot& slot) {
  if (copiesByHand(l, slot.type))
    refuseOfLibrary(l, slot);
}

void refuseUnequalCopies(Lowering& l, QualType type, SourceLocation where) {
  type = type.getNonReferenceType();
  if (!hasEqualCopies(l, type))
    l.notYet(where,
             "a copy that the library makes of '" +
                 l.types.qualifiedName(type->getAsCXXRecordDecl()) +
                 "', whose copies are not equal,",
             "default its constructors and assignments, or copy by a function of another name");
}

Value copyConstructed(Lowering& l, const Slot& slot, const Value& from, bool isMove) {
  return Copier(l, isMove, slot.where).constructed(slot, from);
}

void copyMembers(Lowering& l, const Object& object, const CXXRecordDecl* record, const Value& from,
                 bool isMove, SourceLocation where) {
  Copier(l, isMove, where).construct(object, record, from);
}

void copyAssigned(Lowering& l, QualType type, const Value& to, const Value& from, bool isMove,
                  SourceLocation where) {
  const std::vector<Value> sides = l.frozenAgainstWrites({to, from});
  Copier(l, isMove, where).assigned(type, sides[0], sides[1]);
}

} // namespace treelize::front
