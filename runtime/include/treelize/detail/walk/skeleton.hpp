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
template <class P>
using wanted = std::conditional_t<says_itself<P>, deduced, std::remove_cvref_t<P>>;

enum class part_kind { whole, tree, container };

template <class F>
constexpr bool opens(container_kind kind) {
  constexpr subside_options options = F::options.subside;
  return (kind == container_kind::list && options.list) ||
         (kind == container_kind::tuple && options.tuple) ||
         (kind == container_kind::dict && options.dict);
}

/// Containers of the same kind; where lengths are known, of the same length.
template <class E, class A>
constexpr bool same_container() {
  if constexpr (container_of<E>() != container_of<A>())
    return false;
  else if constexpr (container_of<E>() == container_kind::dict)
    return std::same_as<typename shape_of<E>::key_type, typename shape_of<A>::key_type>;
  else if constexpr (has_static_keys<E>)
    return has_static_keys<A> && shape_of<E>::size == static_size<A>();
  else
    return true;
}

/// What a part of type A is where an E is wanted.
template <class F, class E, class A>
constexpr part_kind part_of() {
  if constexpr (std::same_as<E, deduced>) {
    if constexpr (holds_trees<A> && opens<F>(container_of<A>()))
      return part_kind::container;
    else
      return is_or_holds_tree<A> && container_of<A>() == container_kind::none ? part_kind::tree
                                                                              : part_kind::whole;
  } else if constexpr (takes_whole<E, A>::value || kind_of<A> == shape_kind::leaf) {
    return part_kind::whole;
  } else if constexpr (container_of<E>() != container_kind::none && same_container<E, A>() &&
                       opens<F>(container_of<A>())) {
    return part_kind::container;
  } else {
    return part_kind::tree;
  }
}

// E is the type wanted or `deduced`, A that of the part, const or not. Every skeleton has:
//   value               what read() gives
//   tree_count          how many trees there are, where that is known; `absent` if there are any
//   number first_tree          the skeleton of the first tree, and all_static, whether all are
//   static add_structures      appends the structures of the trees, in order; a value beside them
//   is a leaf read(sources, k)    the container over the k-th leaf of each tree prototype() the
//   first tree, null if there is none
template <class F, class E, class A, part_kind Kind = part_of<F, E, A>()>
struct skeleton {
  using value = std::conditional_t<std::same_as<E, deduced>, std::remove_cv_t<A>, E>;
  static constexpr std::size_t tree_count = 0;
  static constexpr bool all_static = true;
  using first_tree = void;

  A* given;

  explicit skeleton(A& a) : given(&a) {}
  void add_structures(std::vector<const treedef_node*>& nodes) const {
    nodes.push_back(leaf_node());
  }
  value read(const plan_source*& next, std::size_t) const {
    ++next;
    return static_cast<value>(*given);
  }
  const void* prototype() const { return nullptr; }
};

template <class F, class E, class A>
struct skeleton<F, E, A, part_kind::tree> {
  using side = side_of<arg<E, A>>;
  static auto find_value() {
    if constexpr (!std::same_as<E, deduced>)
      return std::type_identity<E>{};
    else
      return []<class... Y>(arg_list<Y...>) {
        return fold_common<std::remove_cv_t<typename Y::type>...>{};
      }(typename side::leaves{});
  }
  using value = typename decltype(find_value())::type;
  static_assert(!std::same_as<value, no_common_type>,
                "treelize: subside: the leaves of a tree in a container have no type in common");
  static constexpr std::size_t tree_count = 1;
  static constexpr bool all_static = kind_of<A> != shape_kind::dynamic;
  using first_tree = skeleton;
  using tree_type = A;
  using rule = E;

  A* given;
  side leaves;

  explicit skeleton(A& a) : given(&a), leaves(make_side<arg<E, A>>(a)) {}
  void add_structures(std::vector<const treedef_node*>& nodes) const {
    nodes.push_back(leaves.node());
  }
  value read(const plan_source*& next, std::size_t k) const {
    const plan_source& source = *next++;
    return leaves.visit(source.offset + k * source.stride, []<class Y>(Y, auto& leaf) -> value {
      static_assert(
          std::is_convertible_v<decltype(leaf), value>,
          "treelize: subside: a leaf of a tree in a container does not convert to what the "
          "parameter's container holds");
      return static_cast<value>(leaf);
    });
  }
  const A* prototype() const { return given; }
};

template <class E, class Part>
struct element_wanted {
  using type = deduced;
};
template <class E, class Part>
  requires(!std::same_as<E, deduced>)
struct element_wanted<E, Part> {
  using type = typename shape_of<E>::element_type;
};

template <class F, class E, class A>
  requires(has_static_keys<A>)
struct skeleton<F, E, A, part_kind::container> {
  template <std::size_t I>
  static auto find_part() {
    using part =
        std::remove_reference_t<decltype(shape_of<A>::template get<I>(std::declval<A&>()))>;
    if constexpr (std::same_as<E, deduced>)
      return std::type_identity<skeleton<F, deduced, part>>{};
    else if constexpr (has_static_keys<E>)
      return std::type_identity<skeleton<F, typename shape_of<E>::template child_type<I>, part>>{};
    else
      return std::type_identity<skeleton<F, typename shape_of<E>::element_type, part>>{};
  }
  template <class Indices>
  struct of;
  template <std::size_t... I>
  struct of<std::index_sequence<I...>> {
    using parts = std::tuple<typename decltype(find_part<I>())::type...>;
    using value = typename rebound_record<std::remove_cv_t<A>,
                                          typename std::tuple_element_t<I, parts>::value...>::type;
    static constexpr std::size_t tree_count =
        (std::size_t(0) + ... + (std::tuple_element_t<I, parts>::tree_count != 0 ? 1 : 0));
    static constexpr bool all_static = (true && ... && std::tuple_element_t<I, parts>::all_static);
    static constexpr std::size_t first = [] {
      constexpr bool has[] = {(std::tuple_element_t<I, parts>::tree_count != 0)..., true};
      std::size_t i = 0;
      while (!has[i])
        ++i;
      return i < sizeof...(I) ? i : 0;
    }();
  };
  using indices = std::make_index_sequence<shape_of<A>::size>;
  using parts = typename of<indices>::parts;
  using value = std::conditional_t<std::same_as<E, deduced>, typename of<indices>::value, E>;
  static constexpr std::size_t tree_count = of<indices>::tree_count;
  static constexpr bool all_static = of<indices>::all_static;
  using first_tree = typename std::tuple_element_t<of<indices>::first, parts>::first_tree;

  parts all;

  explicit skeleton(A& a) : skeleton(a, indices{}) {}
  void add_structures(std::vector<const treedef_node*>& nodes) const {
    std::apply([&](const auto&... part) { (part.add_structures(nodes), ...); }, all);
  }
  value read(const plan_source*& next, std::size_t k) const {
    return std::apply(
        [&](const auto&... part) {
          if constexpr (kind_of<value> == shape_kind::sequence) {
            value out;
            out.reserve(sizeof...(part));
            (out.push_back(part.read(next, k)), ...);
            return out;
          } else {
            return value{part.read(next, k)...};
          }
        },
        all);
  }
  auto prototype() const { return std::get<of<indices>::first>(all).prototype(); }

private:
  template <std::size_t... I>
  skeleton(A& a, std::index_sequence<I...>)
      : all(std::tuple_element_t<I, parts>(shape_of<A>::template get<I>(a))...) {}
};

template <class F, class E, class A>
  requires(!has_static_keys<A>)
struct skeleton<F, E, A, part_kind::container> {
  static constexpr bool is_map = kind_of<A> == shape_kind::mapping;
  static auto& element_of(auto& entry) {
    if constexpr (is_map)
      return entry.second;
    else
      return entry;
  }
  using entry = std::remove_reference_t<decltype(*std::begin(std::declval<A&>()))>;
  using element = std::remove_reference_t<decltype(element_of(std::declval<entry&>()))>;
  using part = skeleton<F, typename element_wanted<E, element>::type, element>;

  static auto find_value() {
    if constexpr (std::same_as<E, deduced>)
      return std::type_identity<typename shape_of<A>::template rebind<typename part::value>>{};
    else
      return std::type_identity<E>{};
  }
  using value = typename decltype(find_value())::type;
  static constexpr std::size_t tree_count = part::tree_count != 0 ? absent : 0;
  static constexpr bool all_static = part::all_static;
  using first_tree = typename part::first_tree;

  std::vector<part> all;
  A* given;

  explicit skeleton(A& a) : given(&a) {
    all.reserve(a.size());
    for (entry& e : a)
      all.emplace_back(element_of(e));
  }
  void add_structures(std::vector<const treedef_node*>& nodes) const {
    for (const part& p : all)
      p.add_structures(nodes);
  }
  value read(const plan_source*& next, std::size_t k) const {
    value out;
    if constexpr (is_map) {
      auto at = given->begin();
      for (const part& p : all)
        out.emplace_hint(out.end(), (at++)->first, p.read(next, k));
    } else {
      out.reserve(all.size());
      for (const part& p : all)
        out.push_back(p.read(next, k));
    }
    return out;
  }
  auto prototype() const {
    using pointer = decltype(all.front().prototype());
    for (const part& p : all)
      if (pointer first = p.prototype())
        return first;
    return pointer(nullptr);
  }
};

} // namespace treelize::detail
