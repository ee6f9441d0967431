// A data-oriented class: for each name of a kernel a slot with its proxy, then `treelize::bound`
// and `treelize::binding` that inherit the slots.
#pragma once

#include "bind/ClassModel.h"
#include "print/KernelText.h"

#include <string>
#include <vector>

namespace treelize::print {

/// Text at global scope. `kernels` holds those of the class among others.
std::string printClass(const bind::ClassModel& model, const std::vector<KernelCode>& kernels);

} // namespace treelize::print
