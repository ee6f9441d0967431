// Reals, and the ways between them and integers. A real is calculated as written: only what is
// exact for doubles is rewritten.
#include "calculate.hpp"

#include "treelize/detail/symbolic/algebra.hpp"
#include "treelize/detail/symbolic/rules.hpp"

#include <utility>

namespace treelize::symbolic {
namespace {

const algebra& algebra_of(real_row row) {
  static constexpr algebra all[] = {
#define TREELIZE_OPERATOR(name, spelling, arity, cost, domain, growth, symbolic, ...) algebras::symbolic,
#include "treelize/detail/operators.def"
  };
  return all[static_cast<std::size_t>(row)];
}

bool is_number(const node* n, const std::optional<double>& value) {
  return value && n->is(kind::constant) && n->real() == *value;
}

bool is_row(const expr& a, real_row row) {
  return a->is(kind::real_operator) && a->row == static_cast<std::uint8_t>(row);
}

expr unary(real_row row, const expr& a) {
  const algebra& law = algebra_of(row);
  if (is_row(a, row) && law.projection)
    return a;
  if (is_row(a, row) && law.involution)
    return expr::share(a->operand(0));
  const node* operands[] = {a.get()};
  return fold_or_intern({.what = kind::real_operator,
                         .of = type::real,
                         .operands = operands,
                         .row = static_cast<std::uint8_t>(row)});
}

expr binary(real_row row, const expr& a, const expr& b) {
  const algebra& law = algebra_of(row);
  const node* operands[] = {a.get(), b.get()};
  if (law.commutative && before(operands[1], operands[0]))
    std::swap(operands[0], operands[1]);
  const bool constants = a->is(kind::constant) && b->is(kind::constant);
  if (!constants) {
    if (is_number(b.get(), law.right_unit) || (a == b && law.idempotent))
      return a;
    if (law.commutative && is_number(a.get(), law.right_unit))
      return b;
    if (law.at_right_zero && is_number(b.get(), 0.0))
      return rules::real(*law.at_right_zero);
    if (a == b && law.of_equals)
      return rules::real(*law.of_equals);
  }
  return fold_or_intern({.what = kind::real_operator,
                         .of = type::real,
                         .operands = operands,
                         .row = static_cast<std::uint8_t>(row)});
}

expr real_division(kind what, const expr& a, const expr& b) {
  if (is_number(b.get(), 0.0))
    detail::throw_zero_division(what == kind::real_mod ? "remainder" : "division");
  const node* operands[] = {a.get(), b.get()};
  return fold_or_intern({.what = what, .of = type::real, .operands = operands});
}

} // namespace

namespace rules {

expr real_operator(real_row row, std::span<const expr> operands) {
  if (operands.size() == 1)
    return unary(row, operands[0]);
  if (row == real_row::div && is_number(operands[1].get(), 0.0))
    detail::throw_zero_division("division");
  if (operands.size() == 2)
    return binary(row, operands[0], operands[1]);
  const node* all[] = {operands[0].get(), operands[1].get(), operands[2].get()};
  return fold_or_intern({.what = kind::real_operator,
                         .of = type::real,
                         .operands = all,
                         .row = static_cast<std::uint8_t>(row)});
}

expr real_floor_div(const expr& a, const expr& b) {
  return real_division(kind::real_floor_div, a, b);
}
expr real_mod(const expr& a, const expr& b) {
  return real_division(kind::real_mod, a, b);
}

expr real_absolute(const expr& a) {
  const expr operands[] = {a};
  return real_operator(real_row::fabs, operands);
}

expr is_integer(const expr& a) {
  return equals(real_mod(a, real(1)), real(0));
}

expr to_real(const expr& a) {
  if (a->of == type::real)
    return a;
  const node* operands[] = {a.get()};
  return fold_or_intern({.what = kind::to_real, .of = type::real, .operands = operands});
}

expr rounded(kind how, const expr& a) {
  if (a->of == type::integer)
    return a;
  constexpr std::int64_t exact = std::int64_t(1) << 53; // up to here every integer is a double
  if (a->is(kind::to_real) && a->operand(0)->of == type::integer &&
      a->operand(0)->range.lower >= -exact && a->operand(0)->range.upper <= exact)
    return expr::share(a->operand(0));
  const node* operands[] = {a.get()};
  return fold_or_intern({.what = how, .of = type::integer, .operands = operands});
}

expr floor(const expr& a) {
  return rounded(kind::round_down, a);
}
expr ceil(const expr& a) {
  return rounded(kind::round_up, a);
}
expr trunc(const expr& a) {
  return rounded(kind::round_to_zero, a);
}
expr round(const expr& a) {
  return rounded(kind::round_to_even, a);
}

} // namespace rules
} // namespace treelize::symbolic
