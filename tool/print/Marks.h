// Which place of the source a printed line comes from: a mark at its beginning, which is taken out
// before the text is formatted. Lines are marked where a report asks for them.
#pragma once

#include "Location.h"

#include <string>
#include <vector>

namespace treelize::print {

/// Nothing for an unknown place.
std::string mark(Location at);
/// The text with a mark on each line.
std::string marked(const std::string& text, Location at);

struct MarkedLines {
  std::string text;              // without marks
  std::vector<Location> origins; // by line
};

MarkedLines takeMarks(const std::string& text);

/// The origins of the lines of `formatted`, which is `code` with other blanks and comments.
std::vector<Location> originsOf(const std::string& formatted, const MarkedLines& code);

} // namespace treelize::print
