// The tables of rules.
#include "Rules.h"

#include <algorithm>
#include <cmath>

namespace treelize::conformance::symnum {
namespace {

std::string text(const json& one, const char* key) {
  return one.contains(key) && one.at(key).is_string() ? one.at(key).get<std::string>() : "";
}

std::string kindOf(const json& one, const char* key) {
  return one.contains(key) ? one.at(key).value("kind", "") : "";
}

bool hasOperand(const json& one, const char* kind) {
  return kindOf(one, "left") == kind || kindOf(one, "right") == kind || kindOf(one, "arg") == kind;
}

std::string kindOfError(const json& one) {
  return one.at("expect").contains("error") ? one.at("expect").at("error").value("class", "") : "";
}

bool isNumber(const std::string& kind) {
  return kind == "SymInt" || kind == "SymFloat" || kind == "int" || kind == "float";
}

bool mixesBooleanAndNumber(const json& one) {
  const std::string left = kindOf(one, "left"), right = kindOf(one, "right");
  return (left == "SymBool" && isNumber(right)) || (isNumber(left) && right == "SymBool");
}

/// PyTorch's bool_becomes_int_magic_methods.
bool countsBooleans(const json& one) {
  const std::string fn = text(one, "fn");
  return fn == "add" || fn == "sub" || fn == "mul";
}

bool mentions(const json& tree, std::string_view word) {
  if (tree.is_string())
    return tree.get<std::string>() == word;
  if (tree.is_structured())
    for (const json& part : tree)
      if (mentions(part, word))
        return true;
  return false;
}

bool hasPlainBoolean(const json& one) {
  if (hasOperand(one, "bool"))
    return true;
  for (const json& argument : one.value("args", json::array()))
    if (argument.is_boolean())
      return true;
  return false;
}

bool isZeroInExample(const json& operand) {
  for (const char* key : {"hint", "value", "constant"})
    if (operand.contains(key))
      return operand.at(key) == 0 || operand.at(key) == false;
  return false;
}

struct SkipRule {
  bool (*applies)(const json& one);
  const char* reason;
};

constexpr SkipRule skipRules[] = {
    {[](const json& one) {
       return one.at("op") == "method_table" || one.at("op") == "method_sets";
     },
     "names of Python attributes; what the operators do is compared case by case"},
    {[](const json& one) {
       return text(one, "fn") == "mul" && (hasOperand(one, "str") || hasOperand(one, "list")) &&
              one.at("expect").contains("result");
     },
     "C++ repeats no sequence by `*`"},
    {[](const json& one) {
       return text(one, "fn") == "hash" && one.at("expect").contains("result");
     },
     "C++ converts nothing to a truth value to hash it"},
    {[](const json& one) {
       return mixesBooleanAndNumber(one) && !countsBooleans(one) &&
              one.at("expect").contains("result");
     },
     "a symbolic boolean beside a number: C++ has no such operator"},
    {[](const json& one) {
       return one.at("op") == "func" && hasPlainBoolean(one) && one.at("expect").contains("result");
     },
     "a boolean as an operand of a function: C++ has no such function"},
    {[](const json& one) {
       return (text(one, "fn") == "floordiv" || text(one, "fn") == "mod") &&
              hasOperand(one, "bool") && hasOperand(one, "SymInt") &&
              one.at("expect").contains("result");
     },
     "a symbolic integer divided by a boolean, or the other way round: does not compile"},
    {[](const json& one) {
       return kindOfError(one) == "ZeroDivisionError" && one.contains("left") &&
              isZeroInExample(one.at("left")) && one.at("right").contains("hint") &&
              isZeroInExample(one.at("right"));
     },
     "0 divided by a symbol that is 0 in the example: the formula is 0 before anybody asks"},
    {[](const json& one) { return mentions(one.at("expect"), "I"); }, "symbolic numbers are real"},
};

double realOf(const json& operand) {
  const char* key = operand.contains("hint")    ? "hint"
                    : operand.contains("value") ? "value"
                                                : "constant";
  const json& number = operand.at(key);
  return number.is_boolean() ? double(number.get<bool>()) : decodeFloat(number);
}

/// FloatPow refuses a negative base, though a whole exponent has an answer.
std::optional<json> powerOfNegative(const json& one) {
  if (text(one, "fn") != "pow" || kindOfError(one) != "RuntimeError")
    return std::nullopt;
  const double value = std::pow(realOf(one.at("left")), realOf(one.at("right")));
  if (std::isnan(value))
    return json{{"error", {{"class", "ValueError"}}}};
  return json{{"result", {{"hint", value}}}};
}

/// Mod answers 0 for some negative constants before it asks whether they are; here it always asks.
std::optional<json> remainderOfNegatives(const json& one) {
  if (one.at("op") != "func" || text(one, "fn") != "Mod")
    return std::nullopt;
  const auto natural = [](const json& a) {
    return a.is_number_integer() && a.get<std::int64_t>() >= 0;
  };
  const json &over = one.at("args").at(0), &under = one.at("args").at(1);
  if (!over.is_number_integer() || !under.is_number_integer() || under == 0 ||
      (natural(over) && natural(under)))
    return std::nullopt;
  return json{{"error", {{"class", "AssertionError"}}}};
}

/// `==` that no operand defines compares identities in Python, and does not compile in C++.
std::optional<json> identityComparison(const json& one) {
  const bool other = hasOperand(one, "str") || hasOperand(one, "none") || hasOperand(one, "list") ||
                     hasOperand(one, "complex");
  if (one.at("op") != "binary" || !other || !(text(one, "fn") == "eq" || text(one, "fn") == "ne") ||
      !one.at("expect").contains("result"))
    return std::nullopt;
  return json{{"error", {{"class", "TypeError"}}}};
}

/// A bool as the base of a natural power stays a bool there; here it counts as an integer.
std::optional<json> powerOfBool(const json& one) {
  if (text(one, "fn") != "pow" || kindOf(one, "left") != "bool" ||
      !one.at("expect").contains("result"))
    return std::nullopt;
  const json& value = one.at("expect").at("result").at("value");
  if (value.at("type") != "SymBool")
    return std::nullopt;
  return json{{"result", {{"hint", value.at("hint").get<bool>() ? 1 : 0}}}};
}

/// A quotient or remainder by plain zero has no value; there some stay a formula.
std::optional<json> dividedByZero(const json& one) {
  static constexpr std::string_view quotients[] = {
      "ModularIndexing", "Mod", "PythonMod", "FloorDiv", "CleanDiv", "CeilDiv", "IntTrueDiv"};
  if (one.at("op") != "func" ||
      std::ranges::find(quotients, text(one, "fn")) == std::end(quotients))
    return std::nullopt;
  const json& args = one.at("args");
  for (std::size_t i = 1; i < args.size(); ++i)
    if (args.at(i).is_number() && args.at(i) == 0)
      return json{{"error", {{"class", "ZeroDivisionError"}}}};
  return std::nullopt;
}

json withoutExpression(const json& one) {
  json expect = one.at("expect");
  expect.at("result").at("value").erase("expr");
  return expect;
}

/// 0 by anything is 0 there, also by 0: only its value in the example is compared.
std::optional<json> remainderOfZero(const json& one) {
  const std::string fn = text(one, "fn");
  if (one.at("op") != "binary" || (fn != "mod" && fn != "floordiv") ||
      !one.at("expect").contains("result") || one.at("left").contains("hint") ||
      !isZeroInExample(one.at("left")))
    return std::nullopt;
  return withoutExpression(one);
}

/// sympy's Eq takes 0 and False for different, Python's == does not: the example tells.
std::optional<json> comparisonWithBool(const json& one) {
  const std::string fn = text(one, "fn");
  if (one.at("op") != "binary" || (fn != "eq" && fn != "ne") || !hasOperand(one, "bool") ||
      !one.at("expect").contains("result"))
    return std::nullopt;
  return withoutExpression(one);
}

constexpr std::optional<json> (*overrides[])(const json& one) = {
    powerOfNegative, identityComparison, powerOfBool,         dividedByZero,
    remainderOfZero, comparisonWithBool, remainderOfNegatives};

struct ErrorRow {
  std::string_view pythonClass;
  bool undefined, zeroDivision, domain;
};
constexpr ErrorRow errorRows[] = {
    {"ZeroDivisionError", false, true, false}, {"TypeError", true, false, true},
    {"ValueError", true, false, true},         {"AssertionError", true, false, true},
    {"AttributeError", true, false, false},    {"RuntimeError", false, false, true},
};

const ErrorRow* findError(const std::string& pythonClass) {
  for (const ErrorRow& row : errorRows)
    if (row.pythonClass == pythonClass)
      return &row;
  return nullptr;
}

} // namespace

std::string reasonToSkip(const json& one) {
  for (const SkipRule& rule : skipRules)
    if (rule.applies(one))
      return rule.reason;
  return {};
}

bool standsFor(const std::exception& error, const std::string& pythonClass) {
  const ErrorRow* row = findError(pythonClass);
  return row && ((row->zeroDivision && dynamic_cast<const zero_division_error*>(&error)) ||
                 (row->domain && dynamic_cast<const domain_error*>(&error)));
}

bool isUndefinedAs(const json& one, const std::string& pythonClass) {
  const ErrorRow* row = findError(pythonClass);
  // Python divides the examples first, by False, before it finds that no boolean may stand there.
  return row && (row->undefined || (row->zeroDivision && hasPlainBoolean(one)));
}

std::optional<json> overriddenExpectation(const json& one) {
  for (const auto& rule : overrides)
    if (std::optional<json> expectation = rule(one))
      return expectation;
  return std::nullopt;
}

bool judgedByArithmetic(const json& one) {
  const std::string fn = text(one, "fn");
  if (one.at("op") != "func")
    return false;
  // Nested divisions are merged there for divisors of both signs.
  if (fn == "FloorDiv" || fn == "CleanDiv")
    return mentions(one.at("args").at(0), "FloorDiv");
  // A ceiling is (a + b - 1) // b there, which is none for a negative b.
  const json& divisor = one.at("args").at(1);
  return fn == "CeilDiv" && !(divisor.is_number_integer() && divisor.get<std::int64_t>() > 0);
}

bool comparesGuards(const json& one) {
  // FloatPow asks whether its base is negative, which matters for exponents that are not whole
  // only.
  if (text(one, "fn") == "pow" && (hasOperand(one, "SymFloat")))
    return false;
  // A float's truth fixes its value there; that it is not zero is enough.
  const bool truth = text(one, "fn") == "bool" || text(one, "fn") == "sym_not";
  return !(truth && hasOperand(one, "SymFloat"));
}

} // namespace treelize::conformance::symnum
