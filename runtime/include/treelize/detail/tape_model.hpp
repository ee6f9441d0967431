// The tape as the tool reads it where a kernel calls a generated derivative: the same calls, on
// vectors, which it differentiates. Compilers never see this.
#pragma once

#include "treelize/detail/access.hpp"
#include "treelize/detail/dense.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace treelize {

class tape {
  template <class Type>
  static constexpr bool has_arrays = std::is_same_v<Type, double> || std::is_same_v<Type, float> ||
                                     (std::is_integral_v<Type> && sizeof(Type) >= sizeof(int) &&
                                      !std::is_same_v<Type, wchar_t> && !std::is_same_v<Type, char32_t>);

public:
  tape() = default;
  tape(const tape&) = delete;
  tape& operator=(const tape&) = delete;

  bool empty() const { return reals_.empty() && wholes_.empty(); }
  void mark_peak() const {}

  /// A pullback's, which no kernel calls.
  struct end_mark {};
  end_mark mark() const;
  void return_to(const end_mark& end);

  template <class Type>
  void push(const Type& value) {
    if constexpr (std::is_floating_point_v<Type>)
      reals_.push_back(static_cast<double>(value));
    else if constexpr (std::is_integral_v<Type> || std::is_enum_v<Type>)
      wholes_.push_back(static_cast<long long>(value));
    else
      push_object(value);
  }
  template <class Type>
  void pop(Type& value) {
    if constexpr (std::is_floating_point_v<Type>) {
      value = static_cast<Type>(reals_.back());
      reals_.pop_back();
    } else if constexpr (std::is_integral_v<Type> || std::is_enum_v<Type>) {
      value = static_cast<Type>(wholes_.back());
      wholes_.pop_back();
    } else {
      pop_object(value);
    }
  }

  template <class First, class Second, class... Type>
  void push(const First& first, const Second& second, const Type&... rest) {
    push(first);
    push(second, rest...);
  }
  /// The value that was pushed last comes first.
  template <class First, class Second, class... Type>
  void pop(First& first, Second& second, Type&... rest) {
    pop(first);
    pop(second, rest...);
  }

  template <class Type>
  Type pop() {
    Type value = blank<Type>();
    pop(value);
    return value;
  }

  template <class Type>
  void push_range(const Type* first, std::size_t count) {
    for (std::size_t index = 0; index < count; ++index)
      push(first[index]);
  }
  template <class Type>
  void pop_range(Type* first, std::size_t count) {
    for (std::size_t index = count; index-- > 0;)
      pop(first[index]);
  }
  template <class Type>
  void push_elements(std::span<Type> elements) {
    for (std::size_t index = 0; index < elements.size(); ++index)
      push(elements[index]);
  }
  template <class Type>
  void pop_elements(std::span<Type> elements) {
    for (std::size_t index = elements.size(); index-- > 0;)
      pop(elements[index]);
  }

  template <class Type>
    requires has_arrays<Type>
  Type* take(std::size_t count) {
    std::get<arrays_of<Type>>(given_).clear();
    auto& arrays = std::get<arrays_of<Type>>(taken_);
    arrays.emplace_back(count);
    return arrays.back().data();
  }
  /// The elements stay readable until the next take.
  template <class Type>
    requires has_arrays<Type>
  Type* give_back(std::size_t) {
    auto& taken = std::get<arrays_of<Type>>(taken_);
    auto& given = std::get<arrays_of<Type>>(given_);
    given.push_back(taken.back());
    taken.pop_back();
    return given.back().data();
  }
  // Of other types, `bool` say: without bodies, so that a kernel that calls them is refused.
  template <class Type>
  Type* take(std::size_t count);
  template <class Type>
  Type* give_back(std::size_t);

private:
  std::vector<double> reals_;
  std::vector<long long> wholes_;
  template <class Type>
  using arrays_of = std::vector<std::vector<Type>>;
  template <class... Type>
  using arrays = std::tuple<arrays_of<Type>...>;
  arrays<double, float, int, unsigned, long, unsigned long, long long, unsigned long long> taken_, given_;

  template <class Type>
  void push_object(const Type& value) {
    if constexpr (requires { value.has_value(); }) {
      if (value)
        push(*value);
      push(value.has_value());
    } else if constexpr (detail::dense_object<Type>) {
      push_range(dense<Type>::data(value), dense<Type>::size(value));
      push(dense<Type>::shape(value));
    } else if constexpr (requires { value[value.size()]; }) {
      for (std::size_t index = 0; index < value.size(); ++index)
        push(value[index]);
      push(value.size());
    } else if constexpr (std::is_array_v<Type>) {
      for (std::size_t index = 0; index < std::extent_v<Type>; ++index)
        push(value[index]);
    } else {
      push_members(detail::tie_all(value));
    }
  }
  template <class Type>
  void pop_object(Type& value) {
    if constexpr (requires { value.has_value(); }) {
      if (pop<bool>())
        pop(value ? *value : value.emplace());
      else
        value.reset();
    } else if constexpr (detail::dense_object<Type>) {
      dense<Type>::reshape(value, pop<decltype(dense<Type>::shape(value))>());
      pop_range(dense<Type>::data(value), dense<Type>::size(value));
    } else if constexpr (requires { value[value.size()]; }) {
      const auto size = pop<std::size_t>();
      if constexpr (requires { value.resize(size); })
        value.resize(size);
      for (std::size_t index = size; index-- > 0;)
        pop(value[index]);
    } else if constexpr (std::is_array_v<Type>) {
      for (std::size_t index = std::extent_v<Type>; index-- > 0;)
        pop(value[index]);
    } else {
      pop_members(detail::tie_all(value));
    }
  }

  template <class... Part>
  void push_members(std::tuple<Part&...> parts) {
    std::apply([this](const auto&... part) { (this->push(part), ...); }, parts);
  }
  template <class... Part>
  void pop_members(std::tuple<Part&...> parts) {
    [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      (this->pop(std::get<sizeof...(Index) - 1 - Index>(parts)), ...);
    }(std::make_index_sequence<sizeof...(Part)>{});
  }
};

} // namespace treelize
