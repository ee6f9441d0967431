// The type of a walk's result, found by the types of the arguments alone.
// The same class if every leaf's result fits without narrowing; standard containers and class templates
// over their leaf type are rebound; what fits no class is a treelize::tree (needs_dynamic here).
#pragma once

#include "treelize/static_level.hpp"

#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

namespace treelize::detail {

template <class... X> struct arg_list {};

/// A node class may contain itself, in a vector say. What is asked about types remembers the nodes that it
/// is in, and takes what it meets again as answered.
template <class Entry, class Path> inline constexpr bool on_path = false;
template <class Entry, class... Seen>
inline constexpr bool on_path<Entry, arg_list<Seen...>> = (false || ... || std::same_as<Entry, Seen>);

template <class Path, class... Entry> struct longer_path;
template <class... Seen, class... Entry> struct longer_path<arg_list<Seen...>, Entry...> {
  using type = arg_list<Seen..., Entry...>;
};
template <class Path, class... Entry> using longer = typename longer_path<Path, Entry...>::type;

/// The result is a tree<R>: no class holds it.
struct needs_dynamic {};
/// The leaf results have no type in common.
struct no_common_type {};

// ---- the arguments one level down ----

template <mode M, std::size_t K, class Indices, class... X> struct record_child;
template <mode M, std::size_t K, std::size_t... I, class... X>
struct record_child<M, K, std::index_sequence<I...>, X...> {
  using type = arg_list<typename child_arg<X, plan_of<M, X...>.positions[K][I]>::type...>;
};
/// The arguments at the K-th key of a record.
template <mode M, std::size_t K, class... X>
using record_child_t = typename record_child<M, K, std::index_sequence_for<X...>, X...>::type;

template <presence Mask, class Indices, class... X> struct parts;
template <presence Mask, std::size_t... I, class... X>
struct parts<Mask, std::index_sequence<I...>, X...> {
  using type = arg_list<part_arg<level_of<X...>(), X, (Mask >> I & 1) != 0>...>;
};
/// The arguments at an element of a sequence, mapping or optional, with those present that the mask says.
template <presence Mask, class... X>
using parts_t = typename parts<Mask, std::index_sequence_for<X...>, X...>::type;

/// Calls test<Mask>() for all masks that can occur, until one fails.
template <class F, class... X, class Test> constexpr bool every_mask(Test test) {
  return [&]<presence... Mask>(std::integer_sequence<presence, Mask...>) {
    return (true && ... && [&] {
      if constexpr (mask_occurs<X...>(Mask, F::options.mode, missing_source<F>::exists))
        return test(std::integral_constant<presence, Mask>{});
      else
        return true;
    }());
  }(std::make_integer_sequence<presence, all_present<X...> + 1>{});
}

// ---- leaf results ----

/// Stands for a level without leaves, and for leaves that no call takes.
struct no_leaves {};

template <class F, class Args> struct leaf_result {
  using type = no_leaves;
};
template <class F, class... X>
  requires(accepts_leaves<F, typename X::type...>())
struct leaf_result<F, arg_list<X...>> {
  using type = std::decay_t<decltype(call_leaf(std::declval<F&>(),
                                               std::declval<missing_source<F>&>(),
                                               std::declval<typename X::type&>()...))>;
};

template <class A, class B> struct common_result {
  using type = no_common_type;
};
template <class A, class B>
  requires requires { typename std::common_type_t<A, B>; }
struct common_result<A, B> {
  using type = std::common_type_t<A, B>;
};
template <class A> struct common_result<A, A> {
  using type = A;
};
template <class A> struct common_result<A, no_leaves> {
  using type = A;
};
template <class B> struct common_result<no_leaves, B> {
  using type = B;
};
template <> struct common_result<no_leaves, no_leaves> {
  using type = no_leaves;
};

template <class... R> struct fold_common {
  using type = no_leaves;
};
template <class R> struct fold_common<R> {
  using type = R;
};
template <class A, class B, class... R>
struct fold_common<A, B, R...> : fold_common<typename common_result<A, B>::type, R...> {};
template <class A, class... R>
  requires(sizeof...(R) > 0 && (true && ... && std::same_as<A, R>))
struct fold_common<A, R...> {
  using type = A;
};

/// What the leaves of a dynamic level give (dynamic_walk.hpp).
template <class F, class Args> struct dynamic_leaf_result;

/// The type that the results of all leaf calls have in common.
template <class F, class Args, class Path> struct common_leaf_result;
template <class F, class Args, class Path = arg_list<>>
using common_leaf_result_t = typename common_leaf_result<F, Args, Path>::type;

template <class F, class... X, class Path> struct common_leaf_result<F, arg_list<X...>, Path> {
  static auto find() {
    constexpr level_kind level = level_of<X...>();
    if constexpr (level == level_kind::leaf) {
      return std::type_identity<typename leaf_result<F, arg_list<X...>>::type>{};
    } else if constexpr (level == level_kind::dynamic) {
      return std::type_identity<typename dynamic_leaf_result<F, arg_list<X...>>::type>{};
    } else if constexpr (level != level_kind::record) {
      return []<presence... Mask>(std::integer_sequence<presence, Mask...>) {
        return std::type_identity<
            typename fold_common<typename decltype(of_mask<Mask>())::type...>::type>{};
      }(std::make_integer_sequence<presence, all_present<X...> + 1>{});
    } else if constexpr (on_path<arg_list<X...>, Path>) {
      return std::type_identity<no_leaves>{};
    } else {
      constexpr mode m = F::options.mode;
      return []<std::size_t... K>(std::index_sequence<K...>) {
        return std::type_identity<typename fold_common<common_leaf_result_t<
            F, record_child_t<m, K, X...>, longer<Path, arg_list<X...>>>...>::type>{};
      }(std::make_index_sequence<plan_of<m, X...>.size>{});
    }
  }
  template <presence Mask> static auto of_mask() {
    if constexpr (mask_occurs<X...>(Mask, F::options.mode, missing_source<F>::exists))
      return std::type_identity<common_leaf_result_t<F, parts_t<Mask, X...>, Path>>{};
    else
      return std::type_identity<no_leaves>{};
  }
  using type = typename decltype(find())::type;
};

// ---- does a result fit a type that is given? ----

/// Every value of R is one of Target: what the language calls a conversion that does not narrow. (Asking
/// whether braces accept it is answered wrongly by some compilers.)
template <class R, class Target> constexpr bool holds_every() {
  using from = std::numeric_limits<R>;
  using to = std::numeric_limits<Target>;
  return from::is_integer == to::is_integer && from::digits <= to::digits &&
         (from::is_signed <= to::is_signed);
}

template <class R, class Target> constexpr bool leaf_fits() {
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
template <class T> constexpr std::size_t array_size() {
  if constexpr (kind_of<T> == shape_kind::array)
    return shape_of<T>::size;
  else
    return absent;
}
template <mode M, class... X> constexpr std::size_t static_length() {
  constexpr bool all_arrays = all_branches<X...>(
      []<class Y>(std::type_identity<Y>) { return Y::kind == shape_kind::array; });
  if (M == mode::strict || M == mode::left)
    return array_size<leader_type<X...>>();
  if (!all_arrays)
    return absent;
  std::size_t length = array_size<leader_type<X...>>();
  ((length = !X::branch           ? length
             : M == mode::inner ? std::min(length, array_size<typename X::type>())
                                : std::max(length, array_size<typename X::type>())),
   ...);
  return length;
}

template <class A, class B> inline constexpr bool same_template = std::same_as<A, B>;
template <template <class...> class P, class... A, class... B>
inline constexpr bool same_template<P<A...>, P<B...>> = true;
template <template <class, auto, auto...> class P, class A, class B, auto V, auto... W>
inline constexpr bool same_template<P<A, V, W...>, P<B, V, W...>> = true;

/// Aux data of a result are those of an argument of the same family of classes.
template <class Target, class A> constexpr bool same_family() {
  return same_template<Target, A> && listed_node<Target> == listed_node<A>;
}
template <class Target> constexpr bool has_aux() {
  if constexpr (listed_node<Target>)
    return node_traits<Target>::members::children != node_traits<Target>::members::size;
  else
    return requires(const Target& x) { node_traits<Target>::aux(x); };
}
template <class Target, class... X> constexpr bool aux_known() {
  return !has_aux<Target>() || any_branch<X...>([]<class Y>(std::type_identity<Y>) {
    return same_family<Target, std::remove_cv_t<typename Y::type>>();
  });
}

template <class F, class Target, class Path, class... X> constexpr bool record_fits() {
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
      return (true && ... && [] {
        constexpr std::size_t position = position_of<Target>(plan_of<m, X...>.keys[K], K);
        if constexpr (position == absent)
          return false;
        else
          return fits<F, typename shape_of<Target>::template child_type<position>,
                      record_child_t<m, K, X...>, longer<Path, arg_list<Target, X...>>>;
      }());
    }(std::make_index_sequence<plan.size>{});
  }
}

/// Some argument is no optional, and so the result is there whatever the others hold.
template <mode M, class... X> constexpr bool always_present() {
  auto plain = []<class Y>(std::type_identity<Y>) { return Y::kind != shape_kind::optional; };
  if (M == mode::left)
    return plain(std::type_identity<leader<X...>>{});
  return M != mode::inner && any_branch<X...>(plain);
}
/// The level is one of optionals, but the target is what they hold.
template <class F, class Target, level_kind Level, class... X> constexpr bool unwraps() {
  return Level == level_kind::optional && kind_of<Target> != shape_kind::optional &&
         always_present<F::options.mode, X...>();
}

template <class F, class Target, level_kind Level, class... X> constexpr bool container_matches() {
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
template <class F, class... X> constexpr bool meets_only_static() {
  return (F::options.mode == mode::strict || F::options.mode == mode::left) &&
         all_branches<X...>([]<class Y>(std::type_identity<Y>) {
           return Y::kind != shape_kind::dynamic;
         });
}

/// Whether a Target can be put together from leaves of type R (assemble.hpp).
template <class P, class Target, class R, class Path = arg_list<>> constexpr bool assembles() {
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
      return assembles<typename leader<X...>::parameter, Target,
                       typename dynamic_leaf_result<F, arg_list<X...>>::type>();
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

// ---- the result where no type is given ----

template <class F, class Args> struct walk_result;
template <class F, class Args> using walk_result_t = typename walk_result<F, Args>::type;

template <class R, class... A> constexpr bool any_needs_dynamic() {
  return (std::same_as<R, needs_dynamic> || ... || std::same_as<A, needs_dynamic>);
}

template <class T, class R> struct rebound_node {
  using type = needs_dynamic;
};
template <class T, class R>
  requires requires { std::type_identity<typename node_traits<T>::template rebind<R>>{}; }
struct rebound_node<T, R> {
  using type = typename node_traits<T>::template rebind<R>;
};

/// The class of the leader, or a standard record of as many children.
template <class Leader, class... C> struct rebound_record {
  using type = std::tuple<C...>;
};
template <class A, class B, class C, class D> struct rebound_record<std::pair<A, B>, C, D> {
  using type = std::pair<C, D>;
};
template <class T, std::size_t N, class C, class... More>
  requires(true && ... && std::same_as<C, More>)
struct rebound_record<std::array<T, N>, C, More...> {
  using type = std::array<C, 1 + sizeof...(More)>;
};

template <class F, class... X> auto record_result() {
  using args = arg_list<X...>;
  using first = leader_type<X...>;
  if constexpr (node<first>) {
    if constexpr (fits<F, first, args>) {
      return std::type_identity<first>{};
    } else {
      using other = typename rebound_node<first, common_leaf_result_t<F, args>>::type;
      if constexpr (node<other> && fits<F, other, args>)
        return std::type_identity<other>{};
      else
        return std::type_identity<needs_dynamic>{};
    }
  } else {
    constexpr mode m = F::options.mode;
    return []<std::size_t... K>(std::index_sequence<K...>) {
      if constexpr ((false || ... ||
                     std::same_as<walk_result_t<F, record_child_t<m, K, X...>>, needs_dynamic>) ||
                    (false || ... || !plan_of<m, X...>.keys[K].is_index))
        return std::type_identity<needs_dynamic>{};
      else
        return std::type_identity<typename rebound_record<
            first, walk_result_t<F, record_child_t<m, K, X...>>...>::type>{};
    }(std::make_index_sequence<plan_of<m, X...>.size>{});
  }
}

template <class F, class... X> auto container_result() {
  using first = leader_type<X...>;
  using element = walk_result_t<F, parts_t<all_present<X...>, X...>>;
  constexpr mode m = F::options.mode;
  if constexpr (std::same_as<element, needs_dynamic>) {
    return std::type_identity<needs_dynamic>{};
  } else {
    using result = typename decltype([] {
      if constexpr (kind_of<first> == shape_kind::array) {
        constexpr std::size_t length = static_length<m, X...>();
        if constexpr (length == absent)
          return std::type_identity<std::vector<element>>{};
        else
          return std::type_identity<std::array<element, length>>{};
      } else if constexpr (level_of<X...>() == level_kind::optional) {
        if constexpr (kind_of<first> != shape_kind::optional && always_present<m, X...>())
          return std::type_identity<element>{};
        else
          return std::type_identity<std::optional<element>>{};
      } else {
        return std::type_identity<typename shape_of<first>::template rebind<element>>{};
      }
    }())::type;
    if constexpr (fits<F, result, arg_list<X...>>)
      return std::type_identity<result>{};
    else
      return std::type_identity<needs_dynamic>{};
  }
}

template <class F, class... X> auto dynamic_result() {
  using result = typename dynamic_leaf_result<F, arg_list<X...>>::type;
  if constexpr (!std::is_void_v<result> && meets_only_static<F, X...>()) {
    if constexpr (assembles<typename leader<X...>::parameter, leader_type<X...>, result>())
      return std::type_identity<leader_type<X...>>{};
    else
      return std::type_identity<needs_dynamic>{};
  } else if constexpr (!std::is_void_v<result> &&
                       any_branch<X...>([]<class Y>(std::type_identity<Y>) {
                         return Y::kind == shape_kind::dynamic;
                       })) {
    return std::type_identity<tree<result>>{};
  } else if constexpr (std::is_void_v<result>) {
    return std::type_identity<void>{};
  } else {
    return std::type_identity<needs_dynamic>{};
  }
}

template <class F, class... X> struct walk_result<F, arg_list<X...>> {
  static auto find() {
    constexpr level_kind level = level_of<X...>();
    if constexpr (level == level_kind::leaf)
      return leaf_result<F, arg_list<X...>>{};
    else if constexpr (level == level_kind::record)
      return record_result<F, X...>();
    else if constexpr (level == level_kind::dynamic)
      return dynamic_result<F, X...>();
    else
      return container_result<F, X...>();
  }
  using type = typename decltype(find())::type;
};

} // namespace treelize::detail
