// What a tree function is to the walk, and how its arguments are seen.
// The generated leaf functor carries the options, the parameters' types, their names and `missing`;
// every argument meets its parameter in an arg<Parameter, Argument>, which decides whether it is a
// leaf.
#pragma once

#include "treelize/detail/walk/options.hpp"
#include "treelize/detail/walk/shape.hpp"
#include "treelize/literals.hpp"

#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace treelize {

/// The types of a tree function's parameters, as declared.
template <class... Parameter>
struct parameters {};

/// A parameter whose type is a template parameter: whatever is not a tree is a leaf.
struct deduced {};

/// A parameter whose type contains template parameters: what the function object takes is a leaf.
template <class Function>
struct pattern {};

/// Overloads: what one of these types takes is a leaf.
template <class... Parameter>
struct any_of {};

/// All parameters from here on have the type of this one (a parameter pack).
template <class Parameter>
struct pack {};

namespace detail {

/// Not a type that an argument converts to, but a rule of its own.
template <class Parameter>
inline constexpr bool says_itself = false;
template <>
inline constexpr bool says_itself<deduced> = true;
template <class Function>
inline constexpr bool says_itself<pattern<Function>> = true;
template <class... Parameter>
inline constexpr bool says_itself<any_of<Parameter...>> = true;

template <class Parameter, class Argument>
struct takes_whole : std::is_convertible<Argument&, Parameter> {};
template <class Argument>
struct takes_whole<deduced, Argument> : std::false_type {};
template <class Function, class Argument>
struct takes_whole<pattern<Function>, Argument> : std::is_invocable<Function, Argument&> {};
template <class... Parameter, class Argument>
struct takes_whole<any_of<Parameter...>, Argument>
    : std::bool_constant<(false || ... || takes_whole<Parameter, Argument>::value)> {};
// A dynamic tree converts to its leaf type when it runs, which does not make it a leaf.
template <class Parameter, class Argument>
  requires(is_dynamic_tree<std::remove_cv_t<Argument>> && !says_itself<Parameter>)
struct takes_whole<Parameter, Argument>
    : std::bool_constant<is_dynamic_tree<std::remove_cvref_t<Parameter>>> {};

/// Stands for a part that an argument does not have.
struct missing_mark {};

/// An argument of type A, const or not, for a parameter of type P.
template <class Parameter, class Argument>
struct arg {
  using parameter = Parameter;
  using type = Argument;
  static constexpr shape_kind kind = kind_of<Argument>;
  /// It is descended, not handed to the function.
  static constexpr bool branch =
      kind != shape_kind::leaf && !takes_whole<Parameter, Argument>::value;
  static constexpr bool missing = std::same_as<std::remove_cv_t<Argument>, missing_mark>;
};

template <class Parameter>
struct unpacked {
  using type = Parameter;
};
template <class Parameter>
struct unpacked<pack<Parameter>> {
  using type = Parameter;
};
template <class Parameter>
inline constexpr bool is_pack = false;
template <class Parameter>
inline constexpr bool is_pack<pack<Parameter>> = true;

/// The parameter that the I-th argument is for; a pack is for all that follow.
template <std::size_t Index, class List>
struct parameter_of;
template <std::size_t Index, class... Parameter>
struct parameter_of<Index, parameters<Parameter...>>
    : unpacked<type_at<(Index < sizeof...(Parameter) ? Index : sizeof...(Parameter) - 1),
                       Parameter...>> {};

template <class... Parameter>
constexpr bool accepts_count(parameters<Parameter...>, std::size_t count) {
  return count <= sizeof...(Parameter) || (false || ... || is_pack<Parameter>);
}

template <class Function, class Indices, class... Argument>
struct argument_list;
template <class Function, std::size_t... Index, class... Argument>
struct argument_list<Function, std::index_sequence<Index...>, Argument...> {
  static constexpr bool any_tree =
      (false || ... ||
       ((arg<typename parameter_of<Index, typename Function::parameters>::type, Argument>::branch &&
         tree_like<Argument>) ||
        (Function::options.subside.enabled && holds_trees<Argument>)));
};

template <class Function, class... Argument>
constexpr bool any_tree() {
  if constexpr (accepts_count(typename Function::parameters{}, sizeof...(Argument)))
    return argument_list<Function, std::index_sequence_for<Argument...>,
                         std::remove_reference_t<Argument>...>::any_tree;
  else
    return false;
}

// ---- missing ----

/// The object or the generator that stands in for what an argument does not have.
template <class Function>
class missing_source {
public:
  static constexpr bool exists = false;
};

template <class Function>
  requires requires { Function::missing(); }
class missing_source<Function> {
  using given = std::decay_t<decltype(Function::missing())>;
  given given_ = Function::missing();

public:
  static constexpr bool exists = true;
  static constexpr bool generates = std::is_invocable_v<given&>;

  /// The one shared object, or a fresh one.
  decltype(auto) get() {
    if constexpr (generates)
      return given_();
    else
      return (given_);
  }
};

/// An argument may lack an element that the result has, and `missing` stands in.
template <class Function>
inline constexpr bool fills_gaps =
    missing_source<Function>::exists &&
    (Function::options.mode == mode::outer || Function::options.mode == mode::left);

/// Holds what one argument of a leaf call is, so that a generated value lives as long as the call.
template <class Source, class Argument>
struct leaf_slot {
  Argument& argument;
  leaf_slot(Source&, Argument& input) : argument(input) {}
  Argument& get() { return argument; }
};
template <class Source, class Argument>
  requires std::same_as<std::remove_cv_t<Argument>, missing_mark>
struct leaf_slot<Source, Argument> {
  decltype(std::declval<Source&>().get()) value;
  leaf_slot(Source& source, Argument&) : value(source.get()) {}
  auto& get() { return value; }
};

template <class Function, class Slots, std::size_t... Index>
auto call_slots(Function& function, Slots& leaf_slots, std::index_sequence<Index...>) {
  return function(std::get<Index>(leaf_slots).get()...);
}

/// The function on one leaf of each argument.
template <class Function, class Source, class... Argument>
decltype(auto) call_leaf(Function& function, Source& source, Argument&... input) {
  if constexpr ((false || ... || std::same_as<std::remove_cv_t<Argument>, missing_mark>)) {
    std::tuple<leaf_slot<Source, Argument>...> leaf_slots{
        leaf_slot<Source, Argument>(source, input)...};
    return call_slots(function, leaf_slots, std::index_sequence_for<Argument...>{});
  } else {
    return function(input...);
  }
}

/// Whether the function accepts these leaves.
template <class Function, class Source, class Argument>
struct slot_reference {
  using type = Argument&;
};
template <class Function, class Source, class Argument>
  requires std::same_as<std::remove_cv_t<Argument>, missing_mark>
struct slot_reference<Function, Source, Argument> {
  using type = decltype(std::declval<leaf_slot<Source, Argument>&>().get());
};
template <class Function, class... Argument>
constexpr bool accepts_leaves() {
  if constexpr (!missing_source<Function>::exists &&
                (false || ... || std::same_as<std::remove_cv_t<Argument>, missing_mark>))
    return false;
  else
    return std::is_invocable_v<
        Function&, typename slot_reference<Function, missing_source<Function>, Argument>::type...>;
}

/// An object of a class that is neither a tree nor what its parameter takes.
template <class Parameter, class Argument>
inline constexpr bool is_stray =
    std::is_class_v<std::remove_cv_t<Argument>> && !says_itself<Parameter> &&
    !tree_like<Argument> && !takes_whole<Parameter, Argument>::value;

template <class Function, class Indices, class... Argument>
inline constexpr bool any_stray = false;
template <class Function, std::size_t... Index, class... Argument>
inline constexpr bool any_stray<Function, std::index_sequence<Index...>, Argument...> =
    (false || ... ||
     is_stray<typename parameter_of<Index, typename Function::parameters>::type, Argument>);

/// The call can only be meant for this function, with a class that nobody has made a tree: the walk
/// refuses it, in words.
template <class Function, class... Argument>
constexpr bool has_stray() {
  if constexpr (accepts_count(typename Function::parameters{}, sizeof...(Argument)))
    return any_stray<Function, std::index_sequence_for<Argument...>,
                     std::remove_reference_t<Argument>...>;
  else
    return false;
}

} // namespace detail

/// A call that belongs to the tree function: an argument is a tree to its parameter, or a keyword
/// argument says which parameter it is for.
template <class Function, class... Argument>
concept takes_trees =
    detail::accepts_count(typename Function::parameters{}, sizeof...(Argument)) &&
    ((false || ... || detail::is_keyword_argument<std::remove_cvref_t<Argument>>) ||
     detail::any_tree<Function, Argument...>() || detail::has_stray<Function, Argument...>());

} // namespace treelize
