#include "front/lower/calls/RuleCalls.h"

#include "front/lower/types/TypeModel.h"

namespace treelize::front {

using namespace clang;

/// The user's functions, or another kernel's members, as code in a kernel names them.
void nameRule(Lowering& l, const FunctionDecl* function, const Rule& rule, ir::Function& to) {
  to.primal = l.types.nameInCode(function);
  if (rule.equation)
    return; // the function itself carries no derivative
  if (!rule.kernel.empty()) {
    to.adjoint = "::" + rule.kernel + ".adjoint";
    to.tangent = "::" + rule.kernel + ".tangent";
  }
  if (rule.adjoint)
    to.adjoint = l.types.nameInCode(rule.adjoint);
  if (rule.tangent)
    to.tangent = l.types.nameInCode(rule.tangent);
}

/// What its `wrt` leaves out has no shadow there.
void leaveOut(const Rule& rule, const FunctionInputs& given, ir::Kernel& as) {
  for (std::size_t i = 0; i < given.inputs.size(); ++i)
    if (rule.leftOut.contains(given.inputs[i].decl)) {
      ir::Variable& parameter = as[as.parameters[i]];
      parameter.nondiff = parameter.leftOut = true;
    }
}

/// A rule takes what its function does, one argument after the other.
void refuseParts(Lowering& l, const FunctionDecl* definition, const FunctionInputs& given,
                 SourceLocation where) {
  if (given.inputs.size() != definition->getNumParams() || !given.objects.empty() ||
      !given.nulls.empty())
    l.notYet(where,
             "an object that is known by its members alone as an argument of a function with a "
             "derivative of its own",
             "pass the numbers, or an object that is a parameter of the kernel");
}

/// A rule tells its derivative everything, so what it is told about must have a derivative, and
/// what it writes must be of a size that is known.
static void checkTold(Lowering& l, const ir::Function& function, const ir::Call& call,
                    SourceLocation where) {
  const ir::Kernel& as = *function.as;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const ir::Argument& argument = call.arguments[i];
    if (!argument.place)
      continue;
    const bool isForeign = argument.place->type->isView();
    const ir::Variable& parameter = as[as.parameters[i]];
    if (argument.isWritten && isForeign)
      l.notYet(where,
               "a function with a derivative of the user's that writes through a pointer of the "
               "kernel's caller",
               "let it write to a std::vector or an array of the kernel's, and copy that");
    if (isForeign && l.kernel[argument.place->base].nondiff &&
        ir::isDifferentiable(*parameter.type) && !parameter.nondiff)
      l.notYet(where,
               "a constant as an argument that the derivative of '" + function.primal +
                   "' is told about",
               "declare the parameter '" + parameter.name + "' [[treelize::nondiff]]");
  }
}

/// The user's adjoint is passed the arguments again.
static void refusePassiveArguments(Lowering& l, const ir::Call& call, SourceLocation where) {
  for (const ir::Argument& argument : call.arguments) {
    if (!argument.type->is(ir::TypeKind::Opaque) || !argument.place)
      continue;
    const ir::Variable& base = l.kernel[argument.place->base];
    if (base.role == ir::Role::Local || !base.isConst)
      l.notYet(where,
               "an object of '" + argument.type->spelling +
                   "' as an argument of a function with a derivative of the user's",
               "make it a const parameter of the kernel");
  }
}

void checkRuleArguments(Lowering& l, const ir::Function& function, const ir::Call& call,
                        SourceLocation where) {
  refusePassiveArguments(l, call, where);
  checkTold(l, function, call, where);
}

} // namespace treelize::front
