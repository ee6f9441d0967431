#include "print/PrintChecks.h"

namespace treelize::print {

using analysis::Access;

namespace {

const char* macroFor(Access access) {
  switch (access) {
  case Access::Read:
    return "TREELIZE_READS";
  case Access::Added:
    return "TREELIZE_ADDS_TO";
  case Access::Written:
    return "TREELIZE_WRITES";
  }
  return "";
}

} // namespace

std::string checkDistinct(const std::string& kernel, const ir::Kernel& derived,
                          const std::vector<analysis::SharedMemory>& uses) {
  if (uses.empty())
    return "";
  std::string text = "TREELIZE_CHECK_DISTINCT(\"" + kernel + "\"";
  for (const analysis::SharedMemory& use : uses)
    text += std::string(", ") + macroFor(use.access) + "(" + derived[use.var].name + ")";
  return text + ");\n";
}

} // namespace treelize::print
