#include "print/Format.h"

#include "Bug.h"

#include "clang/Format/Format.h"
#include "clang/Tooling/Core/Replacement.h"

#include <algorithm>

namespace treelize::print {

// What the releases' defaults differ in, or what would join lines by a rule that may change, is
// said.
static const char* const pinnedStyle = R"({
  BasedOnStyle: LLVM,
  Standard: c++20,
  ColumnLimit: 100,
  IndentWidth: 2,
  PointerAlignment: Left,
  ReferenceAlignment: Left,
  DerivePointerAlignment: false,
  AlwaysBreakTemplateDeclarations: Yes,
  AllowShortFunctionsOnASingleLine: Inline,
  AllowShortIfStatementsOnASingleLine: Never,
  AllowShortLoopsOnASingleLine: false,
  AllowShortLambdasOnASingleLine: All,
  SortIncludes: Never,
  SortUsingDeclarations: Never,
  FixNamespaceComments: true,
  ShortNamespaceLines: 0,
  CompactNamespaces: false,
  KeepEmptyLinesAtTheStartOfBlocks: false,
  MaxEmptyLinesToKeep: 1,
  ReflowComments: false,
  IndentRequiresClause: false,
  RequiresClausePosition: OwnLine,
  PackConstructorInitializers: BinPack,
  StatementMacros: [TREELIZE_PARALLEL_FOR, TREELIZE_ATOMIC, TREELIZE_SUMS_OF],
})";

/// For every line of a function the formatter looks back to the function's head to learn whether it
/// may stand on one line. Beyond this many lines that takes longer than all the rest.
constexpr auto longCode = 4000;

std::string format(const std::string& code) {
  clang::format::FormatStyle style = clang::format::getLLVMStyle();
  std::error_code error = clang::format::parseConfiguration(pinnedStyle, &style);
  require(!error, "the pinned style is not understood: " + error.message());

  if (std::ranges::count(code, '\n') > longCode)
    style.AllowShortFunctionsOnASingleLine = clang::format::FormatStyle::SFS_None;

  std::vector<clang::tooling::Range> whole = {{0, static_cast<unsigned>(code.size())}};
  auto replacements = clang::format::reformat(style, code, whole, "generated.hpp");
  llvm::Expected<std::string> result = clang::tooling::applyAllReplacements(code, replacements);
  require(static_cast<bool>(result), "the generated code cannot be formatted");
  return *result;
}

} // namespace treelize::print
