// Keyword arguments: `gcd("b"_a = t2, "a"_a = t1)` after `using namespace treelize::literals`.
// The name is part of the type, so that arguments are put in order while compiling. A keyword
// argument refers to its value and is meant to be used in the call that it is written in.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/fixed_string.hpp"

#include <type_traits>

namespace treelize {

template <fixed_string Name, class T>
class keyword_argument {
public:
  static constexpr std::string_view name = Name.view();

  constexpr explicit keyword_argument(T& value) : value_(__builtin_addressof(value)) {}
  constexpr T& get() const { return *value_; }

private:
  T* value_;
};

template <fixed_string Name>
struct keyword {
  template <class T>
  constexpr keyword_argument<Name, std::remove_reference_t<T>> operator=(T&& value) const {
    return keyword_argument<Name, std::remove_reference_t<T>>(value);
  }
};

namespace literals {

template <fixed_string Name>
constexpr keyword<Name> operator""_a() {
  return {};
}

} // namespace literals

namespace detail {

template <class T>
inline constexpr bool is_keyword_argument = false;
template <fixed_string Name, class T>
inline constexpr bool is_keyword_argument<keyword_argument<Name, T>> = true;

} // namespace detail
} // namespace treelize
