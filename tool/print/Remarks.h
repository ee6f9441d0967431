// What the printed derivatives say of the source that they come from.
#pragma once

#include "Location.h"

#include <functional>
#include <string>
#include <vector>

namespace treelize::print {

/// Why a value is kept for the reverse sweep.
struct KeptRemark {
  Location at;
  std::string value; // as the report has it
  std::string why;
};

struct Remarks {
  bool areLinesMarked = false; // for a report: see Marks.h
  bool areCommented = false;
  std::function<std::string(Location)> headingOf; // `fit.hpp:12: for (...)`; empty: none to tell
  std::vector<KeptRemark> kept;
};

} // namespace treelize::print
