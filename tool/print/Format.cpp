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

/// To break a formula of many parentheses well, the formatter tries so many ways that each takes it
/// a fifth of a second and tens of megabytes. Such a statement is broken where a line is full.
constexpr std::size_t deepFormula = 6, longStatement = 2000, fullLine = 96;

bool isHard(std::string_view statement) {
  std::size_t depth = 0, deepest = 0;
  for (const char c : statement) {
    depth += c == '(' ? 1 : 0;
    depth -= c == ')' && depth > 0 ? 1 : 0;
    deepest = std::max(deepest, depth);
  }
  // No text is broken, no comment, no directive, and nothing that holds statements.
  return statement.size() > fullLine && (deepest > deepFormula || statement.size() > longStatement) &&
         statement.find_first_of("\"#{}") == statement.npos &&
         statement.find("//") == statement.npos;
}

/// The statement, whose first line stands at this column.
std::string broken(std::string_view statement, std::size_t column) {
  const std::size_t width = fullLine - std::min(column, fullLine / 2);
  std::string result;
  while (statement.size() > width) {
    const std::size_t space = statement.substr(0, width).rfind(' ');
    if (space == statement.npos)
      break;
    result += std::string(statement.substr(0, space)) + "\n" + std::string(column + 4, ' ');
    statement.remove_prefix(space + 1);
  }
  return result + std::string(statement);
}

/// The hard statements of a code, while the formatter sees short ones in their places.
class HardStatements {
public:
  std::string hide(std::string_view code) {
    std::string result;
    for (std::size_t end; !code.empty(); code.remove_prefix(end)) {
      end = std::min(code.find('\n'), code.size() - 1) + 1;
      const std::string_view line = code.substr(0, end);
      if (!isHard(line)) {
        result += line;
        continue;
      }
      const std::size_t start = line.find_first_not_of(' ');
      hidden.push_back(line.substr(start, line.find_last_not_of('\n') + 1 - start));
      result += std::string(start, ' ') + name(hidden.size() - 1) + "\n";
    }
    return result;
  }

  void show(std::string& code) const {
    std::size_t at = 0;
    for (std::size_t i = 0; i < hidden.size(); ++i) {
      at = code.find(name(i), at);
      require(at != code.npos, "a statement has been lost by the formatter");
      const std::size_t line = code.rfind('\n', at) + 1;
      code.replace(at, name(i).size(), broken(hidden[i], code.find_first_not_of(' ', line) - line));
    }
  }

private:
  std::vector<std::string_view> hidden;

  static std::string name(std::size_t i) { return "treelize_hard_statement" + std::to_string(i) + ";"; }
};

std::string format(const std::string& code) {
  clang::format::FormatStyle style = clang::format::getLLVMStyle();
  std::error_code error = clang::format::parseConfiguration(pinnedStyle, &style);
  require(!error, "the pinned style is not understood: " + error.message());

  if (std::ranges::count(code, '\n') > longCode)
    style.AllowShortFunctionsOnASingleLine = clang::format::FormatStyle::SFS_None;

  HardStatements hard;
  const std::string text = hard.hide(code);
  std::vector<clang::tooling::Range> whole = {{0, static_cast<unsigned>(text.size())}};
  auto replacements = clang::format::reformat(style, text, whole, "generated.hpp");
  llvm::Expected<std::string> result = clang::tooling::applyAllReplacements(text, replacements);
  require(static_cast<bool>(result), "the generated code cannot be formatted");
  hard.show(*result);
  return *result;
}

} // namespace treelize::print
