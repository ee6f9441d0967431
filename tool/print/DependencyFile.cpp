#include "print/DependencyFile.h"

namespace treelize::print {

// Blanks, dollars and hashes as GCC writes them.
static std::string escaped(const std::string& name) {
  std::string result;
  for (char c : name) {
    if (c == ' ' || c == '#')
      result += '\\';
    else if (c == '$')
      result += '$';
    result += c;
  }
  return result;
}

std::string dependencyRule(const std::string& target, const std::vector<std::string>& files) {
  std::string rule = escaped(target) + ":";
  for (const std::string& file : files)
    rule += " \\\n  " + escaped(file);
  return rule + "\n";
}

} // namespace treelize::print
