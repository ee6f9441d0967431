// What the printed derivatives say of the source that they come from.
#pragma once

namespace treelize::print {

struct Remarks {
  bool areLinesMarked = false; // for a report: see Marks.h
};

} // namespace treelize::print
