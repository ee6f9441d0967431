// C++ as lines of a page, with comments, texts, numbers and keywords told apart.
#pragma once

#include <string>
#include <vector>

namespace treelize::explain {

std::vector<std::string> highlightedLines(const std::string& text);

} // namespace treelize::explain
