#include "ir/text/Quote.h"

#include <algorithm>
#include <cctype>

namespace treelize::ir {

bool isNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

bool isName(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, isNameCharacter);
}

std::string quoted(std::string_view text) {
  std::string s = "`";
  for (const char c : text)
    if (c == '\n')
      s += "\\n";
    else
      s += (c == '`' || c == '\\' ? "\\" : "") + std::string(1, c);
  return s + "`";
}

std::string nameOrQuoted(std::string_view text) {
  return isName(text) ? std::string(text) : quoted(text);
}

std::string qualifiedOrQuoted(std::string_view text) {
  const bool isPlain = !text.empty() && std::ranges::all_of(text, [](char c) {
    return isNameCharacter(c) || c == ':';
  });
  return isPlain ? std::string(text) : quoted(text);
}

} // namespace treelize::ir
