#include "grad/rules/Shadows.h"

#include "analysis/Activity.h"
#include "ir/Builder.h"

namespace treelize::grad {

using namespace ir;

TypeRef shadowType(const TypeRef& type) {
  if (!type->isView() || !type->constElement)
    return type;
  auto writable = std::make_shared<Type>(*type);
  writable->constElement = false;
  const std::string element = type->element->spelling;
  if (type->is(TypeKind::Pointer))
    writable->spelling = element + "*";
  else
    writable->spelling =
        "std::span<" + element + (type->extent ? ", " + std::to_string(type->extent) : "") + ">";
  return writable;
}

VarId Shadows::of(VarId primal) {
  if (auto found = made.find(primal); found != made.end())
    return found->second;
  const Variable original = kernel[primal];
  const bool isCallers = original.role == Role::Parameter || original.role == Role::Member;
  Variable shadow;
  shadow.name = original.name + suffix;
  shadow.wish = original.wish + suffix;
  shadow.type = shadowType(original.type);
  shadow.role = isCallers ? Role::Shadow : Role::Local;
  shadow.byReference = isCallers && !original.type->isView();
  shadow.location = original.location;
  shadow.shadowOf = primal;
  return made[primal] = addVariable(kernel, std::move(shadow));
}

Place Shadows::of(const Place& place) {
  Place shadow = place;
  shadow.base = of(place.base);
  return shadow;
}

void addCallersShadows(Kernel& kernel, Shadows& shadows) {
  auto append = [&](std::vector<VarId>& list) {
    const std::vector<VarId> primals = list;
    for (VarId id : primals)
      if (analysis::isIndependent(kernel[id]))
        list.push_back(shadows.of(id));
  };
  append(kernel.parameters);
  append(kernel.members);
}

} // namespace treelize::grad
