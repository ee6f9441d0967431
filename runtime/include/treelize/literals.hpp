// Keyword arguments: `gcd("b"_a = t2, "a"_a = t1)` after `using namespace treelize::literals`.
// The name is part of the type, so that arguments are put in order while compiling. A keyword
// argument refers to its value and is meant to be used in the call that it is written in.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/fixed_string.hpp"

#include <type_traits>

namespace treelize {

template <fixed_string Name, class Type>
class keyword_argument {
public:
  static constexpr std::string_view name = Name.view();

  constexpr explicit keyword_argument(Type& value) : value_(__builtin_addressof(value)) {}
  constexpr Type& get() const { return *value_; }

private:
  Type* value_;
};

template <fixed_string Name>
struct keyword {
  template <class Type>
  constexpr keyword_argument<Name, std::remove_reference_t<Type>> operator=(Type&& value) const {
    return keyword_argument<Name, std::remove_reference_t<Type>>(value);
  }
};

namespace literals {

template <fixed_string Name>
constexpr keyword<Name> operator""_a() {
  return {};
}

} // namespace literals

namespace detail {

template <class Type>
inline constexpr bool is_keyword_argument = false;
template <fixed_string Name, class Type>
inline constexpr bool is_keyword_argument<keyword_argument<Name, Type>> = true;

} // namespace detail
} // namespace treelize
