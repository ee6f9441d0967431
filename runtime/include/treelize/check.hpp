// What a derivative relies on, checked when it runs in a program that defines `TREELIZE_CHECK`: the
// memory of its arguments and shadows is distinct.
//
// Where it is defined, for all units, this is checked at the beginning of every sweep, by a
// treelize::aliasing_error that names the kernel and the two. Otherwise the checks are no code.
// Kernels include this header themselves.
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

template <class Type>
concept contiguous_range = !std::is_pointer_v<Type> && requires(const Type& element) {
  {
    *std::data(element)
  } -> std::convertible_to<const std::remove_pointer_t<decltype(std::data(element))>&>;
  std::size(element);
};

template <class Type>
void add_elements(const Type* first, std::size_t count, std::vector<address_range>& to);

/// How far a pointer reaches is unknown: its first element alone.
template <class Type>
void add_memory(Type* element, std::vector<address_range>& to) {
  if constexpr (std::is_object_v<Type>)
    add_elements(element, element ? 1 : 0, to);
}

/// The object itself, its elements and parts.
template <class Type>
void add_memory(const Type& element, std::vector<address_range>& to) {
  const auto* object = reinterpret_cast<const std::byte*>(std::addressof(element));
  to.push_back({object, object + sizeof(Type)});
  if constexpr (contiguous_range<Type>) {
    add_elements(std::data(element), std::size(element), to);
  } else if constexpr (record<Type> || (!std::is_scalar_v<Type> && !std::is_aggregate_v<Type> &&
                                        !is_lanes<Type>::value)) {
    for_each_part(
        [&to](auto&& part) {
          if constexpr (std::is_lvalue_reference_v<decltype(part)>)
            add_memory(part, to);
        },
        element);
  }
}

template <class Type>
void add_elements(const Type* first, std::size_t count, std::vector<address_range>& to) {
  if constexpr (std::is_scalar_v<Type> && !std::is_pointer_v<Type>) {
    const auto* bytes = reinterpret_cast<const std::byte*>(first);
    to.push_back({bytes, bytes + count * sizeof(Type)});
  } else {
    for (std::size_t index = 0; index < count; ++index)
      add_memory(first[index], to);
  }
}

template <class Type>
memory_use memory_of(const char* name, memory_access access, const Type& element) {
  memory_use use{name, access, {}};
  add_memory(element, use.ranges);
  return use;
}

} // namespace treelize::detail

#ifdef TREELIZE_CHECK
#define TREELIZE_CHECK_DISTINCT(kernel, ...)                                                       \
  ::treelize::detail::check_distinct(kernel, {__VA_ARGS__})
#define TREELIZE_MEMORY_OF(element, access)                                                        \
  ::treelize::detail::memory_of(#element, ::treelize::detail::memory_access::access, element)
#else
#define TREELIZE_CHECK_DISTINCT(kernel, ...) (__VA_ARGS__)
#define TREELIZE_MEMORY_OF(element, access) static_cast<void>(element)
#endif

// How a generated sweep uses `element`; only within TREELIZE_CHECK_DISTINCT.
#define TREELIZE_READS(element) TREELIZE_MEMORY_OF(element, read)
#define TREELIZE_ADDS_TO(element) TREELIZE_MEMORY_OF(element, added)
#define TREELIZE_WRITES(element) TREELIZE_MEMORY_OF(element, written)
