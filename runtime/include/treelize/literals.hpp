// Keyword arguments: `gcd("b"_a = t2, "a"_a = t1)` after `using namespace treelize::literals`.
// The name is part of the type, so that arguments are put in order while compiling. A keyword
// argument refers to its value and is meant to be used in the call that it is written in.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/fixed_string.hpp"

#include <type_traits>

namespace treelize {

/// An argument with the name of its parameter, made by `"name"_a = value`. Refers to the value.
template <fixed_string Name, class Type>
class keyword_argument {
public:
  /// The name of the parameter.
  static constexpr std::string_view name = Name.view();

  constexpr explicit keyword_argument(Type& value) : value_(__builtin_addressof(value)) {}
  /// The value that is passed.
  constexpr Type& get() const { return *value_; }

private:
  Type* value_;
};

/// The name of a parameter, `"name"_a`, to be followed by `= value`.
template <fixed_string Name>
struct keyword {
  template <class Type>
  constexpr keyword_argument<Name, std::remove_reference_t<Type>> operator=(Type&& value) const {
    return keyword_argument<Name, std::remove_reference_t<Type>>(value);
  }
};

namespace literals {

/// The name of a parameter: `f("b"_a = 2, "a"_a = 1)`. A name that f does not have, or one given
/// twice, does not compile.
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
