// The parts of library objects as lvalues, for generated code: those of std::complex and
// std::optional have no names of their own; the order that a sort makes, and that of a heap.
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <numeric>
#include <optional>
#include <vector>

namespace treelize {

/// Number `index` of a vector; -1 where there is none.
template <class Numbers, class Integer>
constexpr auto item(const Numbers& numbers, Integer index) {
  const auto position = static_cast<std::size_t>(index);
  using number = typename Numbers::value_type;
  return position < numbers.size() ? numbers[position] : static_cast<number>(-1);
}

/// The elements of row `index` of a vector of rows; null where there is none.
template <class Rows, class Integer>
constexpr auto* row(Rows& rows, Integer index) {
  const auto position = static_cast<std::size_t>(index);
  return position < rows.size() ? rows[position].data() : nullptr;
}

namespace detail {
struct real_part_fn {
  // The standard lays a complex number out as an array of two.
  template <class Type>
  Type& operator()(std::complex<Type>& complex_value) const {
    return reinterpret_cast<Type(&)[2]>(complex_value)[0];
  }
  template <class Type>
  constexpr Type operator()(const std::complex<Type>& complex_value) const {
    return complex_value.real();
  }
};
struct imag_part_fn {
  template <class Type>
  Type& operator()(std::complex<Type>& complex_value) const {
    return reinterpret_cast<Type(&)[2]>(complex_value)[1];
  }
  template <class Type>
  constexpr Type operator()(const std::complex<Type>& complex_value) const {
    return complex_value.imag();
  }
};
struct is_engaged_fn {
  template <class Type>
  constexpr bool operator()(const std::optional<Type>& given) const {
    return given.has_value();
  }
};
struct value_of_fn {
  template <class Type>
  constexpr Type& operator()(std::optional<Type>& given) const {
    return *given;
  }
  template <class Type>
  constexpr const Type& operator()(const std::optional<Type>& given) const {
    return *given;
  }
};
struct sorted_order_fn {
  template <class Range>
  std::vector<std::size_t> operator()(const Range& given, std::size_t first, std::size_t count,
                                      bool isDescending) const {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
      const auto &lesser = given[first + (isDescending ? right : left)],
                 &greater = given[first + (isDescending ? left : right)];
      return lesser < greater || (!(greater < lesser) && left < right);
    });
    return order;
  }
};
struct shuffled_order_fn {
  template <class Random>
  std::vector<std::size_t> operator()(std::size_t count, Random&& random) const {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), random);
    return order;
  }
};
} // namespace detail

/// Compares pairs by what comes first: the order of a heap of values that know their slots.
template <class Compare>
struct by_value {
  template <class Pair>
  bool operator()(const Pair& left, const Pair& right) const {
    return Compare{}(left.first, right.first);
  }
};

/// Where the elements of `given` from `first` on stand once they are sorted: `sorted[i]` is
/// `given[first + order[i]]`.
inline constexpr detail::sorted_order_fn sorted_order{};
/// Where the elements stood that std::shuffle puts in their order.
inline constexpr detail::shuffled_order_fn shuffled_order{};
/// The real part of a complex number, to be read or written.
inline constexpr detail::real_part_fn real_part{};
/// The imaginary part of a complex number, to be read or written.
inline constexpr detail::imag_part_fn imag_part{};
/// Does an optional hold a value?
inline constexpr detail::is_engaged_fn is_engaged{};
/// The value that an optional holds; it must hold one.
inline constexpr detail::value_of_fn value_of{};

} // namespace treelize
