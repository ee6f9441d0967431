#include "Reference.h"

#include "Diagnostics.h"
#include "OptionTable.h"
#include "front/annotations/ItemTable.h"
#include "passes/Passes.h"

#include "treelize/detail/symbolic/algebra.hpp"

#include <map>
#include <ostream>
#include <string>

namespace treelize {
namespace {

/// A cell's text: what Markdown would take for its own is escaped.
std::string plain(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (c == '|' || c == '<' || c == '*')
      result += '\\';
    result += c;
  }
  return result;
}

std::string code(std::string_view text) {
  if (text.empty())
    return "";
  std::string result = "`";
  for (char c : text)
    result += c == '|' ? std::string("\\|") : std::string(1, c);
  return result + "`";
}

void printRow(std::ostream& out, const std::vector<std::string>& cells) {
  for (const std::string& cell : cells)
    out << "| " << cell << (cell.empty() ? "" : " ");
  out << "|\n";
}

void printHead(std::ostream& out, const std::vector<std::string>& titles) {
  out << '\n';
  printRow(out, titles);
  printRow(out, std::vector<std::string>(titles.size(), "---"));
}

void printAnnotations(std::ostream& out) {
  out << "# Annotation items\n\n"
         "What may stand in `[[treelize(item, item, ...)]]`, in `TREELIZE(item, item, ...)`, or "
         "alone as\n"
         "`[[treelize::item]]`.\n";
  printHead(out, {"item", "on a", "default", "meaning"});
  for (const front::ItemRow& row : front::allItems())
    printRow(out, {code(row.example), front::placesName(row.places), code(row.fallback),
                   plain(row.help)});
}

void printOptions(std::ostream& out) {
  out << "# Options of the command line\n\n"
         "`treelize <header>... [options] [-- <compiler's flags>]`\n";
  for (auto [category, title] : optionCategories()) {
    out << "\n## " << title << '\n';
    printHead(out, {"option", "meaning"});
    for (const OptionRow& row : allOptions())
      if (row.category == category)
        printRow(out, {code(withValue(row)), plain(row.help)});
  }
}

void printDiagnostics(std::ostream& out) {
  out << "# Diagnostics\n\n"
         "Each is printed at its place in the source with `[treelize-<id>]` behind it; the way out "
         "follows as a\n"
         "note. `...` stands for what is known only then. `treelize --explain=<id>` prints what stands on an "
         "id's page: a\n"
         "program that provokes it, why the tool says so, and what to write instead.\n";
  printHead(out, {"id", "kind", "message", "way out"});
  const std::vector<std::string> holes(10, "...");
  for (const DiagnosticRow& row : allDiagnostics())
    if (row.severity != Severity::note)
      printRow(out, {"[" + code(row.id) + "](diagnostics/" + std::string(row.id) + ".md)", row.severity == Severity::error ? "error" : "warning",
                     plain(fillIn(row.text, holes)), plain(fillIn(row.remedy, holes))});
}

void printSymbolicMethods(std::ostream& out) {
  struct Row {
    std::string_view method, function, operand, result;
  };
  static constexpr Row rows[] = {
#define TREELIZE_SYMBOLIC_UNARY(method, function, operand, result, rule)                           \
  {#method, #function, #operand, #result},
#define TREELIZE_SYMBOLIC_BINARY(method, function, operand, result, rule)                          \
  {#method, #function, #operand, #result},
#define TREELIZE_SYMBOLIC_COUNTS(...)
#include "treelize/detail/symbolic/methods.def"
  };
  out << "\n## Symbolic numbers\n\n"
         "What they have beside these functions and signs, which are those of `sym_float`. Plain "
         "numbers stand\n"
         "on either side.\n";
  printHead(out, {"PyTorch's name", "written", "on", "gives"});
  for (const Row& row : rows)
    printRow(out, {code(row.method), code(row.function), code(row.operand), code(row.result)});
}

void printOperators(std::ostream& out) {
  struct Row {
    std::string_view name, spelling, domain, growth, symbolic, partials[3];
  };
  static constexpr Row rows[] = {
#define TREELIZE_OPERATOR(name, spelling, arity, cost, domain, growth, rule, d1, d2, d3)                   \
  {#name, spelling, domain, #growth, symbolic::algebras::rule.text, {#d1, #d2, #d3}},
#include "treelize/detail/operators.def"
  };
  out << "# Operators\n\n"
         "What can be differentiated, and where: the partial derivatives for the operands `a`, "
         "`b`, `c`, in\n"
         "which `r` is the result and `select(condition, x, y)` a choice; and what a `sym_float` "
         "rewrites,\n"
         "as far as it is exact for doubles.\n\n"
         "Zero times infinity is zero: where a partial derivative is infinite or NaN, it adds nothing "
         "for an adjoint, a\n"
         "tangent or a factor of zero, in adjoints, tangents, over lanes and in `dual`. `finite` says "
         "what finite operands\n"
         "make: partials and result that are finite, the result alone, or neither. What sums and "
         "products of finite\n"
         "numbers make infinite because it is too large, and infinities that the caller passes, are "
         "multiplied as they are,\n"
         "and so are, in loops inside of those where they are made, quotients by zero and infinite "
         "elements of arrays.\n";
  static const std::map<std::string_view, std::string> finite = {
      {"Finite", "all"}, {"Steep", "result"}, {"Infinite", ""}, {"Either", ""}};
  printHead(out, {"name", "written", "differentiable for", "finite", "d/da", "d/db", "d/dc", "symbolic"});
  for (const Row& row : rows) {
    std::vector<std::string> cells = {code(row.name), code(row.spelling), plain(row.domain),
                                      finite.at(row.growth)};
    for (std::string_view partial : row.partials)
      cells.push_back(code(partial == "_" ? "" : partial));
    cells.push_back(plain(row.symbolic));
    printRow(out, cells);
  }
  printSymbolicMethods(out);
}

void printPasses(std::ostream& out) {
  out << "# Passes\n\n"
         "What a kernel goes through, in this order. `--dump-after=<pass>` prints it as it stands "
         "then,\n"
         "in each stage that the pass runs in; of the stage `plan`, which decides what is stored, "
         "the kernel\n"
         "with the plan beside its statements, as far as it has come. `--dump-after=all` prints "
         "what changes\n"
         "something, `--dump-diff` what it changes, `--time-passes` what each took. "
         "`--disable-pass=<pass>`\n"
         "leaves an optional one out: the derivative is the same, slower or larger.\n";
  printHead(out, {"pass", "stages", "optional", "what holds after it"});
  for (const PassRow& row : allPasses()) {
    std::string stages;
    for (const auto& [stage, name] : allStages())
      if (row.runsIn(stage))
        stages += (stages.empty() ? "" : ", ") + std::string(name);
    printRow(out, {code(row.text), stages, row.isOptional ? "yes" : "no", plain(row.help)});
  }
}

} // namespace

const std::vector<ReferencePage>& referencePages() {
  static const std::vector<ReferencePage> pages = {
      {"annotations", printAnnotations}, {"options", printOptions},
      {"diagnostics", printDiagnostics}, {"operators", printOperators},
      {"passes", printPasses},
  };
  return pages;
}

} // namespace treelize
