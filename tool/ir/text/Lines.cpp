#include "ir/text/Lines.h"

#include <algorithm>

namespace treelize::ir {

/// Up to a note, which is none in backquotes.
static std::string_view withoutNote(std::string_view line) {
  if (line.starts_with('#'))
    return line;
  bool isQuoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && isQuoted)
      ++i;
    else if (line[i] == '`')
      isQuoted = !isQuoted;
    else if (!isQuoted && line.substr(i).starts_with("//"))
      return line.substr(0, i);
  }
  return line;
}

std::vector<TextLine> linesOf(std::string_view text) {
  std::vector<TextLine> lines;
  for (unsigned number = 1; !text.empty(); ++number) {
    const std::string_view whole = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(whole.size() + 1, text.size()));
    const std::size_t indent = std::min(whole.find_first_not_of(' '), whole.size());
    std::string_view line = withoutNote(whole.substr(indent));
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    if (!line.empty())
      lines.push_back({number, static_cast<unsigned>(indent / 2), line});
  }
  return lines;
}

} // namespace treelize::ir
