// What the runner and the areas share: an area reads one schema of vectors and says, case by case, whether
// Treelize does what the real system did. A skip is a rule of the area's table, never a case's id.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <utility>

namespace treelize::conformance {

using json = nlohmann::ordered_json; // the order of keys is part of several vectors

struct Outcome {
  enum class Kind { passed, failed, skipped };
  Kind kind = Kind::passed;
  std::string text; ///< what differed, or the rule's reason

  static Outcome passed() { return {}; }
  static Outcome failed(std::string text) { return {Kind::failed, std::move(text)}; }
  static Outcome skipped(std::string reason) { return {Kind::skipped, std::move(reason)}; }
};

/// Runs one case of `document`. What it throws counts as a failure of the case.
using RunCase = Outcome (*)(const json& document, const json& one);

Outcome runFuncTreelize(const json& document, const json& one);
Outcome runPytree(const json& document, const json& one);
Outcome runFilters(const json& document, const json& one);
Outcome runSymnum(const json& document, const json& one);

} // namespace treelize::conformance
