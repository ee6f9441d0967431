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

/// Every value of Result is one of Target: what the language calls a conversion that does not
/// narrow. (Asking whether braces accept it is answered wrongly by some compilers.)
template <class Result, class Target>
constexpr bool holds_every() {
  using from = std::numeric_limits<Result>;
  using to = std::numeric_limits<Target>;
  return from::is_integer == to::is_integer && from::digits <= to::digits &&
         (from::is_signed <= to::is_signed);
}

template <class Result, class Target>
constexpr bool leaf_fits() {
  if constexpr (std::same_as<Result, Target> || std::same_as<Result, no_leaves>)
    return true;
  else if constexpr (std::is_arithmetic_v<Result> && std::is_arithmetic_v<Target>)
    return holds_every<Result, Target>();
  else
    return std::is_convertible_v<Result, Target> && !is_dynamic_tree<Result> &&
           !is_dynamic_tree<Target>;
}

template <class Function, class Target, class Args, class Path = arg_list<>>
inline constexpr bool fits = false;

/// The number of elements, where all arguments say it by their types.
template <class Type>
constexpr std::size_t array_size() {
  if constexpr (kind_of<Type> == shape_kind::array)
    return shape_of<Type>::size;
  else
    return absent;
}
template <mode Mode, class... Side>
constexpr std::size_t static_length() {
  constexpr bool all_arrays = all_branches<Side...>(
      []<class Other>(std::type_identity<Other>) { return Other::kind == shape_kind::array; });
  if (Mode == mode::strict || Mode == mode::left)
    return array_size<leader_type<Side...>>();
  if (!all_arrays)
    return absent;
  std::size_t length = array_size<leader_type<Side...>>();
  ((length = !Side::branch         ? length
             : Mode == mode::inner ? (std::min)(length, array_size<typename Side::type>())
                                   : (std::max)(length, array_size<typename Side::type>())),
   ...);
  return length;
}

template <class Left, class Right>
inline constexpr bool same_template = std::same_as<Left, Right>;
template <template <class...> class Rule, class... Left, class... Right>
inline constexpr bool same_template<Rule<Left...>, Rule<Right...>> = true;
template <template <class, auto, auto...> class Rule, class Left, class Right, auto Fixed,
          auto... Others>
inline constexpr bool same_template<Rule<Left, Fixed, Others...>, Rule<Right, Fixed, Others...>> =
    true;

/// Aux data of a result are those of an argument of the same family of classes.
template <class Target, class Left>
constexpr bool same_family() {
  return same_template<Target, Left> && listed_node<Target> == listed_node<Left>;
}
template <class Target>
constexpr bool has_aux() {
  if constexpr (listed_node<Target>)
    return node_traits<Target>::members::children != node_traits<Target>::members::size;
  else
    return requires(const Target& value) { node_traits<Target>::aux(value); };
}
template <class Target, class... Side>
constexpr bool aux_known() {
  return !has_aux<Target>() || any_branch<Side...>([]<class Other>(std::type_identity<Other>) {
    return same_family<Target, std::remove_cv_t<typename Other::type>>();
  });
}

template <class Function, class Target, class Path, std::size_t Key, class... Side>
constexpr bool child_fits() {
  constexpr mode chosen = Function::options.mode;
  constexpr std::size_t position = position_of<Target>(plan_of<chosen, Side...>.keys[Key], Key);
  if constexpr (position == absent)
    return false;
  else
    return fits<Function, typename shape_of<Target>::template child_type<position>,
                record_child_t<chosen, Key, Side...>, Path>;
}

template <class Function, class Target, class Path, class... Side>
constexpr bool record_fits() {
  constexpr mode chosen = Function::options.mode;
  constexpr const auto& plan = plan_of<chosen, Side...>;
  if constexpr (!has_static_keys<Target> || plan.odd_argument != absent) {
    return false;
  } else if constexpr (shape_of<Target>::size != plan.size || !aux_known<Target, Side...>()) {
    return false;
  } else if constexpr (on_path<arg_list<Target, Side...>, Path>) {
    return true;
  } else {
    return []<std::size_t... Key>(std::index_sequence<Key...>) {
      bool all = true;
      in_order({(all = all && child_fits<Function, Target, longer<Path, arg_list<Target, Side...>>,
                                         Key, Side...>())...});
      return all;
    }(std::make_index_sequence<plan.size>{});
  }
}

/// Some argument is no optional, and so the result is there whatever the others hold.
template <mode Mode, class... Side>
constexpr bool always_present() {
  auto plain = []<class Other>(std::type_identity<Other>) {
    return Other::kind != shape_kind::optional;
  };
  if (Mode == mode::left)
    return plain(std::type_identity<leader<Side...>>{});
  return Mode != mode::inner && any_branch<Side...>(plain);
}
/// The level is one of optionals, but the target is what they hold.
template <class Function, class Target, level_kind Level, class... Side>
constexpr bool unwraps() {
  return Level == level_kind::optional && kind_of<Target> != shape_kind::optional &&
         always_present<Function::options.mode, Side...>();
}

template <class Function, class Target, level_kind Level, class... Side>
constexpr bool container_matches() {
  constexpr mode chosen = Function::options.mode;
  if constexpr (Level == level_kind::sequence)
    return kind_of<Target> == shape_kind::sequence ||
           (kind_of<Target> == shape_kind::array &&
            static_length<chosen, Side...>() == static_size<Target>());
  else if constexpr (Level == level_kind::mapping)
    return same_map_keys<Target, leader_type<Side...>>;
  else
    return kind_of<Target> == shape_kind::optional;
}

/// Static trees of unlike shapes whose result has the keys of the first.
template <class Function, class... Side>
constexpr bool meets_only_static() {
  return (Function::options.mode == mode::strict || Function::options.mode == mode::left) &&
         all_branches<Side...>(
             []<class Other>(std::type_identity<Other>) { return class_of<Other>::is_static; });
}

/// Whether a Target can be put together from leaves of type Result (assemble.hpp).
template <class Rule, class Target, class Result, class Path = arg_list<>>
constexpr bool assembles() {
  if constexpr (!arg<Rule, Target>::branch) {
    return leaf_fits<Result, Target>();
  } else if constexpr (has_static_keys<Target>) {
    if constexpr (on_path<Target, Path>)
      return true;
    else if constexpr (has_aux<Target>() || std::is_array_v<Target>)
      return false;
    else
      return []<std::size_t... Index>(std::index_sequence<Index...>) {
        return (true && ... &&
                assembles<Rule, typename shape_of<Target>::template child_type<Index>, Result,
                          longer<Path, Target>>());
      }(std::make_index_sequence<shape_of<Target>::size>{});
  } else if constexpr (kind_of<Target> == shape_kind::dynamic) {
    return false;
  } else if constexpr (kind_of<Target> == shape_kind::mapping) {
    return std::is_same_v<typename shape_of<Target>::key_type, std::string> &&
           assembles<Rule, typename shape_of<Target>::element_type, Result, Path>();
  } else {
    return assembles<Rule, typename shape_of<Target>::element_type, Result, Path>();
  }
}

/// Whether leaves of type Result fit a Target that is there already.
template <class Rule, class Target, class Result, class Path = arg_list<>>
constexpr bool fills() {
  if constexpr (!arg<Rule, Target>::branch) {
    return leaf_fits<Result, Target>() && std::is_copy_assignable_v<Target>;
  } else if constexpr (node_by_functions<Target>) {
    return []<std::size_t... Index>(std::index_sequence<Index...>) {
      return (true && ... &&
              assembles<Rule, typename shape_of<Target>::template child_type<Index>, Result>());
    }(std::make_index_sequence<shape_of<Target>::size>{});
  } else if constexpr (kind_of<Target> == shape_kind::record) {
    if constexpr (on_path<Target, Path>)
      return true;
    else
      return []<std::size_t... Index>(std::index_sequence<Index...>) {
        return (true && ... &&
                fills<Rule, typename shape_of<Target>::template child_type<Index>, Result,
                      longer<Path, Target>>());
      }(std::make_index_sequence<shape_of<Target>::size>{});
  } else if constexpr (kind_of<Target> == shape_kind::dynamic) {
    return false;
  } else {
    return fills<Rule, typename shape_of<Target>::element_type, Result, Path>();
  }
}
/// Whether the result of a dynamic level that has the leader's keys can be a Target.
template <class Target, class Result, class... Side>
constexpr bool makes() {
  if constexpr (std::same_as<Target, leader_class<Side...>>)
    return fills<leader_rule<Side...>, Target, Result>();
  else
    return assembles<Result, Target, Result>();
}

template <class Function, class Target, class... Side, class Path>
inline constexpr bool fits<Function, Target, arg_list<Side...>, Path> = [] {
  constexpr level_kind level = level_of<Side...>();
  if constexpr (level == level_kind::leaf) {
    return leaf_fits<typename leaf_result<Function, arg_list<Side...>>::type, Target>();
  } else if constexpr (level == level_kind::record) {
    return record_fits<Function, Target, Path, Side...>();
  } else if constexpr (level == level_kind::dynamic) {
    if constexpr (requires { typename Target::leaf_type; } && is_dynamic_tree<Target>)
      return leaf_fits<typename dynamic_leaf_result<Function, arg_list<Side...>>::type,
                       typename Target::leaf_type>();
    else if constexpr (meets_only_static<Function, Side...>())
      return makes<Target, typename dynamic_leaf_result<Function, arg_list<Side...>>::type,
                   Side...>();
    else
      return false;
  } else if constexpr (unwraps<Function, Target, level, Side...>()) {
    return every_mask<Function, Side...>([]<presence Mask>(std::integral_constant<presence, Mask>) {
      return fits<Function, Target, parts_t<Mask, Side...>, Path>;
    });
  } else if constexpr (container_matches<Function, Target, level, Side...>()) {
    return every_mask<Function, Side...>([]<presence Mask>(std::integral_constant<presence, Mask>) {
      return fits<Function, typename shape_of<Target>::element_type, parts_t<Mask, Side...>, Path>;
    });
  } else {
    return false;
  }
}();

} // namespace treelize::detail
