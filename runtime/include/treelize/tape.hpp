// The tape of a reverse sweep: a stack of bytes, strictly last in, first out.
//
// A tape leases blocks from an arena of its thread and gives them back when it dies, so that in the
// steady state nothing is allocated, and neither an exception nor a kernel within a kernel disturbs
// it. Pushing is one comparison and one store; all that is rare happens out of line, and on values,
// so that the compiler may keep the tape in registers.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/access.hpp"
#include "treelize/detail/dense.hpp"
#include "treelize/detail/raise.hpp"
#include "treelize/detail/room.hpp"

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace treelize {

namespace detail {

/// A piece of the arena; the bytes follow the header.
struct alignas(64) tape_block {
  tape_block* below;  // the block that was filled before this one
  tape_block* spare;  // an empty block kept for the next push, with its own spare
  std::byte* left_at; // where the block below was left
  std::size_t capacity;

  std::byte* begin() { return reinterpret_cast<std::byte*>(this + 1); }
  std::byte* end() { return begin() + capacity; }
};

/// A block above `block` with room for `bytes`; `top` is where `block` is left.
tape_block* tape_block_above(tape_block* block, std::byte* top, std::size_t bytes);
/// The block below `block`, which is empty.
tape_block* tape_block_below(tape_block* block);
/// Gives `block` and all below it back to the arena.
void tape_release(tape_block* block) noexcept;
void tape_mark_peak(tape_block* block, std::byte* top) noexcept;

/// A scalar on the tape, wherever it happens to lie.
template <class Type>
struct __attribute__((packed)) tape_slot {
  Type value;
};

template <class Type>
concept tape_scalar = std::is_arithmetic_v<Type> || std::is_enum_v<Type> || std::is_pointer_v<Type>;

template <class Type>
concept tape_bytes = std::is_trivially_copyable_v<Type>;

template <class... Type>
inline constexpr bool never = false;

} // namespace detail

/// Bytes that the tapes and rooms of this thread use and have used.
struct tape_statistics {
  /// Most bytes on a tape and in rooms at one time, as far as marked; local arrays do not count.
  std::size_t peak = 0;
  std::size_t reserved = 0; ///< bytes that the arena of this thread holds
  std::size_t blocks = 0;   ///< allocations made so far
};

/// The statistics of this thread; `tape_reset` also gives unused memory back to the system.
tape_statistics tape_usage() noexcept;
/// Begins the statistics of this thread anew, and gives memory that no tape uses back to the
/// system.
void tape_reset() noexcept;

namespace detail {

template <class Type>
struct is_std_vector : std::false_type {};
template <class Type, class Left>
struct is_std_vector<std::vector<Type, Left>> : std::true_type {};
template <class Left>
struct is_std_vector<std::vector<bool, Left>> : std::false_type {};
template <class Type>
struct is_bool_vector : std::false_type {};
template <class Left>
struct is_bool_vector<std::vector<bool, Left>> : std::true_type {};
template <class Type>
struct is_std_array : std::false_type {};
template <class Type, std::size_t Count>
struct is_std_array<std::array<Type, Count>> : std::true_type {};
template <class Type>
struct is_std_tuple : std::false_type {};
template <class... Type>
struct is_std_tuple<std::tuple<Type...>> : std::true_type {};
template <class Left, class Right>
struct is_std_tuple<std::pair<Left, Right>> : std::true_type {};
template <class Type>
struct is_optional : std::false_type {};
template <class Type>
struct is_optional<std::optional<Type>> : std::true_type {};

template <class Type>
concept sequence = is_std_vector<Type>::value || std::is_same_v<Type, std::string>;

} // namespace detail

} // namespace treelize

#ifdef TREELIZE_RUN // a derivative within a kernel: the tool differentiates vectors
#include "treelize/detail/tape_model.hpp"
#else
namespace treelize {

class tape {
public:
  tape() = default;
  tape(const tape&) = delete;
  tape& operator=(const tape&) = delete;
  ~tape() {
    if (block_)
      detail::tape_release(block_);
  }

  bool empty() const { return !block_ || (top_ == base_ && !block_->below); }

  /// Where the tape ends.
  struct end_mark {
    detail::tape_block* block;
    std::byte* top;
  };
  end_mark mark() const { return {block_, top_}; }
  /// Puts back on the tape what has left it since the mark was taken; nothing else was put there
  /// meanwhile.
  void return_to(const end_mark& end) {
    for (detail::tape_block* block = end.block; block && block->below; block = block->below)
      block->below->spare = nullptr;
    if (end.block)
      enter(end.block);
    top_ = end.top;
  }

  /// Tells the statistics how far the tape has grown. Programs with TREELIZE_CHECK do so before
  /// anything leaves it.
  void mark_peak() const {
    if (block_)
      detail::tape_mark_peak(block_, top_);
  }

  template <class Type>
  void push(const Type& value) {
    if constexpr (detail::tape_scalar<Type>)
      reinterpret_cast<detail::tape_slot<Type>*>(take(sizeof(Type)))->value = value;
    else if constexpr (detail::tape_bytes<Type>)
      std::memcpy(take(sizeof(Type)), &value, sizeof(Type));
    else
      push_object(value);
  }

  template <class Type>
  void pop(Type& value) {
    if constexpr (detail::tape_scalar<Type>)
      value = reinterpret_cast<const detail::tape_slot<Type>*>(give(sizeof(Type)))->value;
    else if constexpr (detail::tape_bytes<Type>)
      std::memcpy(static_cast<void*>(&value), give(sizeof(Type)), sizeof(Type));
    else
      pop_object(value);
  }

  /// A bit of a std::vector<bool>, which is no object.
  void push(std::vector<bool>::reference bit) { push(static_cast<bool>(bit)); }
  void pop(std::vector<bool>::reference bit) { bit = pop<bool>(); }

  /// A record: numbers in one piece, with one test for room. It is popped whole.
  template <detail::tape_scalar... Type>
    requires(sizeof...(Type) > 1)
  void push(const Type&... values) {
    std::byte* slot = take((sizeof(Type) + ...));
    ((reinterpret_cast<detail::tape_slot<Type>*>(slot)->value = values, slot += sizeof(Type)), ...);
  }

  /// The record on top; the value that was pushed last comes first.
  template <detail::tape_scalar... Type>
    requires(sizeof...(Type) > 1)
  void pop(Type&... values) {
    constexpr std::size_t bytes = (sizeof(Type) + ...);
    const std::byte* slot = give(bytes) + bytes;
    ((slot -= sizeof(Type), values = reinterpret_cast<const detail::tape_slot<Type>*>(slot)->value),
     ...);
  }

  /// The last value pushed, taken off.
  template <class Type>
  Type pop() {
    Type value = blank<Type>();
    pop(value);
    return value;
  }

  /// `count` elements at once.
  template <class Type>
  void push_range(const Type* first, std::size_t count) {
    if constexpr (detail::tape_bytes<Type>) {
      if (count != 0)
        std::memcpy(take(count * sizeof(Type)), first, count * sizeof(Type));
    } else {
      for (std::size_t index = 0; index < count; ++index)
        push(first[index]);
    }
  }

  template <class Type>
  void pop_range(Type* first, std::size_t count) {
    if constexpr (detail::tape_bytes<Type>) {
      if (count != 0)
        std::memcpy(static_cast<void*>(first), give(count * sizeof(Type)), count * sizeof(Type));
    } else {
      for (std::size_t index = count; index-- > 0;)
        pop(first[index]);
    }
  }

  /// What a span refers to.
  template <class Type>
  void push_elements(std::span<Type> elements) {
    push_range(elements.data(), elements.size());
  }
  template <class Type>
  void pop_elements(std::span<Type> elements) {
    pop_range(elements.data(), elements.size());
  }

  /// Room for `count` elements in one piece, uninitialised. Throws std::bad_array_new_length for
  /// more than an address can count.
  template <detail::tape_bytes Type>
  Type* take(std::size_t count) {
    if (count > ((std::numeric_limits<std::size_t>::max)() - alignof(Type)) / sizeof(Type))
        [[unlikely]]
      detail::raise(std::bad_array_new_length());
    return aligned<Type>(take(room_for<Type>(count)));
  }

  /// What the last `take` of as many elements made leaves the tape. The elements stay readable
  /// until the tape grows again.
  template <detail::tape_bytes Type>
  Type* give_back(std::size_t count) {
    return aligned<Type>(give(room_for<Type>(count)));
  }

private:
  template <class Type>
  static std::size_t room_for(std::size_t count) {
    return count * sizeof(Type) + alignof(Type) - 1;
  }
  template <class Type>
  static Type* aligned(std::byte* first) {
    const auto address = reinterpret_cast<std::uintptr_t>(first);
    return reinterpret_cast<Type*>(first +
                                   (alignof(Type) - address % alignof(Type)) % alignof(Type));
  }

  std::byte* take(std::size_t bytes) {
    if (static_cast<std::size_t>(end_ - top_) < bytes) [[unlikely]]
      enter(detail::tape_block_above(block_, top_, bytes));
    std::byte* first = top_;
    top_ += bytes;
    return first;
  }

  std::byte* give(std::size_t bytes) {
#ifdef TREELIZE_CHECK
    mark_peak();
#endif
    if (top_ == base_ && bytes != 0) [[unlikely]] {
      std::byte* left_at = block_->left_at;
      enter(detail::tape_block_below(block_));
      top_ = left_at;
    }
    assert(static_cast<std::size_t>(top_ - base_) >= bytes && "treelize: nothing left on the tape");
    top_ -= bytes;
    return top_;
  }

  void enter(detail::tape_block* block) {
    block_ = block;
    base_ = top_ = block->begin();
    end_ = block->end();
  }

  template <class Type>
  void push_object(const Type& value);
  template <class Type>
  void pop_object(Type& value);

  /// The parts of a tuple, last first.
  template <class Tuple>
  void pop_parts(Tuple& parts) {
    [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      (this->pop(std::get<sizeof...(Index) - 1 - Index>(parts)), ...);
    }(std::make_index_sequence<std::tuple_size_v<Tuple>>{});
  }

  std::byte* top_ = nullptr;
  std::byte* end_ = nullptr;
  std::byte* base_ = nullptr;
  detail::tape_block* block_ = nullptr;
};

template <class Type>
void tape::push_object(const Type& value) {
  if constexpr (detail::sequence<Type>) {
    push_range(value.data(), value.size());
    push(value.size());
  } else if constexpr (detail::is_bool_vector<Type>::value) {
    for (bool bit : value)
      push(bit);
    push(value.size());
  } else if constexpr (std::is_array_v<Type>) {
    push_range(&value[0], std::extent_v<Type>);
  } else if constexpr (detail::is_std_array<Type>::value) {
    push_range(value.data(), value.size());
  } else if constexpr (detail::is_optional<Type>::value) {
    if (value)
      push(*value);
    push(value.has_value());
  } else if constexpr (detail::is_std_tuple<Type>::value) {
    std::apply([this](const auto&... part) { (this->push(part), ...); }, value);
  } else if constexpr (detail::dense_object<Type>) {
    push_range(dense<Type>::data(value), dense<Type>::size(value));
    push(dense<Type>::shape(value));
  } else if constexpr (requires { value.tape_write(*this); }) {
    value.tape_write(*this);
  } else if constexpr (record<Type>) {
    std::apply([this](const auto&... part) { (this->push(part), ...); }, detail::tie_all(value));
  } else {
    static_assert(detail::never<Type>, "treelize: a value of this type cannot be put on the tape");
  }
}

template <class Type>
void tape::pop_object(Type& value) {
  if constexpr (detail::sequence<Type>) {
    using element = typename Type::value_type;
    if constexpr (std::is_default_constructible_v<element>)
      value.resize(pop<std::size_t>());
    else
      value.resize(pop<std::size_t>(), blank<element>());
    pop_range(value.data(), value.size());
  } else if constexpr (detail::is_bool_vector<Type>::value) {
    value.resize(pop<std::size_t>());
    for (std::size_t index = value.size(); index-- > 0;)
      value[index] = pop<bool>();
  } else if constexpr (std::is_array_v<Type>) {
    pop_range(&value[0], std::extent_v<Type>);
  } else if constexpr (detail::is_std_array<Type>::value) {
    pop_range(value.data(), value.size());
  } else if constexpr (detail::is_optional<Type>::value) {
    if (!pop<bool>())
      value.reset();
    else
      pop(value ? *value : value.emplace());
  } else if constexpr (detail::is_std_tuple<Type>::value) {
    pop_parts(value);
  } else if constexpr (detail::dense_object<Type>) {
    dense<Type>::reshape(value, pop<decltype(dense<Type>::shape(value))>());
    pop_range(dense<Type>::data(value), dense<Type>::size(value));
  } else if constexpr (requires { value.tape_read(*this); }) {
    value.tape_read(*this);
  } else if constexpr (record<Type>) {
    auto parts = detail::tie_all(value);
    pop_parts(parts);
  } else {
    static_assert(detail::never<Type>, "treelize: a value of this type cannot be put on the tape");
  }
}

} // namespace treelize
#endif
