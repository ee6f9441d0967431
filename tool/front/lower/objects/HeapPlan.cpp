#include "front/lower/objects/HeapPlan.h"

#include "front/lower/WrittenVariables.h"
#include "front/lower/library/Library.h"
#include "front/lower/types/Members.h"
#include "front/lower/types/TypeModel.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>
#include <set>

namespace treelize::front {

using namespace clang;

const CXXRecordDecl* definitionOf(QualType type) {
  const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record ? record->getDefinition() : nullptr;
}

namespace {

bool isUserClass(const CXXRecordDecl* record) {
  return record && !record->isUnion() && !record->isLambda() &&
         libraryOf(record) == Library::none && !record->isInStdNamespace() &&
         !record->isDependentType();
}

QualType elementOf(QualType container) {
  return cast<ClassTemplateSpecializationDecl>(definitionOf(container))
      ->getTemplateArgs()[0]
      .getAsType();
}

enum class Ownership { none, unique, shared };

/// A pointer to objects of a class, and what holds it.
struct PointerUse {
  const CXXRecordDecl* pointee;
  Ownership ownership;
  const CXXRecordDecl* owner; // null: a variable
  bool isElement;             // of an array or a vector
  bool isReassigned;
};

/// What the kernel's code, and all that it calls, says about classes and pointers to them.
class SourceScan : public RecursiveASTVisitor<SourceScan> {
public:
  std::vector<const CXXRecordDecl*> classes, constructed;
  std::set<const CXXRecordDecl*> allocated; // by new, one at a time
  std::vector<PointerUse> pointers;
  std::vector<std::pair<const CXXRecordDecl*, const CXXRecordDecl*>>
      parts; // a class, and that of a member

  void run(const FunctionDecl* kernel) {
    reach(kernel);
    while (!pending_.empty()) {
      const FunctionDecl* next = pending_.back();
      pending_.pop_back();
      written_ = WrittenVariables(next->getBody());
      TraverseDecl(const_cast<FunctionDecl*>(next));
    }
  }

  void type(QualType type, const CXXRecordDecl* owner = nullptr, bool isElement = false,
            bool isReassigned = false) {
    type = type.getNonReferenceType();
    if (type->isArrayType())
      return this->type(QualType(type->getArrayElementTypeNoTypeQual(), 0), owner, true);
    const Library library = libraryOf(type);
    if (library == Library::vector || library == Library::array || library == Library::optional)
      return this->type(elementOf(type), owner, true);
    const bool isOwning = library == Library::uniquePtr || library == Library::sharedPtr;
    if (type->isPointerType() || isOwning) {
      const Ownership ownership = library == Library::uniquePtr   ? Ownership::unique
                                  : library == Library::sharedPtr ? Ownership::shared
                                                                  : Ownership::none;
      const CXXRecordDecl* pointee =
          definitionOf(isOwning ? elementOf(type) : type->getPointeeType());
      if (record(pointee))
        pointers.push_back({pointee, ownership, owner, isElement, isReassigned});
      return;
    }
    const CXXRecordDecl* whole = definitionOf(type);
    if (record(whole) && owner)
      parts.emplace_back(owner, whole);
    if (isElement)
      construct(whole); // by a container
  }

  bool VisitCallExpr(CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    if (!callee)
      return true;
    reach(callee);
    const bool isMade = callee->getDeclName().isIdentifier() &&
                        (callee->getName() == "make_unique" || callee->getName() == "make_shared");
    if (isMade && callee->isInStdNamespace())
      construct(definitionOf(elementOf(call->getType())));
    type(call->getType());
    return true;
  }
  bool VisitCastExpr(CastExpr* cast) { // (Node*)malloc(sizeof(Node))
    const auto* call = dyn_cast<CallExpr>(cast->getSubExpr()->IgnoreParenCasts());
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    if (!callee || !callee->getDeclName().isIdentifier() || !cast->getType()->isPointerType() ||
        !(callee->getName() == "malloc" || callee->getName() == "calloc"))
      return true;
    if (const CXXRecordDecl* made = definitionOf(cast->getType()->getPointeeType())) {
      construct(made);
      allocated.insert(made);
    }
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr* made) {
    reach(made->getConstructor());
    if (made->getConstructionKind() == CXXConstructionKind::Complete)
      construct(definitionOf(made->getType()));
    if (made->getConstructor()->isTrivial())
      constructParts(definitionOf(made->getType()));
    return true;
  }
  bool VisitCXXNewExpr(CXXNewExpr* made) {
    if (!made->isArray())
      allocated.insert(definitionOf(made->getAllocatedType()));
    return true;
  }
  bool VisitInitListExpr(InitListExpr* list) {
    construct(definitionOf(list->getType()));
    return true;
  }
  bool VisitVarDecl(VarDecl* variable) {
    type(variable->getType(), nullptr, false, written_.getsPointer(variable));
    return true;
  }

private:
  std::set<const Decl*> seen_; // for look-ups only
  std::vector<const FunctionDecl*> pending_;
  WrittenVariables written_;

  void reach(const FunctionDecl* function) {
    const FunctionDecl* definition = nullptr;
    if (!function->isInStdNamespace() && function->hasBody(definition) &&
        seen_.insert(definition).second)
      pending_.push_back(definition);
  }

  /// False where it is no class of the user's.
  bool record(const CXXRecordDecl* record) {
    if (!isUserClass(record))
      return false;
    if (!seen_.insert(record).second)
      return true;
    classes.push_back(record);
    for (const CXXBaseSpecifier& base : record->bases())
      this->record(definitionOf(base.getType()));
    for (const FieldDecl* field : ownMembers(record))
      type(field->getType(), record);
    return true;
  }

  /// No constructor shows that the members are made.
  void constructParts(const CXXRecordDecl* whole) {
    if (!isUserClass(whole))
      return;
    for (const FieldDecl* field : ownMembers(whole)) {
      const QualType type(field->getType()->getBaseElementTypeUnsafe(), 0);
      if (const CXXRecordDecl* part = type->isRecordType() ? definitionOf(type) : nullptr) {
        construct(part);
        constructParts(part);
      }
    }
  }

  void construct(const CXXRecordDecl* made) {
    if (!record(made) || made->isAbstract() ||
        std::ranges::find(constructed, made) != constructed.end())
      return;
    constructed.push_back(made);
    for (const CXXConstructorDecl* constructor : made->ctors())
      reach(constructor);
    for (const CXXRecordDecl* part : classes) // methods that a virtual call may reach
      if (isOrDerivesFrom(made, part))
        for (const CXXMethodDecl* method : part->methods())
          if (method->isVirtual() && !isa<CXXDestructorDecl>(method))
            reach(method);
  }
};

/// The number of the group of each class.
std::vector<std::size_t> grouped(const std::vector<const CXXRecordDecl*>& classes) {
  std::vector<std::size_t> group(classes.size());
  for (std::size_t i = 0; i < classes.size(); ++i)
    group[i] = i;
  for (std::size_t i = 0; i < classes.size(); ++i)
    for (std::size_t j = 0; j < classes.size(); ++j)
      if (group[i] != group[j] && isOrDerivesFrom(classes[i], classes[j]))
        std::ranges::replace(group, std::max(group[i], group[j]), std::min(group[i], group[j]));
  return group;
}

class Planner {
public:
  Planner(const SourceScan& source, const SourceScan& callers)
      : source_(source), callers_(callers), groups_(grouped(source.classes)) {}

  std::vector<HeapGroup> run() const {
    std::vector<HeapGroup> result;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (groups_[i] != i)
        continue;
      HeapGroup group = members(i);
      if (!isCallers(group) && needsHeap(i, group))
        result.push_back(std::move(group));
    }
    return result;
  }

private:
  const SourceScan& source_;
  const SourceScan& callers_;
  std::vector<std::size_t> groups_;

  std::size_t groupOf(const CXXRecordDecl* record) const {
    return groups_[static_cast<std::size_t>(std::ranges::find(source_.classes, record) -
                                            source_.classes.begin())];
  }

  HeapGroup members(std::size_t number) const {
    HeapGroup group;
    for (std::size_t i = 0; i < groups_.size(); ++i)
      if (groups_[i] == number)
        group.classes.push_back(source_.classes[i]);
    for (const CXXRecordDecl* record : source_.constructed)
      if (groupOf(record) == number)
        group.constructed.push_back(record);
    return group;
  }

  bool isCallers(const HeapGroup& group) const {
    return std::ranges::any_of(group.classes, [&](const CXXRecordDecl* record) {
      return std::ranges::find(callers_.classes, record) != callers_.classes.end();
    });
  }

  bool needsHeap(std::size_t number, const HeapGroup& group) const {
    const bool isOneOfSeveral = group.constructed.size() > 1 &&
                                std::ranges::any_of(group.classes, [](const CXXRecordDecl* record) {
                                  return record->isPolymorphic();
                                });
    const auto needs = [&](const PointerUse& use) {
      if (groupOf(use.pointee) != number)
        return false;
      const bool isOwning = use.ownership != Ownership::none;
      const bool isStored = use.owner || use.isElement || use.isReassigned;
      const bool getsOther =
          use.isReassigned && (isOwning || source_.allocated.contains(use.pointee));
      return use.ownership == Ownership::shared || (isOwning && use.isElement) || getsOther ||
             (isOneOfSeveral && (isOwning || isStored));
    };
    return std::ranges::any_of(source_.pointers, needs) || reachesItself(number);
  }

  /// Does an object of the group hold pointers that lead to another one?
  bool reachesItself(std::size_t number) const {
    std::set<std::size_t> reached;
    std::vector<std::size_t> work = {number};
    const auto follow = [&](const CXXRecordDecl* from, const CXXRecordDecl* to, std::size_t at) {
      if (from && groupOf(from) == at && reached.insert(groupOf(to)).second)
        work.push_back(groupOf(to));
    };
    while (!work.empty()) {
      const std::size_t at = work.back();
      work.pop_back();
      for (const PointerUse& use : source_.pointers)
        follow(use.owner, use.pointee, at);
      for (const auto& [owner, part] : source_.parts)
        follow(owner, part, at);
    }
    return reached.contains(number);
  }
};

} // namespace

bool isOrDerivesFrom(const CXXRecordDecl* derived, const CXXRecordDecl* base) {
  return derived->getCanonicalDecl() == base->getCanonicalDecl() || derived->isDerivedFrom(base);
}

bool isExceptionOfLibrary(const CXXRecordDecl* record) {
  return isInStd(record) && record->hasDefinition() &&
         (record->getName() == "exception" ||
          std::ranges::any_of(record->bases(), [](const CXXBaseSpecifier& base) {
            return isExceptionOfLibrary(base.getType()->getAsCXXRecordDecl());
          }));
}

static void collectFields(const CXXRecordDecl* record, std::vector<const FieldDecl*>& fields) {
  for (const CXXBaseSpecifier& base : record->bases())
    if (const CXXRecordDecl* inner = definitionOf(base.getType());
        inner && !inner->isLambda() && !isExceptionOfLibrary(inner))
      collectFields(inner, fields);
  for (const FieldDecl* field : ownMembers(record))
    if (!field->isUnnamedBitField())
      fields.push_back(field);
}

std::vector<const FieldDecl*> fieldsOf(const CXXRecordDecl* record) {
  std::vector<const FieldDecl*> fields;
  collectFields(record->getDefinition(), fields);
  return fields;
}

std::vector<HeapGroup> planHeaps(const FunctionDecl* kernel) {
  SourceScan source, callers;
  source.run(kernel);
  for (const ParmVarDecl* parameter : kernel->parameters())
    callers.type(parameter->getType());
  if (const auto* method = dyn_cast<CXXMethodDecl>(kernel))
    for (const FieldDecl* field : fieldsOf(method->getParent()))
      callers.type(field->getType());
  return Planner(source, callers).run();
}

} // namespace treelize::front
