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

/// Number `i` of a vector; -1 where there is none.
template <class Numbers, class I>
constexpr auto item(const Numbers& numbers, I i) {
  const auto position = static_cast<std::size_t>(i);
  using number = typename Numbers::value_type;
  return position < numbers.size() ? numbers[position] : static_cast<number>(-1);
}

/// The elements of row `i` of a vector of rows; null where there is none.
template <class Rows, class I>
constexpr auto* row(Rows& rows, I i) {
  const auto position = static_cast<std::size_t>(i);
  return position < rows.size() ? rows[position].data() : nullptr;
}

namespace detail {
struct real_part_fn {
  // The standard lays a complex number out as an array of two.
  template <class T>
  T& operator()(std::complex<T>& z) const {
    return reinterpret_cast<T(&)[2]>(z)[0];
  }
  template <class T>
  constexpr T operator()(const std::complex<T>& z) const {
    return z.real();
  }
};
struct imag_part_fn {
  template <class T>
  T& operator()(std::complex<T>& z) const {
    return reinterpret_cast<T(&)[2]>(z)[1];
  }
  template <class T>
  constexpr T operator()(const std::complex<T>& z) const {
    return z.imag();
  }
};
struct is_engaged_fn {
  template <class T>
  constexpr bool operator()(const std::optional<T>& x) const {
    return x.has_value();
  }
};
struct value_of_fn {
  template <class T>
  constexpr T& operator()(std::optional<T>& x) const {
    return *x;
  }
  template <class T>
  constexpr const T& operator()(const std::optional<T>& x) const {
    return *x;
  }
};
struct sorted_order_fn {
  template <class Range>
  std::vector<std::size_t> operator()(const Range& x, std::size_t first, std::size_t count,
                                      bool isDescending) const {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      const auto &lesser = x[first + (isDescending ? b : a)],
                 &greater = x[first + (isDescending ? a : b)];
      return lesser < greater || (!(greater < lesser) && a < b);
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
  bool operator()(const Pair& a, const Pair& b) const {
    return Compare{}(a.first, b.first);
  }
};

/// Where the elements of `x` from `first` on stand once they are sorted: `sorted[i]` is `x[first +
/// order[i]]`.
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
