#include "ir/Literals.h"

#include "ir/Builder.h"

#include <cctype>
#include <cstdlib>
#include <limits>
#include <string_view>

namespace treelize::ir {

std::optional<long double> literalNumber(const Expr& expr) {
  const auto* literal = std::get_if<Literal>(&expr.node);
  if (!literal || literal->text.empty())
    return std::nullopt;
  const std::string& text = literal->text;
  const std::size_t first = text.front() == '-' ? 1 : 0;
  if (first == text.size() ||
      (!std::isdigit(static_cast<unsigned char>(text[first])) && text[first] != '.'))
    return std::nullopt;
  char* end = nullptr;
  const long double value = std::strtold(text.c_str(), &end);
  const bool isWhole =
      std::string_view(end).find_first_not_of("fFlLuUzZ") == std::string_view::npos;
  return end != text.c_str() && isWhole ? std::optional(value) : std::nullopt;
}

std::optional<bool> literalTruth(const Expr& expr) {
  const auto* literal = std::get_if<Literal>(&expr.node);
  const bool isTrue = literal && literal->text == "true";
  return isTrue || (literal && literal->text == "false") ? std::optional(isTrue) : std::nullopt;
}

bool isZero(const Expr& expr) {
  return literalNumber(expr) == 0.0L;
}

bool hasValue(const Type& type, std::int64_t number) {
  const bool isTruth = type.is(TypeKind::Bool);
  if (!isTruth && !type.is(TypeKind::Integer))
    return false;
  const bool isSigned = type.isSigned && !isTruth;
  const unsigned bits = isSigned ? type.bits - 1 : type.bits;
  const std::int64_t last =
      bits >= 63 ? std::numeric_limits<std::int64_t>::max() : (std::int64_t{1} << bits) - 1;
  return (isSigned ? -last - 1 : 0) <= number && number <= last;
}

std::optional<std::int64_t> literalOf(const ExprRef& e) {
  const auto* literal = std::get_if<Literal>(&e->node);
  return literal ? literal->number : std::nullopt;
}

ExprRef plus(const ExprRef& e, std::int64_t number) {
  if (number == 0)
    return e;
  if (const auto literal = literalOf(e))
    return integer(*literal + number, e->type);
  if (const auto* sum = std::get_if<Apply>(&e->node); sum && sum->args.size() == 2)
    if (const auto literal = literalOf(sum->args[1])) {
      if (sum->op == Op::add)
        return plus(sum->args[0], *literal + number);
      if (sum->op == Op::sub)
        return plus(sum->args[0], number - *literal);
    }
  return number > 0 ? apply(Op::add, {e, integer(number, e->type)}, e->type)
                    : apply(Op::sub, {e, integer(-number, e->type)}, e->type);
}

} // namespace treelize::ir
