#include "ir/Existence.h"

#include "ir/Accessors.h"
#include "ir/Walk.h"

namespace treelize::ir {

bool anyStep(const Kernel& kernel, const Place& place,
             const std::function<bool(const Type*, const RecordField*)>& fn) {
  TypeRef type = kernel[place.base].type;
  for (const Selector& selector : place.path) {
    const RecordField* field =
        type && selector.isField() ? findField(*type, selector.field) : nullptr;
    if (fn(type.get(), field))
      return true;
    type = field ? field->type : type && !selector.isField() ? type->element : nullptr;
  }
  return false;
}

bool isConditional(const RecordField& field) {
  return isConditional(field.accessor);
}

bool isAlwaysThere(const Kernel& kernel, const Place& place) {
  return !anyStep(kernel, place, [](const Type*, const RecordField* field) {
    return !field || isConditional(*field);
  });
}

bool isAlwaysThere(const Kernel& kernel, const Expr& expr) {
  bool holds = true;
  forEachRead(expr, [&](const Place& place) { holds = holds && isAlwaysThere(kernel, place); });
  return holds;
}

bool isInConditional(const Kernel& kernel, const Place& place) {
  return anyStep(kernel, place, [](const Type*, const RecordField* field) {
    return field && isConditional(*field);
  });
}

} // namespace treelize::ir
