// A container of trees seen without its trees: which parts are trees, which are values, and how the
// same container is built over one leaf of each tree.
#pragma once

#include "treelize/detail/walk/sides.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace treelize::detail {

/// What the parameter wants: a type, or whatever the argument makes of it.
template <class Parameter>
using wanted = std::conditional_t<says_itself<Parameter>, deduced, std::remove_cvref_t<Parameter>>;

enum class part_kind { whole, tree, container };

template <class Function>
constexpr bool opens(container_kind kind) {
  constexpr subside_options options = Function::options.subside;
  return (kind == container_kind::list && options.list) ||
         (kind == container_kind::tuple && options.tuple) ||
         (kind == container_kind::dict && options.dict);
}

/// Containers of the same kind; where lengths are known, of the same length.
template <class Entry, class Argument>
constexpr bool same_container() {
  if constexpr (container_of<Entry>() != container_of<Argument>())
    return false;
  else if constexpr (container_of<Entry>() == container_kind::dict)
    return std::same_as<typename shape_of<Entry>::key_type, typename shape_of<Argument>::key_type>;
  else if constexpr (has_static_keys<Entry>)
    return has_static_keys<Argument> && shape_of<Entry>::size == static_size<Argument>();
  else
    return true;
}

/// What a part of type Argument is where an Entry is wanted.
template <class Function, class Entry, class Argument>
constexpr part_kind part_of() {
  if constexpr (std::same_as<Entry, deduced>) {
    if constexpr (holds_trees<Argument> && opens<Function>(container_of<Argument>()))
      return part_kind::container;
    else
      return is_or_holds_tree<Argument> && container_of<Argument>() == container_kind::none
                 ? part_kind::tree
                 : part_kind::whole;
  } else if constexpr (takes_whole<Entry, Argument>::value ||
                       kind_of<Argument> == shape_kind::leaf) {
    return part_kind::whole;
  } else if constexpr (container_of<Entry>() != container_kind::none &&
                       same_container<Entry, Argument>() &&
                       opens<Function>(container_of<Argument>())) {
    return part_kind::container;
  } else {
    return part_kind::tree;
  }
}

// Entry is the type wanted or `deduced`, Argument that of the part, const or not. Every
// skeleton has:
//   value               what read() gives
//   tree_count          how many trees there are, where that is known; `absent` if there are any
//   number first_tree          the skeleton of the first tree, and all_static, whether all are
//   static add_structures      appends the structures of the trees, in order; a value beside them
//   is a leaf read(sources, k)    the container over the k-th leaf of each tree prototype() the
//   first tree, null if there is none
template <class Function, class Entry, class Argument,
          part_kind Kind = part_of<Function, Entry, Argument>()>
struct skeleton {
  using value = std::conditional_t<std::same_as<Entry, deduced>, std::remove_cv_t<Argument>, Entry>;
  static constexpr std::size_t tree_count = 0;
  static constexpr bool all_static = true;
  using first_tree = void;

  Argument* given;

  explicit skeleton(Argument& argument) : given(&argument) {}
  void add_structures(std::vector<const treedef_node*>& nodes) const {
    nodes.push_back(leaf_node());
  }
  value read(const plan_source*& next, std::size_t) const {
    ++next;
    return static_cast<value>(*given);
  }
  const void* prototype() const { return nullptr; }
};

template <class Function, class Entry, class Argument>
struct skeleton<Function, Entry, Argument, part_kind::tree> {
  using side = side_of<arg<Entry, Argument>>;
  static auto find_value() {
    if constexpr (!std::same_as<Entry, deduced>)
      return std::type_identity<Entry>{};
    else
      return []<class... Other>(arg_list<Other...>) {
        return fold_common<std::remove_cv_t<typename Other::type>...>{};
      }(typename side::leaves{});
  }
  using value = typename decltype(find_value())::type;
  static_assert(!std::same_as<value, no_common_type>,
                "treelize: subside: the leaves of a tree in a container have no type in common");
  static constexpr std::size_t tree_count = 1;
  static constexpr bool all_static = kind_of<Argument> != shape_kind::dynamic;
  using first_tree = skeleton;
  using tree_type = Argument;
  using rule = Entry;

  Argument* given;
  side leaves;

  explicit skeleton(Argument& argument)
      : given(&argument), leaves(make_side<arg<Entry, Argument>>(argument)) {}
  void add_structures(std::vector<const treedef_node*>& nodes) const {
    nodes.push_back(leaves.node());
  }
  value read(const plan_source*& next, std::size_t slot) const {
    const plan_source& source = *next++;
    return leaves.visit(
        source.offset + slot * source.stride, []<class Other>(Other, auto& leaf) -> value {
          static_assert(
              std::is_convertible_v<decltype(leaf), value>,
              "treelize: subside: a leaf of a tree in a container does not convert to what the "
              "parameter's container holds");
          return static_cast<value>(leaf);
        });
  }
  const Argument* prototype() const { return given; }
};

template <class Entry, class Part>
struct element_wanted {
  using type = deduced;
};
template <class Entry, class Part>
  requires(!std::same_as<Entry, deduced>)
struct element_wanted<Entry, Part> {
  using type = typename shape_of<Entry>::element_type;
};

template <class Function, class Entry, class Argument>
  requires(has_static_keys<Argument>)
struct skeleton<Function, Entry, Argument, part_kind::container> {
  template <std::size_t Index>
  static auto find_part() {
    using part = std::remove_reference_t<decltype(shape_of<Argument>::template get<Index>(
        std::declval<Argument&>()))>;
    if constexpr (std::same_as<Entry, deduced>)
      return std::type_identity<skeleton<Function, deduced, part>>{};
    else if constexpr (has_static_keys<Entry>)
      return std::type_identity<
          skeleton<Function, typename shape_of<Entry>::template child_type<Index>, part>>{};
    else
      return std::type_identity<skeleton<Function, typename shape_of<Entry>::element_type, part>>{};
  }
  template <class Indices>
  struct of;
  template <std::size_t... Index>
  struct of<std::index_sequence<Index...>> {
    using parts = std::tuple<typename decltype(find_part<Index>())::type...>;
    using value =
        typename rebound_record<std::remove_cv_t<Argument>,
                                typename std::tuple_element_t<Index, parts>::value...>::type;
    static constexpr std::size_t tree_count =
        (std::size_t(0) + ... + (std::tuple_element_t<Index, parts>::tree_count != 0 ? 1 : 0));
    static constexpr bool all_static =
        (true && ... && std::tuple_element_t<Index, parts>::all_static);
    static constexpr std::size_t first = [] {
      constexpr bool has[] = {(std::tuple_element_t<Index, parts>::tree_count != 0)..., true};
      std::size_t index = 0;
      while (!has[index])
        ++index;
      return index < sizeof...(Index) ? index : 0;
    }();
  };
  using indices = std::make_index_sequence<shape_of<Argument>::size>;
  using parts = typename of<indices>::parts;
  using value =
      std::conditional_t<std::same_as<Entry, deduced>, typename of<indices>::value, Entry>;
  static constexpr std::size_t tree_count = of<indices>::tree_count;
  static constexpr bool all_static = of<indices>::all_static;
  using first_tree = typename std::tuple_element_t<of<indices>::first, parts>::first_tree;

  parts all;

  explicit skeleton(Argument& argument) : skeleton(argument, indices{}) {}
  void add_structures(std::vector<const treedef_node*>& nodes) const {
    std::apply([&](const auto&... part) { (part.add_structures(nodes), ...); }, all);
  }
  value read(const plan_source*& next, std::size_t slot) const {
    return std::apply(
        [&](const auto&... part) {
          if constexpr (kind_of<value> == shape_kind::sequence) {
            value out;
            out.reserve(sizeof...(part));
            (out.push_back(part.read(next, slot)), ...);
            return out;
          } else {
            return value{part.read(next, slot)...};
          }
        },
        all);
  }
  auto prototype() const { return std::get<of<indices>::first>(all).prototype(); }

private:
  template <std::size_t... Index>
  skeleton(Argument& argument, std::index_sequence<Index...>)
      : all(std::tuple_element_t<Index, parts>(
            shape_of<Argument>::template get<Index>(argument))...) {}
};

template <class Function, class Entry, class Argument>
  requires(!has_static_keys<Argument>)
struct skeleton<Function, Entry, Argument, part_kind::container> {
  static constexpr bool is_map = kind_of<Argument> == shape_kind::mapping;
  static auto& element_of(auto& entry) {
    if constexpr (is_map)
      return entry.second;
    else
      return entry;
  }
  using entry = std::remove_reference_t<decltype(*std::begin(std::declval<Argument&>()))>;
  using element = std::remove_reference_t<decltype(element_of(std::declval<entry&>()))>;
  using part = skeleton<Function, typename element_wanted<Entry, element>::type, element>;

  static auto find_value() {
    if constexpr (std::same_as<Entry, deduced>)
      return std::type_identity<
          typename shape_of<Argument>::template rebind<typename part::value>>{};
    else
      return std::type_identity<Entry>{};
  }
  using value = typename decltype(find_value())::type;
  static constexpr std::size_t tree_count = part::tree_count != 0 ? absent : 0;
  static constexpr bool all_static = part::all_static;
  using first_tree = typename part::first_tree;

  std::vector<part> all;
  Argument* given;

  explicit skeleton(Argument& argument) : given(&argument) {
    all.reserve(argument.size());
    for (entry& each : argument)
      all.emplace_back(element_of(each));
  }
  void add_structures(std::vector<const treedef_node*>& nodes) const {
    for (const part& piece : all)
      piece.add_structures(nodes);
  }
  value read(const plan_source*& next, std::size_t slot) const {
    value out;
    if constexpr (is_map) {
      auto at = given->begin();
      for (const part& piece : all)
        out.emplace_hint(out.end(), (at++)->first, piece.read(next, slot));
    } else {
      out.reserve(all.size());
      for (const part& piece : all)
        out.push_back(piece.read(next, slot));
    }
    return out;
  }
  auto prototype() const {
    using pointer = decltype(all.front().prototype());
    for (const part& piece : all)
      if (pointer first = piece.prototype())
        return first;
    return pointer(nullptr);
  }
};

} // namespace treelize::detail
