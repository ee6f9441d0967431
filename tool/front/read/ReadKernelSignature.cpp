#include "front/read/ReadKernelSignature.h"

#include "Diagnostics.h"
#include "front/CppText.h"
#include "front/Locations.h"
#include "front/Session.h"
#include "front/annotations/FindAnnotations.h"
#include "front/lower/CallersObjects.h"
#include "front/lower/types/Members.h"
#include "front/lower/types/TypeModel.h"
#include "front/lower/types/TypeNames.h"
#include "front/read/Comment.h"
#include "front/read/InstantiateKernel.h"
#include "front/read/ReadClass.h"
#include "front/read/SelectLeaves.h"
#include "front/read/VirtualCalls.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

static bool isCopyable(const CXXRecordDecl* record) {
  for (const CXXConstructorDecl* constructor : record->ctors())
    if (constructor->isCopyConstructor())
      return !constructor->isDeleted() && constructor->getAccess() == AS_public;
  if (record->hasUserDeclaredMoveConstructor() || record->hasUserDeclaredMoveAssignment())
    return false;
  const auto copies = [](QualType part) { return front::isCopyable(part); };
  return std::ranges::all_of(record->bases(), copies, &CXXBaseSpecifier::getType) &&
         std::ranges::all_of(record->fields(), copies,
                             [](const FieldDecl* field) { return field->getType(); });
}

bool isCopyable(QualType type) {
  const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return !record || !record->hasDefinition() || isCopyable(record->getDefinition());
}

namespace {

class SignatureReader {
public:
  SignatureReader(Session& session, TypeModel& types, const Annotation& annotation,
                  const FunctionDecl* function)
      : ast_(session.ast()), sources_(session.sources()), sink_(session.sink()), types_(types),
        annotation_(annotation), function_(function) {}

  std::optional<bind::KernelModel> read(const std::function<bool(const Decl*)>& isConstant) {
    if (!isSupported())
      return std::nullopt;
    readName();
    readMethod();
    for (const ParmVarDecl* parameter : function_->parameters())
      model_.parameters.push_back(readParameter(parameter, isConstant(parameter)));
    model_.returnType =
        isDeduced() ? TypeNames(ast_).canonical(returnType()) : typeText(returnType(), ast_);
    model_.returnValue = types_.of(returnType());
    return std::move(model_);
  }

private:
  /// A type that the function's body or its parameters give has no name elsewhere.
  QualType returnType() const {
    const QualType type = function_->getReturnType();
    return isDeduced() ? type.getCanonicalType() : type;
  }
  bool isDeduced() const {
    const QualType type = function_->getReturnType();
    return type->getContainedDeducedType() || type->getAs<DecltypeType>();
  }

  bool isSupported() {
    const Location where = annotation_.find(ItemKind::kernel)->where;
    const auto* method = dyn_cast<CXXMethodDecl>(function_);
    const std::string name = function_->getNameAsString();
    if (method && method->isVirtual()) {
      sink_.report(Diag::kernel_not_yet, where, {name, "virtual"},
                   {{{Diag::declared_here, toLocation(method->getLocation()), {name}}}, {}, {}});
      return false;
    }
    if (method && method->getRefQualifier() == RQ_RValue) {
      sink_.report(Diag::kernel_not_yet, where, {name, "a method for temporaries ('&&')"});
      return false;
    }
    if (function_->isVariadic()) {
      sink_.report(Diag::kernel_not_yet, where, {name, "variadic in C's way ('...')"});
      return false;
    }
    for (const ParmVarDecl* parameter : function_->parameters()) {
      const QualType type = parameter->getType();
      const TagDecl* tag = type.getNonReferenceType()->getAsTagDecl();
      const bool isUnnamed = tag && !tag->getIdentifier() && !tag->getTypedefNameForAnonDecl();
      if (!type->isRValueReferenceType() && !isUnnamed)
        continue;
      sink_.report(Diag::kernel_not_yet, toLocation(parameter->getLocation()),
                   {name, isUnnamed ? "a function of a class without a name"
                                    : "a function of an rvalue reference"});
      return false;
    }
    return true;
  }

  void readName() {
    const Item& item = *annotation_.find(ItemKind::kernel);
    model_.method = function_->getNameAsString();
    model_.name = item.value.empty() ? model_.method : item.value;
    model_.callee = nameText(function_, ast_);
    model_.namespaces = namespacesOf(function_);
    model_.inlineNamespaces = inlineNamespacesOf(function_);
    model_.hasInternalLinkage = !function_->isExternallyVisible();
    model_.location = toLocation(function_->getLocation());
    model_.comment = commentOf(annotation_.decl);
    const PresumedLoc place =
        sources_.getPresumedLoc(sources_.getExpansionLoc(function_->getLocation()));
    if (place.isValid())
      model_.place =
          (llvm::sys::path::filename(place.getFilename()) + ":" + llvm::Twine(place.getLine()))
              .str();
  }

  void readMethod() {
    const auto* method = dyn_cast<CXXMethodDecl>(function_);
    if (!method)
      return;
    model_.owner = nameText(method->getParent(), ast_);
    model_.isStatic = method->isStatic();
    model_.isConst = method->isConst();
    model_.isPrivate = method->getAccess() != AS_public;
    model_.needsExactClass = !method->isStatic() && callsOverridable(method);
    model_.object = readRecord(method->getParent(), ast_);
    model_.canCopyObject = isCopyable(method->getParent()) && !refersToNumbers(method->getParent());
  }

  /// A copy of such an object would share the numbers it refers to.
  bool refersToNumbers(const CXXRecordDecl* record) {
    for (const FieldDecl* field : ownMembers(record)) {
      const ir::TypeRef type = types_.of(field->getType());
      if (ir::isDifferentiable(*type) && (field->getType()->isReferenceType() || holdsView(*type)))
        return true;
    }
    return std::ranges::any_of(record->bases(), [&](const CXXBaseSpecifier& base) {
      const CXXRecordDecl* baseRecord = base.getType()->getAsCXXRecordDecl();
      return baseRecord && baseRecord->hasDefinition() &&
             refersToNumbers(baseRecord->getDefinition());
    });
  }

  bind::Parameter readParameter(const ParmVarDecl* parameter, bool isConstant) {
    bind::Parameter result;
    result.name = parameter->getNameAsString();
    if (result.name.empty())
      result.name = "arg" + std::to_string(parameter->getFunctionScopeIndex());
    const QualType type = parameter->getType();
    result.declarator = declaratorText(type.getUnqualifiedType(), ast_);
    const FunctionDecl* definition = function_;
    function_->hasBody(definition);
    result.type =
        isConstant ? types_.of(type) : callersType(types_, ast_, type, definition->getLocation());
    result.byReference = type->isReferenceType();
    result.isCopyable = isCopyable(type) && !ir::mayBeDerived(*result.type);
    result.nondiff = isConstant;
    return result;
  }

  ASTContext& ast_;
  SourceManager& sources_;
  DiagnosticSink& sink_;
  TypeModel& types_;
  const Annotation& annotation_;
  const FunctionDecl* function_;
  bind::KernelModel model_;
};

} // namespace

const Decl* patternOf(const Decl* decl) {
  const auto* parameter = dyn_cast<ParmVarDecl>(decl);
  if (!parameter)
    return decl;
  const auto* function = dyn_cast_or_null<FunctionDecl>(parameter->getDeclContext());
  const FunctionDecl* pattern = function ? function->getTemplateInstantiationPattern() : nullptr;
  const unsigned index = parameter->getFunctionScopeIndex();
  return pattern && index < pattern->getNumParams() ? pattern->getParamDecl(index) : decl;
}

bool isConstant(const Annotations& annotations, const Decl* decl) {
  const auto* field = dyn_cast<FieldDecl>(decl);
  return annotations.has(decl, ItemKind::nondiff) || annotations.has(decl, ItemKind::aux) ||
         (field && field->getType().isConstQualified());
}

std::function<bool(const Decl*)> constantsOf(const Annotations& annotations,
                                             const Annotation& kernel,
                                             std::set<const Decl*> unselected) {
  const Item* names = hasFilter(kernel) ? nullptr : kernel.find(ItemKind::wrt);
  const DeclContext* owner = kernel.function()->getParent();
  return [&annotations, names, owner, pattern = kernel.function(),
          unselected = std::move(unselected)](const Decl* decl) {
    const Decl* annotated = patternOf(decl);
    if (front::isConstant(annotations, annotated) || unselected.contains(annotated))
      return true;
    // Names choose among the kernel's parameters and its object's fields.
    const bool isChoice = annotated->getDeclContext() == pattern ||
                          (isa<FieldDecl>(annotated) && ownerOf(cast<FieldDecl>(annotated)) == owner);
    const auto* named = dyn_cast<NamedDecl>(annotated);
    return names && isChoice && named &&
           std::ranges::find(names->elements, named->getNameAsString()) == names->elements.end();
  };
}

const FunctionDecl* kernelFunction(Session& session, const Annotations& annotations,
                                   const Annotation& kernel) {
  const FunctionDecl* function = kernel.function();
  return function->isDependentContext() ? instantiateKernel(session, annotations, kernel)
                                        : function;
}

std::optional<bind::KernelModel>
readKernelSignature(Session& session, TypeModel& types, const Annotation& kernel,
                    const FunctionDecl* function,
                    const std::function<bool(const Decl*)>& isConstant) {
  return SignatureReader(session, types, kernel, function).read(isConstant);
}

} // namespace treelize::front
