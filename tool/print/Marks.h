// Which place of the source a printed line comes from, and what a comment says of it: marks at its
// beginning. They are taken out before the text is formatted, so that the formatter does the same
// with and without them.
#pragma once

#include "Location.h"

#include <string>
#include <vector>

namespace treelize::print {

/// Nothing for an unknown place.
std::string mark(Location at);
/// The text with a mark on each line.
std::string marked(const std::string& text, Location at);
/// A comment of one line above the line that it stands in.
std::string commentMark(const std::string& text);

struct MarkedLines {
  std::string text;                               // without marks
  std::vector<Location> origins;                  // by line
  std::vector<std::vector<std::string>> comments; // by line
  bool hasMarks = false;
};

MarkedLines takeMarks(const std::string& text);

struct CommentedLines {
  std::string text;
  std::vector<Location> origins; // by line
};

/// `formatted`, which is `code` with other blanks and comments, with the comments of the code's
/// lines above its own.
CommentedLines withComments(const std::string& formatted, const MarkedLines& code);

} // namespace treelize::print
