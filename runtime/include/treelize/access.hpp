// How the runtime sees the parts of a class: `treelize::fields<T>` lists the data members of a
// record, and `treelize::member` reaches a private one without any help from the class.
//
// The generator specialises both. A private member is reached because template arguments of an
// explicit specialisation are not access-checked; the same specialisation may stand in every unit.
// A class may also open itself by `template <class> friend struct treelize::access;`, which is
// needed only for what no pointer to member can name: bit-fields and reference members.
#pragma once

#include <concepts>
#include <tuple>
#include <type_traits>
#include <utility>

namespace treelize {

/// Data members of a record: `static constexpr auto tie(auto& object)` gives a tuple of references
/// to them, in order of declaration. Specialised by generated code.
template <class T> struct fields;

/// Befriended by a class that opens its bit-fields or reference members to generated code.
template <class T> struct access;

/// A record whose data members are known.
template <class T>
concept record = requires(std::remove_cvref_t<T>& object) {
  fields<std::remove_cvref_t<T>>::tie(object);
};

/// The pointer to a member, found by its tag. Generated code declares a tag and defines the function
/// that answers to it in an explicit specialisation of `reach`:
///   struct tag { friend constexpr auto pointer_to(tag); };
///   template <> struct reach<tag, &C::member> {
///     friend constexpr auto pointer_to(tag) { return reached<reach>; }
///   };
template <class Tag, auto Pointer> struct reach;

namespace detail {
template <class Reach> struct reached_pointer;
template <class Tag, auto Pointer> struct reached_pointer<reach<Tag, Pointer>> {
  static constexpr auto value = Pointer;
};
} // namespace detail

template <class Reach> inline constexpr auto reached = detail::reached_pointer<Reach>::value;

/// The member that `Tag` stands for, whatever its access.
template <class Tag, class Object> constexpr decltype(auto) member(Object& object) {
  return (object.*pointer_to(Tag{}));
}

/// Calls the member function that `Tag` stands for, whatever its access.
template <class Tag, class Object, class... Args>
constexpr decltype(auto) call_member(Object& object, Args&&... args) {
  return (object.*pointer_to(Tag{}))(std::forward<Args>(args)...);
}

namespace detail {

/// Calls `f` with one reference per data member, in order of declaration.
template <class F, class... Records> constexpr void for_each_field(F&& f, Records&... records) {
  auto at = [&]<std::size_t I>() { f(std::get<I>(fields<std::remove_cv_t<Records>>::tie(records))...); };
  using first = std::remove_cv_t<std::tuple_element_t<0, std::tuple<Records...>>>;
  using members = decltype(fields<first>::tie(std::declval<first&>()));
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (at.template operator()<I>(), ...);
  }(std::make_index_sequence<std::tuple_size_v<members>>{});
}

/// The same, last member first.
template <class F, class Record> constexpr void for_each_field_reversed(F&& f, Record& record) {
  auto members = fields<std::remove_cv_t<Record>>::tie(record);
  constexpr std::size_t count = std::tuple_size_v<decltype(members)>;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (f(std::get<count - 1 - I>(members)), ...);
  }(std::make_index_sequence<count>{});
}

} // namespace detail
} // namespace treelize
