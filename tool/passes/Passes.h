// The rows of Passes.def: what --dump-after, --disable-pass and --time-passes name, and which of
// them are on.
#pragma once

#include <bitset>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace treelize {

enum class Pass {
#define TREELIZE_PASS(name, text, stages, isOptional, help) name,
#include "passes/Passes.def"
};

/// A set of bits, since some passes run in several stages.
enum class Stage : unsigned {
  lowering = 1,
  structure = 2,
  tangent = 4,
  normalize = 8,
  plan = 16,
  sweeps = 32,
  finish = 64,
};
constexpr Stage operator|(Stage a, Stage b) {
  return Stage(unsigned(a) | unsigned(b));
}

struct PassRow {
  Pass pass;
  std::string_view text;
  Stage stages;
  bool isOptional;
  std::string_view help;

  bool runsIn(Stage stage) const { return (unsigned(stages) & unsigned(stage)) != 0; }
};

const std::vector<PassRow>& allPasses();
const PassRow& rowOf(Pass pass);
/// The pass of this name.
std::optional<Pass> passNamed(std::string_view name);

/// The names of single stages, in order.
const std::vector<std::pair<Stage, std::string_view>>& allStages();
std::string_view nameOf(Stage stage);

/// Which passes run: all, but for those that were removed.
class PassSet {
public:
  PassSet() { on.set(); }
  static PassSet none();
  void add(Pass pass) { on.set(index(pass)); }
  bool contains(Pass pass) const { return on[index(pass)]; }
  void remove(Pass pass) { on.reset(index(pass)); }
  /// Without the optional passes behind this one.
  PassSet upTo(Pass last) const;

private:
  static constexpr std::size_t count = 0
#define TREELIZE_PASS(name, text, stages, isOptional, help) +1
#include "passes/Passes.def"
      ;
  static std::size_t index(Pass pass) { return static_cast<std::size_t>(pass); }
  std::bitset<count> on;
};

} // namespace treelize
