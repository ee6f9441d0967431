// What is wrong with a walk by the types of its arguments alone, found before anything of the walk
// is instantiated, so that the compiler's message is one line that names the key path.
#pragma once

#include "treelize/detail/dense.hpp"
#include "treelize/detail/pytree/type_name.hpp"
#include "treelize/detail/walk/static_result.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace treelize {

#if defined(__clang__) && __clang_major__ < 15
/// Older compilers print a string among the template arguments as numbers, but characters as such.
template <char... Text>
struct key_path_is;
template <char... Text>
struct leaf_is;
#else
template <fixed_string Path>
struct key_path_is;
template <fixed_string Type>
struct leaf_is;
#endif

// Nobody defines these: the compiler names them where one is asked for, and that is the message, in
// its first line. The path says where, the types that follow what stands there.

template <class Path, class... Trees>
struct trees_differ_in_mode_strict_so_give_each_this_key_or_write_mode_inner_outer_or_left;
template <class Path, class... Trees>
struct a_tree_has_no_such_key_so_write_missing_equal_to_a_value_or_mode_inner;
template <class Path, class... Trees>
struct a_leaf_meets_a_tree_so_write_inherit_equal_to_true_or_give_a_tree;
template <class Leaf, class Path>
struct the_function_does_not_take_this_leaf;
template <class Leaf, class Path>
struct no_leaf_of_this_function_so_declare_the_member_treelize_aux_or_make_the_function_a_template;
template <class Leaf, class Path>
struct no_node_so_declare_the_class_treelize_node_or_the_member_treelize_aux;

namespace detail {

enum class problem_kind { none, strict_mismatch, key_missing, inherit_is_off, leaves_not_accepted };

enum class leaf_kind { number, object, own_class };

/// The first leaf that does not fit its parameter.
struct leaf_problem {
  leaf_kind kind = leaf_kind::number;
  char name[96] = {};
  std::size_t length = 0;

  template <class Leaf>
  static constexpr leaf_problem of() {
    leaf_problem p;
    const std::string_view name =
        std::is_convertible_v<const Leaf&, std::string_view> ? "std::string" : type_name<Leaf>();
    const bool is_library = name.starts_with("std::") || dense_object<Leaf>;
    p.kind = !std::is_class_v<Leaf> ? leaf_kind::number
             : is_library           ? leaf_kind::object
                                    : leaf_kind::own_class;
    p.length = std::min(name.size(), sizeof(p.name));
    std::copy_n(name.begin(), p.length, p.name);
    return p;
  }
};

template <class F, class... X>
constexpr leaf_problem odd_leaf() {
  leaf_problem result;
  bool found = false;
  ((!found && !X::missing && !takes_whole<typename X::parameter, typename X::type>::value &&
            !std::is_arithmetic_v<std::remove_cv_t<typename X::type>>
        ? void((found = true, result = leaf_problem::of<std::remove_cv_t<typename X::type>>()))
        : void()),
   ...);
  return result;
}

struct problem {
  problem_kind kind = problem_kind::none;
  char path[256] = {};
  std::size_t length = 0;
  leaf_problem leaf;

  constexpr bool is(problem_kind what) {
    kind = what;
    return true;
  }
  /// Puts text before what is there.
  constexpr void prepend(std::string_view text) {
    if (length + text.size() >= sizeof(path))
      return;
    for (std::size_t i = length; i > 0; --i)
      path[i - 1 + text.size()] = path[i - 1];
    for (std::size_t i = 0; i < text.size(); ++i)
      path[i] = text[i];
    length += text.size();
  }
  constexpr bool under(const static_key& key) {
    if (key.is_index)
      return under_index(key.index);
    if (length != 0 && path[0] != '[')
      prepend(".");
    prepend(key.name);
    return true;
  }
  constexpr bool under_index(std::size_t index) {
    if (length != 0 && path[0] != '[')
      prepend(".");
    prepend("]");
    do {
      const char digit = static_cast<char>('0' + index % 10);
      prepend({&digit, 1});
      index /= 10;
    } while (index != 0);
    prepend("[");
    return true;
  }
  /// Below an element whose index or key is not known yet.
  constexpr bool under_element() {
    if (length != 0 && path[0] != '[')
      prepend(".");
    prepend("[*]");
    return true;
  }
};

template <class F, class Path, class... X>
constexpr bool find_problem(problem& p, arg_list<X...>);

/// Some result key is absent in some tree.
template <mode M, class... X>
constexpr bool has_gap() {
  for (std::size_t k = 0; k < plan_of<M, X...>.size; ++k)
    if (!record_planner<X...>::in_all(plan_of<M, X...>.positions[k]))
      return true;
  return false;
}

template <class F, class Path, class... X>
constexpr bool record_problem(problem& p) {
  constexpr mode m = F::options.mode;
  constexpr const auto& plan = plan_of<m, X...>;
  if constexpr (plan.odd_argument != absent) {
    // Name the key: one of the leader's that the other lacks, else one that only the other has.
    constexpr auto all = record_planner<X...>::make(mode::outer);
    std::size_t k = 0;
    while (record_planner<X...>::in_all(all.positions[k]))
      ++k;
    return p.under(all.keys[k]) && p.is(problem_kind::strict_mismatch);
  } else if constexpr (!F::options.inherit && plan.size > 0 && !(true && ... && X::branch)) {
    return p.is(problem_kind::inherit_is_off);
  } else if constexpr (!missing_source<F>::exists && has_gap<m, X...>()) {
    std::size_t k = 0;
    while (record_planner<X...>::in_all(plan.positions[k]))
      ++k;
    return p.under(plan.keys[k]) && p.is(problem_kind::key_missing);
  } else if constexpr (on_path<arg_list<X...>, Path>) {
    return false;
  } else {
    using path = longer<Path, arg_list<X...>>;
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      bool found = false;
      in_order({(found = found || (find_problem<F, path>(p, record_child_t<m, K, X...>{}) &&
                                   p.under(plan_of<m, X...>.keys[K])))...});
      return found;
    }
    (std::make_index_sequence<plan.size>{});
  }
}

/// Arrays say their lengths by their types.
template <class F, class... X>
constexpr bool length_problem(problem& p) {
  constexpr mode m = F::options.mode;
  constexpr std::size_t first = array_size<leader_type<X...>>();
  if (m == mode::inner || first == absent)
    return false;
  std::size_t odd = absent;
  ((X::branch && array_size<typename X::type>() != absent &&
            array_size<typename X::type>() != first && odd == absent
        ? void(odd = array_size<typename X::type>())
        : void()),
   ...);
  if (odd == absent)
    return false;
  if (m == mode::strict)
    return p.under_index(std::min(odd, first)) && p.is(problem_kind::strict_mismatch);
  if (!missing_source<F>::exists && (m == mode::outer || odd < first))
    return p.under_index(std::min(odd, first)) && p.is(problem_kind::key_missing);
  return false;
}

template <class F, class Path, class... X>
constexpr bool container_problem(problem& p) {
  if (!F::options.inherit && !(true && ... && X::branch))
    return p.is(problem_kind::inherit_is_off);
  if constexpr (level_of<X...>() == level_kind::sequence)
    if (length_problem<F, X...>(p))
      return true;
  return !every_mask<F, X...>([&]<presence Mask>(std::integral_constant<presence, Mask>) {
    problem here;
    // Whether `missing` is ever handed to a parameter that does not take it, only the run can tell.
    if (!find_problem<F, Path>(here, parts_t<Mask, X...>{}) ||
        (Mask != all_present<X...> && here.kind == problem_kind::leaves_not_accepted))
      return true;
    p = here;
    if (level_of<X...>() != level_kind::optional)
      p.under_element();
    return false;
  });
}

template <class F, class Path, class... X>
constexpr bool find_problem(problem& p, arg_list<X...>) {
  constexpr level_kind level = level_of<X...>();
  if constexpr (level == level_kind::leaf) {
    if (accepts_leaves<F, typename X::type...>())
      return false;
    p.leaf = odd_leaf<F, X...>();
    return p.is(problem_kind::leaves_not_accepted);
  } else if constexpr (level == level_kind::record) {
    return record_problem<F, Path, X...>(p);
  } else if constexpr (level == level_kind::dynamic) {
    return false; // found when the program runs
  } else {
    return container_problem<F, Path, X...>(p);
  }
}

template <class F, class... X>
inline constexpr problem problem_of = [] {
  problem p;
  find_problem<F, arg_list<>>(p, arg_list<X...>{});
  return p;
}();

#if defined(__clang__) && __clang_major__ < 15
template <class F, class... X>
consteval auto problem_path() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    return std::type_identity<key_path_is<problem_of<F, X...>.path[I]...>>{};
  }
  (std::make_index_sequence<problem_of<F, X...>.length>{});
}
#else
template <class F, class... X>
consteval auto problem_path() {
  constexpr auto text = [] {
    fixed_string<problem_of<F, X...>.length> result;
    for (std::size_t i = 0; i < problem_of<F, X...>.length; ++i)
      result.text[i] = problem_of<F, X...>.path[i];
    return result;
  }();
  return std::type_identity<key_path_is<text>>{};
}
#endif

#if defined(__clang__) && __clang_major__ < 15
template <class F, class... X>
consteval auto problem_leaf() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    return std::type_identity<leaf_is<problem_of<F, X...>.leaf.name[I]...>>{};
  }
  (std::make_index_sequence<problem_of<F, X...>.leaf.length>{});
}
#else
template <class F, class... X>
consteval auto problem_leaf() {
  constexpr auto text = [] {
    fixed_string<problem_of<F, X...>.leaf.length> result;
    for (std::size_t i = 0; i < problem_of<F, X...>.leaf.length; ++i)
      result.text[i] = problem_of<F, X...>.leaf.name[i];
    return result;
  }();
  return std::type_identity<leaf_is<text>>{};
}
#endif

template <class F, class... X>
constexpr bool types_match() {
  return problem_of<F, X...>.kind == problem_kind::none;
}

} // namespace detail
} // namespace treelize
