// The parameters of a derived kernel beside those of the user's that they belong to, and how a derived
// function declares them.
#pragma once

#include "bind/KernelModel.h"
#include "ir/IR.h"

#include <string>
#include <vector>

namespace treelize::print {

/// Is the parameter of a derived kernel one of the primal's?
inline bool isPrimal(const ir::Variable& variable) {
  return variable.role == ir::Role::Parameter && !ir::isDirection(variable);
}

/// A parameter of a derived kernel beside the parameter of the user's that it belongs to.
struct DerivedParameter {
  ir::VarId id;
  const ir::Variable* variable;
  const bind::Parameter* primal; // null: the seed

  bool isPrimal() const { return print::isPrimal(*variable); }
  const std::string& name() const { return isPrimal() ? primal->name : variable->name; }
};

std::vector<DerivedParameter> derivedParameters(const bind::KernelModel& model,
                                                const ir::Kernel& derived);
/// Of these the shadows.
std::vector<DerivedParameter> shadows(const bind::KernelModel& model, const ir::Kernel& derived);

/// As the adjoint declares it.
std::string adjointDeclarator(const DerivedParameter& parameter);
/// As the derived function declares it.
std::string declaratorOf(const DerivedParameter& parameter, const ir::Kernel& derived,
                         bool isTangent);

/// A name that no variable of the kernel has.
std::string freeName(std::string name, const ir::Kernel& kernel);

} // namespace treelize::print
