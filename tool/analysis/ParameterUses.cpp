#include "analysis/ParameterUses.h"

#include "analysis/Beginnings.h"
#include "ir/Walk.h"

namespace treelize::analysis {

using namespace ir;

namespace {

/// Numbers that the caller sees: those that carry a derivative, if there are any.
bool writesTo(const Kernel& kernel, VarId parameter) {
  const Variable& variable = kernel[parameter];
  if (!variable.byReference && !holdsView(*variable.type))
    return false;
  bool isWritten = false;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    forEachWritten(kernel, stmt, [&](const Place& place) {
      const bool isOfKind = isDifferentiable(*place.type) || !isDifferentiable(*variable.type);
      isWritten = isWritten || (place.base == parameter && isOfKind);
    });
  });
  return isWritten;
}

} // namespace

ParameterUse useOf(const Kernel& kernel, VarId parameter) {
  if (!writesTo(kernel, parameter))
    return ParameterUse::Read;
  return readsEntry(kernel, parameter) ? ParameterUse::Updated : ParameterUse::Written;
}

std::vector<ParameterUse> parameterUses(const Kernel& kernel) {
  std::vector<ParameterUse> uses;
  for (const VarId parameter : kernel.parameters)
    uses.push_back(useOf(kernel, parameter));
  return uses;
}

} // namespace treelize::analysis
