// What a call of a bound kernel may change of its object, as its proxy tells the runtime: that much
// a treelize::recording keeps.
#pragma once

#include "print/KernelText.h"

#include <string>

namespace treelize::print {

/// `auto written(double) { auto& object = self(); return treelize::written{"app::Chain::step",
/// std::tie(object.x)}; }`, for overload resolution among the kernels of one name; nothing where the
/// kernel returns a value, has no `grad` or writes global variables. `self` is the call that gives the object.
std::string writtenFunction(const KernelCode& code, const std::string& self);

} // namespace treelize::print
