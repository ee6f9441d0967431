#include "bind/ClassModel.h"

#include "ir/Identifiers.h"

#include <cctype>

namespace treelize::bind {

std::string identifier(const std::string& qualifiedName) {
  std::string result;
  for (char c : qualifiedName) {
    const bool isPart = std::isalnum(static_cast<unsigned char>(c)) || c == '_';
    if (isPart)
      result += c;
    else if (!result.empty() && result.back() != '_')
      result += '_';
  }
  while (!result.empty() && result.back() == '_')
    result.pop_back();
  return result;
}

std::string memberTag(const Member& member) {
  return ir::joined("tag_" + identifier(member.owner), member.name);
}

} // namespace treelize::bind
