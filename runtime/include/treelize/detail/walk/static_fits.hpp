// Whether the result of a walk fits a type that is given, every leaf without narrowing.
#pragma once

#include "treelize/detail/walk/leaf_results.hpp"
#include "treelize/detail/walk/subsided.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

namespace treelize::detail {

/// Every value of R is one of Target: what the language calls a conversion that does not narrow.
/// (Asking whether braces accept it is answered wrongly by some compilers.)
template <class R, class Target>
constexpr bool holds_every() {
  using from = std::numeric_limits<R>;
  using to = std::numeric_limits<Target>;
  return from::is_integer == to::is_integer && from::digits <= to::digits &&
         (from::is_signed <= to::is_signed);
}

template <class R, class Target>
constexpr bool leaf_fits() {
  if constexpr (std::same_as<R, Target> || std::same_as<R, no_leaves>)
    return true;
  else if constexpr (std::is_arithmetic_v<R> && std::is_arithmetic_v<Target>)
    return holds_every<R, Target>();
  else
    return std::is_convertible_v<R, Target> && !is_dynamic_tree<R> && !is_dynamic_tree<Target>;
}

template <class F, class Target, class Args, class Path = arg_list<>>
inline constexpr bool fits = false;

/// The number of elements, where all arguments say it by their types.
template <class T>
constexpr std::size_t array_size() {
  if constexpr (kind_of<T> == shape_kind::array)
    return shape_of<T>::size;
  else
    return absent;
}
template <mode M, class... X>
constexpr std::size_t static_length() {
  constexpr bool all_arrays = all_branches<X...>(
      []<class Y>(std::type_identity<Y>) { return Y::kind == shape_kind::array; });
  if (M == mode::strict || M == mode::left)
    return array_size<leader_type<X...>>();
  if (!all_arrays)
    return absent;
  std::size_t length = array_size<leader_type<X...>>();
  ((length = !X::branch         ? length
             : M == mode::inner ? std::min(length, array_size<typename X::type>())
                                : std::max(length, array_size<typename X::type>())),
   ...);
  return length;
}

template <class A, class B>
inline constexpr bool same_template = std::same_as<A, B>;
template <template <class...> class P, class... A, class... B>
inline constexpr bool same_template<P<A...>, P<B...>> = true;
template <template <class, auto, auto...> class P, class A, class B, auto V, auto... W>
inline constexpr bool same_template<P<A, V, W...>, P<B, V, W...>> = true;

/// Aux data of a result are those of an argument of the same family of classes.
template <class Target, class A>
constexpr bool same_family() {
  return same_template<Target, A> && listed_node<Target> == listed_node<A>;
}
template <class Target>
constexpr bool has_aux() {
  if constexpr (listed_node<Target>)
    return node_traits<Target>::members::children != node_traits<Target>::members::size;
  else
    return requires(const Target& x) { node_traits<Target>::aux(x); };
}
template <class Target, class... X>
constexpr bool aux_known() {
  return !has_aux<Target>() || any_branch<X...>([]<class Y>(std::type_identity<Y>) {
    return same_family<Target, std::remove_cv_t<typename Y::type>>();
  });
}

template <class F, class Target, class Path, std::size_t K, class... X>
constexpr bool child_fits() {
  constexpr mode m = F::options.mode;
  constexpr std::size_t position = position_of<Target>(plan_of<m, X...>.keys[K], K);
  if constexpr (position == absent)
    return false;
  else
    return fits<F, typename shape_of<Target>::template child_type<position>,
                record_child_t<m, K, X...>, Path>;
}

template <class F, class Target, class Path, class... X>
constexpr bool record_fits() {
  constexpr mode m = F::options.mode;
  constexpr const auto& plan = plan_of<m, X...>;
  if constexpr (!has_static_keys<Target> || plan.odd_argument != absent) {
    return false;
  } else if constexpr (shape_of<Target>::size != plan.size || !aux_known<Target, X...>()) {
    return false;
  } else if constexpr (on_path<arg_list<Target, X...>, Path>) {
    return true;
  } else {
    return []<std::size_t... K>(std::index_sequence<K...>) {
      bool all = true;
      in_order({(all = all &&
                       child_fits<F, Target, longer<Path, arg_list<Target, X...>>, K, X...>())...});
      return all;
    }(std::make_index_sequence<plan.size>{});
  }
}

/// Some argument is no optional, and so the result is there whatever the others hold.
template <mode M, class... X>
constexpr bool always_present() {
  auto plain = []<class Y>(std::type_identity<Y>) { return Y::kind != shape_kind::optional; };
  if (M == mode::left)
    return plain(std::type_identity<leader<X...>>{});
  return M != mode::inner && any_branch<X...>(plain);
}
/// The level is one of optionals, but the target is what they hold.
template <class F, class Target, level_kind Level, class... X>
constexpr bool unwraps() {
  return Level == level_kind::optional && kind_of<Target> != shape_kind::optional &&
         always_present<F::options.mode, X...>();
}

template <class F, class Target, level_kind Level, class... X>
constexpr bool container_matches() {
  constexpr mode m = F::options.mode;
  if constexpr (Level == level_kind::sequence)
    return kind_of<Target> == shape_kind::sequence ||
           (kind_of<Target> == shape_kind::array &&
            static_length<m, X...>() == static_size<Target>());
  else if constexpr (Level == level_kind::mapping)
    return same_map_keys<Target, leader_type<X...>>;
  else
    return kind_of<Target> == shape_kind::optional;
}

/// Static trees of unlike shapes whose result has the keys of the first.
template <class F, class... X>
constexpr bool meets_only_static() {
  return (F::options.mode == mode::strict || F::options.mode == mode::left) &&
         all_branches<X...>([]<class Y>(std::type_identity<Y>) { return class_of<Y>::is_static; });
}

/// Whether a Target can be put together from leaves of type R (assemble.hpp).
template <class P, class Target, class R, class Path = arg_list<>>
constexpr bool assembles() {
  if constexpr (!arg<P, Target>::branch) {
    return leaf_fits<R, Target>();
  } else if constexpr (has_static_keys<Target>) {
    if constexpr (on_path<Target, Path>)
      return true;
    else if constexpr (has_aux<Target>() || std::is_array_v<Target>)
      return false;
    else
      return []<std::size_t... I>(std::index_sequence<I...>) {
        return (true && ... &&
                assembles<P, typename shape_of<Target>::template child_type<I>, R,
                          longer<Path, Target>>());
      }(std::make_index_sequence<shape_of<Target>::size>{});
  } else if constexpr (kind_of<Target> == shape_kind::dynamic) {
    return false;
  } else if constexpr (kind_of<Target> == shape_kind::mapping) {
    return std::is_same_v<typename shape_of<Target>::key_type, std::string> &&
           assembles<P, typename shape_of<Target>::element_type, R, Path>();
  } else {
    return assembles<P, typename shape_of<Target>::element_type, R, Path>();
  }
}

/// Whether leaves of type R fit a Target that is there already.
template <class P, class Target, class R, class Path = arg_list<>>
constexpr bool fills() {
  if constexpr (!arg<P, Target>::branch) {
    return leaf_fits<R, Target>() && std::is_copy_assignable_v<Target>;
  } else if constexpr (node_by_functions<Target>) {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return (true && ... && assembles<P, typename shape_of<Target>::template child_type<I>, R>());
    }(std::make_index_sequence<shape_of<Target>::size>{});
  } else if constexpr (kind_of<Target> == shape_kind::record) {
    if constexpr (on_path<Target, Path>)
      return true;
    else
      return []<std::size_t... I>(std::index_sequence<I...>) {
        return (
            true && ... &&
            fills<P, typename shape_of<Target>::template child_type<I>, R, longer<Path, Target>>());
      }(std::make_index_sequence<shape_of<Target>::size>{});
  } else if constexpr (kind_of<Target> == shape_kind::dynamic) {
    return false;
  } else {
    return fills<P, typename shape_of<Target>::element_type, R, Path>();
  }
}
/// Whether the result of a dynamic level that has the leader's keys can be a Target.
template <class Target, class R, class... X>
constexpr bool makes() {
  if constexpr (std::same_as<Target, leader_class<X...>>)
    return fills<leader_rule<X...>, Target, R>();
  else
    return assembles<R, Target, R>();
}

template <class F, class Target, class... X, class Path>
inline constexpr bool fits<F, Target, arg_list<X...>, Path> = [] {
  constexpr level_kind level = level_of<X...>();
  if constexpr (level == level_kind::leaf) {
    return leaf_fits<typename leaf_result<F, arg_list<X...>>::type, Target>();
  } else if constexpr (level == level_kind::record) {
    return record_fits<F, Target, Path, X...>();
  } else if constexpr (level == level_kind::dynamic) {
    if constexpr (requires { typename Target::leaf_type; } && is_dynamic_tree<Target>)
      return leaf_fits<typename dynamic_leaf_result<F, arg_list<X...>>::type,
                       typename Target::leaf_type>();
    else if constexpr (meets_only_static<F, X...>())
      return makes<Target, typename dynamic_leaf_result<F, arg_list<X...>>::type, X...>();
    else
      return false;
  } else if constexpr (unwraps<F, Target, level, X...>()) {
    return every_mask<F, X...>([]<presence Mask>(std::integral_constant<presence, Mask>) {
      return fits<F, Target, parts_t<Mask, X...>, Path>;
    });
  } else if constexpr (container_matches<F, Target, level, X...>()) {
    return every_mask<F, X...>([]<presence Mask>(std::integral_constant<presence, Mask>) {
      return fits<F, typename shape_of<Target>::element_type, parts_t<Mask, X...>, Path>;
    });
  } else {
    return false;
  }
}();

} // namespace treelize::detail
