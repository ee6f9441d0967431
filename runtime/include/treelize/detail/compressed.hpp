// The values of a sparse Jacobian or Hessian, from as many seeds as it has colours.
#pragma once

#include "treelize/detail/coloring.hpp"
#include "treelize/sparse.hpp"

namespace treelize::detail {

/// Sets the values of a coloured Jacobian by tangents (columns) or adjoints (rows), over lanes
/// where the kernel has them. The arguments are as before afterwards.
template <class Kernel, class... Args>
void fill_jacobian(const Kernel& kernel, csr& matrix, Args&... args);

/// Sets the values of a coloured Hessian by products with it.
template <class Kernel, class... Args>
void fill_hessian(const Kernel& kernel, csr& matrix, Args&... args);

} // namespace treelize::detail
