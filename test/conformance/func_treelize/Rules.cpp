#include "Rules.h"

#include <algorithm>
#include <iterator>

namespace treelize::conformance::func_treelize {
namespace {

struct Rule {
  bool (*applies)(const json& one);
  const char* reason;
};

bool isDelayed(const json& one) {
  return one.at("options").at("delayed") == true;
}
bool hasFreeModeName(const json& one) {
  const std::string mode = one.at("options").at("mode");
  const auto modes = {"strict", "inner", "outer", "left"};
  return std::find(modes.begin(), modes.end(), mode) == modes.end();
}

constexpr Rule skips[] = {
    {isDelayed, "a delayed walk: a C++ call computes its result when it is called"},
    {hasFreeModeName,
     "a mode's name in capitals or unknown: it is a word of the annotation, which the "
     "generator checks"},
};

/// treevalue's documentation says that `missing` in inner mode warns; version 1.5.0 does not.
bool isInnerWithMissing(const json& one) {
  const json& options = one.at("options");
  return options.at("mode") == "inner" && options.at("missing").at("kind") != "none";
}

} // namespace

std::string reasonToSkip(const json& one) {
  for (const Rule& rule : skips)
    if (rule.applies(one))
      return rule.reason;
  return "";
}

bool mayBeOtherError(const std::string& expected, const std::string& found) {
  return (expected == "KeyError" && found == "TypeError") ||
         (expected == "TypeError" && found == "KeyError");
}

std::size_t expectedWarnings(const json& one) {
  return isInnerWithMissing(one) ? 1 : one.at("expect").at("warnings").size();
}

} // namespace treelize::conformance::func_treelize
