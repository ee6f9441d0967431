// The name that a variable would have if no other had it, read off the names of all.
#pragma once

#include <set>
#include <string>

namespace treelize::ir {

/// `x` of `x2` and `x1` of `x1_2` where there is a variable of that name; else the name itself.
std::string wishOf(const std::string& name, const std::set<std::string>& all);

} // namespace treelize::ir
