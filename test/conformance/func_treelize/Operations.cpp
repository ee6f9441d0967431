#include "Operations.h"

#include <cmath>
#include <cstdio>
#include <optional>

namespace treelize::conformance::func_treelize {
namespace {

bool isIntegral(const Value& v) {
  return v.get<bool>() || v.get<std::int64_t>();
}
std::int64_t integer(const Value& v) {
  return v.get<bool>() ? *v.get<bool>() : *v.get<std::int64_t>();
}
double real(const Value& v) {
  if (auto* number = v.get<double>())
    return *number;
  return static_cast<double>(integer(v));
}

/// Integers give an integer, other numbers a double; empty where one is no number.
template <class Operation>
std::optional<Value> arithmetic(const Value& a, const Value& b, const Operation& operation) {
  if (isIntegral(a) && isIntegral(b))
    return Value{static_cast<std::int64_t>(operation(integer(a), integer(b)))};
  if (isNumber(a) && isNumber(b))
    return Value{static_cast<double>(operation(real(a), real(b)))};
  return std::nullopt;
}

std::vector<Value> joined(const std::vector<Value>& a, const std::vector<Value>& b) {
  std::vector<Value> result = a;
  result.insert(result.end(), b.begin(), b.end());
  return result;
}

std::optional<Value> repeated(const Value& what, const Value& count) {
  if (!isIntegral(count))
    return std::nullopt;
  if (auto* text = what.get<std::string>()) {
    std::string result;
    for (std::int64_t i = 0; i < integer(count); ++i)
      result += *text;
    return Value{result};
  }
  auto* items = what.list() ? what.list() : what.tuple();
  if (!items)
    return std::nullopt;
  std::vector<Value> result;
  for (std::int64_t i = 0; i < integer(count); ++i)
    result.insert(result.end(), items->begin(), items->end());
  return what.list() ? makeList(result) : makeTuple(result);
}

[[noreturn]] void typeError() {
  throw PythonError{"TypeError"};
}

/// As Python prints a double: the shortest digits that read back, and always a point or an
/// exponent.
std::string doubleText(double x) {
  if (std::isnan(x))
    return "nan";
  if (std::isinf(x))
    return x > 0 ? "inf" : "-inf";
  char text[32];
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(text, sizeof text, "%.*g", digits, x);
    if (std::strtod(text, nullptr) == x)
      break;
  }
  const std::string result = text;
  return result.find_first_of(".e") == std::string::npos ? result + ".0" : result;
}

std::string describeAll(const std::vector<Value>& items) {
  std::string text;
  for (const Value& item : items)
    text += (text.empty() ? "" : ",") + describe(item);
  return "[" + text + "]";
}

} // namespace

bool isNumber(const Value& v) {
  return isIntegral(v) || v.get<double>();
}

Value add(const Value& a, const Value& b) {
  if (auto sum = arithmetic(a, b, [](auto x, auto y) { return x + y; }))
    return *sum;
  if (a.get<std::string>() && b.get<std::string>())
    return {*a.get<std::string>() + *b.get<std::string>()};
  if (a.list() && b.list())
    return makeList(joined(*a.list(), *b.list()));
  if (a.tuple() && b.tuple())
    return makeTuple(joined(*a.tuple(), *b.tuple()));
  typeError();
}

Value subtract(const Value& a, const Value& b) {
  if (auto difference = arithmetic(a, b, [](auto x, auto y) { return x - y; }))
    return *difference;
  typeError();
}

Value multiply(const Value& a, const Value& b) {
  if (auto product = arithmetic(a, b, [](auto x, auto y) { return x * y; }))
    return *product;
  if (auto result = repeated(a, b))
    return *result;
  if (auto result = repeated(b, a))
    return *result;
  typeError();
}

Value divide(const Value& a, const Value& b) {
  if (!isNumber(a) || !isNumber(b))
    typeError();
  if (real(b) == 0)
    throw PythonError{"ZeroDivisionError"};
  return {real(a) / real(b)};
}

Value modulo(const Value& a, const Value& b) {
  if (!isNumber(a) || !isNumber(b))
    typeError();
  if (real(b) == 0)
    throw PythonError{"ZeroDivisionError"};
  if (isIntegral(a) && isIntegral(b)) {
    const std::int64_t rest = integer(a) % integer(b);
    return {rest != 0 && (rest < 0) != (integer(b) < 0) ? rest + integer(b) : rest};
  }
  const double rest = std::fmod(real(a), real(b));
  return {rest != 0 && (rest < 0) != (real(b) < 0) ? rest + real(b) : rest};
}

bool less(const Value& a, const Value& b) {
  if (isIntegral(a) && isIntegral(b))
    return integer(a) < integer(b);
  if (isNumber(a) && isNumber(b))
    return real(a) < real(b);
  if (a.get<std::string>() && b.get<std::string>())
    return *a.get<std::string>() < *b.get<std::string>();
  if ((a.list() && b.list()) || (a.tuple() && b.tuple())) {
    const auto &x = a.list() ? *a.list() : *a.tuple(), &y = b.list() ? *b.list() : *b.tuple();
    for (std::size_t i = 0; i < x.size() && i < y.size(); ++i)
      if (encode(x[i]) != encode(y[i]))
        return less(x[i], y[i]);
    return x.size() < y.size();
  }
  typeError();
}

bool isTrue(const Value& v) {
  if (isNumber(v))
    return real(v) != 0;
  if (auto* text = v.get<std::string>())
    return !text->empty();
  if (auto* items = v.list() ? v.list() : v.tuple())
    return !items->empty();
  if (auto* items = v.dict())
    return !items->empty();
  return !v.get<None>();
}

std::string describe(const Value& v) {
  if (v.get<None>())
    return "null";
  if (auto* truth = v.get<bool>())
    return *truth ? "true" : "false";
  if (auto* number = v.get<std::int64_t>())
    return "i" + std::to_string(*number);
  if (auto* number = v.get<double>())
    return "d" + doubleText(*number);
  if (auto* text = v.get<std::string>())
    return "s:" + *text;
  if (auto* items = v.list() ? v.list() : v.tuple())
    return describeAll(*items);
  if (v.treeValue())
    return "tree";
  if (auto* items = v.dict()) {
    std::string text;
    auto sorted = *items;
    std::sort(sorted.begin(), sorted.end(),
              [](const auto& x, const auto& y) { return x.first < y.first; });
    for (const auto& [key, item] : sorted)
      text += (text.empty() ? "" : ",") + key + ":" + describe(item);
    return "{" + text + "}";
  }
  return "?";
}

} // namespace treelize::conformance::func_treelize
