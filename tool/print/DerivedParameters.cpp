#include "print/DerivedParameters.h"

#include "Bug.h"
#include "bind/Shadow.h"
#include "ir/Identifiers.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::print {

using bind::KernelModel;
using bind::Parameter;
using ir::Role;
using ir::TypeKind;

std::vector<DerivedParameter> derivedParameters(const KernelModel& model,
                                                const ir::Kernel& derived) {
  std::vector<ir::VarId> primals;
  std::vector<DerivedParameter> result;
  for (ir::VarId id : derived.parameters) {
    const ir::Variable& variable = derived[id];
    const Parameter* primal = nullptr;
    if (isPrimal(variable)) {
      require(primals.size() < model.parameters.size(), "a derived kernel has too many parameters");
      primal = &model.parameters[primals.size()];
      primals.push_back(id);
    } else if (variable.shadowOf) {
      const auto of = std::ranges::find(primals, *variable.shadowOf);
      require(of != primals.end(), "a shadow without its parameter");
      primal = &model.parameters[static_cast<std::size_t>(of - primals.begin())];
    }
    result.push_back({id, &variable, primal});
  }
  return result;
}

std::vector<DerivedParameter> shadows(const KernelModel& model, const ir::Kernel& derived) {
  std::vector<DerivedParameter> result = derivedParameters(model, derived);
  std::erase_if(result, [](const DerivedParameter& p) { return p.variable->role != Role::Shadow; });
  return result;
}

std::string adjointDeclarator(const DerivedParameter& parameter) {
  if (parameter.variable->role == Role::Seed)
    return parameter.variable->type->spelling + " $";
  return parameter.variable->role == Role::Shadow ? bind::shadowDeclarator(*parameter.primal->type)
                                                  : parameter.primal->declarator;
}

static bool isSet(const ir::Kernel& derived, ir::VarId id) {
  bool is = false;
  ir::forEachStmt(derived.body, [&](const ir::Stmt& stmt) {
    ir::forEachWritten(derived, stmt, [&](const ir::Place& place) { is = is || place.base == id; });
  });
  return is;
}

/// Lanes that came by value would make GCC tell of its version 4.6, which passed them otherwise.
static std::string declaratorOverLanes(const DerivedParameter& parameter, const ir::Kernel& derived) {
  const ir::Variable& variable = *parameter.variable;
  const std::string& type = variable.type->spelling;
  if (variable.byReference)
    return type + "& $";
  return variable.type->is(TypeKind::Real) && !isSet(derived, parameter.id) ? "const " + type + "& $"
                                                                            : type + " $";
}

std::string declaratorOf(const DerivedParameter& parameter, const ir::Kernel& derived,
                         bool isTangent) {
  const ir::Variable& variable = *parameter.variable;
  if (ir::isOverLanes(*variable.type))
    return declaratorOverLanes(parameter, derived);
  return isTangent ? parameter.primal->declarator : adjointDeclarator(parameter);
}

std::string freeName(std::string name, const ir::Kernel& kernel) {
  return ir::freeName(std::move(name), [&](const std::string& taken) {
    return std::ranges::count(kernel.variables, taken, &ir::Variable::name) > 0;
  });
}

} // namespace treelize::print
