#include "front/read/Rules.h"

#include "Diagnostics.h"
#include "front/Locations.h"
#include "front/Session.h"
#include "front/annotations/FindAnnotations.h"
#include "front/lower/types/TypeModel.h"
#include "front/read/Equations.h"
#include "front/read/FindFunctions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

/// The parameters of a rule, read one after the other.
class SignatureMatcher {
public:
  SignatureMatcher(const RuleContext& ruleContext, const FunctionDecl* of, const FunctionDecl* rule)
      : context(ruleContext), function(of), parameters(rule->parameters()),
        result(rule->getReturnType()) {}

  bool isAdjoint() {
    bool fits = takesArguments() && result->isVoidType();
    if (!function->getReturnType()->isVoidType())
      fits = fits && takes([&](QualType type) { return isValue(type, function->getReturnType()); });
    for (const ParmVarDecl* parameter : differentiated())
      fits = fits && takes([&](QualType type) { return isShadow(type, parameter->getType()); });
    return fits && next == parameters.size();
  }

  bool isTangent() {
    bool fits = takesArguments();
    for (const ParmVarDecl* parameter : differentiated())
      fits = fits && takes([&](QualType type) { return isValue(type, parameter->getType()); });
    const bool returnsPair = ir::isDifferentiable(*context.types.of(function->getReturnType()));
    return fits && next == parameters.size() &&
           result->isVoidType() == function->getReturnType()->isVoidType() &&
           (!returnsPair || result->isRecordType());
  }

private:
  const RuleContext& context;
  const FunctionDecl* function;
  llvm::ArrayRef<ParmVarDecl*> parameters;
  QualType result;
  std::size_t next = 0;

  template <class Fits>
  bool takes(const Fits& fits) {
    return next < parameters.size() && fits(parameters[next++]->getType());
  }
  bool takesArguments() {
    return std::ranges::all_of(function->parameters(), [&](const ParmVarDecl* parameter) {
      return takes([&](QualType type) { return isSame(type, parameter->getType()); });
    });
  }
  std::vector<const ParmVarDecl*> differentiated() const {
    std::vector<const ParmVarDecl*> found;
    for (const ParmVarDecl* parameter : function->parameters())
      if (!context.isNondiff(parameter) &&
          ir::isDifferentiable(*context.types.of(parameter->getType())))
        found.push_back(parameter);
    return found;
  }

  bool isSame(QualType a, QualType b) const { return context.ast.hasSameUnqualifiedType(a, b); }
  /// The type itself, or a reference to it that is const where the other one is.
  bool isValue(QualType type, QualType of) const {
    return isSame(type, of) ||
           (isSame(type.getNonReferenceType(), of.getNonReferenceType()) &&
            type->isReferenceType() && type->getPointeeType().isConstQualified());
  }
  bool isShadow(QualType type, QualType of) const {
    const ir::TypeRef primal = context.types.of(of), shadow = context.types.of(type);
    if (primal->isView())
      return shadow->kind == primal->kind && !shadow->constElement &&
             isSameInCpp(*shadow->element, *primal->element);
    return type->isLValueReferenceType() && !type->getPointeeType().isConstQualified() &&
           isSame(type.getNonReferenceType(), of.getNonReferenceType());
  }
};

class RuleReader {
public:
  RuleReader(Session& ofInput, const RuleContext& ruleContext, const Annotations& allAnnotations)
      : session(ofInput), context(ruleContext), annotations(allAnnotations), sink(ofInput.sink()) {}

  Rules rules;

  void read(const Annotation& annotation) {
    const FunctionDecl* function = annotation.function();
    if (!function || annotation.isBroken)
      return;
    if (const Item* item = annotation.find(ItemKind::adjoint_of))
      add(*item, function, &Rule::adjoint);
    if (const Item* item = annotation.find(ItemKind::tangent_of))
      add(*item, function, &Rule::tangent);
    for (const ItemKind kind : {ItemKind::root_of, ItemKind::fixed_point_of})
      if (const Item* item = annotation.find(kind))
        add(*item, function);
  }

private:
  Session& session;
  const RuleContext& context;
  const Annotations& annotations;
  DiagnosticSink& sink;

  /// A template that is only named has no members yet.
  void complete(const FunctionDecl* function) {
    for (const ParmVarDecl* parameter : function->parameters())
      (void)session.sema().isCompleteType(parameter->getLocation(),
                                          parameter->getType().getNonReferenceType());
  }

  /// The function solves an equation.
  void add(const Item& item, const FunctionDecl* solver) {
    complete(solver);
    std::optional<Equation> equation = readEquation(context, annotations, item, solver, sink);
    if (!equation)
      return;
    Rule& rule = rules[solver->getCanonicalDecl()];
    if (rule.equation && *rule.equation != *equation)
      sink.report(Diag::rule_twice, item.where, {solver->getNameAsString(), "equation"});
    if (rule.adjoint || rule.tangent)
      sink.report(Diag::rule_twice, item.where, {solver->getNameAsString(), "derivative"});
    rule.equation = std::move(equation);
  }

  void add(const Item& item, const FunctionDecl* rule, const FunctionDecl* Rule::* place) {
    const bool isAdjoint = place == &Rule::adjoint;
    const std::vector<const FunctionDecl*> candidates =
        findFunctions(context.ast, rule->getDeclContext(), item.value);
    if (candidates.empty()) {
      const bool isTemplate = namesTemplate(context.ast, rule->getDeclContext(), item.value);
      sink.report(isTemplate ? Diag::rule_of_template : Diag::rule_of_nothing, item.valueWhere,
                  {item.value, item.name});
      return;
    }
    if (const auto* method = dyn_cast<CXXMethodDecl>(candidates.front());
        method && method->isInstance()) {
      sink.report(Diag::rule_of_method, item.valueWhere, {item.value});
      return;
    }
    complete(rule);
    const auto fits = [&](const FunctionDecl* function) {
      complete(function);
      SignatureMatcher matcher(context, function, rule);
      return isAdjoint ? matcher.isAdjoint() : matcher.isTangent();
    };
    const auto found = std::ranges::find_if(candidates, fits);
    if (found == candidates.end()) {
      const FunctionDecl* first = candidates.front();
      sink.report(
          Diag::rule_signature, item.where,
          {rule->getNameAsString(), isAdjoint ? "adjoint" : "tangent", item.value,
           isAdjoint ? adjointSignature(context, first) : tangentSignature(context, first)});
      rules[first->getCanonicalDecl()].isRefused = true;
      return;
    }
    const FunctionDecl*& known = rules[(*found)->getCanonicalDecl()].*place;
    if (rules[(*found)->getCanonicalDecl()].equation)
      sink.report(Diag::rule_twice, item.where, {item.value, "derivative"});
    if (known && known->getCanonicalDecl() != rule->getCanonicalDecl())
      sink.report(Diag::rule_twice, item.where, {item.value, isAdjoint ? "adjoint" : "tangent"},
                  {.notes = {{Diag::declared_here,
                              toLocation(known->getLocation()),
                              {known->getNameAsString()}}},
                   .fixIts = {},
                   .ranges = {}});
    known = rule;
  }
};

} // namespace

Rules readRules(Session& session, const RuleContext& context, const Annotations& annotations) {
  RuleReader reader(session, context, annotations);
  for (const auto* list : {&annotations.included, &annotations.own})
    for (const Annotation& annotation : *list)
      reader.read(annotation);
  return std::move(reader.rules);
}

} // namespace treelize::front
