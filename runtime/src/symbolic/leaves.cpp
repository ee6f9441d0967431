// Constants and symbols, and the folding of operations on constants alone.
#include "calculate.hpp"
#include "short_vector.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>

namespace treelize::symbolic {
namespace {

expr make_constant(type of, std::int64_t bits, const bounds& range) {
  return intern({.what = kind::constant, .of = of, .range = range, .value = bits});
}

/// Constants that every program needs: found without the table.
class common_integers {
public:
  common_integers() {
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(all_.size()); ++i)
      all_[static_cast<std::size_t>(i)] =
          make_constant(type::integer, i + least, bounds::exactly(i + least));
  }
  const expr* find(std::int64_t value) const {
    const std::uint64_t place =
        static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(least);
    return place < all_.size() ? &all_[place] : nullptr;
  }

private:
  static constexpr std::int64_t least = -64;
  std::array<expr, 320> all_;
};

} // namespace

value value_of(const node& constant) {
  return constant.of == type::real ? of_real(constant.real()) : of_integer(constant.value);
}

expr constant(type of, const value& v) {
  switch (of) {
  case type::integer:
    return rules::integer(v.integer);
  case type::real:
    return rules::real(v.real);
  case type::boolean:
    return rules::boolean(v.integer != 0);
  }
  return {};
}

expr fold_or_intern(const draft& d) {
  const auto is_constant = [](const node* n) { return n->is(kind::constant); };
  if (!std::all_of(d.operands.begin(), d.operands.end(), is_constant))
    return intern(d);
  short_vector<value> values;
  for (const node* operand : d.operands)
    values.push_back(value_of(*operand));
  return constant(d.of, calculate(d, values));
}

namespace rules {

expr integer(std::int64_t value) {
  static const auto& common = *new common_integers; // outlives all statics that use it
  if (const expr* found = common.find(value))
    return *found;
  return make_constant(type::integer, value, bounds::exactly(value));
}

expr real(double value) {
  if (std::isnan(value))
    throw domain_error("a NaN is not a number to calculate with symbolically");
  const double one_zero = value == 0 ? 0.0 : value;
  return make_constant(type::real, std::bit_cast<std::int64_t>(one_zero), {});
}

expr boolean(bool value) {
  static const auto& both = *new std::array<expr, 2>{make_constant(type::boolean, 0, {}),
                                                     make_constant(type::boolean, 1, {})};
  return both[value];
}

expr symbol(type of, std::string_view name, bounds range) {
  if (name.empty())
    throw symbolic_error("a symbol needs a name");
  if (range.lower > range.upper)
    throw symbolic_error("the bounds of the symbol '" + std::string(name) +
                         "' have no value between: " + std::to_string(range.lower) + " > " +
                         std::to_string(range.upper));
  return intern({.what = kind::symbol, .of = of, .range = range, .name = name});
}

} // namespace rules
} // namespace treelize::symbolic
