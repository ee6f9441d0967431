// What is wrong with a walk by the types of its arguments alone, found before anything of the walk
// is instantiated, so that the compiler's message is one line that names the key path.
#pragma once

#include "treelize/detail/walk/static_result.hpp"

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace treelize {

#if defined(__clang__) && __clang_major__ < 15
/// Older compilers print a string among the template arguments as numbers, but characters as such.
template <char... Text>
struct key_path_is;
#else
template <fixed_string Path>
struct key_path_is;
#endif

/// The names of these templates, and the path that is their first argument, are the message.
template <class Path, class... Trees>
struct strict_mismatch {
  static_assert(sizeof(Path*) == 0, "treelize: strict mode: the trees differ at the key path that "
                                    "key_path_is<...> names: one has no such key");
};
template <class Path, class... Trees>
struct key_missing {
  static_assert(
      sizeof(Path*) == 0,
      "treelize: outer or left mode: at the key path that key_path_is<...> names one tree "
      "has no such key, and the function has no `missing`");
};
template <class Path, class... Trees>
struct inherit_is_off {
  static_assert(
      sizeof(Path*) == 0,
      "treelize: inherit = false: at the key path that key_path_is<...> names a leaf meets "
      "a tree");
};
template <class Path, class... Trees>
struct leaves_not_accepted {
  static_assert(sizeof(Path*) == 0,
                "treelize: the function cannot be called with the leaves at the key path that "
                "key_path_is<...> names");
};

namespace detail {

enum class problem_kind { none, strict_mismatch, key_missing, inherit_is_off, leaves_not_accepted };

struct problem {
  problem_kind kind = problem_kind::none;
  char path[256] = {};
  std::size_t length = 0;

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
    }(std::make_index_sequence<plan.size>{});
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
    return !accepts_leaves<F, typename X::type...>() && p.is(problem_kind::leaves_not_accepted);
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
  }(std::make_index_sequence<problem_of<F, X...>.length>{});
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

/// True if nothing is wrong; else instantiates the template that is the message.
template <class F, class... X>
constexpr bool types_match() {
  constexpr problem_kind kind = problem_of<F, X...>.kind;
  if constexpr (kind == problem_kind::none) {
    return true;
  } else {
    using path = typename decltype(problem_path<F, X...>())::type;
    if constexpr (kind == problem_kind::strict_mismatch)
      return sizeof(strict_mismatch<path, std::remove_const_t<typename X::type>...>) == 0;
    else if constexpr (kind == problem_kind::key_missing)
      return sizeof(key_missing<path, std::remove_const_t<typename X::type>...>) == 0;
    else if constexpr (kind == problem_kind::inherit_is_off)
      return sizeof(inherit_is_off<path, std::remove_const_t<typename X::type>...>) == 0;
    else
      return sizeof(leaves_not_accepted<path, std::remove_const_t<typename X::type>...>) == 0;
  }
}

} // namespace detail
} // namespace treelize
