// Tree functions, the classes that are trees, and what a kernel's filter selects, as pictures.
#pragma once

#include "explain/Report.h"

#include <cstddef>
#include <iosfwd>

namespace treelize::explain {

void printTrees(std::ostream& out, const OutputReport& report, std::size_t output);
void printParameters(std::ostream& out, const KernelReport& kernel);

} // namespace treelize::explain
