// What a tree function is to the walk, and how its arguments are seen.
// The generated leaf functor carries the options, the parameters' types, their names and `missing`;
// every argument meets its parameter in an arg<P, A>, which decides whether it is a leaf.
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
template <class... P>
struct parameters {};

/// A parameter whose type is a template parameter: whatever is not a tree is a leaf.
struct deduced {};

/// A parameter whose type contains template parameters: what the function object takes is a leaf.
template <class F>
struct pattern {};

/// Overloads: what one of these types takes is a leaf.
template <class... P>
struct any_of {};

/// All parameters from here on have the type of this one (a parameter pack).
template <class P>
struct pack {};

namespace detail {

/// Not a type that an argument converts to, but a rule of its own.
template <class P>
inline constexpr bool says_itself = false;
template <>
inline constexpr bool says_itself<deduced> = true;
template <class F>
inline constexpr bool says_itself<pattern<F>> = true;
template <class... P>
inline constexpr bool says_itself<any_of<P...>> = true;

template <class P, class A>
struct takes_whole : std::is_convertible<A&, P> {};
template <class A>
struct takes_whole<deduced, A> : std::false_type {};
template <class F, class A>
struct takes_whole<pattern<F>, A> : std::is_invocable<F, A&> {};
template <class... P, class A>
struct takes_whole<any_of<P...>, A>
    : std::bool_constant<(false || ... || takes_whole<P, A>::value)> {};
// A dynamic tree converts to its leaf type when it runs, which does not make it a leaf.
template <class P, class A>
requires(is_dynamic_tree<std::remove_cv_t<A>> && !says_itself<P>) struct takes_whole<P, A>
    : std::bool_constant<is_dynamic_tree<std::remove_cvref_t<P>>> {
};

/// Stands for a part that an argument does not have.
struct missing_mark {};

/// An argument of type A, const or not, for a parameter of type P.
template <class P, class A>
struct arg {
  using parameter = P;
  using type = A;
  static constexpr shape_kind kind = kind_of<A>;
  /// It is descended, not handed to the function.
  static constexpr bool branch = kind != shape_kind::leaf && !takes_whole<P, A>::value;
  static constexpr bool missing = std::same_as<std::remove_cv_t<A>, missing_mark>;
};

template <class P>
struct unpacked {
  using type = P;
};
template <class P>
struct unpacked<pack<P>> {
  using type = P;
};
template <class P>
inline constexpr bool is_pack = false;
template <class P>
inline constexpr bool is_pack<pack<P>> = true;

/// The parameter that the I-th argument is for; a pack is for all that follow.
template <std::size_t I, class List>
struct parameter_of;
template <std::size_t I, class... P>
struct parameter_of<I, parameters<P...>>
    : unpacked<type_at<(I < sizeof...(P) ? I : sizeof...(P) - 1), P...>> {};

template <class... P>
constexpr bool accepts_count(parameters<P...>, std::size_t count) {
  return count <= sizeof...(P) || (false || ... || is_pack<P>);
}

template <class F, class Indices, class... A>
struct argument_list;
template <class F, std::size_t... I, class... A>
struct argument_list<F, std::index_sequence<I...>, A...> {
  static constexpr bool any_tree =
      (false || ... ||
       ((arg<typename parameter_of<I, typename F::parameters>::type, A>::branch && tree_like<A>) ||
        (F::options.subside.enabled && holds_trees<A>)));
};

template <class F, class... A>
constexpr bool any_tree() {
  if constexpr (accepts_count(typename F::parameters{}, sizeof...(A)))
    return argument_list<F, std::index_sequence_for<A...>, std::remove_reference_t<A>...>::any_tree;
  else
    return false;
}

// ---- missing ----

/// The object or the generator that stands in for what an argument does not have.
template <class F>
class missing_source {
public:
  static constexpr bool exists = false;
};

template <class F>
requires requires {
  F::missing();
}
class missing_source<F> {
  using given = std::decay_t<decltype(F::missing())>;
  given given_ = F::missing();

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
template <class F>
inline constexpr bool fills_gaps = missing_source<F>::exists && (F::options.mode == mode::outer ||
                                                                 F::options.mode == mode::left);

/// Holds what one argument of a leaf call is, so that a generated value lives as long as the call.
template <class Source, class A>
struct leaf_slot {
  A& argument;
  leaf_slot(Source&, A& a) : argument(a) {}
  A& get() { return argument; }
};
template <class Source, class A>
requires std::same_as<std::remove_cv_t<A>, missing_mark>
struct leaf_slot<Source, A> {
  decltype(std::declval<Source&>().get()) value;
  leaf_slot(Source& source, A&) : value(source.get()) {}
  auto& get() { return value; }
};

template <class F, class Slots, std::size_t... I>
auto call_slots(F& function, Slots& slots, std::index_sequence<I...>) {
  return function(std::get<I>(slots).get()...);
}

/// The function on one leaf of each argument.
template <class F, class Source, class... A>
decltype(auto) call_leaf(F& function, Source& source, A&... a) {
  if constexpr ((false || ... || std::same_as<std::remove_cv_t<A>, missing_mark>)) {
    std::tuple<leaf_slot<Source, A>...> slots{leaf_slot<Source, A>(source, a)...};
    return call_slots(function, slots, std::index_sequence_for<A...>{});
  } else {
    return function(a...);
  }
}

/// Whether the function accepts these leaves.
template <class F, class Source, class A>
struct slot_reference {
  using type = A&;
};
template <class F, class Source, class A>
requires std::same_as<std::remove_cv_t<A>, missing_mark>
struct slot_reference<F, Source, A> {
  using type = decltype(std::declval<leaf_slot<Source, A>&>().get());
};
template <class F, class... A>
constexpr bool accepts_leaves() {
  if constexpr (!missing_source<F>::exists &&
                (false || ... || std::same_as<std::remove_cv_t<A>, missing_mark>))
    return false;
  else
    return std::is_invocable_v<F&, typename slot_reference<F, missing_source<F>, A>::type...>;
}

/// An object of a class that is neither a tree nor what its parameter takes.
template <class P, class A>
inline constexpr bool is_stray = std::is_class_v<std::remove_cv_t<A>> && !says_itself<P> &&
                                 !tree_like<A> && !takes_whole<P, A>::value;

template <class F, class Indices, class... A>
inline constexpr bool any_stray = false;
template <class F, std::size_t... I, class... A>
inline constexpr bool any_stray<F, std::index_sequence<I...>, A...> =
    (false || ... || is_stray<typename parameter_of<I, typename F::parameters>::type, A>);

/// The call can only be meant for this function, with a class that nobody has made a tree: the walk
/// refuses it, in words.
template <class F, class... A>
constexpr bool has_stray() {
  if constexpr (accepts_count(typename F::parameters{}, sizeof...(A)))
    return any_stray<F, std::index_sequence_for<A...>, std::remove_reference_t<A>...>;
  else
    return false;
}

} // namespace detail

/// A call that belongs to the tree function: an argument is a tree to its parameter, or a keyword
/// argument says which parameter it is for.
template <class F, class... A>
concept takes_trees = detail::accepts_count(typename F::parameters{}, sizeof...(A)) &&
    ((false || ... || detail::is_keyword_argument<std::remove_cvref_t<A>>) ||
     detail::any_tree<F, A...>() || detail::has_stray<F, A...>());

} // namespace treelize
