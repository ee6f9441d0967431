#include "front/read/Equations.h"

#include "Diagnostics.h"
#include "front/annotations/FindAnnotations.h"
#include "front/lower/types/LibraryTypes.h"
#include "front/lower/types/TypeModel.h"
#include "front/read/FindFunctions.h"
#include "front/read/KernelsOfOthers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

bool isUnknown(const ir::Type& type) {
  const bool isMany =
      type.is(ir::TypeKind::Vector) || (type.is(ir::TypeKind::Array) && !type.isBuiltinArray);
  return type.is(ir::TypeKind::Real) || (isMany && type.element->is(ir::TypeKind::Real));
}

class EquationReader {
public:
  EquationReader(const RuleContext& ruleContext, const FunctionDecl* ofSolver,
                 const FunctionDecl* equation)
      : context(ruleContext), solver(ofSolver), function(equation) {}

  /// Why the function is no solver; empty if it is one.
  std::string solverProblem() const {
    if (!isUnknown(*context.types.of(solver->getReturnType())))
      return "it returns '" + spelled(solver->getReturnType()) + "'";
    for (const ParmVarDecl* parameter : solver->parameters())
      if (isClosure(parameter->getType()))
        return "its parameter '" + parameter->getNameAsString() + "' is a function";
      else if (mayWrite(parameter->getType()))
        return "it may write through its parameter '" + parameter->getNameAsString() + "'";
    return "";
  }

  /// Why the equation is not the solver's; empty if it is.
  std::string problem() {
    const QualType unknown = solver->getReturnType();
    if (function->getNumParams() == 0 || !isSame(function->getParamDecl(0)->getType(), unknown))
      return "its first parameter is not the unknown, '" + spelled(unknown) + "'";
    if (!isSame(function->getReturnType(), unknown))
      return "it returns '" + spelled(function->getReturnType()) + "', and the unknown is '" +
             spelled(unknown) + "'";
    for (const ParmVarDecl* parameter : function->parameters().drop_front())
      if (std::string reason = problem(parameter); !reason.empty())
        return reason;
    return "";
  }

  std::vector<unsigned> parameters;

  /// The declaration of an equation with all the solver's parameters.
  std::string signature() const {
    const PrintingPolicy policy(context.ast.getLangOpts());
    const QualType unknown = solver->getReturnType();
    const bool isNumber = context.types.of(unknown)->is(ir::TypeKind::Real);
    std::string text = unknown.getAsString(policy) + " " + function->getNameAsString() + "(" +
                       (isNumber ? unknown.getAsString(policy) + " "
                                 : "const " + unknown.getAsString(policy) + "& ") +
                       "x";
    for (const ParmVarDecl* parameter : solver->parameters()) {
      std::string declarator = parameter->getNameAsString();
      parameter->getType().getAsStringInternal(declarator, policy);
      text += ", " + declarator;
    }
    return text + ")";
  }

private:
  const RuleContext& context;
  const FunctionDecl* solver;
  const FunctionDecl* function;

  std::string problem(const ParmVarDecl* parameter) {
    const std::string name = parameter->getNameAsString();
    const auto solvers =
        std::find_if(solver->param_begin(), solver->param_end(),
                     [&](const ParmVarDecl* other) { return other->getName() == name; });
    if (solvers == solver->param_end())
      return "'" + solver->getNameAsString() + "' has no parameter '" + name + "'";
    if (!isSame(parameter->getType(), (*solvers)->getType()))
      return "their parameters '" + name + "' differ in type";
    if (context.isNondiff(parameter) != context.isNondiff(*solvers))
      return "only one of their parameters '" + name + "' is a constant for differentiation";
    if (context.types.of(parameter->getType())->is(ir::TypeKind::Pointer))
      return "its parameter '" + name +
             "' is a pointer, and nobody knows to how many numbers: take a std::span";
    parameters.push_back((*solvers)->getFunctionScopeIndex());
    return "";
  }

  bool isSame(QualType a, QualType b) const {
    return context.ast.hasSameUnqualifiedType(a.getNonReferenceType(), b.getNonReferenceType());
  }
  std::string spelled(QualType type) const {
    return type.getAsString(PrintingPolicy(context.ast.getLangOpts()));
  }

  bool mayWrite(QualType type) const {
    const ir::TypeRef known = context.types.of(type);
    const bool refers = type->isReferenceType() && !type->getPointeeType().isConstQualified();
    return refers || (known->isView() && !known->constElement);
  }
};

} // namespace

std::optional<Equation> readEquation(const RuleContext& context, const Annotations& annotations,
                                     const Item& item, const FunctionDecl* solver,
                                     DiagnosticSink& sink) {
  const std::string name = solver->getNameAsString();
  const std::vector<const FunctionDecl*> candidates =
      findFunctions(context.ast, solver->getDeclContext(), item.value);
  if (candidates.empty()) {
    sink.report(Diag::rule_of_nothing, item.valueWhere, {item.value, item.name});
    return std::nullopt;
  }
  const auto isKernel = [&](const FunctionDecl* function) {
    return annotations.has(function, ItemKind::kernel);
  };
  const auto found = std::ranges::find_if(candidates, isKernel);
  if (found == candidates.end()) {
    sink.report(Diag::equation_without_kernel, item.where, {item.value, name});
    return std::nullopt;
  }
  const Annotation& annotation = *annotations.of(*found);
  EquationReader reader(context, solver, *found);
  if (const std::string problem = reader.solverProblem(); !problem.empty()) {
    sink.report(Diag::equation_solver, item.where, {name, problem});
    return std::nullopt;
  }
  const std::string problem = annotation.has(ItemKind::wrt)
                                  ? "it is a kernel with 'wrt', which may leave parameters out"
                                  : reader.problem();
  if (!problem.empty()) {
    sink.report(Diag::equation_signature, item.where,
                {item.value, name, problem, reader.signature()});
    return std::nullopt;
  }
  return Equation{.kernel = objectOf(*found, annotation),
                  .isFixedPoint = item.kind == ItemKind::fixed_point_of,
                  .parameters = std::move(reader.parameters)};
}

} // namespace treelize::front
