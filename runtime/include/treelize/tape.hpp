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
template <class T>
struct __attribute__((packed)) tape_slot {
  T value;
};

template <class T>
concept tape_scalar = std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_pointer_v<T>;

template <class T>
concept tape_bytes = std::is_trivially_copyable_v<T>;

template <class... T>
inline constexpr bool never = false;

} // namespace detail

/// Bytes that the tapes and rooms of this thread use and have used.
struct tape_statistics {
  std::size_t peak = 0;     // most bytes on a tape and in rooms at one time, as far as marked
  std::size_t reserved = 0; // bytes that the arena of this thread holds
  std::size_t blocks = 0;   // allocations made so far
};

/// The statistics of this thread; `tape_reset` also gives unused memory back to the system.
tape_statistics tape_usage() noexcept;
void tape_reset() noexcept;

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

  /// Tells the statistics how far the tape has grown. Programs with TREELIZE_CHECK do so before
  /// anything leaves it.
  void mark_peak() const {
    if (block_)
      detail::tape_mark_peak(block_, top_);
  }

  template <class T>
  void push(const T& value) {
    if constexpr (detail::tape_scalar<T>)
      reinterpret_cast<detail::tape_slot<T>*>(take(sizeof(T)))->value = value;
    else if constexpr (detail::tape_bytes<T>)
      std::memcpy(take(sizeof(T)), &value, sizeof(T));
    else
      push_object(value);
  }

  template <class T>
  void pop(T& value) {
    if constexpr (detail::tape_scalar<T>)
      value = reinterpret_cast<const detail::tape_slot<T>*>(give(sizeof(T)))->value;
    else if constexpr (detail::tape_bytes<T>)
      std::memcpy(static_cast<void*>(&value), give(sizeof(T)), sizeof(T));
    else
      pop_object(value);
  }

  /// A record: numbers in one piece, with one test for room. It is popped whole.
  template <detail::tape_scalar... T>
    requires(sizeof...(T) > 1)
  void push(const T&... values) {
    std::byte* slot = take((sizeof(T) + ...));
    ((reinterpret_cast<detail::tape_slot<T>*>(slot)->value = values, slot += sizeof(T)), ...);
  }

  /// The record on top; the value that was pushed last comes first.
  template <detail::tape_scalar... T>
    requires(sizeof...(T) > 1)
  void pop(T&... values) {
    constexpr std::size_t bytes = (sizeof(T) + ...);
    const std::byte* slot = give(bytes) + bytes;
    ((slot -= sizeof(T), values = reinterpret_cast<const detail::tape_slot<T>*>(slot)->value), ...);
  }

  /// The last value pushed, taken off.
  template <class T>
  T pop() {
    T value = blank<T>();
    pop(value);
    return value;
  }

  /// `count` elements at once.
  template <class T>
  void push_range(const T* first, std::size_t count) {
    if constexpr (detail::tape_bytes<T>) {
      if (count != 0)
        std::memcpy(take(count * sizeof(T)), first, count * sizeof(T));
    } else {
      for (std::size_t i = 0; i < count; ++i)
        push(first[i]);
    }
  }

  template <class T>
  void pop_range(T* first, std::size_t count) {
    if constexpr (detail::tape_bytes<T>) {
      if (count != 0)
        std::memcpy(static_cast<void*>(first), give(count * sizeof(T)), count * sizeof(T));
    } else {
      for (std::size_t i = count; i-- > 0;)
        pop(first[i]);
    }
  }

  /// What a span refers to.
  template <class T>
  void push_elements(std::span<T> elements) {
    push_range(elements.data(), elements.size());
  }
  template <class T>
  void pop_elements(std::span<T> elements) {
    pop_range(elements.data(), elements.size());
  }

  /// Room for `count` elements in one piece, uninitialised. Throws std::bad_array_new_length for
  /// more than an address can count.
  template <detail::tape_bytes T>
  T* take(std::size_t count) {
    if (count > (std::numeric_limits<std::size_t>::max() - alignof(T)) / sizeof(T)) [[unlikely]]
      throw std::bad_array_new_length();
    return aligned<T>(take(room_for<T>(count)));
  }

  /// What the last `take` of as many elements made leaves the tape. The elements stay readable
  /// until the tape grows again.
  template <detail::tape_bytes T>
  T* give_back(std::size_t count) {
    return aligned<T>(give(room_for<T>(count)));
  }

private:
  template <class T>
  static std::size_t room_for(std::size_t count) {
    return count * sizeof(T) + alignof(T) - 1;
  }
  template <class T>
  static T* aligned(std::byte* first) {
    const auto address = reinterpret_cast<std::uintptr_t>(first);
    return reinterpret_cast<T*>(first + (alignof(T) - address % alignof(T)) % alignof(T));
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

  template <class T>
  void push_object(const T& value);
  template <class T>
  void pop_object(T& value);

  /// The parts of a tuple, last first.
  template <class Tuple>
  void pop_parts(Tuple& parts) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (this->pop(std::get<sizeof...(I) - 1 - I>(parts)), ...);
    }(std::make_index_sequence<std::tuple_size_v<Tuple>>{});
  }

  std::byte* top_ = nullptr;
  std::byte* end_ = nullptr;
  std::byte* base_ = nullptr;
  detail::tape_block* block_ = nullptr;
};

namespace detail {

template <class T>
struct is_std_vector : std::false_type {};
template <class T, class A>
struct is_std_vector<std::vector<T, A>> : std::true_type {};
template <class A>
struct is_std_vector<std::vector<bool, A>> : std::false_type {};
template <class T>
struct is_bool_vector : std::false_type {};
template <class A>
struct is_bool_vector<std::vector<bool, A>> : std::true_type {};
template <class T>
struct is_std_array : std::false_type {};
template <class T, std::size_t N>
struct is_std_array<std::array<T, N>> : std::true_type {};
template <class T>
struct is_std_tuple : std::false_type {};
template <class... T>
struct is_std_tuple<std::tuple<T...>> : std::true_type {};
template <class A, class B>
struct is_std_tuple<std::pair<A, B>> : std::true_type {};
template <class T>
struct is_optional : std::false_type {};
template <class T>
struct is_optional<std::optional<T>> : std::true_type {};

template <class T>
concept sequence = is_std_vector<T>::value || std::is_same_v<T, std::string>;

} // namespace detail

template <class T>
void tape::push_object(const T& value) {
  if constexpr (detail::sequence<T>) {
    push_range(value.data(), value.size());
    push(value.size());
  } else if constexpr (detail::is_bool_vector<T>::value) {
    for (bool bit : value)
      push(bit);
    push(value.size());
  } else if constexpr (std::is_array_v<T>) {
    push_range(&value[0], std::extent_v<T>);
  } else if constexpr (detail::is_std_array<T>::value) {
    push_range(value.data(), value.size());
  } else if constexpr (detail::is_optional<T>::value) {
    if (value)
      push(*value);
    push(value.has_value());
  } else if constexpr (detail::is_std_tuple<T>::value) {
    std::apply([this](const auto&... part) { (this->push(part), ...); }, value);
  } else if constexpr (detail::dense_object<T>) {
    push_range(dense<T>::data(value), dense<T>::size(value));
    push(dense<T>::shape(value));
  } else if constexpr (requires { value.tape_write(*this); }) {
    value.tape_write(*this);
  } else if constexpr (record<T>) {
    std::apply([this](const auto&... part) { (this->push(part), ...); }, detail::tie_all(value));
  } else {
    static_assert(detail::never<T>, "treelize: a value of this type cannot be put on the tape");
  }
}

template <class T>
void tape::pop_object(T& value) {
  if constexpr (detail::sequence<T>) {
    using element = typename T::value_type;
    if constexpr (std::is_default_constructible_v<element>)
      value.resize(pop<std::size_t>());
    else
      value.resize(pop<std::size_t>(), blank<element>());
    pop_range(value.data(), value.size());
  } else if constexpr (detail::is_bool_vector<T>::value) {
    value.resize(pop<std::size_t>());
    for (std::size_t i = value.size(); i-- > 0;)
      value[i] = pop<bool>();
  } else if constexpr (std::is_array_v<T>) {
    pop_range(&value[0], std::extent_v<T>);
  } else if constexpr (detail::is_std_array<T>::value) {
    pop_range(value.data(), value.size());
  } else if constexpr (detail::is_optional<T>::value) {
    if (!pop<bool>())
      value.reset();
    else
      pop(value ? *value : value.emplace());
  } else if constexpr (detail::is_std_tuple<T>::value) {
    pop_parts(value);
  } else if constexpr (detail::dense_object<T>) {
    dense<T>::reshape(value, pop<decltype(dense<T>::shape(value))>());
    pop_range(dense<T>::data(value), dense<T>::size(value));
  } else if constexpr (requires { value.tape_read(*this); }) {
    value.tape_read(*this);
  } else if constexpr (record<T>) {
    auto parts = detail::tie_all(value);
    pop_parts(parts);
  } else {
    static_assert(detail::never<T>, "treelize: a value of this type cannot be put on the tape");
  }
}

} // namespace treelize
