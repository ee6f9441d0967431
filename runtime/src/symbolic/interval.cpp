// An end that is "no bound" calculates as a number beyond all 64-bit ones.
#include "interval.hpp"

#include "wide.hpp"

#include "treelize/detail/symbolic/arithmetic.hpp"

namespace treelize::symbolic {
namespace {

constexpr wide beyond = wide(1) << 100;

bool finite(std::int64_t end) {
  return end != bounds::none_below && end != bounds::none_above;
}
int sign(wide a) {
  return (a > 0) - (a < 0);
}

wide product(std::int64_t a, std::int64_t b) {
  if (finite(a) && finite(b))
    return static_cast<wide>(a) * b;
  return beyond * sign(a) * sign(b);
}

wide power(std::int64_t base, std::int64_t exponent) {
  if (base >= -1 && base <= 1)
    return exponent == 0 || (base == -1 && exponent % 2 == 0) ? 1 : base;
  const wide huge = base < 0 && exponent % 2 != 0 ? -beyond : beyond;
  if (!finite(base))
    return exponent == 0 ? 1 : huge;
  wide result = 1;
  for (; exponent > 0; --exponent) {
    result *= base;
    if (!fits(result))
      return huge;
  }
  return result;
}

bounds hull(std::initializer_list<wide> ends) {
  return {clamp(std::min(ends)), clamp(std::max(ends))};
}

} // namespace

bounds negated(const bounds& a) {
  return {a.bounded_above() ? clamp(-static_cast<wide>(a.upper)) : bounds::none_below,
          a.bounded_below() ? clamp(-static_cast<wide>(a.lower)) : bounds::none_above};
}

bounds times(const bounds& a, const bounds& b) {
  if (a.lower >= 0 && b.lower >= 0) // as sizes are
    return {clamp(product(a.lower, b.lower)), clamp(product(a.upper, b.upper))};
  return hull({product(a.lower, b.lower), product(a.lower, b.upper), product(a.upper, b.lower),
               product(a.upper, b.upper)});
}

bounds to_power(const bounds& base, std::int64_t exponent) {
  if (exponent == 0)
    return bounds::exactly(1);
  if (exponent == 1)
    return base;
  const wide lower = power(base.lower, exponent), upper = power(base.upper, exponent);
  return exponent % 2 == 0 && base.contains(0) ? hull({0, lower, upper}) : hull({lower, upper});
}

bounds to_power(const bounds& base, const bounds& exponent) {
  if (base.lower < 0)
    return {};
  if (base.lower == 0)
    return bounds::nonnegative();
  const std::int64_t least = std::max<std::int64_t>(exponent.lower, 0);
  return {clamp(power(base.lower, least)),
          exponent.bounded_above() ? clamp(power(base.upper, exponent.upper)) : bounds::none_above};
}

bounds floor_quotient(const bounds& a, const bounds& b) {
  if (b.upper < 0)
    return floor_quotient(negated(a), negated(b));
  if (b.lower < 1) {
    const bounds most = bounds::at_most(magnitude(a).upper);
    return {negated(most).lower, most.upper};
  }
  // Towards zero by the greatest divisor, away from it by the least.
  const std::int64_t low_divisor = a.lower < 0 ? b.lower : b.upper;
  const std::int64_t high_divisor = a.upper < 0 ? b.upper : b.lower;
  const auto quotient = [](std::int64_t over, std::int64_t under) -> std::int64_t {
    if (under == bounds::none_above)
      return over < 0 ? -1 : 0;
    return treelize::floor_div(over, under);
  };
  return {a.bounded_below() ? quotient(a.lower, low_divisor) : bounds::none_below,
          a.bounded_above() ? quotient(a.upper, high_divisor) : bounds::none_above};
}

bounds floor_remainder(const bounds& a, const bounds& b) {
  if (b.lower < 1)
    return b.upper < 0 ? negated(floor_remainder(negated(a), negated(b))) : bounds{};
  const std::int64_t most = b.bounded_above() ? b.upper - 1 : bounds::none_above;
  return {0, a.lower >= 0 ? std::min(a.upper, most) : most};
}

bounds magnitude(const bounds& a) {
  const bounds opposite = negated(a);
  const std::int64_t most = std::max(a.upper, opposite.upper);
  return {a.contains(0) ? 0 : std::max(a.lower, opposite.lower), most};
}

bounds least(const bounds& a, const bounds& b) {
  return {std::min(a.lower, b.lower), std::min(a.upper, b.upper)};
}

bounds greatest(const bounds& a, const bounds& b) {
  return {std::max(a.lower, b.lower), std::max(a.upper, b.upper)};
}

bounds either(const bounds& a, const bounds& b) {
  return {std::min(a.lower, b.lower), std::max(a.upper, b.upper)};
}

} // namespace treelize::symbolic
