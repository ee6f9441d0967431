#pragma once

#include "ir/IR.h"

#include <optional>

namespace treelize {

/// A kernel as front/ has lowered it.
struct Lowered {
  ir::Kernel kernel;
  /// Where that calls kernels of other headers, which have derivatives of their own: the same with
  /// their bodies, for the derivatives that such a call has not
  std::optional<ir::Kernel> whole;
};

} // namespace treelize
