#include "pattern/Sparse.h"

#include "analysis/ParameterUses.h"

#include <algorithm>

namespace treelize::pattern {

namespace {

bool writesNumbers(const ir::Kernel& kernel) {
  return std::ranges::any_of(analysis::parameterUses(kernel), [](analysis::ParameterUse use) {
    return use != analysis::ParameterUse::Read;
  });
}

} // namespace

std::variant<ir::Kernel, NoPattern> sparsePattern(const bind::KernelModel& model,
                                                  const ir::Kernel& primal, Matrix matrix) {
  if (matrix == Matrix::Hessian && !model.returnsReal())
    return NoPattern{{}, "it does not return one floating number", "ask for 'jacobian = sparse'"};
  if (matrix == Matrix::Jacobian && model.returnsReal())
    return NoPattern{{}, "it returns one floating number, whose derivative is 'grad'",
                     "ask for 'hessian = sparse'"};
  if (matrix == Matrix::Jacobian && !ir::isDifferentiable(*primal.returnType) &&
      !writesNumbers(primal))
    return NoPattern{{}, "it returns and writes no real number", "leave 'jacobian' out"};
  for (const bind::Parameter& parameter : model.parameters)
    if (!parameter.isCopyable)
      return NoPattern{{}, "'" + parameter.name + "' cannot be copied", "take what can be copied"};
  return makePattern(primal, matrix);
}

} // namespace treelize::pattern
