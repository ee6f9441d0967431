#include "ir/Identifiers.h"

#include <algorithm>

namespace treelize::ir {

std::string withoutDoubles(std::string name) {
  const auto areDouble = [](char a, char b) { return a == '_' && b == '_'; };
  name.erase(std::ranges::unique(name, areDouble).begin(), name.end());
  return name;
}

std::string joined(const std::string& first, const std::string& second) {
  const bool isDouble = first.ends_with('_') || second.starts_with('_');
  return first + (isDouble ? "0" : "_") + second;
}

} // namespace treelize::ir
