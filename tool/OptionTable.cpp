#include "OptionTable.h"

namespace treelize {

const std::vector<OptionRow>& allOptions() {
  static const std::vector<OptionRow> rows = {
#define TREELIZE_OPTION(name, spelling, value, category, help)                                     \
  {OptionId::name, spelling, value, OptionCategory::category, help},
#include "Options.def"
  };
  return rows;
}

const std::vector<std::pair<OptionCategory, std::string_view>>& optionCategories() {
  static const std::vector<std::pair<OptionCategory, std::string_view>> categories = {
      {OptionCategory::input, "Input"},
      {OptionCategory::output, "Output"},
      {OptionCategory::inspection, "Inspection"},
      {OptionCategory::general, "General"},
      {OptionCategory::place, "This installation"},
  };
  return categories;
}

std::string withValue(const OptionRow& row) {
  std::string result(row.spelling);
  if (row.isValueOptional())
    return result + "[=" + std::string(row.value.substr(1));
  if (!row.value.empty())
    result += (row.spelling.starts_with("--") ? "=" : " ") + std::string(row.value);
  return result;
}

} // namespace treelize
