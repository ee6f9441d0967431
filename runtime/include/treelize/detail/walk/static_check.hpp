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
    leaf_problem result;
    const std::string_view called =
        std::is_convertible_v<const Leaf&, std::string_view> ? "std::string" : type_name<Leaf>();
    const bool is_library = called.starts_with("std::") || called.starts_with("Eigen::");
    result.kind = is_library || !std::is_class_v<Leaf> ? leaf_kind::object : leaf_kind::own_class;
    result.length = (std::min)(called.size(), sizeof(result.name));
    std::copy_n(called.begin(), result.length, result.name);
    return result;
  }
};

template <class Function, class... Side>
constexpr leaf_problem odd_leaf() {
  leaf_problem result;
  bool found = false;
  ((!found && !Side::missing &&
            !takes_whole<typename Side::parameter, typename Side::type>::value &&
            !std::is_arithmetic_v<std::remove_cv_t<typename Side::type>>
        ? void((found = true, result = leaf_problem::of<std::remove_cv_t<typename Side::type>>()))
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
    for (std::size_t at = length; at > 0; --at)
      path[at - 1 + text.size()] = path[at - 1];
    for (std::size_t at = 0; at < text.size(); ++at)
      path[at] = text[at];
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

template <class Function, class Path, class... Side>
constexpr bool find_problem(problem& fault, arg_list<Side...>);

/// Some result key is absent in some tree.
template <mode Mode, class... Side>
constexpr bool has_gap() {
  for (std::size_t child = 0; child < plan_of<Mode, Side...>.size; ++child)
    if (!record_planner<Side...>::in_all(plan_of<Mode, Side...>.positions[child]))
      return true;
  return false;
}

template <class Function, class Path, class... Side>
constexpr bool record_problem(problem& fault) {
  constexpr mode chosen = Function::options.mode;
  constexpr const auto& plan = plan_of<chosen, Side...>;
  if constexpr (plan.odd_argument != absent) {
    // Name the key: one of the leader's that the other lacks, else one that only the other has.
    constexpr auto all = record_planner<Side...>::make(mode::outer);
    std::size_t child = 0;
    while (record_planner<Side...>::in_all(all.positions[child]))
      ++child;
    return fault.under(all.keys[child]) && fault.is(problem_kind::strict_mismatch);
  } else if constexpr (!Function::options.inherit && plan.size > 0 &&
                       !(true && ... && Side::branch)) {
    return fault.is(problem_kind::inherit_is_off);
  } else if constexpr (!missing_source<Function>::exists && has_gap<chosen, Side...>()) {
    std::size_t child = 0;
    while (record_planner<Side...>::in_all(plan.positions[child]))
      ++child;
    return fault.under(plan.keys[child]) && fault.is(problem_kind::key_missing);
  } else if constexpr (on_path<arg_list<Side...>, Path>) {
    return false;
  } else {
    using path = longer<Path, arg_list<Side...>>;
    return [&]<std::size_t... Key>(std::index_sequence<Key...>) {
      bool found = false;
      in_order({(found = found || (find_problem<Function, path>(
                                       fault, record_child_t<chosen, Key, Side...>{}) &&
                                   fault.under(plan_of<chosen, Side...>.keys[Key])))...});
      return found;
    }(std::make_index_sequence<plan.size>{});
  }
}

/// Arrays say their lengths by their types.
template <class Function, class... Side>
constexpr bool length_problem(problem& fault) {
  constexpr mode chosen = Function::options.mode;
  constexpr std::size_t first = array_size<leader_type<Side...>>();
  if (chosen == mode::inner || first == absent)
    return false;
  std::size_t odd = absent;
  ((Side::branch && array_size<typename Side::type>() != absent &&
            array_size<typename Side::type>() != first && odd == absent
        ? void(odd = array_size<typename Side::type>())
        : void()),
   ...);
  if (odd == absent)
    return false;
  if (chosen == mode::strict)
    return fault.under_index((std::min)(odd, first)) && fault.is(problem_kind::strict_mismatch);
  if (!missing_source<Function>::exists && (chosen == mode::outer || odd < first))
    return fault.under_index((std::min)(odd, first)) && fault.is(problem_kind::key_missing);
  return false;
}

template <class Function, class Path, class... Side>
constexpr bool container_problem(problem& fault) {
  if (!Function::options.inherit && !(true && ... && Side::branch))
    return fault.is(problem_kind::inherit_is_off);
  if constexpr (level_of<Side...>() == level_kind::sequence)
    if (length_problem<Function, Side...>(fault))
      return true;
  return !every_mask<Function, Side...>([&]<presence Mask>(std::integral_constant<presence, Mask>) {
    problem here;
    // Whether `missing` is ever handed to a parameter that does not take it, only the run can tell.
    if (!find_problem<Function, Path>(here, parts_t<Mask, Side...>{}) ||
        (Mask != all_present<Side...> && here.kind == problem_kind::leaves_not_accepted))
      return true;
    fault = here;
    if (level_of<Side...>() != level_kind::optional)
      fault.under_element();
    return false;
  });
}

template <class Function, class Path, class... Side>
constexpr bool find_problem(problem& fault, arg_list<Side...>) {
  constexpr level_kind level = level_of<Side...>();
  if constexpr (level == level_kind::leaf) {
    if (accepts_leaves<Function, typename Side::type...>())
      return false;
    fault.leaf = odd_leaf<Function, Side...>();
    return fault.is(problem_kind::leaves_not_accepted);
  } else if constexpr (level == level_kind::record) {
    return record_problem<Function, Path, Side...>(fault);
  } else if constexpr (level == level_kind::dynamic) {
    return false; // found when the program runs
  } else {
    return container_problem<Function, Path, Side...>(fault);
  }
}

template <class Function, class... Side>
inline constexpr problem problem_of = [] {
  problem fault;
  find_problem<Function, arg_list<>>(fault, arg_list<Side...>{});
  return fault;
}();

#if defined(__clang__) && __clang_major__ < 15
template <class Function, class... Side>
consteval auto problem_path() {
  return []<std::size_t... Index>(std::index_sequence<Index...>) {
    return std::type_identity<key_path_is<problem_of<Function, Side...>.path[Index]...>>{};
  }(std::make_index_sequence<problem_of<Function, Side...>.length>{});
}
#else
template <class Function, class... Side>
consteval auto problem_path() {
  constexpr auto text = [] {
    fixed_string<problem_of<Function, Side...>.length> result;
    for (std::size_t at = 0; at < problem_of<Function, Side...>.length; ++at)
      result.text[at] = problem_of<Function, Side...>.path[at];
    return result;
  }();
  return std::type_identity<key_path_is<text>>{};
}
#endif

#if defined(__clang__) && __clang_major__ < 15
template <class Function, class... Side>
consteval auto problem_leaf() {
  return []<std::size_t... Index>(std::index_sequence<Index...>) {
    return std::type_identity<leaf_is<problem_of<Function, Side...>.leaf.name[Index]...>>{};
  }(std::make_index_sequence<problem_of<Function, Side...>.leaf.length>{});
}
#else
template <class Function, class... Side>
consteval auto problem_leaf() {
  constexpr auto text = [] {
    fixed_string<problem_of<Function, Side...>.leaf.length> result;
    for (std::size_t at = 0; at < problem_of<Function, Side...>.leaf.length; ++at)
      result.text[at] = problem_of<Function, Side...>.leaf.name[at];
    return result;
  }();
  return std::type_identity<leaf_is<text>>{};
}
#endif

template <class Function, class... Side>
constexpr bool types_match() {
  return problem_of<Function, Side...>.kind == problem_kind::none;
}

} // namespace detail
} // namespace treelize
