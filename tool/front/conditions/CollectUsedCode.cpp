// From kernels, tree functions and annotated classes to all that they mention, on the syntax tree.
#include "front/DerivedClasses.h"
#include "front/Locations.h"
#include "front/Session.h"
#include "front/annotations/FindAnnotations.h"
#include "front/conditions/Assertions.h"
#include "front/conditions/PlatformConstants.h"
#include "front/conditions/ProjectCode.h"
#include "front/conditions/UsedCode.h"
#include "front/lower/types/LibraryTypes.h"
#include "front/lower/types/TypeNames.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

class Collector : public RecursiveASTVisitor<Collector> {
public:
  Collector(Session& session, const std::function<bool(const FunctionDecl*)>& hasRule)
      : used(session.sources()), session_(session), hasRule_(hasRule), typeNames_(session.ast()) {}

  UsedCode used;

  bool shouldVisitImplicitCode() const { return true; }

  void add(const Decl* decl) {
    if (decl && seen_.insert(decl->getCanonicalDecl()).second)
      pending_.push_back(decl);
  }

  void addSignature(const FunctionDecl* function) {
    for (const FunctionDecl* each : function->redecls())
      addWithoutBody(each);
    for (const ParmVarDecl* parameter : function->parameters())
      TraverseDecl(const_cast<ParmVarDecl*>(parameter));
    addType(function->getReturnType());
  }

  void follow() {
    while (!pending_.empty()) {
      const Decl* next = pending_.back();
      pending_.pop_back();
      enter(next);
    }
  }

  bool VisitExpr(Expr* expr) {
    if (expr->getType().isNull()) // of a clause of OpenMP's
      return true;
    addType(expr->getType());
    const SourceManager& sources = session_.sources();
    const bool isConstant =
        platformConstant(expr, typeNames_, sources) &&
        isProjectCode(session_.preprocessor(), sources.getExpansionLoc(expr->getBeginLoc()));
    if (isConstant && !counted_.contains(expr))
      used.constants.push_back(expr);
    return true;
  }
  /// `malloc(n * sizeof(Node))`: how many there are is asked, not how large.
  bool VisitCallExpr(CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    const IdentifierInfo* name = callee ? callee->getIdentifier() : nullptr;
    const bool allocates = name && (name->isStr("malloc") || name->isStr("calloc") ||
                                    name->isStr("realloc") || name->isStr("aligned_alloc"));
    if (allocates || (callee && callee->getMemoryFunctionKind()))
      for (const Expr* argument : call->arguments())
        addSizes(argument);
    return true;
  }
  bool VisitConditionalOperator(ConditionalOperator* choice) {
    const Expr* asserted = assertedBy(choice);
    const SourceLocation place = session_.sources().getExpansionLoc(choice->getBeginLoc());
    if (asserted && used.changingAssertion.isInvalid() &&
        isProjectCode(session_.preprocessor(), place) && hasEffect(asserted))
      used.changingAssertion = place;
    return true;
  }
  bool VisitTypeLoc(TypeLoc type) {
    addType(type.getType());
    return true;
  }
  bool VisitVarDecl(VarDecl* variable) {
    addType(variable->getType());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr* use) {
    addUse(use->getFoundDecl());
    addUse(use->getDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr* use) {
    addUse(use->getMemberDecl());
    const auto* method = dyn_cast<CXXMethodDecl>(use->getMemberDecl());
    if (method && method->isVirtual() && !use->hasQualifier())
      addOverriders(method);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr* construction) {
    add(construction->getConstructor());
    return true;
  }
  bool VisitConceptSpecializationExpr(ConceptSpecializationExpr* test) {
    add(test->getNamedConcept());
    return true;
  }

private:
  Session& session_;
  const std::function<bool(const FunctionDecl*)>& hasRule_;
  std::set<const Decl*> seen_; // for look-ups only
  std::set<const void*> seenTypes_;
  std::set<const Stmt*> counted_;
  const TypeNames typeNames_;
  std::vector<const Decl*> pending_;

  void addSizes(const Stmt* stmt) {
    if (isa_and_nonnull<UnaryExprOrTypeTraitExpr>(stmt))
      counted_.insert(stmt);
    else if (stmt)
      std::ranges::for_each(stmt->children(), [this](const Stmt* child) { addSizes(child); });
  }

  bool isOurs(const Decl* decl) const {
    const SourceLocation place = session_.sources().getExpansionLoc(decl->getLocation());
    return isProjectCode(session_.preprocessor(), place) && !isInEigen(decl);
  }

  void addUse(const NamedDecl* decl) {
    if (const auto* shadow = dyn_cast<UsingShadowDecl>(decl))
      addPlace(shadow->getIntroducer());
    else if (const auto* enumerator = dyn_cast<EnumConstantDecl>(decl))
      add(cast<Decl>(enumerator->getDeclContext()));
    else if (const auto* field = dyn_cast<FieldDecl>(decl))
      add(field->getParent());
    else if (const auto* variable = dyn_cast<VarDecl>(decl);
             !variable || variable->hasGlobalStorage())
      add(decl);
  }

  void addType(QualType type) {
    while (!type.isNull() && seenTypes_.insert(type.getAsOpaquePtr()).second) {
      if (const auto* alias = type->getAs<TypedefType>()) {
        add(alias->getDecl());
        type = alias->getDecl()->getUnderlyingType();
      } else if (!type->getPointeeType().isNull()) {
        type = type->getPointeeType();
      } else if (const auto* underlying = type->getAs<UnaryTransformType>()) {
        addEnum(underlying->getBaseType());
        return;
      } else if (type->isArrayType()) {
        type = QualType(type->getBaseElementTypeUnsafe(), 0);
      } else {
        add(type->getAsTagDecl());
        return;
      }
    }
  }

  /// Of `std::underlying_type_t<E>`.
  void addEnum(QualType type) {
    const auto* enumeration = type->getAs<EnumType>();
    if (enumeration && isPlainEnum(enumeration->getDecl()))
      used.plainEnums.push_back(enumeration->getDecl());
  }

  void addPlace(const Decl* decl) {
    if (isOurs(decl))
      used.add(decl->getSourceRange());
  }

  void addWithoutBody(const FunctionDecl* function) {
    if (!isOurs(function))
      return;
    const bool hasOwnBody = function->doesThisDeclarationHaveABody() && function->getBody();
    used.add({function->getBeginLoc(),
              hasOwnBody ? function->getBody()->getBeginLoc() : function->getEndLoc()});
  }

  void addOverriders(const CXXMethodDecl* method) {
    if (!isOurs(method))
      return;
    const SourceManager& sources = session_.sources();
    for (const CXXRecordDecl* record :
         concreteClasses(method->getParent(), session_.ast(),
                         sources.getLocForEndOfFile(sources.getMainFileID())))
      add(method->getCorrespondingMethodInClass(record));
  }

  void enter(const Decl* decl) {
    used.addName(nameWithNamespaces(decl));
    if (const auto* function = dyn_cast<FunctionDecl>(decl))
      enterFunction(function);
    else if (const auto* record = dyn_cast<CXXRecordDecl>(decl))
      enterRecord(record);
    else {
      for (const Decl* each : decl->redecls())
        addPlace(each);
      if (isOurs(decl))
        TraverseDecl(const_cast<Decl*>(decl));
    }
  }

  void enterFunction(const FunctionDecl* function) {
    if (hasRule_(function))
      return addSignature(function);
    for (const FunctionDecl* each : function->redecls())
      addPlace(each);
    if (const FunctionDecl* pattern = function->getTemplateInstantiationPattern())
      addPlace(pattern);
    if (const auto* method = dyn_cast<CXXMethodDecl>(function))
      add(method->getParent());
    // A template of the library's may call what it was made for.
    const FunctionDecl* definition = nullptr;
    if (function->hasBody(definition) &&
        (isOurs(definition) || definition->isTemplateInstantiation()))
      TraverseDecl(const_cast<FunctionDecl*>(definition));
  }

  void enterRecord(const CXXRecordDecl* record) {
    if (const auto* special = dyn_cast<ClassTemplateSpecializationDecl>(record))
      for (const TemplateArgument& argument : special->getTemplateArgs().asArray())
        if (argument.getKind() == TemplateArgument::Type)
          addType(argument.getAsType());
    record = record->getDefinition();
    if (!record || !isOurs(record))
      return;
    addMembers(record);
    for (const CXXBaseSpecifier& base : record->bases())
      addType(base.getType());
    for (FieldDecl* field : record->fields())
      TraverseDecl(field);
    if (const CXXDestructorDecl* destructor = record->getDestructor())
      add(destructor);
  }

  /// The class without the bodies that stand in it.
  void addMembers(const CXXRecordDecl* record) {
    SourceLocation begin = record->getBeginLoc();
    if (const CXXRecordDecl* pattern = record->getTemplateInstantiationPattern())
      record = pattern;
    for (const Decl* member : record->decls()) {
      const auto* function = member->getAsFunction();
      if (!function || function->isImplicit() || !function->doesThisDeclarationHaveABody() ||
          !function->getBody())
        continue;
      used.add({begin, function->getBody()->getBeginLoc()});
      begin = function->getBody()->getEndLoc();
    }
    used.add({begin, record->getEndLoc()});
  }
};

} // namespace

UsedCode usedCode(Session& session, const Annotations& annotations,
                  const std::vector<const FunctionDecl*>& kernels,
                  const std::function<bool(const FunctionDecl*)>& hasRule) {
  Collector collector(session, hasRule);
  for (const FunctionDecl* kernel : kernels)
    collector.add(kernel);
  for (const Annotation& annotation : annotations.own) {
    collector.used.add(toSourceLocation(annotation.where));
    if (annotation.record())
      collector.add(annotation.record());
    else if (const FunctionDecl* function = annotation.function(); annotation.isTreeFunction())
      collector.addSignature(function);
  }
  collector.follow();
  return std::move(collector.used);
}

} // namespace treelize::front
