// The run-time checks at the beginning of a sweep (treelize/check.hpp).
#pragma once

#include "analysis/SharedMemory.h"
#include "ir/IR.h"

#include <string>
#include <vector>

namespace treelize::print {

/// `TREELIZE_CHECK_DISTINCT("app::dot", TREELIZE_READS(x), TREELIZE_ADDS_TO(x_b));`, or nothing.
std::string checkDistinct(const std::string& kernel, const ir::Kernel& derived,
                          const std::vector<analysis::SharedMemory>& uses);

} // namespace treelize::print
