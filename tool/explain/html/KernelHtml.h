// What was decided for a kernel.
#pragma once

#include "explain/Report.h"

#include <cstddef>
#include <iosfwd>

namespace treelize::explain {

void printKernelCard(std::ostream& out, const KernelReport& kernel, const Listing& listing,
                     std::size_t output);

} // namespace treelize::explain
