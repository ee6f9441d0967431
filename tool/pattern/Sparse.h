// Which kernels have a sparse matrix.
#pragma once

#include "bind/KernelModel.h"
#include "pattern/Pattern.h"

namespace treelize::pattern {

/// The pattern sweep of a kernel as its callers see it.
std::variant<ir::Kernel, NoPattern> sparsePattern(const bind::KernelModel& model,
                                                  const ir::Kernel& primal, Matrix matrix);

} // namespace treelize::pattern
