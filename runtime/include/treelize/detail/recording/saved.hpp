// How a recording keeps the value of a member: `saved<Type>` takes a copy, puts it back, or
// exchanges it with the present value in constant time where the type can do so.
//
// Adjoints are no part of a value: of a field its elements are kept, and a container of fields is
// taken apart. What cannot be copied goes to a tape.
#pragma once

#include "treelize/detail/access.hpp"
#include "treelize/detail/shadow.hpp"
#include "treelize/field.hpp"
#include "treelize/tape.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <memory>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace treelize::detail {

template <class Type>
struct is_field : std::false_type {};
template <class Type>
struct is_field<field<Type>> : std::true_type {};

template <class Range>
using element_of = std::remove_cvref_t<decltype(*std::begin(std::declval<Range&>()))>;

template <class Type>
concept known_members = listed_record<Type> || listed_node<Type>;

template <class Type>
consteval bool is_plain_value();

template <class... Part>
consteval bool are_plain_values(std::type_identity<std::tuple<Part...>>) {
  return (is_plain_value<std::remove_cvref_t<Part>>() && ...);
}
template <class First, class Second>
consteval bool are_plain_values(std::type_identity<std::pair<First, Second>>) {
  return is_plain_value<First>() && is_plain_value<Second>();
}

/// Can a copy be made and assigned, and is nothing of it a field?
template <class Type>
consteval bool is_plain_value() {
  if constexpr (std::is_trivially_copyable_v<Type>)
    return true;
  else if constexpr (is_field<Type>::value || std::is_array_v<Type> ||
                     !std::is_copy_constructible_v<Type> || !std::is_copy_assignable_v<Type>)
    return false;
  else if constexpr (known_members<Type>)
    return are_plain_values(std::type_identity<decltype(tie_all(std::declval<Type&>()))>());
  else if constexpr (is_std_tuple<Type>::value)
    return are_plain_values(std::type_identity<Type>());
  else if constexpr (is_optional<Type>::value)
    return is_plain_value<typename Type::value_type>();
  else if constexpr (shadow_map<Type>)
    return is_plain_value<typename Type::mapped_type>();
  else if constexpr (shadow_range<Type>)
    return is_plain_value<element_of<Type>>();
  else
    return true;
}

/// What the values of an object take of memory, without what only its own class knows.
template <class Type>
std::size_t bytes_of(const Type& value) {
  if constexpr (is_field<Type>::value) {
    return value.size() * sizeof(typename Type::value_type);
  } else if constexpr (shadow_range<Type> && !shadow_map<Type>) {
    if constexpr (std::is_trivially_copyable_v<element_of<Type>>)
      return std::size(value) * sizeof(element_of<Type>);
    std::size_t sum = 0;
    for (const auto& element : value)
      sum += bytes_of(element);
    return sum;
  } else if constexpr (dense_object<Type>) {
    return dense<Type>::size(value) * sizeof(*dense<Type>::data(value));
  } else {
    return sizeof(Type);
  }
}

/// On a tape: of any type that generated code may keep.
template <class Type>
class saved {
public:
  void take(const Type& from) {
    tape_ = std::make_unique<tape>();
    tape_->push(from);
  }
  void put(Type& to) {
    tape_->pop(to);
    tape_->push(to);
  }
  void exchange(Type& with) {
    saved other;
    other.take(with);
    tape_->pop(with);
    tape_.swap(other.tape_);
  }

private:
  std::unique_ptr<tape> tape_;
};

/// Arrays among them.
template <class Type>
  requires std::is_trivially_copyable_v<Type>
class saved<Type> {
public:
  void take(const Type& from) { std::memcpy(bytes_, &from, sizeof(Type)); }
  void put(Type& to) { std::memcpy(static_cast<void*>(&to), bytes_, sizeof(Type)); }
  void exchange(Type& with) {
    auto* other = reinterpret_cast<std::byte*>(&with);
    std::swap_ranges(bytes_, bytes_ + sizeof(Type), other);
  }

private:
  alignas(Type) std::byte bytes_[sizeof(Type)];
};

template <class Type>
  requires(!std::is_trivially_copyable_v<Type> && is_plain_value<Type>())
class saved<Type> {
public:
  void take(const Type& from) {
    if (value_)
      *value_ = from;
    else
      value_.emplace(from);
  }
  void put(Type& to) { to = *value_; }
  void exchange(Type& with) {
    using std::swap;
    swap(*value_, with);
  }

private:
  std::optional<Type> value_;
};

template <class Number>
class saved<field<Number>> {
public:
  void take(const field<Number>& from) { values_ = from; }
  void put(field<Number>& to) { static_cast<field_array<Number>&>(to) = values_; }
  void exchange(field<Number>& with) { values_.swap(with); }

private:
  field_array<Number> values_{0};
};

/// Elements that are, or hold, fields: as many as before.
template <class Type>
  requires(shadow_range<Type> && !shadow_map<Type> && !is_field<Type>::value &&
           !std::is_trivially_copyable_v<Type> && !is_plain_value<Type>())
class saved<Type> {
public:
  void take(const Type& from) {
    parts_.resize(std::size(from));
    auto part = parts_.begin();
    for (const auto& element : from)
      (part++)->take(element);
  }
  void put(Type& to) {
    auto part = parts_.begin();
    for (auto& element : to)
      (part++)->put(element);
  }
  void exchange(Type& with) {
    auto part = parts_.begin();
    for (auto& element : with)
      (part++)->exchange(element);
  }

private:
  std::vector<saved<element_of<Type>>> parts_;
};

template <class Tuple>
struct saved_parts;
template <class... Part>
struct saved_parts<std::tuple<Part&...>> {
  using type = std::tuple<saved<std::remove_cv_t<Part>>...>;
};

/// The same for members.
template <class Type>
  requires(known_members<Type> && !std::is_trivially_copyable_v<Type> && !is_plain_value<Type>())
class saved<Type> {
public:
  void take(const Type& from) {
    for_each(const_cast<Type&>(from), [](auto& part, auto& member) { part.take(member); });
  }
  void put(Type& to) {
    for_each(to, [](auto& part, auto& member) { part.put(member); });
  }
  void exchange(Type& with) {
    for_each(with, [](auto& part, auto& member) { part.exchange(member); });
  }

private:
  typename saved_parts<decltype(tie_all(std::declval<Type&>()))>::type parts_;

  template <class Function>
  void for_each(Type& object, const Function& function) {
    auto members = tie_all(object);
    [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      (function(std::get<Index>(parts_), std::get<Index>(members)), ...);
    }(std::make_index_sequence<std::tuple_size_v<decltype(members)>>());
  }
};

} // namespace treelize::detail
