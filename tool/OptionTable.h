// The rows of Options.def as data: the reader of the command line looks options up here, the help
// and the reference page print them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace treelize {

enum class OptionId {
#define TREELIZE_OPTION(name, spelling, value, category, help) name,
#include "Options.def"
};

enum class OptionCategory { input, output, inspection, general, place, hidden };

struct OptionRow {
  OptionId id;
  std::string_view spelling;
  std::string_view
      value; // the word for it in the help, in brackets if optional; empty for a switch
  OptionCategory category;
  std::string_view help;

  bool isValueOptional() const { return value.starts_with('['); }
};

const std::vector<OptionRow>& allOptions();

// The categories that are shown, in order, with their headings.
const std::vector<std::pair<OptionCategory, std::string_view>>& optionCategories();

// `-o <file>`, `--report=<text|json>`, `--time-passes[=text|json]`
std::string withValue(const OptionRow& row);

} // namespace treelize
