#include "front/read/InstantiateKernel.h"

#include "ClangCompat.h"
#include "Diagnostics.h"
#include "front/Locations.h"
#include "front/Session.h"
#include "front/annotations/FindAnnotations.h"
#include "front/read/TemplateArguments.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/TemplateDeduction.h"

namespace treelize::front {

using namespace clang;

namespace {

/// Sema has left the translation unit and is asked to enter it once more. (The session keeps a
/// scope.)
class SemaAgain {
public:
  explicit SemaAgain(Session& session)
      : again_(session.sema(), session.ast().getTranslationUnitDecl()) {}

private:
  Sema::ContextRAII again_;
};

/// The body of an instantiation, and whatever it calls; null if there is none that compiles.
const FunctionDecl* instantiateBody(Sema& sema, FunctionDecl* function) {
  sema.InstantiateFunctionDefinition(function->getPointOfInstantiation().isValid()
                                         ? function->getPointOfInstantiation()
                                         : function->getLocation(),
                                     function, /*Recursive=*/true, /*DefinitionRequired=*/true);
  sema.PerformPendingInstantiations();
  return function->isInvalidDecl() ? nullptr : function->getDefinition();
}

const FunctionDecl* instantiateTemplate(Session& session, const Annotation& kernel,
                                        FunctionTemplateDecl* pattern) {
  const SemaAgain again(session);
  std::optional<TemplateArgumentListInfo> arguments =
      templateArguments(session, kernel, pattern, session.sink());
  if (!arguments)
    return nullptr;
  FunctionDecl* function = nullptr;
  sema::TemplateDeductionInfo info(pattern->getLocation());
  if (session.sema().DeduceTemplateArguments(pattern, &*arguments, function, info) !=
          TemplateDeductionResult::Success ||
      !function) {
    reportTemplate(kernel, kernel.where, "these template arguments do not fit", session.sink());
    return nullptr;
  }
  const FunctionDecl* result = instantiateBody(session.sema(), function);
  if (!result)
    reportTemplate(kernel, kernel.where, "its body does not compile with these template arguments",
                   session.sink());
  return result;
}

/// For what somebody else reports.
class SilentSink final : public DiagnosticSink {
  void print(const Message&) override {}
};

/// The method of an instantiated class that comes from this one.
CXXMethodDecl* instantiated(const CXXRecordDecl* record, const FunctionDecl* pattern) {
  for (CXXMethodDecl* method : record->methods())
    if (const FunctionDecl* from = method->getInstantiatedFromMemberFunction();
        from && from->getCanonicalDecl() == pattern->getCanonicalDecl())
      return method;
  return nullptr;
}

const FunctionDecl* instantiateMethod(Session& session, const Annotations& annotations,
                                      const Annotation& kernel) {
  const auto* method = dyn_cast<CXXMethodDecl>(kernel.function());
  const Annotation* owner = method ? annotations.of(method->getParent()) : nullptr;
  if (!owner || !owner->has(ItemKind::data_oriented)) {
    reportTemplate(kernel, kernel.where, "its class is not 'data_oriented' itself", session.sink());
    return nullptr;
  }
  SilentSink silent; // the class speaks for itself when it is read
  const CXXRecordDecl* record = instantiateClass(session, *owner, silent);
  CXXMethodDecl* function = record ? instantiated(record, method) : nullptr;
  if (!function)
    return nullptr;
  const SemaAgain again(session);
  const FunctionDecl* result = instantiateBody(session.sema(), function);
  if (!result)
    reportTemplate(kernel, kernel.where, "its body does not compile with these template arguments",
                   session.sink());
  return result;
}

} // namespace

const FunctionDecl* instantiateKernel(Session& session, const Annotations& annotations,
                                      const Annotation& kernel) {
  if (FunctionTemplateDecl* pattern = kernel.function()->getDescribedFunctionTemplate()) {
    if (!pattern->getDeclContext()->isDependentContext())
      return instantiateTemplate(session, kernel, pattern);
    reportTemplate(kernel, kernel.where, "it is a template within a template", session.sink());
    return nullptr;
  }
  return instantiateMethod(session, annotations, kernel);
}

const CXXRecordDecl* instantiateClass(Session& session, const Annotation& dataOriented,
                                      DiagnosticSink& sink) {
  ClassTemplateDecl* pattern = dataOriented.record()->getDescribedClassTemplate();
  if (!pattern)
    return nullptr; // a class within a template
  const SemaAgain again(session);
  std::optional<TemplateArgumentListInfo> arguments =
      templateArguments(session, dataOriented, pattern, sink);
  if (!arguments)
    return nullptr;
  const QualType type = compat::checkTemplateId(session.sema(), pattern, *arguments);
  if (type.isNull() || !session.sema().isCompleteType(pattern->getLocation(), type)) {
    reportTemplate(dataOriented, dataOriented.where,
                   "it does not compile with these template arguments", sink);
    return nullptr;
  }
  return type->getAsCXXRecordDecl()->getDefinition();
}

void instantiateBody(Session& session, const FunctionDecl* function) {
  const FunctionDecl* pattern = function->getTemplateInstantiationPattern();
  if (!pattern || !pattern->hasBody() || function->isDependentContext())
    return;
  auto* own = const_cast<FunctionDecl*>(function);
  // An explicit instantiation elsewhere is about object code; the body is here.
  if (own->getTemplateSpecializationKind() == TSK_ExplicitInstantiationDeclaration)
    own->setTemplateSpecializationKind(TSK_ImplicitInstantiation, own->getLocation());
  const SemaAgain again(session);
  instantiateBody(session.sema(), own);
}

} // namespace treelize::front
