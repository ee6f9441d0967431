// The records behind a kernel: what its parameters, its object and its locals are made of.
#include "ClangCompat.h"
#include "front/lower/types/Members.h"
#include "front/read/ReadClass.h"
#include "front/read/ReadKernelSignature.h"

#include "front/CppText.h"
#include "front/DerivedClasses.h"
#include "front/Locations.h"
#include "front/annotations/FindAnnotations.h"
#include "front/lower/types/LibraryTypes.h"
#include "front/lower/types/Specialization.h"
#include "front/lower/types/TypeModel.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>
#include <set>

namespace treelize::front {

using namespace clang;

namespace {

/// Can a constructor of `bound` take it by value?
bool isPassable(QualType type) {
  if (type->isArrayType() || type->isReferenceType())
    return false;
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return !record || !record->hasDefinition() || record->getDefinition()->hasMoveConstructor() ||
         record->getDefinition()->hasCopyConstructorWithConstParam();
}

/// `template <class> friend struct treelize::access;`
bool opensItself(const CXXRecordDecl* record) {
  return std::ranges::any_of(record->friends(), [](const FriendDecl* friendship) {
    const auto* named = dyn_cast_or_null<ClassTemplateDecl>(friendship->getFriendDecl());
    return named && named->getQualifiedNameAsString() == "treelize::access";
  });
}

void addMembers(bind::RecordModel& model, const CXXRecordDecl* record, const ASTContext& ast) {
  for (const CXXBaseSpecifier& base : record->bases())
    if (const CXXRecordDecl* baseRecord = base.getType()->getAsCXXRecordDecl())
      if (baseRecord->hasDefinition())
        addMembers(model, baseRecord->getDefinition(), ast);
  for (const FieldDecl* field : ownMembers(record)) {
    if (!field->getIdentifier())
      continue;
    bind::Member member;
    member.name = field->getNameAsString();
    member.owner = nameText(record, ast);
    member.declarator = declaratorText(field->getType(), ast);
    member.location = toLocation(field->getLocation());
    member.isPrivate = accessOf(field) != AS_public;
    member.isBitField = field->isBitField();
    member.isReference = field->getType()->isReferenceType();
    member.hasInitializer = field->hasInClassInitializer();
    member.isPassable = isPassable(field->getType());
    member.isOpen = opensItself(record);
    member.classBody = toLocation(record->getBraceRange().getBegin().getLocWithOffset(1));
    model.members.push_back(std::move(member));
  }
}

/// A class template over a lambda or a local class: no other code can say its name.
bool isOfUnnamed(const CXXRecordDecl* record);

bool isUnnamed(const TemplateArgument& argument) {
  if (isObject(argument))
    return true;
  if (argument.getKind() == TemplateArgument::Pack)
    return std::ranges::any_of(argument.pack_elements(), isUnnamed);
  const CXXRecordDecl* part = argument.getKind() == TemplateArgument::Type
                                  ? argument.getAsType()->getAsCXXRecordDecl()
                                  : nullptr;
  return part && (part->isLambda() || part->isLocalClass() || isOfUnnamed(part));
}

bool isOfUnnamed(const CXXRecordDecl* record) {
  const auto* special = dyn_cast<ClassTemplateSpecializationDecl>(record);
  return special && std::ranges::any_of(special->getTemplateArgs().asArray(), isUnnamed);
}

/// A class of the user whose members can be listed.
bool isRecord(const CXXRecordDecl* record) {
  if (record->isLambda() || record->isUnion() || record->isInStdNamespace() ||
      !(record->getIdentifier() || record->getTypedefNameForAnonDecl()) ||
      record->isDependentContext() || record->getNumVBases() > 0)
    return false;
  if (record->isLocalClass() || isOfUnnamed(record))
    return false;
  const std::vector<std::string> namespaces = namespacesOf(record);
  const std::string outermost = namespaces.empty() ? "" : namespaces.front();
  return outermost != "std" && outermost != "treelize" && outermost != "__gnu_cxx";
}

class RecordCollector : public RecursiveASTVisitor<RecordCollector> {
public:
  RecordCollector(const Annotations& annotations, const ASTContext& ast, const FunctionDecl* kernel)
      : annotations_(annotations), ast_(ast), kernel_(kernel) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitVarDecl(VarDecl* variable) {
    add(variable->getType());
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr* use) {
    if (const auto* variable = dyn_cast<VarDecl>(use->getDecl());
        variable && variable->hasGlobalStorage())
      add(variable->getType());
    return true;
  }
  /// What the source does not write: the iterators and what they do.
  bool VisitCXXForRangeStmt(CXXForRangeStmt* loop) {
    for (Stmt* part :
         {static_cast<Stmt*>(loop->getBeginStmt()), static_cast<Stmt*>(loop->getEndStmt()),
          static_cast<Stmt*>(loop->getCond()), static_cast<Stmt*>(loop->getInc())})
      if (part)
        TraverseStmt(part);
    return true;
  }
  bool VisitInitListExpr(InitListExpr* list) {
    add(list->getType());
    return true;
  }

  /// Functions that are called become part of the kernel.
  bool VisitCallExpr(CallExpr* call) {
    if (FunctionDecl* callee = call->getDirectCallee()) {
      addFunction(callee);
      addOverriders(callee);
    }
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr* construction) {
    add(construction->getType());
    addFunction(construction->getConstructor());
    return true;
  }

  void addFunction(FunctionDecl* function) {
    FunctionDecl* definition = function->getDefinition();
    addFunctors(function);
    if (!function->isInStdNamespace())
      for (const ParmVarDecl* parameter : function->parameters())
        add(parameter->getType());
    if (!definition || definition->isInStdNamespace() || isInEigen(definition) ||
        !visited_.insert(definition).second ||
        (isOfSystem(definition) && definition->isExternC()))
      return;
    add(definition->getReturnType());
    if (isConstant(annotations_, patternOf(definition))) // called as it is
      return;
    if (const auto* method = dyn_cast<CXXMethodDecl>(definition); method && method->isInstance())
      add(compat::typeOf(ast_, method->getParent()));
    TraverseDecl(definition);
  }

  void add(QualType type) {
    type = type.getNonReferenceType();
    while (type->isPointerType() || type->isArrayType())
      type = type->isPointerType() ? type->getPointeeType()
                                   : QualType(type->getArrayElementTypeNoTypeQual(), 0);
    const CXXRecordDecl* record = type->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition())
      return;
    record = record->getDefinition();
    if (isInEigen(record) ||
        !visited_.insert(record).second) // the runtime has an adaptor for its matrices
      return;
    addParts(record);
    if (isRecord(record) && !isNode(record) && !isOfLibrary(record))
      records.push_back(readRecord(record, ast_));
  }

  std::vector<bind::RecordModel> records;

private:
  bool isOfSystem(const Decl* decl) const {
    return ast_.getSourceManager().isInSystemHeader(decl->getLocation());
  }
  /// What is behind `FILE` and `va_list`: no program names it.
  bool isOfLibrary(const CXXRecordDecl* record) const {
    return record->isReserved(ast_.getLangOpts()) != ReservedIdentifierStatus::NotReserved &&
           (isOfSystem(record) || record->isImplicit());
  }
  /// What may run where an object of the caller's is asked.
  void addOverriders(const FunctionDecl* function) {
    const auto* method = dyn_cast<CXXMethodDecl>(function);
    if (!method || !method->isVirtual() || method->isInStdNamespace() ||
        !asked_.insert(method->getCanonicalDecl()).second)
      return;
    for (const CXXRecordDecl* record :
         concreteClasses(method->getParent(), ast_, kernel_->getLocation()))
      if (CXXMethodDecl* overrider =
              const_cast<CXXMethodDecl*>(method)->getCorrespondingMethodInClass(record))
        addFunction(overrider);
  }
  /// What the library calls for the user: `std::transform(..., op)`.
  void addFunctors(const FunctionDecl* function) {
    const TemplateArgumentList* arguments = function->getTemplateSpecializationArgs();
    if (!arguments || !function->isInStdNamespace())
      return;
    for (const TemplateArgument& argument : arguments->asArray()) {
      const CXXRecordDecl* record =
          argument.getKind() == TemplateArgument::Type
              ? argument.getAsType().getNonReferenceType()->getAsCXXRecordDecl()
              : nullptr;
      if (!record || record->isInStdNamespace() || !record->hasDefinition())
        continue;
      for (CXXMethodDecl* method : record->getDefinition()->methods())
        if (method->getOverloadedOperator() == OO_Call)
          addFunction(method);
    }
  }

  void addParts(const CXXRecordDecl* record) {
    if (const auto* special = dyn_cast<ClassTemplateSpecializationDecl>(record))
      for (const TemplateArgument& argument : special->getTemplateArgs().asArray())
        addArgument(argument);
    if (record->isInStdNamespace())
      return;
    for (const CXXBaseSpecifier& base : record->bases())
      add(base.getType());
    for (const FieldDecl* field : ownMembers(record))
      add(field->getType());
  }

  void addArgument(const TemplateArgument& argument) {
    if (argument.getKind() == TemplateArgument::Type)
      add(argument.getAsType());
    if (argument.getKind() == TemplateArgument::Pack) // of a tuple
      for (const TemplateArgument& part : argument.pack_elements())
        addArgument(part);
  }

  bool isNode(const CXXRecordDecl* record) const {
    const CXXRecordDecl* pattern = record->getTemplateInstantiationPattern();
    return annotations_.has(record, ItemKind::node) ||
           (pattern && annotations_.has(pattern, ItemKind::node));
  }

  const Annotations& annotations_;
  const ASTContext& ast_;
  const FunctionDecl* kernel_;
  std::set<const CXXMethodDecl*> asked_; // virtual ones; for look-ups only
  std::set<const Decl*> visited_;        // for look-ups only, never iterated
};

} // namespace

bind::RecordModel readRecord(const CXXRecordDecl* record, const ASTContext& ast) {
  bind::RecordModel model;
  model.name = nameText(record, ast);
  addMembers(model, record->getDefinition() ? record->getDefinition() : record, ast);
  return model;
}

std::vector<bind::RecordModel>
readRecordsOf(const FunctionDecl* function, const Annotations& annotations, const ASTContext& ast) {
  RecordCollector collector(annotations, ast, function);
  for (const ParmVarDecl* parameter : function->parameters())
    collector.add(parameter->getType());
  collector.addFunction(const_cast<FunctionDecl*>(function));
  return std::move(collector.records);
}

std::vector<bind::RecordModel>
readRecordsOf(const CXXRecordDecl* object, const Annotations& annotations, const ASTContext& ast) {
  RecordCollector collector(annotations, ast, nullptr);
  collector.add(compat::typeOf(ast, object));
  return std::move(collector.records);
}

} // namespace treelize::front
