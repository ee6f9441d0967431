#include "print/BuildChecks.h"

#include "print/Quoted.h"

#include <algorithm>
#include <sstream>

namespace treelize::print {
namespace {

constexpr const char* remedy = ": pass the same flags to treelize";
constexpr const char* compilerRemedy =
    ": run 'g++ <flags> -dM -E -x c++ /dev/null -o predefined-macros.h', by the name of this compiler, and pass "
    "--predefined-macros=predefined-macros.h to treelize";

std::string error(const std::string& message, bool isOfCompiler) {
  return "#error " + quoted(message + (isOfCompiler ? compilerRemedy : remedy)) + "\n";
}

/// True in another program.
std::string mismatch(const Condition& condition) {
  return condition.isTrue ? "!(" + condition.text + ")" : condition.text;
}

std::string message(const Condition& condition) {
  if (condition.macro.empty())
    return "generated where '" + condition.text +
           (condition.isTrue ? "' holds, compiled where it does not"
                             : "' does not hold, compiled where it does");
  const bool isDefined = condition.isTrue == !condition.text.starts_with("!");
  return "generated " + std::string(isDefined ? "with " : "without ") + condition.macro +
         ", compiled " + (isDefined ? "without" : "with") + " it";
}

std::string asked(const std::vector<Condition>& conditions) {
  std::string text;
  for (const Condition& condition : conditions)
    text +=
        (text.empty() ? "#if " : "#elif ") + mismatch(condition) + "\n" + error(message(condition), condition.isOfCompiler);
  return text + "#endif\n";
}

bool isInteger(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

std::string asked(const MacroValue& macro) {
  const std::string with = "generated with " + macro.name + "=" + macro.text;
  const std::string other = with + ", compiled with another " + macro.name;
  std::string text =
      "#ifndef " + macro.name + "\n" + error(with + ", compiled without " + macro.name, macro.isOfCompiler);
  if (isInteger(macro.text))
    return text + "#elif " + macro.name + " != " + macro.text + "\n" + error(other, macro.isOfCompiler) +
           "#endif\n";
  return text + "#else\nstatic_assert(treelize::detail::same_text(TREELIZE_SPELLING(" + macro.use +
         "), TREELIZE_SPELLING(" + macro.text + ")), " + quoted(other + (macro.isOfCompiler ? compilerRemedy : remedy)) + ");\n#endif\n";
}

std::string asked(const PlatformFact& fact) {
  return "static_assert(" + fact.expression + " == " + fact.value + ", " +
         quoted("generated where " + fact.expression + " is " + fact.value + remedy) + ");\n";
}

} // namespace

bool needsRuntime(const BuildChecks& checks) {
  return std::ranges::any_of(checks.macros,
                             [](const MacroValue& macro) { return !isInteger(macro.text); }) ||
         std::ranges::any_of(checks.facts, [](const PlatformFact& fact) {
           return fact.expression.find("treelize::detail::") != std::string::npos;
         });
}

std::string printBuildChecks(const BuildChecks& checks) {
  if (checks.empty())
    return "";
  std::ostringstream out;
  out << "// The program that was read, or another one?\n#ifndef TREELIZE_NO_BUILD_CHECK\n";
  for (const auto& conditions : checks.conditionals)
    out << asked(conditions);
  for (const MacroValue& macro : checks.macros)
    out << asked(macro);
  for (const PlatformFact& fact : checks.facts)
    out << asked(fact);
  out << "#endif\n";
  return out.str();
}

} // namespace treelize::print
