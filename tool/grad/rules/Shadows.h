// Which variable holds the adjoint or tangent of which: `x` -> `x_b`, same shape, same path.
#pragma once

#include "ir/IR.h"

#include <map>
#include <string>

namespace treelize::grad {

class Shadows {
public:
  /// `suffix` is "_b" for adjoints, "_t" for tangents.
  Shadows(ir::Kernel& kernel, std::string suffix) : kernel(kernel), suffix(std::move(suffix)) {}

  /// The shadow of a variable, made at first use. Those of parameters and members belong to the
  /// caller.
  ir::VarId of(ir::VarId primal);
  /// Lets an existing variable stand for the shadow (the seed for the result's).
  void set(ir::VarId primal, ir::VarId shadow) { made[primal] = shadow; }
  bool has(ir::VarId primal) const { return made.contains(primal); }
  /// The same path in the shadow.
  ir::Place of(const ir::Place& place);

private:
  ir::Kernel& kernel;
  std::string suffix;
  std::map<ir::VarId, ir::VarId> made;
};

/// The type of a shadow: a view of const elements becomes one of elements.
ir::TypeRef shadowType(const ir::TypeRef& type);

/// Shadows of all differentiable parameters and members, appended to kernel.parameters and
/// kernel.members.
void addCallersShadows(ir::Kernel& kernel, Shadows& shadows);

} // namespace treelize::grad
