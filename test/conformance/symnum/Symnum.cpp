// Symbolic numbers against PyTorch's: the type, the formula, its value for the example, the guards,
// errors by class. Formulas that are written differently are compared by their values.
#include "Formula.h"
#include "Operations.h"
#include "Rules.h"

namespace treelize::conformance {
namespace symnum {
namespace {

std::string_view typeOf(const Value& value) {
  static constexpr std::string_view names[] = {"SymInt", "SymFloat", "SymBool", "int",
                                               "float",  "bool",     "str"};
  return value.index() < std::size(names) ? names[value.index()] : "object";
}

Outcome verdict(std::string difference) {
  return difference.empty() ? Outcome::passed() : Outcome::failed(std::move(difference));
}

/// `{"type", "expr", "hint", "constant"}` or `{"type", "value"}`.
std::string compareValue(const Legend& legend, const json& expected, const Value& value,
                         const std::vector<symbol_binding>& example) {
  if (expected.contains("type") && expected.at("type").get<std::string>() != typeOf(value))
    return "expected a " + expected.at("type").get<std::string>() + ", got " + describe(value);
  if (const Text* text = std::get_if<Text>(&value))
    return expected.at("value") == text->value
               ? ""
               : "expected " + expected.dump() + ", got " + text->value;
  for (const char* key : {"hint", "value"})
    if (expected.contains(key)) {
      const auto number = evaluateAt(value, example);
      const auto wanted = evaluateAt(fromPrefixList(legend, expected.at(key)), {});
      if (!number || !agree(*wanted, *number))
        return "expected the value " + expected.at(key).dump() + ", got " +
               (number ? describe(*number) : "none") + " of " + describe(value);
    }
  if (expected.contains("expr"))
    return difference(fromText(legend, expected.at("expr").get<std::string>()), value);
  return {};
}

std::string compareGuards(const Legend& legend, const json& expected,
                          const std::vector<sym_bool>& guards) {
  std::vector<sym_bool> left = guards;
  for (const json& text : expected) {
    const Value wanted = fromText(legend, text.get<std::string>());
    const auto* guard = std::get_if<sym_bool>(&wanted);
    if (!guard || (guard->constant() != true &&
                   std::erase_if(left, [&](const sym_bool& g) { return same(g, *guard); }) == 0))
      return "expected the guard " + text.get<std::string>();
  }
  return left.empty() ? "" : "a guard that was not expected: " + to_text(left.front());
}

struct Case {
  const Legend& legend;
  const json& one;
  std::vector<symbol_binding> example;

  Value operand(const json& encoded) { return decodeOperand(legend, encoded, example); }
  Value operand(const char* key) { return operand(one.at(key)); }
};

/// The method of the left operand: `__add__`, or `__radd__`, which has it on the right.
Result runMethod(const std::string& method, const Value& self, const Value& other) {
  if (std::holds_alternative<Foreign>(other))
    return std::nullopt; // it is the other class that knows what to do
  const std::string name = method.substr(2, method.size() - 4);
  const bool reflected = name.starts_with("r") && name != "rshift";
  return reflected ? applyBinary(name.substr(1), other, self) : applyBinary(name, self, other);
}

/// What an operation gave or threw, with what was asked meanwhile.
struct Answer {
  Result result;
  std::vector<sym_bool> guards;
};

template <class Operation>
Answer answer(const std::vector<symbol_binding>& example, const Operation& operation) {
  guard_scope scope(example);
  Result result = operation();
  if (result)
    std::visit(
        [&]<class T>(const T& value) {
          if constexpr (treelize::symbolic::sym_number<T>)
            (void)scope.example(
                value); // PyTorch calculates the hint at once, and throws what that throws
        },
        *result);
  return {std::move(result), scope.guards()};
}

Answer runOperator(Case& c) {
  const json& one = c.one;
  const auto op = one.at("op").get<std::string>();
  if (op == "unary") {
    const Value operand = c.operand("arg");
    return answer(c.example, [&] { return applyUnary(one.at("fn").get<std::string>(), operand); });
  }
  if (op == "ite") {
    const Value condition = c.operand(one.at("args").at(0)), yes = c.operand(one.at("args").at(1)),
                no = c.operand(one.at("args").at(2));
    return answer(c.example, [&] { return applyIte(condition, yes, no); });
  }
  const Value left = c.operand("left"), right = c.operand("right");
  return answer(c.example, [&] {
    return op == "dunder" ? runMethod(one.at("method").get<std::string>(), left, right)
                          : applyBinary(one.at("fn").get<std::string>(), left, right);
  });
}

Outcome compareAnswer(Case& c, const json& expected, const Answer& given) {
  if (!expected.contains("result")) {
    const auto wanted = expected.at("error").at("class").get<std::string>();
    if (!given.result && isUndefinedAs(c.one, wanted))
      return Outcome::passed();
    return Outcome::failed("expected " + wanted + ", got " +
                           (given.result ? describe(*given.result) : "no such operation"));
  }
  const json& result = expected.at("result");
  const json& value =
      result.contains("value") && result.at("value").is_object() ? result.at("value") : result;
  const bool undefined = value.contains("type") && value.at("type") == "NotImplemented";
  if (!given.result || undefined)
    return !given.result && undefined
               ? Outcome::passed()
               : Outcome::failed("expected " + value.dump() + ", got " +
                                 (given.result ? describe(*given.result) : "no such operation"));
  std::string different = compareValue(c.legend, value, *given.result, c.example);
  if (different.empty() && result.contains("guards") && comparesGuards(c.one))
    different = compareGuards(c.legend, result.at("guards"), given.guards);
  return verdict(std::move(different));
}

/// A plain number becomes a constant, which is a plain number again when asked.
Outcome runToNode(Case& c) {
  const json& wanted = c.one.at("expect").at("result");
  const Value node = symbolic(c.operand("arg"));
  const std::string_view type = typeOf(node);
  const bool number = type.starts_with("Sym");
  if (!number)
    return wanted.at("node") == "NotImplemented" ? Outcome::passed()
                                                 : Outcome::failed("expected a node");
  const std::string name = type == "SymInt" ? "int" : type == "SymFloat" ? "float" : "bool";
  if (wanted.at("node") != name)
    return Outcome::failed("expected a node of " + wanted.at("node").dump() + ", got " + name);
  const bool plain = wanted.at("wrapped").at("type") == name;
  return std::visit(
      [&]<class T>(const T& value) {
        if constexpr (treelize::symbolic::sym_number<T>) {
          if (value.constant().has_value() != plain)
            return Outcome::failed(std::string("expected ") +
                                   (plain ? "a plain number" : "a formula"));
          const Value wrapped = plain ? Value(*value.constant()) : Value(value);
          return verdict(compareValue(c.legend, wanted.at("wrapped"), wrapped, c.example));
        }
        return Outcome::failed("no number");
      },
      node);
}

std::vector<symbol_binding> pointOf(const Legend& legend, const json& env) {
  std::vector<symbol_binding> point;
  for (const auto& [name, number] : env.items()) {
    const Value symbol = legend.symbol(name);
    if (const auto* integer = std::get_if<sym_int>(&symbol))
      point.push_back({*integer, number.get<std::int64_t>()});
    else
      point.push_back({std::get<sym_float>(symbol), decodeFloat(number)});
  }
  return point;
}

/// At the recorded points; where it says so, Python's value and not PyTorch's.
std::string compareAtPoints(const Legend& legend, const json& points, const Value& value) {
  for (const json& point : points) {
    const json& wanted = point.contains("python") ? point.at("python") : point.at("value");
    if (wanted.is_object() && wanted.contains("$error"))
      continue; // a division by zero that the formula has, and its canonical form may not have
    const auto number = evaluateAt(value, pointOf(legend, point.at("env")));
    if (!number || !agree(*evaluateAt(fromPrefixList(legend, wanted), {}), *number))
      return "expected " + wanted.dump() + " at " + point.at("env").dump() + ", got " +
             (number ? describe(*number) : "none") + " of " + describe(value);
  }
  return {};
}

Outcome compareFormula(const Legend& legend, const json& one, const json& expected,
                       const Result& result) {
  if (!result && expected.contains("error") &&
      isUndefinedAs(one, expected.at("error").at("class").get<std::string>()))
    return Outcome::passed();
  if (!expected.contains("result") || !result)
    return Outcome::failed("expected " + expected.dump() + ", got " +
                           (result ? describe(*result) : "no such operation"));
  const json& wanted = expected.at("result");
  if (wanted.contains("points") && !wanted.at("points").empty())
    return verdict(compareAtPoints(legend, wanted.at("points"), *result));
  return verdict(difference(fromPrefixList(legend, wanted.at("ast")), *result));
}

Outcome runFunction(Case& c, const json& expected) {
  std::vector<Value> operands;
  for (const json& argument : c.one.at("args"))
    operands.push_back(fromPrefixList(c.legend, argument));
  const auto fn = c.one.at("fn").get<std::string>();
  const Result result = c.one.at("op") == "seed" ? applySeed(fn, operands.at(0), operands.at(1))
                                                 : applyFunction(fn, operands);
  const Outcome outcome = compareFormula(c.legend, c.one, expected, result);
  if (outcome.kind == Outcome::Kind::failed && result && judgedByArithmetic(c.one)) {
    json list = json::array({fn});
    list.insert(list.end(), c.one.at("args").begin(), c.one.at("args").end());
    if (isArithmetic(c.legend, list, *result))
      return Outcome::passed();
  }
  return outcome;
}

Outcome compareError(const json& expected, const symbolic_error& error) {
  if (!expected.contains("error"))
    return Outcome::failed("expected " + expected.at("result").dump() + ", got: " + error.what());
  const auto wanted = expected.at("error").at("class").get<std::string>();
  return standsFor(error, wanted)
             ? Outcome::passed()
             : Outcome::failed("expected " + wanted + ", got: " + error.what());
}

} // namespace
} // namespace symnum

Outcome runSymnum(const json& document, const json& one) {
  using namespace symnum;
  if (std::string reason = reasonToSkip(one); !reason.empty())
    return Outcome::skipped(std::move(reason));
  const Legend legend(document);
  const json expected = overriddenExpectation(one).value_or(one.at("expect"));
  Case c{legend, one, {}};
  const auto op = one.at("op").get<std::string>();
  try {
    if (op == "func" || op == "seed")
      return runFunction(c, expected);
    return op == "to_node" ? runToNode(c) : compareAnswer(c, expected, runOperator(c));
  } catch (const symbolic_error& error) {
    return compareError(expected, error);
  }
}

} // namespace treelize::conformance
