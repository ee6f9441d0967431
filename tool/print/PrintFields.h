// How the runtime sees the members of records: specialisations of `treelize::fields`, and the tags
// by which private members are reached.
#pragma once

#include "bind/ClassModel.h"

#include <string>
#include <vector>

namespace treelize::print {

/// Text at global scope. Each record has a guard: two generated headers may both need it.
std::string printFields(const std::vector<bind::RecordModel>& records);

} // namespace treelize::print
