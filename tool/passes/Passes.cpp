#include "passes/Passes.h"

#include <algorithm>

namespace treelize {

namespace {

std::vector<PassRow> readTable() {
  using enum Stage;
  return {
#define TREELIZE_PASS(name, text, stages, isOptional, help)                                        \
  {Pass::name, text, stages, isOptional, help},
#include "passes/Passes.def"
  };
}

} // namespace

const std::vector<PassRow>& allPasses() {
  static const std::vector<PassRow> rows = readTable();
  return rows;
}

const PassRow& rowOf(Pass pass) {
  return allPasses()[static_cast<std::size_t>(pass)];
}

std::optional<Pass> passNamed(std::string_view name) {
  const auto row = std::ranges::find(allPasses(), name, &PassRow::text);
  return row == allPasses().end() ? std::nullopt : std::optional(row->pass);
}

const std::vector<std::pair<Stage, std::string_view>>& allStages() {
  static const std::vector<std::pair<Stage, std::string_view>> stages = {
      {Stage::lowering, "lowering"},   {Stage::structure, "structure"}, {Stage::tangent, "tangent"},
      {Stage::normalize, "normalize"}, {Stage::plan, "plan"},           {Stage::sweeps, "sweeps"},
      {Stage::finish, "finish"},
  };
  return stages;
}

std::string_view nameOf(Stage stage) {
  return std::ranges::find(allStages(), stage, &std::pair<Stage, std::string_view>::first)->second;
}

PassSet PassSet::none() {
  PassSet empty;
  empty.on.reset();
  return empty;
}

PassSet PassSet::upTo(Pass last) const {
  PassSet result = *this;
  for (const PassRow& row : allPasses())
    if (row.isOptional && row.pass > last)
      result.remove(row.pass);
  return result;
}

} // namespace treelize
