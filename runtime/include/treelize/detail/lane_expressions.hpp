// Sums and products of lanes that are calculated where they are assigned: register by register, and
// of chosen parts alone. An expression is used in the statement that makes it: it refers to its
// operands.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/lane_batches.hpp"

#include <type_traits>

namespace treelize {

template <int Count>
class lanes;

namespace detail {

/// Lanes, or what is calculated from such: `over` is the type of its result, `[i]` one lane of it,
/// `at<Size>(i)` as many from that one on.
template <class Type>
concept lane_expression = requires { typename Type::over; };
template <class Left, class Right>
concept over_same_lanes = lane_expression<Left> && lane_expression<Right> &&
                          std::is_same_v<typename Left::over, typename Right::over>;

template <class Type>
struct is_lanes : std::false_type {};
template <int Count>
struct is_lanes<lanes<Count>> : std::true_type {};

/// The same number in each lane.
template <class Over>
struct lane_constant {
  using over = Over;
  double value;
  constexpr double operator[](int) const { return value; }
  template <int Size>
  [[gnu::always_inline]] batch<Size> at(int) const {
    return batch<Size>{} + value;
  }
};

/// How an operand is held: it lives as long as the expression that it stands in.
template <class Type>
struct lane_operand {
  using type = const Type&;
};
template <class Over>
struct lane_operand<lane_constant<Over>> {
  using type = lane_constant<Over>;
};
template <class Type>
using lane_operand_t = typename lane_operand<Type>::type;

/// Lanes by a factor.
template <class Values>
struct lane_product {
  using over = typename Values::over;
  lane_operand_t<Values> values;
  double factor;
  constexpr double operator[](int lane) const { return values[lane] * factor; }
  template <int Size>
  [[gnu::always_inline]] batch<Size> at(int first) const {
    return values.template at<Size>(first) * factor;
  }
};
template <class Type>
inline constexpr bool is_lane_product = false;
template <class Values>
inline constexpr bool is_lane_product<lane_product<Values>> = true;

// What is multiplied and added in one expression of C++ is one instruction of the processors that
// have it.
template <class Left, class Right>
struct lane_sum {
  using over = typename Left::over;
  lane_operand_t<Left> left;
  lane_operand_t<Right> right;
  constexpr double operator[](int lane) const { return left[lane] + right[lane]; }
  template <int Size>
  [[gnu::always_inline]] batch<Size> at(int first) const {
    if constexpr (is_lane_product<Right>)
      return left.template at<Size>(first) + right.values.template at<Size>(first) * right.factor;
    else if constexpr (is_lane_product<Left>)
      return left.values.template at<Size>(first) * left.factor + right.template at<Size>(first);
    else
      return left.template at<Size>(first) + right.template at<Size>(first);
  }
};
template <class Left, class Right>
struct lane_difference {
  using over = typename Left::over;
  lane_operand_t<Left> left;
  lane_operand_t<Right> right;
  constexpr double operator[](int lane) const { return left[lane] - right[lane]; }
  template <int Size>
  [[gnu::always_inline]] batch<Size> at(int first) const {
    if constexpr (is_lane_product<Right>)
      return left.template at<Size>(first) - right.values.template at<Size>(first) * right.factor;
    else if constexpr (is_lane_product<Left>)
      return left.values.template at<Size>(first) * left.factor - right.template at<Size>(first);
    else
      return left.template at<Size>(first) - right.template at<Size>(first);
  }
};

template <class Values>
struct lane_quotient {
  using over = typename Values::over;
  lane_operand_t<Values> values;
  double divisor;
  constexpr double operator[](int lane) const { return values[lane] / divisor; }
  template <int Size>
  [[gnu::always_inline]] batch<Size> at(int first) const {
    return values.template at<Size>(first) / divisor;
  }
};

/// Zero in the lanes whose seed is zero.
template <class Seed, class Value>
struct lane_choice {
  using over = typename Value::over;
  lane_operand_t<Seed> seed;
  lane_operand_t<Value> value;
  constexpr double operator[](int lane) const { return seed[lane] != 0.0 ? value[lane] : 0.0; }
  template <int Size>
  [[gnu::always_inline]] batch<Size> at(int first) const {
    return seed.template at<Size>(first) != 0.0 ? value.template at<Size>(first) : batch<Size>{};
  }
};

/// Zero in all lanes, or none.
template <class Value>
struct lane_option {
  using over = typename Value::over;
  bool is;
  lane_operand_t<Value> value;
  constexpr double operator[](int lane) const { return is ? value[lane] : 0.0; }
  template <int Size>
  [[gnu::always_inline]] batch<Size> at(int first) const {
    return is ? value.template at<Size>(first) : batch<Size>{};
  }
};

/// What is added or subtracted in some parts alone, a bit for each.
template <class Value>
struct lane_parts {
  unsigned parts;
  lane_operand_t<Value> value;
};

} // namespace detail

template <class Left, class Right>
  requires detail::over_same_lanes<Left, Right>
[[gnu::always_inline]] constexpr auto operator+(const Left& left, const Right& right) {
  return detail::lane_sum<Left, Right>{left, right};
}
template <class Left, class Right>
  requires detail::over_same_lanes<Left, Right>
[[gnu::always_inline]] constexpr auto operator-(const Left& left, const Right& right) {
  return detail::lane_difference<Left, Right>{left, right};
}
template <detail::lane_expression Values>
[[gnu::always_inline]] constexpr auto operator+(const Values& left, double right) {
  return left + detail::lane_constant<typename Values::over>{right};
}
template <detail::lane_expression Values>
[[gnu::always_inline]] constexpr auto operator+(double left, const Values& right) {
  return detail::lane_constant<typename Values::over>{left} + right;
}
template <detail::lane_expression Values>
[[gnu::always_inline]] constexpr auto operator-(const Values& left, double right) {
  return left - detail::lane_constant<typename Values::over>{right};
}
template <detail::lane_expression Values>
[[gnu::always_inline]] constexpr auto operator-(double left, const Values& right) {
  return detail::lane_constant<typename Values::over>{left} - right;
}
template <detail::lane_expression Values>
[[gnu::always_inline]] constexpr auto operator*(const Values& values, double factor) {
  return detail::lane_product<Values>{values, factor};
}
template <detail::lane_expression Values>
[[gnu::always_inline]] constexpr auto operator*(double factor, const Values& values) {
  return detail::lane_product<Values>{values, factor};
}
template <detail::lane_expression Values>
[[gnu::always_inline]] constexpr auto operator/(const Values& values, double divisor) {
  return detail::lane_quotient<Values>{values, divisor};
}
template <detail::lane_expression Values>
[[gnu::always_inline]] constexpr auto operator-(const Values& values) {
  if constexpr (detail::is_lane_product<Values>)
    return Values{values.values, -values.factor};
  else
    return detail::lane_product<Values>{values, -1.0};
}

/// In each lane `value`, a product with the seed, or zero where the seed is zero.
template <class Seed, class Value>
  requires detail::over_same_lanes<Seed, Value>
[[gnu::always_inline]] constexpr auto where_seeded(const Seed& seed, const Value& value) {
  return detail::lane_choice<Seed, Value>{seed, value};
}
template <detail::lane_expression Seed>
[[gnu::always_inline]] constexpr auto where_seeded(const Seed& seed, double value) {
  return where_seeded(seed, detail::lane_constant<typename Seed::over>{value});
}
/// `value` where the factor is not zero.
template <detail::lane_expression Value>
[[gnu::always_inline]] constexpr auto where_seeded(double factor, const Value& value) {
  return detail::lane_option<Value>{factor != 0.0, value};
}

/// What `+=` adds and `-=` subtracts in these parts of lanes alone.
template <detail::lane_expression Value>
[[gnu::always_inline]] constexpr auto moving(int parts, const Value& value) {
  return detail::lane_parts<Value>{static_cast<unsigned>(parts), value};
}

} // namespace treelize
