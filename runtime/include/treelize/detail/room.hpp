// Arrays that live as long as a call of a kernel: its local ones, and what its loops keep for the
// reverse sweep.
//
// The memory is the thread's and stays with it. To the compiler it is new: nothing else refers to
// it, so that loops over several rooms need no test whether they overlap.
#pragma once

#include "treelize/detail/raise.hpp"

#include <concepts>
#include <cstddef>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#ifdef TREELIZE_RUN
#include <vector>
#endif

namespace treelize {

namespace detail {

/// The last room that was taken is the first to be left. `kept` bytes of it count as tape.
[[gnu::malloc]] void* take_room(std::size_t bytes, std::size_t kept);
void leave_room(void* room, std::size_t kept) noexcept;

} // namespace detail

/// The number of elements of `rows` arrays of `count` each, or of arrays of arrays; more than an
/// address can count are as many as it can, which nobody has room for.
template <std::integral Rows, std::integral Count>
constexpr std::size_t product(Rows rows, Count count) {
  constexpr std::size_t most = (std::numeric_limits<std::size_t>::max)();
#ifdef TREELIZE_RUN // a derivative within a kernel: the same as a formula
  const auto all = static_cast<std::size_t>(rows), each = static_cast<std::size_t>(count);
  return all == 0 || each <= most / all ? all * each : most;
#else
  std::size_t all = 0;
  return rows == 0 || !__builtin_mul_overflow(rows, count, &all) ? all : most;
#endif
}
template <std::integral Rows, std::integral... Counts>
constexpr std::size_t product(Rows rows, Counts... counts) {
  return product(rows, product(counts...));
}

#ifdef TREELIZE_RUN // a derivative within a kernel: the tool differentiates vectors
template <class Type>
class room {
public:
  explicit room(std::size_t count) : elements_(count) {}
  room(std::size_t count, const Type& value) : elements_(count, value) {}
  Type* data() const { return elements_.data(); }
  std::size_t size() const { return elements_.size(); }
  template <std::integral Integer>
  Type& operator[](Integer index) const {
    return elements_[index];
  }

private:
  mutable std::vector<Type> elements_;
};
#else
/// `count` elements: without values, of what is kept for the reverse sweep; with one, of an array
/// of the program's. Throws std::bad_array_new_length for more than an address can count.
template <class Type>
  requires std::is_trivially_copyable_v<Type>
class room {
public:
  explicit room(std::size_t count) : room(memory{bytes_of(count), bytes_of(count)}) {}
  room(std::size_t count, const Type& value) : room(memory{bytes_of(count), 0}) {
    std::uninitialized_fill_n(elements_, count, value);
  }
  ~room() { detail::leave_room(elements_, memory_.kept); }
  room(const room&) = delete;
  room& operator=(const room&) = delete;

  Type* data() const { return elements_; }
  std::size_t size() const { return memory_.bytes / sizeof(Type); }
  template <std::integral Integer>
  Type& operator[](Integer index) const {
    return elements_[index];
  }

private:
  struct memory {
    std::size_t bytes, kept;
  };
  memory memory_;
  Type* elements_;

  explicit room(memory of)
      : memory_(of), elements_(static_cast<Type*>(detail::take_room(of.bytes, of.kept))) {}

  static std::size_t bytes_of(std::size_t count) {
    if (count > (std::numeric_limits<std::size_t>::max)() / sizeof(Type) / 2) [[unlikely]]
      detail::raise(std::bad_array_new_length());
    return count * sizeof(Type);
  }
};
#endif

/// Array `index` of those that follow one another, `count` elements each.
template <class Type, std::integral Integer, std::integral Count>
Type* row(Type* rows, Integer index, Count count) {
  Type* first = rows + static_cast<std::size_t>(index) * static_cast<std::size_t>(count);
#if defined(__clang__) && !defined(TREELIZE_RUN)
  // Before a loop over rows it would compare the memory of all of them, and find that they meet.
  __asm__("" : "+r"(first));
#endif
  return first;
}
template <class Type, std::integral Integer, std::integral Count>
Type* row(const room<Type>& rows, Integer index, Count count) {
  return row(rows.data(), index, count);
}

} // namespace treelize
