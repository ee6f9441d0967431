#include "ir/text/Wishes.h"

#include <cctype>

namespace treelize::ir {

static bool isDigit(char c) {
  return std::isdigit(static_cast<unsigned char>(c));
}

std::string wishOf(const std::string& name, const std::set<std::string>& all) {
  std::string stem = name;
  while (!stem.empty() && isDigit(stem.back()))
    stem.pop_back();
  if (stem == name)
    return name;
  if (stem.size() > 1 && stem.back() == '_' && isDigit(stem[stem.size() - 2]))
    stem.pop_back();
  return all.contains(stem) ? stem : name;
}

} // namespace treelize::ir
