// The member of a free kernel that returns its value and, with the tape kept, the way back.
#pragma once

#include "print/KernelText.h"

#include <string>

namespace treelize::print {

/// Are the sweeps there, and can a gradient own a shadow of each parameter?
bool hasPullback(const KernelCode& code);

/// `auto pullback(...) const { ... }`, and what refuses temporaries in its place.
std::string pullbackMember(const KernelCode& code, std::size_t overload);

} // namespace treelize::print
