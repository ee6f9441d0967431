#include "grad/Second.h"

#include "analysis/Activity.h"
#include "analysis/ParameterUses.h"
#include "grad/Adjoint.h"
#include "grad/DerivedFunctions.h"
#include "grad/Tangent.h"
#include "grad/rules/SecondPartials.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

namespace {

bool writesParameters(const Kernel& primal) {
  return std::ranges::any_of(primal.parameters, [&](VarId id) {
    return isDifferentiable(*primal[id].type) &&
           analysis::useOf(primal, id) != analysis::ParameterUse::Read;
  });
}

/// An active function whose second derivative is not known.
bool hasFunctionKnownOnce(const Kernel& primal) {
  const analysis::Activity activity = analysis::findActivity(primal);
  const auto isKnownOnce = [&](const Expr& e) {
    const auto* s = std::get_if<Apply>(&e.node);
    return s && !hasSecondPartials(s->op) && activity.isActive(primal, e);
  };
  bool found = false;
  forEachStmt(primal.body, [&](const Stmt& stmt) {
    forEachExpr(stmt, [&](const Expr& e) { found = found || any(e, isKnownOnce); });
  });
  return found;
}

/// By a rule of the user's, whose derivative nobody knows.
bool hasOwnDerivative(const Function& function) {
  return !function.adjoint.empty() || !function.tangent.empty();
}

} // namespace

std::string whyNoSecond(const Kernel& primal) {
  if (!primal.members.empty() || !primal.returnType->is(TypeKind::Real))
    return "second_derivatives_are_of_free_kernels_with_one_floating_result";
  if (writesParameters(primal))
    return "second_derivatives_are_of_kernels_that_write_no_parameter";
  if (std::ranges::any_of(primal.functions, hasOwnDerivative))
    return "second_derivatives_need_a_kernel_that_calls_no_function_with_a_rule";
  if (hasFunctionKnownOnce(primal) ||
      std::ranges::any_of(primal.functions, [](const Function& function) {
        return hasFunctionKnownOnce(*function.as);
      }))
    return "second_derivatives_of_a_special_function_in_it_are_not_known";
  return "";
}

std::string whyNoPullback(const Kernel& primal) {
  if (!primal.members.empty() || !isDifferentiable(*primal.returnType))
    return "pullback_is_of_free_kernels_with_a_result_that_has_a_derivative";
  if (writesParameters(primal))
    return "pullback_is_of_kernels_that_write_no_parameter";
  const bool changesOthers = std::ranges::any_of(
      primal.parameters, [&](VarId id) { return isOwnPassive(primal[id]); });
  if (changesOthers)
    return "pullback_is_of_kernels_that_change_nothing_of_their_caller";
  const bool keepsNumbers = std::ranges::none_of(primal.variables, [](const Variable& variable) {
    return variable.role == Role::Local &&
           (variable.byReference || variable.type->is(TypeKind::Opaque));
  });
  return keepsNumbers ? "" : "pullback_is_of_kernels_without_globals_and_objects_that_hold_no_number";
}

bool takesSteps(const Kernel& primal) {
  const auto hasStep = [](const Kernel& kernel) {
    bool found = false;
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      found = found || std::holds_alternative<Perform>(stmt.node);
    });
    return found;
  };
  return hasStep(primal) || std::ranges::any_of(primal.functions, [&](const Function& function) {
           return hasStep(*function.as);
         });
}

Kernel makeHessianProduct(const Kernel& primal, const PassRunner& passes, unsigned checkpoints) {
  return makeAdjoint(makeSlope(primal, passes), passes,
                     {.checkpoints = checkpoints, .returnsValue = false});
}

} // namespace treelize::grad
