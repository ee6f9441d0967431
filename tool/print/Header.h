// The frame of a generated header: banner, guard, includes, runtime version check, then the
// sections of the unit. No dates and no machine's paths: the same input gives the same bytes.
#pragma once

#include "Location.h"

#include <string>
#include <vector>

namespace treelize::print {

struct Unit;

struct HeaderText {
  std::string text;
  std::vector<Location> origins; // by line, where the unit's lines are marked; else empty
};

HeaderText printHeader(const Unit& unit);

} // namespace treelize::print
