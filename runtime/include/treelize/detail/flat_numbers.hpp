// The numbers of a tree that carry a derivative, as one row in the order of its leaves: read and
// written by position, wherever they are.
#pragma once

#include "treelize/detail/parts.hpp"
#include "treelize/detail/shadow.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <type_traits>
#include <vector>

namespace treelize::detail {

template <class Pointer>
concept to_numbers = std::is_floating_point_v<std::remove_pointer_t<Pointer>> &&
                     !std::is_const_v<std::remove_pointer_t<Pointer>>;
/// Numbers side by side in a container, or in a matrix.
template <class T>
concept number_row = shadow_range<T> && requires(T& x) {
  { std::data(x) } -> to_numbers;
};
template <class T>
concept number_matrix = dense_object<T> && requires(T& x) {
  { dense<T>::data(x) } -> to_numbers;
};

/// Calls `f(first, count)` for numbers that are side by side, in the order of the leaves.
template <class T, class F>
void for_each_row(T& x, const F& f) {
  if constexpr (std::is_const_v<T>) {
    return;
  } else if constexpr (std::is_floating_point_v<T>) {
    f(&x, 1);
  } else if constexpr (is_complex<T>::value) {
    f(&real_part(x), 2);
  } else if constexpr (number_matrix<T>) {
    f(dense<T>::data(x), dense<T>::size(x));
  } else if constexpr (number_row<T>) {
    f(std::data(x), std::size(x));
  } else if constexpr (!std::is_scalar_v<T>) {
    for_each_part(
        [&](auto&& part) {
          if constexpr (writable_part<decltype(part)>)
            for_each_row(part, f);
        },
        x);
  }
}

class flat_numbers {
public:
  /// Refers to the numbers of `x`, which keeps its structure meanwhile.
  template <class T>
  explicit flat_numbers(T& x) {
    for_each_row(x, [this](auto* first, std::size_t count) { this->add(first, count); });
  }

  std::size_t size() const { return size_; }

  void read(std::size_t first, std::span<double> to) const {
    for_each_overlap(first, to.size(), [&](const auto* number, std::size_t count, std::size_t at) {
      std::copy_n(number, count, to.data() + at);
    });
  }
  /// The numbers divided by `divisor`, as each one's type divides.
  void write(std::size_t first, std::span<const double> from, double divisor = 1) const {
    for_each_overlap(first, from.size(),
                     [&]<class T>(T* number, std::size_t count, std::size_t at) {
                       for (std::size_t i = 0; i < count; ++i)
                         number[i] = static_cast<T>(from[at + i]) / static_cast<T>(divisor);
                     });
  }
  void set_zero(std::size_t first, std::size_t count) const {
    for_each_overlap(first, count,
                     [](auto* number, std::size_t n, std::size_t) { std::fill_n(number, n, 0); });
  }
  /// Sums of numbers that would stand here, as each one's type adds: a sum of two floats in double
  /// is exact enough to be rounded once more.
  void round(std::size_t first, std::span<double> sums) const {
    if (!has_floats_)
      return;
    for_each_overlap(first, sums.size(), [&]<class T>(T*, std::size_t count, std::size_t at) {
      for (std::size_t i = 0; i < count; ++i)
        sums[at + i] = static_cast<T>(sums[at + i]);
    });
  }

private:
  struct row {
    std::size_t first; // the position of its first number
    void* numbers;
    bool is_float;
  };

  std::vector<row> rows_;
  std::size_t size_ = 0;
  bool has_floats_ = false;

  template <class T>
  void add(T* first, std::size_t count) {
    static_assert(
        sizeof(T) <= sizeof(double),
        "treelize: numbers of a tree are exchanged as double, which a long double exceeds");
    constexpr bool is_float = std::is_same_v<T, float>;
    if (count == 0)
      return;
    if (!continues_last(first, is_float))
      rows_.push_back({size_, first, is_float});
    size_ += count;
    has_floats_ |= is_float;
  }
  template <class T>
  bool continues_last(const T* first, bool is_float) const {
    if (rows_.empty() || rows_.back().is_float != is_float)
      return false;
    return static_cast<const T*>(rows_.back().numbers) + (size_ - rows_.back().first) == first;
  }

  /// Calls `f(number, count, at)` for the rows that have some of the numbers from `first` on; `at`
  /// is counted from there.
  template <class F>
  void for_each_overlap(std::size_t first, std::size_t count, const F& f) const {
    const std::size_t last = first + count;
    auto row = std::ranges::upper_bound(rows_, first, {}, &row::first);
    for (std::size_t at = first; at < last; ++row) {
      const std::size_t end = std::min(last, row == rows_.end() ? size_ : row->first);
      const auto& here = *std::prev(row);
      const std::size_t skipped = at - here.first;
      if (here.is_float)
        f(static_cast<float*>(here.numbers) + skipped, end - at, at - first);
      else
        f(static_cast<double*>(here.numbers) + skipped, end - at, at - first);
      at = end;
    }
  }
};

/// To read alone.
template <class T>
flat_numbers numbers_of(const T& x) {
  return flat_numbers(const_cast<T&>(x));
}

} // namespace treelize::detail
