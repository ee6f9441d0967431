#include "front/lower/calls/Solution.h"

#include "front/lower/calls/FunctionTable.h"

namespace treelize::front {

using namespace clang;

namespace {

/// Of the unknown and the parameters of the equation.
ir::Function solutionOf(const ir::Kernel& solver, const Equation& equation, std::string name) {
  auto as = std::make_shared<ir::Kernel>();
  as->name = name;
  as->location = solver.location;
  as->returnType = solver.returnType;
  ir::Variable unknown;
  unknown.name = "solution";
  unknown.type = solver.returnType;
  unknown.role = ir::Role::Parameter;
  unknown.byReference = !unknown.type->isScalar();
  unknown.isConst = true;
  unknown.nondiff = true;
  as->parameters.push_back(ir::addVariable(*as, std::move(unknown)));
  for (const unsigned index : equation.parameters)
    as->parameters.push_back(ir::addVariable(*as, solver[solver.parameters[index]]));
  const std::string kind = equation.isFixedPoint ? "fixed_point" : "root";
  const std::string arguments = "<" + equation.kernel + ", treelize::equation::" + kind + ", " +
                                std::to_string(equation.parameters.size()) + ">";
  ir::Function function;
  function.name = std::move(name);
  function.as = std::move(as);
  function.header = "treelize/detail/implicit.hpp";
  function.primal = "treelize::solution";
  function.adjoint = "treelize::solution_adjoint" + arguments;
  function.tangent = "treelize::solution_tangent" + arguments;
  return function;
}

ir::Argument unknownArgument(Lowering& l, ir::VarId found) {
  ir::Argument argument;
  argument.type = l.kernel[found].type;
  if (argument.type->isScalar())
    argument.value = l.loadOf(found);
  else
    argument.place = l.placeOf(found);
  return argument;
}

} // namespace

std::shared_ptr<const ir::Kernel> withoutDerivative(const ir::Kernel& solver) {
  auto passive = std::make_shared<ir::Kernel>(solver);
  for (const ir::VarId parameter : passive->parameters)
    (*passive)[parameter].nondiff = true;
  return passive;
}

Value solutionCall(Lowering& l, const FunctionDecl* solver, const Equation& equation, ir::Call call,
                   Location at) {
  FunctionTable& table = *l.functions;
  const ir::VarId found = *call.result;
  l.kernel[found].nondiff = true;
  const auto [known, isNew] =
      table.known.try_emplace({solver->getCanonicalDecl(), &equation}, table.functions.size());
  const std::size_t index = known->second;
  if (isNew) {
    const auto asCalled = std::ranges::find(table.functions, call.function, &ir::Function::name);
    ir::Kernel signature = *asCalled->as;
    for (const ParmVarDecl* parameter : solver->parameters())
      signature[signature.parameters[parameter->getFunctionScopeIndex()]].nondiff =
          l.options.isNondiff(parameter);
    table.functions.push_back(
        solutionOf(signature, equation, table.freeName(solver->getNameAsString() + "_solution")));
  }
  ir::Call solution;
  solution.function = table.functions[index].name;
  solution.arguments.push_back(unknownArgument(l, found));
  for (const unsigned parameter : equation.parameters)
    solution.arguments.push_back(call.arguments[parameter]);
  l.emit({at, std::move(call)});
  const ir::VarId result =
      l.addLocal(solver->getNameAsString(), l.kernel[found].type, {.isStable = true}, at);
  solution.result = result;
  l.emit(ir::declare(result, nullptr, at));
  l.emit({at, std::move(solution)});
  return l.loadOf(result);
}

} // namespace treelize::front
