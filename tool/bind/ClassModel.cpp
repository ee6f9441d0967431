#include "bind/ClassModel.h"

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
  return "tag_" + identifier(member.owner) + "_" + member.name;
}

} // namespace treelize::bind
