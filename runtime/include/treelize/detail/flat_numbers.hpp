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
template <class Type>
concept number_row = shadow_range<Type> && requires(Type& object) {
  { std::data(object) } -> to_numbers;
};
template <class Type>
concept number_matrix = dense_object<Type> && requires(Type& object) {
  { dense<Type>::data(object) } -> to_numbers;
};

/// Calls `function(first, count)` for numbers that are side by side, in the order of the leaves.
template <class Type, class Function>
void for_each_row(Type& object, const Function& function) {
  if constexpr (std::is_const_v<Type>) {
    return;
  } else if constexpr (std::is_floating_point_v<Type>) {
    function(&object, 1);
  } else if constexpr (is_complex<Type>::value) {
    function(&real_part(object), 2);
  } else if constexpr (number_matrix<Type>) {
    function(dense<Type>::data(object), dense<Type>::size(object));
  } else if constexpr (number_row<Type>) {
    function(std::data(object), std::size(object));
  } else if constexpr (!std::is_scalar_v<Type>) {
    for_each_part(
        [&](auto&& part) {
          if constexpr (writable_part<decltype(part)>)
            for_each_row(part, function);
        },
        object);
  }
}

class flat_numbers {
public:
  /// Refers to the numbers of `object`, which keeps its structure meanwhile.
  template <class Type>
  explicit flat_numbers(Type& object) {
    for_each_row(object, [this](auto* first, std::size_t count) { this->add(first, count); });
  }

  std::size_t size() const { return size_; }

  void read(std::size_t first, std::span<double> to) const {
    for_each_overlap(first, to.size(), [&](const auto* number, std::size_t count, std::size_t at) {
      std::copy_n(number, count, to.data() + at);
    });
  }
  /// The numbers divided by `divisor`, as each one's type divides.
  void write(std::size_t first, std::span<const double> from, double divisor = 1) const {
    for_each_overlap(
        first, from.size(), [&]<class Type>(Type* number, std::size_t count, std::size_t at) {
          for (std::size_t index = 0; index < count; ++index)
            number[index] = static_cast<Type>(from[at + index]) / static_cast<Type>(divisor);
        });
  }
  void set_zero(std::size_t first, std::size_t count) const {
    for_each_overlap(first, count, [](auto* number, std::size_t wanted, std::size_t) {
      std::fill_n(number, wanted, 0);
    });
  }
  /// Sums of numbers that would stand here, as each one's type adds: a sum of two floats in double
  /// is exact enough to be rounded once more.
  void round(std::size_t first, std::span<double> sums) const {
    if (!has_floats_)
      return;
    for_each_overlap(first, sums.size(), [&]<class Type>(Type*, std::size_t count, std::size_t at) {
      for (std::size_t index = 0; index < count; ++index)
        sums[at + index] = static_cast<Type>(sums[at + index]);
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

  template <class Type>
  void add(Type* first, std::size_t count) {
    static_assert(
        sizeof(Type) <= sizeof(double),
        "treelize: numbers of a tree are exchanged as double, which a long double exceeds");
    constexpr bool is_float = std::is_same_v<Type, float>;
    if (count == 0)
      return;
    if (!continues_last(first, is_float))
      rows_.push_back({size_, first, is_float});
    size_ += count;
    has_floats_ |= is_float;
  }
  template <class Type>
  bool continues_last(const Type* first, bool is_float) const {
    if (rows_.empty() || rows_.back().is_float != is_float)
      return false;
    return static_cast<const Type*>(rows_.back().numbers) + (size_ - rows_.back().first) == first;
  }

  /// Calls `function(number, count, at)` for the rows that have some of the numbers from `first`
  /// on; `at` is counted from there.
  template <class Function>
  void for_each_overlap(std::size_t first, std::size_t count, const Function& function) const {
    const std::size_t last = first + count;
    auto row = std::ranges::upper_bound(rows_, first, {}, &row::first);
    for (std::size_t at = first; at < last; ++row) {
      const std::size_t end = (std::min)(last, row == rows_.end() ? size_ : row->first);
      const auto& here = *std::prev(row);
      const std::size_t skipped = at - here.first;
      if (here.is_float)
        function(static_cast<float*>(here.numbers) + skipped, end - at, at - first);
      else
        function(static_cast<double*>(here.numbers) + skipped, end - at, at - first);
      at = end;
    }
  }
};

/// To read alone.
template <class Type>
flat_numbers numbers_of(const Type& object) {
  return flat_numbers(const_cast<Type&>(object));
}

} // namespace treelize::detail
