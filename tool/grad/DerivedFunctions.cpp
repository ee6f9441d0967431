#include "grad/DerivedFunctions.h"

#include "analysis/Activity.h"
#include "ir/Identifiers.h"

#include <algorithm>
#include <cassert>

namespace treelize::grad {

using namespace ir;

namespace {

const char* suffix(DerivedKind kind) {
  switch (kind) {
  case DerivedKind::Primal:
    return "_primal";
  case DerivedKind::Forward:
    return "_forward";
  case DerivedKind::Reverse:
    return "_reverse";
  case DerivedKind::Tangent:
    return "_tangent";
  }
  return "";
}

/// `_for_a_b`: where not all that could be are active, those that are.
std::string activeNames(const Function& function, const ActiveParameters& active) {
  std::string names;
  bool isComplete = true;
  for (std::size_t i = 0; i < active.size(); ++i) {
    isComplete = isComplete && active[i] == isDifferentiated(function, i);
    if (active[i])
      names += "_" + (*function.as)[function.as->parameters[i]].name;
  }
  return isComplete ? "" : names.empty() ? "_for_none" : "_for" + names;
}

} // namespace

DerivedFunctions::DerivedFunctions(const Kernel& primal) : primals(primal.functions) {
  const auto take = [this](const Kernel& kernel) {
    for (const Variable& variable : kernel.variables)
      names.insert(variable.name);
  };
  take(primal);
  for (const Function& function : primals)
    take(*function.as);
}

const Function& DerivedFunctions::primal(const std::string& name) const {
  const auto found = std::ranges::find(primals, name, &Function::name);
  assert(found != primals.end() && "a call of a function that the kernel does not have");
  return *found;
}

std::string DerivedFunctions::ask(const Function& function, DerivedKind kind,
                                  const ActiveParameters& active) {
  for (const FunctionRequest& known : requests)
    if (known.function == &function && known.kind == kind && known.active == active)
      return known.name;
  std::string name = function.name + suffix(kind);
  if (kind != DerivedKind::Primal)
    name += activeNames(function, active);
  name = freeName(withoutDoubles(std::move(name)),
                  [&](const std::string& taken) { return names.contains(taken); });
  names.insert(name);
  requests.push_back({&function, kind, active, name});
  return name;
}

Kernel kernelOf(const FunctionRequest& request) {
  Kernel kernel = *request.function->as;
  kernel.name = request.name;
  for (std::size_t i = 0; i < request.active.size(); ++i)
    if (!request.active[i])
      kernel[kernel.parameters[i]].nondiff = true;
  return kernel;
}

bool isOwnPassive(const Variable& parameter) {
  return parameter.role == Role::Parameter && !parameter.isConst &&
         parameter.type->is(TypeKind::Opaque);
}

bool isDifferentiated(const Function& function, std::size_t parameter) {
  return analysis::isIndependent((*function.as)[function.as->parameters[parameter]]);
}

bool returnsDerivative(const Function& function) {
  return isDifferentiable(*function.as->returnType);
}

} // namespace treelize::grad
