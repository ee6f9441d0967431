// The lines of the text form of kernels that say something.
#pragma once

#include <string_view>
#include <vector>

namespace treelize::ir {

struct TextLine {
  unsigned number = 0; // from 1
  unsigned depth = 0;  // 1 for each two spaces before it
  std::string_view text;
};

/// Without notes (`// ...`), empty lines and what surrounds the text.
std::vector<TextLine> linesOf(std::string_view text);

} // namespace treelize::ir
