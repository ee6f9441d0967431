// How the runtime sees the parts of a class: `treelize::fields<T>` lists the data members of a
// record, and `treelize::member` reaches a private one without any help from the class.
//
// The generator specialises both. A private member is reached because template arguments of an
// explicit specialisation are not access-checked; the same specialisation may stand in every unit.
// A class may also open itself by `template <class> friend struct treelize::access;`, which is
// needed only for what no pointer to member can name: bit-fields and reference members.
#pragma once

#include "treelize/node.hpp"

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace treelize {

/// Data members of a record: `static constexpr auto tie(auto& object)` gives a tuple of references
/// to them, in order of declaration. Specialised by generated code.
template <class Type>
struct fields;

/// Befriended by a class that opens its private bit-fields and reference members to generated code,
/// which specialises it: a function per such member, `access<C>::r_(object)`.
template <class Type>
struct access;

/// The pointer to a member, found by its tag. Generated code declares a tag and defines the
/// function that answers to it in an explicit specialisation of `reach`:
///   struct tag { friend constexpr auto pointer_to(tag); };
///   template <> struct reach<tag, &C::member> {
///     friend constexpr auto pointer_to(tag) { return reached<reach>; }
///   };
template <class Tag, auto Pointer>
struct reach;

namespace detail {
template <class Reach>
struct reached_pointer;
template <class Tag, auto Pointer>
struct reached_pointer<reach<Tag, Pointer>> {
  static constexpr auto value = Pointer;
};
} // namespace detail

template <class Reach>
inline constexpr auto reached = detail::reached_pointer<Reach>::value;

namespace detail {
/// A C cast alone reaches a private base.
template <class Object, class Base, class Member>
constexpr auto& member_of(Object& object, Member Base::* pointer) {
  using base = std::conditional_t<std::is_const_v<Object>, const Base, Base>;
  return ((base&)object).*pointer;
}
} // namespace detail

/// The member that `Tag` stands for, whatever its access.
template <class Tag, class Object>
constexpr auto& member(Object& object) {
  return detail::member_of(object, pointer_to(Tag{}));
}

/// The same as a function object, to which generated code gives the member's name: `x(v)`.
template <class Tag>
struct accessor {
  template <class Object>
  constexpr auto& operator()(Object& object) const {
    return member<Tag>(object);
  }
};

/// An object that is all zero, without the help of a default constructor: what a derivative of a
/// trivially copyable class starts as, or a local whose members are set next.
template <class Type>
constexpr Type blank() {
  if constexpr (std::is_default_constructible_v<Type>) {
    return Type{};
  } else {
    static_assert(std::is_trivially_copyable_v<Type>,
                  "only a class that is mere bytes can be blank");
    return std::bit_cast<Type>(std::array<std::byte, sizeof(Type)>{});
  }
}

/// Calls the member function that `Tag` stands for, whatever its access.
template <class Tag, class Object, class... Args>
constexpr decltype(auto) call_member(Object& object, Args&&... args) {
  return (object.*pointer_to(Tag{}))(std::forward<Args>(args)...);
}

/// Calls the static member function that `Tag` stands for, whatever its access.
template <class Tag, class... Args>
constexpr decltype(auto) call_static(Args&&... args) {
  return pointer_to(Tag{})(std::forward<Args>(args)...);
}

namespace detail {

template <class Type>
concept listed_record = requires(Type& object) { fields<Type>::tie(object); };

/// References to the members of a node that `Wanted` picks by their index in the node's list.
template <class Members, class Type, std::size_t... Index>
constexpr auto tie_members(Type& object, std::index_sequence<Index...>) {
  return std::tie(object.*Members::template at<Index>::pointer...);
}

template <class Members, std::size_t... Index>
constexpr auto child_positions(std::index_sequence<Index...>)
    -> std::index_sequence<Members::child_positions[Index]...>;

/// References to all data members.
template <class Type>
constexpr auto tie_all(Type& object) {
  using plain = std::remove_const_t<Type>;
  if constexpr (listed_record<plain>) {
    return fields<plain>::tie(object);
  } else {
    using members = typename node_traits<plain>::members;
    return tie_members<members>(object, std::make_index_sequence<members::size>{});
  }
}

/// References to the data members that a shadow has: all of a record, the children of a node.
template <class Type>
constexpr auto tie_shadowed(Type& object) {
  using plain = std::remove_const_t<Type>;
  if constexpr (listed_record<plain>) {
    return fields<plain>::tie(object);
  } else if constexpr (listed_node<plain>) {
    using members = typename node_traits<plain>::members;
    return tie_members<members>(object, decltype(child_positions<members>(
                                            std::make_index_sequence<members::children>{})){});
  } else {
    return node_traits<plain>::children(object);
  }
}

} // namespace detail

/// A class whose data members are known, as a record or as a node.
template <class Type>
concept record = detail::listed_record<std::remove_cvref_t<Type>> || node<Type>;

namespace detail {

template <class Type>
using shadowed_members = decltype(tie_shadowed(std::declval<Type&>()));

/// Calls `function` with one reference per shadowed member, in order of declaration.
template <class Function, class First, class... Others>
constexpr void for_each_field(Function&& function, First& first, Others&... others) {
  [&]<std::size_t... Index>(std::index_sequence<Index...>) {
    [[maybe_unused]] const auto at =
        [&]<std::size_t Inner>(std::integral_constant<std::size_t, Inner>, auto... ties) {
          function(std::get<Inner>(ties)...);
        };
    (at(std::integral_constant<std::size_t, Index>{}, tie_shadowed(first), tie_shadowed(others)...),
     ...);
  }(std::make_index_sequence<std::tuple_size_v<shadowed_members<First>>>{});
}

} // namespace detail
} // namespace treelize
