// Functions of the runtime that take and make matrices as wholes (treelize/adapt/eigen_solve.hpp):
// they stay calls, and have derivatives of their own.
#include "front/lower/calls/FunctionTable.h"
#include "front/lower/eigen/MatrixExpr.h"
#include "front/lower/statements/Statements.h"

namespace treelize::front {

using ir::ExprRef;

namespace {

ir::Function functionOf(const FunctionTable& table, const RuntimeFunction& wanted,
                        const std::vector<ir::Place>& operands, Location at) {
  auto as = std::make_shared<ir::Kernel>();
  as->name = table.freeName(wanted.name);
  as->location = at;
  as->returnType = wanted.result;
  for (const ir::Place& operand : operands) {
    ir::Variable parameter;
    parameter.name = "operand";
    parameter.type = operand.type;
    parameter.role = ir::Role::Parameter;
    parameter.byReference = parameter.isConst = true;
    as->parameters.push_back(ir::addVariable(*as, std::move(parameter)));
  }
  ir::Function function;
  function.name = as->name;
  function.as = std::move(as);
  function.header = "treelize/adapt/eigen_solve.hpp";
  function.primal = "treelize::eigen::" + wanted.name + wanted.arguments;
  function.adjoint = "treelize::eigen::" + wanted.name + "_adjoint" + wanted.arguments;
  function.tangent = "treelize::eigen::" + wanted.name + "_tangent" + wanted.arguments;
  return function;
}

bool takes(const ir::Function& function, const std::vector<ir::Place>& operands) {
  const ir::Kernel& as = *function.as;
  return std::ranges::equal(as.parameters, operands,
                            [&](const ir::VarId parameter, const ir::Place& operand) {
                              return isSameInCpp(*as[parameter].type, *operand.type);
                            });
}

const ir::Function& tabled(FunctionTable& table, const RuntimeFunction& wanted,
                           const std::vector<ir::Place>& operands, Location at) {
  ir::Function function = functionOf(table, wanted, operands, at);
  const auto known = std::ranges::find_if(table.functions, [&](const ir::Function& other) {
    return other.primal == function.primal && takes(other, operands);
  });
  if (known != table.functions.end())
    return *known;
  table.functions.push_back(std::move(function));
  return table.functions.back();
}

} // namespace

ir::VarId runtimeCall(Lowering& l, const RuntimeFunction& function,
                      const std::vector<ir::Place>& operands, clang::SourceLocation where) {
  refuseInTry(l, where, "'" + function.name + "' of a matrix, which may throw,");
  const Location at = toLocation(where);
  if (!l.functions)
    l.functions = std::make_shared<FunctionTable>();
  ir::Call call;
  call.function = tabled(*l.functions, function, operands, at).name;
  for (const ir::Place& operand : operands) {
    ir::Argument argument;
    argument.type = operand.type;
    argument.place = l.frozen(operand);
    call.arguments.push_back(std::move(argument));
  }
  const ir::VarId result = l.addLocal(function.name, function.result, {.isStable = true}, at);
  call.result = result;
  l.emit(ir::declare(result, nullptr, at));
  l.emit({at, std::move(call)});
  return result;
}

} // namespace treelize::front
