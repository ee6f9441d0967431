// Objects of the caller's of which a kernel knows a base class: their shadows are of the same
// classes.
#pragma once

#include "treelize/detail/shadow.hpp"
#include "treelize/detail/type_identity.hpp"

#include <cstddef>
#include <iterator>
#include <type_traits>

namespace treelize {

/// Is it an object of this class, and of none that derives from it?
template <class Class>
bool is_exactly(const auto& object) {
  return detail::dynamic_class_of(object) == detail::class_itself<Class>();
}

/// An object that is one of the class.
template <class Class, class Base>
auto& derived(Base& object) {
  return static_cast<std::conditional_t<std::is_const_v<Base>, const Class, Class>&>(object);
}

/// What a smart pointer points at.
auto& pointee(const auto& pointer) {
  return *pointer;
}

namespace detail {
[[noreturn]] void throw_shadow_class(const char* shadow, const char* primal);
} // namespace detail

/// Calls `function` with each object of exactly this class and its shadow; of the class that
/// containers declare, with every object.
template <class Class, class Shadow, class Primal, class Function>
void for_each_object(Shadow& shadow, const Primal& primal, const Function& function) {
  if constexpr (std::is_same_v<Class, Primal>) {
    function(shadow, primal);
  } else if constexpr (std::is_polymorphic_v<Primal>) {
    if (is_exactly<Class>(primal))
      function(derived<Class>(shadow), derived<Class>(primal));
  } else if constexpr (requires {
                         static_cast<bool>(primal);
                         *primal;
                       }) {
    if (primal)
      for_each_object<Class>(*shadow, *primal, function);
  } else {
    for (std::size_t index = 0; index < std::size(primal); ++index)
      for_each_object<Class>(shadow[index], primal[index], function);
  }
}

/// Refuses a shadow of another class, or containers of shadows where one is. Nobody but the caller
/// can make such shadows.
template <class Shadow, class Primal>
void check_classes(const Shadow& shadow, const Primal& primal) {
  if constexpr (std::is_polymorphic_v<Primal>) {
    const std::type_info &given = detail::dynamic_class_of(shadow), &wanted = detail::dynamic_class_of(primal);
    if (given != wanted)
      detail::throw_shadow_class(given.name(), wanted.name());
  } else if constexpr (requires {
                         static_cast<bool>(primal);
                         *primal;
                       }) {
    if (static_cast<bool>(shadow) != static_cast<bool>(primal))
      detail::throw_shadow_class(shadow ? "an object" : "none", primal ? "an object" : "none");
    if (primal)
      check_classes(*shadow, *primal);
  } else {
    if (std::size(shadow) != std::size(primal))
      detail::throw_shadow_size("shadow", {}, std::size(shadow), std::size(primal));
    for (std::size_t index = 0; index < std::size(primal); ++index)
      check_classes(shadow[index], primal[index]);
  }
}

} // namespace treelize
