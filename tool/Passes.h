// The rows of Passes.def: names for --dump-after and --disable-pass.
#pragma once

#include <string_view>
#include <vector>

namespace treelize {

enum class Pass {
#define TREELIZE_PASS(name, text, isOptional, help) name,
#include "Passes.def"
};

struct PassRow {
  Pass pass;
  std::string_view text;
  bool isOptional;
  std::string_view help;
};

inline const std::vector<PassRow>& allPasses() {
  static const std::vector<PassRow> rows = {
#define TREELIZE_PASS(name, text, isOptional, help) {Pass::name, text, isOptional, help},
#include "Passes.def"
  };
  return rows;
}

} // namespace treelize
