// What was decided, at the lines of the source that it is about.
#pragma once

#include "explain/Report.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace treelize::explain {

struct LineNote {
  std::string kind; // a class of the page's style
  std::string html;
};

using Line = std::pair<std::size_t, std::size_t>; // the file of Listing::sources, the line from 1

struct LineNotes {
  std::map<Line, std::vector<LineNote>> notes;
  std::map<Line, bool> active; // lines that carry derivatives
};

LineNotes notesOf(const OutputReport& report);

/// `on the tape`, `in a local`
std::string storageOf(const StoredValue& value);
/// `at most <code>8*n</code> bytes`
std::string tapeOf(const KernelReport& kernel);

/// `(file, line)` of `fit.hpp:12`; line 0 where no file, or more than one, has that name.
Line lineOf(const std::string& at, const Listing& listing);

} // namespace treelize::explain
