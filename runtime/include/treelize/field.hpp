// Fields: values of any rank that carry their adjoints with them.
//
// `field<double> x(n, m)` holds n times m zeros in one piece of memory, row by row; `x[i]` is
// element i of that row, `x(i, j)` takes one index per dimension, and a field without extents is
// one value: `x.value()`. `x.grad` has the same shape and holds the adjoint. In a bound `grad`
// kernels accumulate there; everywhere else a field is an ordinary value type.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/shadow.hpp"
#include "treelize/tape.hpp"

#include <algorithm>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace treelize {

namespace detail {
[[noreturn]] void throw_field_shape(const std::vector<std::size_t>& shape, std::size_t elements);
[[noreturn]] void throw_negative_extent();
std::size_t count_elements(const std::vector<std::size_t>& shape);
} // namespace detail

/// Values with a shape, in one piece of memory, the last index running fastest.
template <class Type>
class field_array {
  static_assert(!std::is_same_v<Type, bool>,
                "treelize: a field of bool has no addressable elements; "
                "use field<char>");

public:
  using value_type = Type;
  using size_type = std::size_t;
  using iterator = Type*;
  using const_iterator = const Type*;

  /// One value.
  field_array() : values_(1) {}

  /// Zeros of the given extents. Throws treelize::error for a negative one.
  template <std::integral... Extents>
    requires(sizeof...(Extents) > 0)
  explicit field_array(Extents... extents)
      : shape_{extent(extents)...}, values_(detail::count_elements(shape_)) {}

  /// These values, row by row. Throws treelize::error where they are not as many as the shape has.
  field_array(std::vector<std::size_t> shape, std::vector<Type> values)
      : shape_(std::move(shape)), values_(std::move(values)) {
    if (detail::count_elements(shape_) != values_.size())
      detail::throw_field_shape(shape_, values_.size());
  }

  /// The number of elements: the product of the extents, 1 without extents.
  std::size_t size() const noexcept { return values_.size(); }
  /// An extent is zero.
  bool empty() const noexcept { return values_.empty(); }
  /// The number of dimensions, 0 for one value.
  std::size_t rank() const noexcept { return shape_.size(); }
  /// The extents, the slowest first.
  const std::vector<std::size_t>& shape() const noexcept { return shape_; }
  /// One extent; `dimension` is below rank(), which is asserted.
  std::size_t shape(std::size_t dimension) const {
    assert(dimension < shape_.size());
    return shape_[dimension];
  }

  /// The elements, size() of them, row by row. Valid until the field is assigned to, swapped or
  /// destroyed.
  Type* data() noexcept { return values_.data(); }
  /// The same, to be read.
  const Type* data() const noexcept { return values_.data(); }
  Type* begin() noexcept { return data(); }
  const Type* begin() const noexcept { return data(); }
  Type* end() noexcept { return data() + size(); }
  const Type* end() const noexcept { return data() + size(); }

  /// Element `index`, counted row by row, from zero; below size(), which is asserted.
  Type& operator[](std::size_t index) {
    assert(index < size() && "treelize: the index is outside the field");
    return values_.data()[index];
  }
  const Type& operator[](std::size_t index) const {
    assert(index < size() && "treelize: the index is outside the field");
    return values_.data()[index];
  }

  /// One index per dimension.
  template <std::integral... Indices>
  Type& operator()(Indices... indices) {
    return values_.data()[offset(indices...)];
  }
  template <std::integral... Indices>
  const Type& operator()(Indices... indices) const {
    return values_.data()[offset(indices...)];
  }

  /// The value of a field without extents.
  Type& value() {
    assert(size() == 1 && "treelize: value() is for a field of one element");
    return values_.front();
  }
  /// The same, to be read.
  const Type& value() const {
    assert(size() == 1 && "treelize: value() is for a field of one element");
    return values_.front();
  }

  /// Gives every element this value.
  void fill(const Type& object) { std::fill(values_.begin(), values_.end(), object); }

  operator std::span<Type>() noexcept { return {data(), size()}; }
  operator std::span<const Type>() const noexcept { return {data(), size()}; }

  friend bool operator==(const field_array&, const field_array&) = default;

  /// Exchanges shapes and elements, in constant time.
  void swap(field_array& other) noexcept {
    shape_.swap(other.shape_);
    values_.swap(other.values_);
  }

  /// For generated code: keeps the values until tape_read.
  void tape_write(tape& to) const {
    to.push(values_);
    to.push(shape_);
  }
  /// For generated code: takes back what the latest tape_write has kept.
  void tape_read(tape& from) {
    from.pop(shape_);
    from.pop(values_);
  }

private:
  template <std::integral Extent>
  static std::size_t extent(Extent count) {
    if constexpr (std::is_signed_v<Extent>) {
      if (count < 0)
        detail::throw_negative_extent();
    }
    return static_cast<std::size_t>(count);
  }

  template <class... Indices>
  std::size_t offset(Indices... indices) const {
    assert(sizeof...(Indices) == shape_.size() && "treelize: one index per dimension");
    std::size_t result = 0;
    [[maybe_unused]] std::size_t dimension = 0;
    ((assert(static_cast<std::size_t>(indices) < shape_[dimension] &&
             "treelize: the index is outside the field"),
      result = result * shape_.data()[dimension] + static_cast<std::size_t>(indices), ++dimension),
     ...);
    return result;
  }

  std::vector<std::size_t> shape_;
  std::vector<Type> values_;
};

/// Values with their adjoint: both of one shape, the values as in field_array, the adjoint in
/// `grad`. A copy has a copy of the adjoint. Two fields are equal whose values are.
template <class Type>
class field : public field_array<Type> {
public:
  /// The adjoint; no part of the value, so that it can be added to through a const field.
  mutable field_array<Type> grad;

  field() = default;
  field(const field& other)
      : field_array<Type>(other.copies_empty_ ? field_array<Type>(0)
                                              : static_cast<const field_array<Type>&>(other)),
        grad(other.copies_empty_ ? field_array<Type>(0) : other.grad) {}
  field(field&&) noexcept = default;
  field& operator=(const field&) = default;
  field& operator=(field&&) noexcept = default;
  ~field() = default;

  /// Zeros, and zeros as the adjoint, of the given extents. Throws treelize::error for a negative
  /// one.
  template <std::integral... Extents>
    requires(sizeof...(Extents) > 0)
  explicit field(Extents... extents) : field_array<Type>(extents...), grad(extents...) {}

  /// One dimension with these values.
  explicit field(std::vector<Type> values)
      : field_array<Type>({values.size()}, values), grad(values.size()) {}

  /// These values, row by row, in the shape given, with zeros as the adjoint. Throws
  /// treelize::error where they are not as many as the shape has.
  field(std::vector<std::size_t> shape, std::vector<Type> values)
      : field_array<Type>(std::move(shape), std::move(values)),
        grad(this->shape(), std::vector<Type>(this->size())) {}

  /// Makes the adjoint zero: a bound `grad` adds to it.
  void zero_grad() const { grad.fill(Type{}); }

  /// Equal values; the adjoints do not count.
  friend bool operator==(const field& left, const field& right) {
    return static_cast<const field_array<Type>&>(left) ==
           static_cast<const field_array<Type>&>(right);
  }

  /// A shadow: the adjoint as the value.
  field zeros_like() const { return field(this->shape(), std::vector<Type>(this->size())); }

  /// For generated code: gives a field that has no elements the shape of `primal`; throws where it
  /// has another one.
  void size_like(const field& primal, const detail::shadow_place& at = {}) {
    if (this->shape() == primal.shape())
      return;
    // A field that was never given extents, or has no elements, stands for zeros.
    if (this->rank() != 0 && !this->empty())
      detail::throw_shadow_size("shadow", at, this->size(), primal.size());
    *this = primal.zeros_like();
  }

  /// While it is set, copies have no elements: a bound `grad` copies its object for all the rest.
  void set_copies_empty(bool empty) const noexcept { copies_empty_ = empty; }

private:
  mutable bool copies_empty_ = false;
};

} // namespace treelize
