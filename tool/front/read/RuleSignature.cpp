#include "front/lower/types/TypeModel.h"
#include "front/read/Rules.h"
#include "ir/Identifiers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

namespace treelize::front {

using namespace clang;

namespace {

std::string nameOf(const ParmVarDecl* parameter) {
  return parameter->getName().empty() ? "arg" + std::to_string(parameter->getFunctionScopeIndex())
                                      : parameter->getNameAsString();
}

std::string declared(const RuleContext& context, const ParmVarDecl* parameter,
                     const std::string& name) {
  std::string declarator = name;
  parameter->getType().getAsStringInternal(declarator, PrintingPolicy(context.ast.getLangOpts()));
  return declarator;
}

/// What an adjoint takes for a parameter's shadow: `double& x_b`, `double* p_b`, `std::span<double>
/// s_b`.
std::string shadowType(const ir::Type& type) {
  if (type.is(ir::TypeKind::Pointer))
    return type.element->spelling + "* ";
  if (type.is(ir::TypeKind::Span))
    return "std::span<" + type.element->spelling + "> ";
  return type.spelling + "& ";
}

bool isDifferentiated(const RuleContext& context, const ParmVarDecl* parameter) {
  return !context.isNondiff(parameter) &&
         ir::isDifferentiable(*context.types.of(parameter->getType()));
}

} // namespace

std::string adjointSignature(const RuleContext& context, const FunctionDecl* function) {
  std::string values, shadows;
  for (const ParmVarDecl* parameter : function->parameters()) {
    values += (values.empty() ? "" : ", ") + declared(context, parameter, nameOf(parameter));
    if (isDifferentiated(context, parameter))
      shadows +=
          ", " + shadowType(*context.types.of(parameter->getType())) + ir::withoutDoubles(nameOf(parameter) + "_b");
  }
  const std::string seed =
      function->getReturnType()->isVoidType()
          ? ""
          : ", " + context.types.of(function->getReturnType())->spelling + " seed";
  const std::string list = values + seed + shadows;
  return "[[treelize(adjoint_of(" + context.types.qualifiedName(function) + "))]] void " +
         ir::withoutDoubles(function->getNameAsString() + "_adjoint") + "(" +
         (list.starts_with(", ") ? list.substr(2) : list) + ")";
}

std::string tangentSignature(const RuleContext& context, const FunctionDecl* function) {
  std::string values, tangents;
  for (const ParmVarDecl* parameter : function->parameters()) {
    values += (values.empty() ? "" : ", ") + declared(context, parameter, nameOf(parameter));
    if (isDifferentiated(context, parameter))
      tangents += ", " + declared(context, parameter, ir::withoutDoubles(nameOf(parameter) + "_t"));
  }
  const ir::TypeRef result = context.types.of(function->getReturnType());
  const std::string returned = !ir::isDifferentiable(*result)
                                   ? result->spelling
                                   : "treelize::tangent_result<" + result->spelling + ">";
  return "[[treelize(tangent_of(" + context.types.qualifiedName(function) + "))]] " + returned +
         " " + ir::withoutDoubles(function->getNameAsString() + "_tangent") + "(" + values + tangents + ")";
}

} // namespace treelize::front
