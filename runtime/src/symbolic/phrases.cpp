// Sums and products are written in an order for people: by degree, then by name, beginning with
// what is added. A comparison has what is subtracted on its other side.
#include "phrases.hpp"

#include "calculate.hpp"
#include "linear.hpp"

#include "treelize/detail/symbolic/rules.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace treelize::symbolic {
namespace {

std::string number(std::int64_t value, language to) {
  if (to == language::cpp && value == bounds::none_below)
    return "(-9223372036854775807 - 1)";
  return std::to_string(value);
}

std::string number(double value, language to) {
  if (std::isinf(value)) {
    const std::string magnitude =
        to == language::cpp ? "std::numeric_limits<double>::infinity()" : "inf";
    return (value < 0 ? "-" : "") + magnitude;
  }
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  std::string text(digits.data(), end);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

phrase constant_phrase(const node& n, language to) {
  if (n.of == type::boolean)
    return {precedence::atom, {n.value ? "true" : "false"}};
  const bool negative = n.of == type::real ? n.real() < 0 : n.value < 0;
  return {negative ? precedence::sign : precedence::atom,
          {n.of == type::real ? number(n.real(), to) : number(n.value, to)}};
}

phrase call(const std::string& function, std::span<const node* const> operands,
            const std::string& begin = "(", const std::string& end = ")") {
  phrase result{precedence::atom, {function + begin}};
  for (const node* operand : operands) {
    if (operand != operands.front())
      result.pieces.push_back(", ");
    result.pieces.push_back({operand, precedence::lowest});
  }
  result.pieces.push_back(end);
  return result;
}

/// Grouped to the left.
phrase infix(const node& n, const std::string& sign, precedence binding) {
  phrase result{binding, {}};
  for (std::size_t i = 0; i < n.operands().size(); ++i) {
    if (i)
      result.pieces.push_back(sign);
    const auto tighter = static_cast<precedence>(static_cast<int>(binding) + 1);
    result.pieces.push_back({n.operand(i), i ? tighter : binding});
  }
  return result;
}

std::int64_t degree(const node& n) {
  std::int64_t sum = n.is(kind::product) ? 0 : 1;
  for (std::int64_t exponent : n.factors())
    sum += n.is(kind::product) ? exponent : 0;
  return sum;
}

std::string_view leading_name(const node& n) {
  std::string_view least = n.is(kind::symbol) ? n.name() : std::string_view();
  if (n.is(kind::product))
    for (const node* base : n.operands())
      if (base->is(kind::symbol) && (least.empty() || base->name() < least))
        least = base->name();
  return least;
}

bool written_before(const node& a, const node& b) {
  if (degree(a) != degree(b))
    return degree(a) > degree(b);
  const std::string_view name_a = leading_name(a), name_b = leading_name(b);
  if (name_a != name_b)
    return name_b.empty() || (!name_a.empty() && name_a < name_b);
  return order(a, b) < 0;
}

struct weighted {
  const node* operand;
  std::int64_t factor;
};

/// A sum's or a product's operands as they are written.
std::vector<weighted> in_written_order(const node& n) {
  std::vector<weighted> all;
  for (std::size_t i = 0; i < n.size; ++i)
    all.push_back({n.operand(i), n.factors()[i]});
  std::sort(all.begin(), all.end(), [](const weighted& a, const weighted& b) {
    return written_before(*a.operand, *b.operand);
  });
  return all;
}

phrase product_phrase(const node& n, language to) {
  phrase result{precedence::product, {}};
  for (const weighted& w : in_written_order(n)) {
    constexpr std::int64_t written_out = 3;
    const bool repeats = to == language::cpp && w.factor <= written_out;
    for (std::int64_t i = 0; i < (repeats ? w.factor : 1); ++i) {
      if (!result.pieces.empty())
        result.pieces.push_back("*");
      if (repeats || w.factor == 1) {
        result.pieces.push_back({w.operand, precedence::sign});
      } else if (to == language::cpp) {
        result.pieces.push_back("treelize::natural_power(");
        result.pieces.push_back({w.operand, precedence::lowest});
        result.pieces.push_back(", " + std::to_string(w.factor) + ")");
      } else {
        result.pieces.push_back({w.operand, precedence::atom});
        result.pieces.push_back("**" + std::to_string(w.factor));
      }
    }
  }
  return result;
}

/// A term times the magnitude of its factor.
void append_term(std::vector<piece>& pieces, const weighted& w, language to) {
  const std::string digits = number(w.factor, to);
  const bool signless = digits.front() != '-';
  const bool plain = w.factor == 1 || w.factor == -1;
  const bool negates = plain && !signless && pieces.size() == 1; // `-a // b` would negate a
  if (!plain)
    pieces.push_back(digits.substr(signless ? 0 : 1) + "*");
  const bool joins = (plain && !negates) || w.operand->is(kind::product);
  pieces.push_back({w.operand, joins ? precedence::product : precedence::sign});
}

phrase sum_phrase(const node& n, language to) {
  std::vector<weighted> terms = in_written_order(n);
  const auto added =
      std::find_if(terms.begin(), terms.end(), [](const weighted& w) { return w.factor > 0; });
  if (added != terms.end())
    std::rotate(terms.begin(), added, added + 1);
  phrase result{precedence::sum, {}};
  const bool constant_leads = n.value > 0 && terms.front().factor < 0;
  if (constant_leads)
    result.pieces.push_back(number(n.value, to));
  for (const weighted& w : terms) {
    const bool subtracts = w.factor < 0 && number(w.factor, to).front() == '-';
    if (!result.pieces.empty())
      result.pieces.push_back(subtracts ? " - " : " + ");
    else if (subtracts)
      result.pieces.push_back("-");
    append_term(result.pieces, w, to);
  }
  if (n.value != 0 && !constant_leads) {
    const std::string digits = number(n.value, to);
    result.pieces.push_back(digits.front() == '-' ? " - " + digits.substr(1) : " + " + digits);
  }
  const bool alone = n.size == 1 && n.value == 0;
  if (alone)
    result.binding = n.factors()[0] < 0 ? precedence::sum : precedence::product;
  return result;
}

phrase division_phrase(const node& n, language to) {
  const bool remainder = n.is(kind::floor_mod) || n.is(kind::real_mod);
  if (to == language::text)
    return infix(n, remainder ? " % " : " // ", precedence::product);
  if (n.of == type::real)
    return call(remainder ? "treelize::real_mod" : "treelize::real_floor_div", n.operands());
  if (n.operand(0)->range.lower >= 0 && n.operand(1)->range.lower >= 0)
    return infix(n, remainder ? " % " : " / ", precedence::product);
  return call(remainder ? "treelize::floor_mod" : "treelize::floor_div", n.operands());
}

phrase extremum_phrase(const node& n, language to) {
  const std::string name = n.is(kind::minimum) ? "min" : "max";
  if (to == language::text)
    return call(name, n.operands());
  if (n.size == 2)
    return call("std::" + name + "<std::int64_t>", n.operands());
  return call("std::" + name + "<std::int64_t>", n.operands(), "({", "})");
}

phrase rounding_phrase(const node& n, language to) {
  const std::array<std::string, 4> text = {"floor", "ceil", "trunc", "round"};
  const std::array<std::string, 4> cpp = {"floor", "ceil", "trunc", "nearbyint"};
  const auto which = static_cast<std::size_t>(n.what) - static_cast<std::size_t>(kind::round_down);
  if (to == language::text)
    return call(text[which], n.operands());
  return call("static_cast<std::int64_t>(std::" + cpp[which], n.operands(), "(", "))");
}

phrase real_phrase(const node& n, language to) {
  static constexpr std::string_view spellings[] = {
#define TREELIZE_OPERATOR(name, spelling, ...) spelling,
#include "treelize/detail/operators.def"
  };
  const std::string spelling(spellings[n.row]);
  if (spelling.starts_with("std::"))
    return call(to == language::cpp ? spelling : spelling.substr(5), n.operands());
  if (n.size == 1)
    return {precedence::sign, {spelling, piece{n.operand(0), precedence::power}}};
  const bool adds = spelling == "+" || spelling == "-";
  return infix(n,
               adds              ? " " + spelling + " "
               : spelling == "*" ? "*"
                                 : " / ",
               adds ? precedence::sum : precedence::product);
}

/// What is added and what is subtracted in the left side of a comparison.
std::pair<expr, expr> sides_of(const node& comparison) {
  const linear_view terms(*comparison.operand(0));
  linear left, right;
  for (std::size_t i = 0; i < terms.size(); ++i)
    if (terms.factor(i) > 0)
      left.push_back(terms.term(i), terms.factor(i));
    else
      right.push_back(terms.term(i), checked_mul(terms.factor(i), -1));
  return {from_linear(left), from_linear(right)};
}

phrase comparison_phrase(const node& n) {
  const auto [left, right] = sides_of(n);
  const auto write = [](const expr& a, const char* sign, const expr& b) {
    return phrase{precedence::comparison,
                  {piece{a, precedence::sum}, sign, piece{b, precedence::sum}}};
  };
  const bool only_subtracts = left->is(kind::constant);
  if (!n.is(kind::at_most))
    return write(left,
                 n.is(kind::equals) ? " == " : " != ", rules::add(right, rules::integer(n.value)));
  if (only_subtracts && n.value != bounds::none_below)
    return write(right, " >= ", rules::integer(-n.value));
  if (n.value == -1 && !right->is(kind::constant))
    return write(left, " < ", right);
  return write(left, " <= ", rules::add(right, rules::integer(n.value)));
}

phrase choice_phrase(const node& n, language to) {
  const piece condition{n.operand(0), precedence::disjunction};
  const piece yes{n.operand(1), precedence::disjunction}, no{n.operand(2), precedence::disjunction};
  if (to == language::cpp)
    return {precedence::atom, {"(", condition, " ? ", yes, " : ", no, ")"}};
  return {precedence::atom, {"(", yes, " if ", condition, " else ", no, ")"}};
}

} // namespace

phrase phrase_of(const node& n, language to) {
  const bool cpp = to == language::cpp;
  switch (n.what) {
  case kind::constant:
    return constant_phrase(n, to);
  case kind::symbol:
    return {precedence::atom, {std::string(n.name())}};
  case kind::choice:
    return choice_phrase(n, to);
  case kind::sum:
    return sum_phrase(n, to);
  case kind::product:
    return product_phrase(n, to);
  case kind::power:
    if (cpp)
      return call("treelize::natural_power", n.operands());
    return {precedence::power,
            {piece{n.operand(0), precedence::atom}, "**", piece{n.operand(1), precedence::power}}};
  case kind::floor_div:
  case kind::floor_mod:
  case kind::real_floor_div:
  case kind::real_mod:
    return division_phrase(n, to);
  case kind::minimum:
  case kind::maximum:
    return extremum_phrase(n, to);
  case kind::absolute:
    return call(cpp ? "std::abs" : "abs", n.operands());
  case kind::bit_and: // in C++ below comparisons: never without parentheses
    return infix(n, " & ", precedence::lowest);
  case kind::bit_or:
    return infix(n, " | ", precedence::lowest);
  case kind::bit_xor:
    return infix(n, " ^ ", precedence::lowest);
  case kind::round_down:
  case kind::round_up:
  case kind::round_to_zero:
  case kind::round_to_even:
    return rounding_phrase(n, to);
  case kind::to_real:
    return call(cpp ? "static_cast<double>" : "float", n.operands());
  case kind::true_div:
    return cpp ? call("treelize::true_div", n.operands()) : infix(n, " / ", precedence::product);
  case kind::real_operator:
    return real_phrase(n, to);
  case kind::at_most:
  case kind::equals:
  case kind::differs:
    return comparison_phrase(n);
  case kind::real_less:
    return infix(n, " < ", precedence::comparison);
  case kind::real_at_most:
    return infix(n, " <= ", precedence::comparison);
  case kind::real_equals:
    return infix(n, " == ", precedence::comparison);
  case kind::real_differs:
    return infix(n, " != ", precedence::comparison);
  case kind::conjunction:
    return infix(n, cpp ? " && " : " and ", precedence::conjunction);
  case kind::disjunction:
    return infix(n, cpp ? " || " : " or ", precedence::disjunction);
  case kind::exclusive_or:
    return {precedence::comparison,
            {piece{n.operand(0), precedence::sum}, " != ", piece{n.operand(1), precedence::sum}}};
  case kind::negation:
    return {precedence::sign, {cpp ? "!" : "not ", piece{n.operand(0), precedence::power}}};
  }
  return {precedence::atom, {}};
}

} // namespace treelize::symbolic
