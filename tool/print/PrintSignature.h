// The parameters of a kernel as its object tells them to the runtime
// (treelize/detail/signature.hpp).
#pragma once

#include "print/KernelText.h"

#include <string>

namespace treelize::print {

/// `constexpr auto signature(const app::Params&) const { return treelize::signature<...>{{{"p",
/// ""}}}; }`, for overload resolution among the kernels of one name; nothing where a shadow cannot
/// be owned.
std::string signatureFunction(const KernelCode& code);

} // namespace treelize::print
