#include "Formula.h"

#include "Arithmetic.h"
#include "Operations.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace treelize::conformance::symnum {
namespace {

Value mustHave(Result result, std::string_view what) {
  if (!result)
    throw std::runtime_error("a formula with '" + std::string(what) +
                             "' that this runner cannot build");
  return *std::move(result);
}

/// Python's expressions: precedence climbing, with `**` to the right and comparisons not chained.
class Parser {
public:
  Parser(const Legend& legend, std::string_view text) : legend_(legend), rest_(text) {}

  Value parse() {
    Value value = disjunction();
    if (skip(); !rest_.empty())
      throw std::runtime_error("a formula's text that this runner cannot read: " +
                               std::string(rest_));
    return value;
  }

private:
  const Legend& legend_;
  std::string_view rest_;

  void skip() {
    while (!rest_.empty() && rest_.front() == ' ')
      rest_.remove_prefix(1);
  }
  bool accept(std::string_view token) {
    skip();
    if (!rest_.starts_with(token))
      return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  void expect(std::string_view token) {
    if (!accept(token))
      throw std::runtime_error("'" + std::string(token) +
                               "' expected before: " + std::string(rest_));
  }
  static Value binary(std::string_view fn, const Value& a, const Value& b) {
    return mustHave(applyFunction(fn, {a, b}), fn);
  }

  Value disjunction() {
    Value left = exclusion();
    while (accept("|"))
      left = binary("or", left, exclusion());
    return left;
  }
  Value exclusion() {
    Value left = conjunction();
    while (accept("^"))
      left = binary("xor", left, conjunction());
    return left;
  }
  Value conjunction() {
    Value left = comparison();
    while (accept("&"))
      left = binary("and", left, comparison());
    return left;
  }
  Value comparison() {
    static constexpr std::pair<std::string_view, std::string_view> signs[] = {
        {"<=", "le"}, {">=", "ge"}, {"<", "lt"}, {">", "gt"}};
    const Value left = sum();
    for (const auto& [sign, fn] : signs)
      if (accept(sign))
        return binary(fn, left, sum());
    return left;
  }
  Value sum() {
    Value left = product();
    for (;;)
      if (accept("+"))
        left = binary("add", left, product());
      else if (accept("-"))
        left = binary("sub", left, product());
      else
        return left;
  }
  Value product() {
    Value left = signedPower();
    for (;;)
      if (accept("//"))
        left = binary("floordiv", left, signedPower());
      else if (accept("*"))
        left = binary("mul", left, signedPower());
      else if (accept("/"))
        left = binary("truediv", left, signedPower());
      else
        return left;
  }
  Value signedPower() {
    if (accept("-"))
      return mustHave(applyUnary("neg", symbolic(signedPower())), "-");
    if (accept("~"))
      return mustHave(applyUnary("sym_not", symbolic(signedPower())), "~");
    Value base = atom();
    return accept("**") ? binary("pow", base, signedPower()) : base;
  }
  Value atom() {
    if (accept("(")) {
      Value value = disjunction();
      expect(")");
      return value;
    }
    skip();
    return !rest_.empty() && std::isdigit(static_cast<unsigned char>(rest_.front())) ? number()
                                                                                     : name();
  }
  Value number() {
    const std::string text(rest_.substr(0, rest_.find_first_not_of("0123456789.e")));
    std::size_t length = 0;
    const double real = std::stod(text, &length);
    rest_.remove_prefix(length);
    const bool whole = text.substr(0, length).find_first_of(".e") == std::string::npos;
    return whole ? Value(std::int64_t(std::stoll(text))) : Value(real);
  }
  Value name() {
    std::size_t length = 0;
    while (length < rest_.size() &&
           (std::isalnum(static_cast<unsigned char>(rest_[length])) || rest_[length] == '_'))
      ++length;
    const std::string word(rest_.substr(0, length));
    rest_.remove_prefix(length);
    if (word == "True" || word == "False")
      return word == "True";
    if (accept("("))
      return word == "Piecewise" ? piecewise() : call(word);
    if (word.empty())
      throw std::runtime_error("a formula's text that this runner cannot read: " +
                               std::string(rest_));
    return legend_.symbol(word);
  }
  Value call(const std::string& function) {
    std::vector<Value> operands;
    do
      operands.push_back(disjunction());
    while (accept(","));
    expect(")");
    return mustHave(applyFunction(function, operands), function);
  }
  /// `(a, condition), (b, True))`
  Value piecewise() {
    expect("(");
    const Value yes = disjunction();
    expect(",");
    const Value condition = disjunction();
    expect("),");
    expect("(");
    const Value no = disjunction();
    expect(", True))");
    return mustHave(applyIte(symbolic(condition), symbolic(yes), symbolic(no)), "Piecewise");
  }
};

constexpr std::size_t points = 26;

void collectSymbols(const Value& value, std::vector<symbolic::expr>& symbols) {
  std::visit(
      [&]<class T>(const T& formula) {
        if constexpr (treelize::symbolic::sym_number<T>)
          for (const symbolic::expr& symbol : symbolic::symbols_of(formula.expression()))
            if (std::find(symbols.begin(), symbols.end(), symbol) == symbols.end())
              symbols.push_back(symbol);
      },
      value);
}

void collectSymbols(const Legend& legend, const json& list, std::vector<symbolic::expr>& symbols) {
  if (list.is_string())
    collectSymbols(legend.symbol(list.get<std::string>()), symbols);
  if (list.is_array())
    for (std::size_t i = 1; i < list.size(); ++i)
      collectSymbols(legend, list.at(i), symbols);
}

Numbers numbersOf(const std::vector<symbol_binding>& point) {
  Numbers numbers;
  for (const symbol_binding& b : point)
    numbers.emplace(b.symbol->name(), b.value->of == symbolic::type::real
                                          ? b.value->real()
                                          : static_cast<double>(b.value->value));
  return numbers;
}

/// The n-th point: values of both signs as far as bounds allow.
std::vector<symbol_binding> samplePoint(const std::vector<symbolic::expr>& symbols, std::size_t n) {
  static constexpr std::int64_t integers[] = {-13, -7, -4, -1, 0, 1, 2, 3, 5, 9, 12, 22, 40};
  static constexpr double reals[] = {-2.5, -1.0, 0.25, 0.5, 1.0, 2.5, 3.0, 7.75};
  std::vector<symbol_binding> point;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const std::size_t place = n * (2 * i + 1) + 3 * i;
    if (symbols[i]->of == symbolic::type::real) {
      point.push_back({sym_float(symbols[i]), reals[place % std::size(reals)]});
      continue;
    }
    std::int64_t value = integers[place % std::size(integers)];
    if (!symbols[i]->range.contains(value))
      value = symbols[i]->range.lower + (value < 0 ? -value : value);
    point.push_back({sym_int(symbols[i]), value});
  }
  return point;
}

} // namespace

Value fromPrefixList(const Legend& legend, const json& list) {
  if (list.is_number_integer())
    return list.get<std::int64_t>();
  if (list.is_boolean())
    return list.get<bool>();
  if (list.is_number() || list.is_object())
    return decodeFloat(list);
  if (list.is_string())
    return legend.symbol(list.get<std::string>());
  std::vector<Value> operands;
  for (std::size_t i = 1; i < list.size(); ++i)
    operands.push_back(fromPrefixList(legend, list.at(i)));
  const auto function = list.at(0).get<std::string>();
  return mustHave(applyFunction(function, operands), function);
}

Value fromText(const Legend& legend, std::string_view text) {
  return Parser(legend, text).parse();
}

std::string difference(const Value& wanted, const Value& got) {
  std::vector<symbolic::expr> symbols;
  collectSymbols(wanted, symbols);
  collectSymbols(got, symbols);
  for (std::size_t n = 0; n < points; ++n) {
    const std::vector<symbol_binding> point = samplePoint(symbols, n);
    const auto expected = evaluateAt(wanted, point), result = evaluateAt(got, point);
    if (expected && !(result && agree(*expected, *result)))
      return "expected " + describe(wanted) + ", got " + describe(got) +
             ", which differs at point " + std::to_string(n) + ": " + describe(*expected) +
             " and " + (result ? describe(*result) : "an error");
  }
  return {};
}

bool isArithmetic(const Legend& legend, const json& list, const Value& value) {
  std::vector<symbolic::expr> symbols;
  collectSymbols(legend, list, symbols);
  for (std::size_t n = 0; n < points; ++n) {
    const std::vector<symbol_binding> point = samplePoint(symbols, n);
    const auto expected = calculate(list, numbersOf(point));
    const auto result = evaluateAt(value, point);
    if (expected && !(result && agree(*expected, *result)))
      return false;
  }
  return true;
}

} // namespace treelize::conformance::symnum
