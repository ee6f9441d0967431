// What stands in the place of a kernel's member that cannot be: for overload resolution it is absent,
// and who calls it reads in the compiler's first line why, and what to call.
#pragma once

#include "print/KernelText.h"

namespace treelize::print {

/// Of all overloads of a kernel together.
std::string absentMembers(const std::vector<const KernelCode*>& overloads);

} // namespace treelize::print
