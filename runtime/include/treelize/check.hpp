// What a derivative relies on, checked when it runs: the memory of its arguments and shadows is
// distinct.
//
// A program that defines TREELIZE_CHECK, for all of its units, checks this at the beginning of
// every sweep and gets a treelize::aliasing_error that names the kernel and the two. Otherwise the
// checks are no code.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/shadow.hpp"

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <type_traits>
#include <vector>

namespace treelize::detail {

/// What a kernel does with memory of its caller's. Two that only add to it may share it.
enum class memory_access { read, added, written };

struct address_range {
  const std::byte* begin;
  const std::byte* end;
};

/// All the memory that a kernel reaches by one of its variables.
struct memory_use {
  const char* name;
  memory_access access;
  std::vector<address_range> ranges;
};

/// Throws an aliasing_error for the first two that overlap, unless both are only read or both only
/// added to.
void check_distinct(const char* kernel, std::initializer_list<memory_use> uses);

template <class T>
concept contiguous_range = !std::is_pointer_v<T> && requires(const T& x) {
  { *std::data(x) } -> std::convertible_to<const std::remove_pointer_t<decltype(std::data(x))>&>;
  std::size(x);
};

template <class T>
void add_elements(const T* first, std::size_t count, std::vector<address_range>& to);

/// How far a pointer reaches is unknown: its first element alone.
template <class T>
void add_memory(T* x, std::vector<address_range>& to) {
  if constexpr (std::is_object_v<T>)
    add_elements(x, x ? 1 : 0, to);
}

/// The object itself, its elements and parts.
template <class T>
void add_memory(const T& x, std::vector<address_range>& to) {
  const auto* object = reinterpret_cast<const std::byte*>(std::addressof(x));
  to.push_back({object, object + sizeof(T)});
  if constexpr (contiguous_range<T>) {
    add_elements(std::data(x), std::size(x), to);
  } else if constexpr (record<T> ||
                       (!std::is_scalar_v<T> && !std::is_aggregate_v<T> && !is_lanes<T>::value)) {
    for_each_part(
        [&to](auto&& part) {
          if constexpr (std::is_lvalue_reference_v<decltype(part)>)
            add_memory(part, to);
        },
        x);
  }
}

template <class T>
void add_elements(const T* first, std::size_t count, std::vector<address_range>& to) {
  if constexpr (std::is_scalar_v<T> && !std::is_pointer_v<T>) {
    const auto* bytes = reinterpret_cast<const std::byte*>(first);
    to.push_back({bytes, bytes + count * sizeof(T)});
  } else {
    for (std::size_t i = 0; i < count; ++i)
      add_memory(first[i], to);
  }
}

template <class T>
memory_use memory_of(const char* name, memory_access access, const T& x) {
  memory_use use{name, access, {}};
  add_memory(x, use.ranges);
  return use;
}

} // namespace treelize::detail

#ifdef TREELIZE_CHECK
#define TREELIZE_CHECK_DISTINCT(kernel, ...)                                                       \
  ::treelize::detail::check_distinct(kernel, {__VA_ARGS__})
#define TREELIZE_MEMORY_OF(x, access)                                                              \
  ::treelize::detail::memory_of(#x, ::treelize::detail::memory_access::access, x)
#else
#define TREELIZE_CHECK_DISTINCT(kernel, ...) (__VA_ARGS__)
#define TREELIZE_MEMORY_OF(x, access) static_cast<void>(x)
#endif

// How a generated sweep uses `x`; only within TREELIZE_CHECK_DISTINCT.
#define TREELIZE_READS(x) TREELIZE_MEMORY_OF(x, read)
#define TREELIZE_ADDS_TO(x) TREELIZE_MEMORY_OF(x, added)
#define TREELIZE_WRITES(x) TREELIZE_MEMORY_OF(x, written)
