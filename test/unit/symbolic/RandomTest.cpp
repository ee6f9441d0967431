// Random formulas, calculated twice: by symbolic numbers that are then evaluated, and directly on
// integers of both signs. The direct side shares no code with the runtime.
#include "treelize/symbolic.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <optional>
#include <random>

using namespace treelize;

namespace {

constexpr int formulas = 20000;
constexpr int points = 6;
constexpr std::size_t symbols = 4;

enum class op { symbol, number, add, sub, mul, square, floor_div, mod, min, max, neg, abs, ite };

struct formula {
  op what;
  std::int64_t value = 0; ///< the number, or which symbol
  std::unique_ptr<formula> a, b, c, d;
};

using values = std::array<std::int64_t, symbols>;

std::unique_ptr<formula> random_formula(std::mt19937& random, int depth) {
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto deeper = [&] { return random_formula(random, depth - 1); };
  auto f = std::make_unique<formula>();
  if (depth == 0 || pick(8) == 0) {
    f->what = pick(3) ? op::symbol : op::number;
    f->value = f->what == op::symbol ? pick(symbols) : pick(19) - 9;
    return f;
  }
  f->what = static_cast<op>(2 + pick(11));
  f->a = deeper();
  f->b = deeper();
  if (f->what == op::ite) {
    f->value = pick(5);
    f->c = deeper();
    f->d = deeper();
  }
  return f;
}

bool holds(std::int64_t which, std::int64_t a, std::int64_t b) {
  switch (which) {
  case 0:
    return a < b;
  case 1:
    return a == b;
  case 2:
    return !(a >= b) || a == 3;
  case 3:
    return a <= b && b != 2;
  default:
    return (a > b) != (a < 0);
  }
}

sym_bool condition(std::int64_t which, const sym_int& a, const sym_int& b) {
  switch (which) {
  case 0:
    return a < b;
  case 1:
    return a == b;
  case 2:
    return !(a >= b) | (a == 3);
  case 3:
    return (a <= b) & (b != 2);
  default:
    return (a > b) ^ (a < 0);
  }
}

/// Nothing where a divisor is zero or a number grows too large to be sure of.
std::optional<std::int64_t> direct(const formula& f, const values& at) {
  if (f.what == op::symbol)
    return at[static_cast<std::size_t>(f.value)];
  if (f.what == op::number)
    return f.value;
  const auto a = direct(*f.a, at), b = direct(*f.b, at);
  if (!a || !b)
    return std::nullopt;
  std::int64_t result = 0;
  switch (f.what) {
  case op::add:
    result = *a + *b;
    break;
  case op::sub:
    result = *a - *b;
    break;
  case op::mul:
    result = *a * *b;
    break;
  case op::square:
    result = *a * *a;
    break;
  case op::floor_div:
  case op::mod: {
    if (*b == 0)
      return std::nullopt;
    const double quotient = std::floor(static_cast<double>(*a) / static_cast<double>(*b));
    result = f.what == op::mod ? *a - *b * static_cast<std::int64_t>(quotient)
                               : static_cast<std::int64_t>(quotient);
    break;
  }
  case op::min:
    result = *a < *b ? *a : *b;
    break;
  case op::max:
    result = *a < *b ? *b : *a;
    break;
  case op::neg:
    result = -*a;
    break;
  case op::abs:
    result = *a < 0 ? -*a : *a;
    break;
  default: {
    const auto c = direct(*f.c, at), d = direct(*f.d, at);
    if (!c || !d)
      return std::nullopt;
    result = holds(f.value, *a, *b) ? *c : *d;
  }
  }
  constexpr std::int64_t sure = 1 << 20; // products of two stay exact in a double
  return result < -sure || result > sure ? std::nullopt : std::optional(result);
}

sym_int symbolic_of(const formula& f, const std::array<sym_int, symbols>& names) {
  if (f.what == op::symbol)
    return names[static_cast<std::size_t>(f.value)];
  if (f.what == op::number)
    return f.value;
  const sym_int a = symbolic_of(*f.a, names), b = symbolic_of(*f.b, names);
  switch (f.what) {
  case op::add:
    return a + b;
  case op::sub:
    return a - b;
  case op::mul:
    return a * b;
  case op::square:
    return pow(a, 2);
  case op::floor_div:
    return floor_div(a, b);
  case op::mod:
    return a % b;
  case op::min:
    return min(a, b);
  case op::max:
    return max(a, b);
  case op::neg:
    return -a;
  case op::abs:
    return abs(a);
  default:
    return ite(condition(f.value, a, b), symbolic_of(*f.c, names), symbolic_of(*f.d, names));
  }
}

TEST(RandomFormulas, HaveTheValuesOfDirectCalculation) {
  // Bounds that the values respect let more rules apply.
  const std::array<sym_int, symbols> names = {sym_int::symbol("x"), sym_int::symbol("y"),
                                              sym_int::symbol("n", bounds::nonnegative()),
                                              sym_int::symbol("p", bounds::between(1, 12))};
  std::mt19937 random(20261121);
  const auto between = [&](int least, int most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(random);
  };
  int compared = 0;
  for (int i = 0; i < formulas; ++i) {
    const auto f = random_formula(random, 4);
    std::optional<sym_int> symbolic;
    try {
      symbolic = symbolic_of(*f, names);
    } catch (const zero_division_error&) { // then no values are free of it
    } catch (const overflow_error&) {
      continue;
    }
    for (int p = 0; p < points; ++p) {
      const values at = {between(-30, 30), between(-30, 30), between(0, 40), between(1, 12)};
      const auto expected = direct(*f, at);
      if (!expected)
        continue;
      ASSERT_TRUE(symbolic) << "a division by zero that there is not, formula " << i;
      const std::vector<symbol_binding> bindings = {
          {names[0], at[0]}, {names[1], at[1]}, {names[2], at[2]}, {names[3], at[3]}};
      ASSERT_EQ(evaluate(*symbolic, bindings), *expected) << to_text(*symbolic);
      const sym_int partly = substitute(*symbolic, {{names[1], at[1]}, {names[3], at[3]}});
      ASSERT_EQ(evaluate(partly, bindings), *expected)
          << to_text(*symbolic) << " became " << to_text(partly);
      EXPECT_TRUE(symbolic->range().contains(*expected)) << to_text(*symbolic);
      ++compared;
    }
  }
  EXPECT_GT(compared, formulas);
}

} // namespace
