// The frame of a generated header: banner, guard, includes, runtime version check, then the
// sections of the unit. No dates and no machine's paths: the same input gives the same bytes.
#pragma once

#include <string>

namespace treelize::print {

struct Unit;

std::string printHeader(const Unit& unit);

} // namespace treelize::print
