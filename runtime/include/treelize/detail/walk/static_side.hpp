// A static tree as the dynamic engine sees it: its structure, keys sorted, and pointers to its
// leaves. Its leaves may be of several types; then a pointer is a variant.
#pragma once

#include "treelize/detail/walk/static_result.hpp"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

namespace treelize::detail {

// ---- leaf types ----

template <class List, class... More>
struct unique_args;
template <class... Left>
struct unique_args<arg_list<Left...>> {
  using type = arg_list<Left...>;
};
template <class... Left, class Next, class... More>
struct unique_args<arg_list<Left...>, Next, More...>
    : std::conditional_t<(false || ... || std::same_as<Left, Next>),
                         unique_args<arg_list<Left...>, More...>,
                         unique_args<arg_list<Left..., Next>, More...>> {};

template <class... List>
struct joined_args;
template <class... Left>
struct joined_args<arg_list<Left...>> : unique_args<arg_list<>, Left...> {};
template <>
struct joined_args<> {
  using type = arg_list<>;
};
template <class... Left, class... Right, class... More>
struct joined_args<arg_list<Left...>, arg_list<Right...>, More...>
    : joined_args<typename unique_args<arg_list<>, Left..., Right...>::type, More...> {};

template <class Side, class Path>
struct static_leaves;
template <class Side, class Path = arg_list<>>
using static_leaves_t = typename static_leaves<Side, Path>::type;

template <class Side, class Path>
auto find_static_leaves() {
  using type = typename Side::type;
  if constexpr (!Side::branch) {
    return std::type_identity<arg_list<Side>>{};
  } else if constexpr (on_path<Side, Path>) {
    return std::type_identity<arg_list<>>{};
  } else if constexpr (has_static_keys<type>) {
    return []<std::size_t... Index>(std::index_sequence<Index...>) {
      return std::type_identity<typename joined_args<
          static_leaves_t<typename child_arg<Side, Index>::type, longer<Path, Side>>...>::type>{};
    }(std::make_index_sequence<shape_of<type>::size>{});
  } else if constexpr (Side::kind == shape_kind::dynamic) {
    using leaf =
        typename std::remove_reference_t<decltype(std::declval<type&>().leaves())>::element_type;
    return std::type_identity<arg_list<arg<typename Side::parameter, leaf>>>{};
  } else {
    return std::type_identity<static_leaves_t<typename element_arg<Side, true>::type, Path>>{};
  }
}
template <class Side, class Path>
struct static_leaves {
  using type = typename decltype(find_static_leaves<Side, Path>())::type;
};

// ---- flattening ----

/// The positions of a record's named keys in the order of the names.
template <class Type>
inline constexpr auto sorted_keys = [] {
  std::array<std::size_t, shape_of<Type>::size> order{};
  for (std::size_t index = 0; index < order.size(); ++index)
    order[index] = index;
  std::sort(order.begin(), order.end(), [](std::size_t object, std::size_t right) {
    return shape_of<Type>::key(object).name < shape_of<Type>::key(right).name;
  });
  return order;
}();

template <class Type>
constexpr bool has_named_keys() {
  if constexpr (shape_of<Type>::size == 0)
    return true;
  else
    return !shape_of<Type>::key(0).is_index;
}

template <class Key>
std::string key_text(const Key& key) {
  if constexpr (std::is_convertible_v<const Key&, std::string_view>)
    return std::string(std::string_view(key));
  else
    return leaf_text(key);
}

template <class Side, class Pointer>
treedef flatten_static(typename Side::type& object, std::vector<Pointer>& leaves);

template <class Side, class Pointer>
treedef flatten_record(typename Side::type& object, std::vector<Pointer>& leaves) {
  using type = std::remove_cv_t<typename Side::type>;
  return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
    constexpr std::size_t size = sizeof...(Index);
    if constexpr (has_named_keys<type>()) {
      constexpr const auto& order = sorted_keys<type>;
      const std::array<std::string_view, size> keys{shape_of<type>::key(order[Index]).name...};
      const std::array<treedef, size> children{
          flatten_static<typename child_arg<Side, order[Index]>::type>(
              child_of<Side, order[Index]>(object), leaves)...};
      return treedef::dict(keys, children);
    } else {
      const std::array<treedef, size> children{
          flatten_static<typename child_arg<Side, Index>::type>(child_of<Side, Index>(object),
                                                                leaves)...};
      return treedef::tuple(children);
    }
  }(std::make_index_sequence<shape_of<type>::size>{});
}

template <class Side, class Pointer>
treedef flatten_sequence(typename Side::type& object, std::vector<Pointer>& leaves) {
  using element = typename element_arg<Side, true>::type;
  static_assert(
      std::is_reference_v<decltype(object[0])>,
      "treelize: a std::vector<bool> cannot meet a tree whose structure is known only when "
      "the program runs, as its elements have no address: use std::vector<char>");
  std::vector<treedef> children;
  children.reserve(std::size(object));
  for (auto& part : object)
    children.push_back(flatten_static<element>(part, leaves));
  return treedef::list(children);
}

template <class Side, class Pointer>
treedef flatten_map(typename Side::type& object, std::vector<Pointer>& leaves) {
  using element = typename element_arg<Side, true>::type;
  std::vector<std::pair<std::string, typename element::type*>> entries;
  for (auto& [key, value] : object)
    entries.emplace_back(key_text(key), &value);
  std::sort(entries.begin(), entries.end(),
            [](const auto& left, const auto& second) { return left.first < second.first; });
  std::vector<std::string_view> keys;
  std::vector<treedef> children;
  for (auto& [key, value] : entries) {
    keys.push_back(key);
    children.push_back(flatten_static<element>(*value, leaves));
  }
  return treedef::dict(keys, children);
}

template <class Side, class Pointer>
treedef flatten_static(typename Side::type& object, std::vector<Pointer>& leaves) {
  if constexpr (!Side::branch) {
    leaves.push_back(&object);
    return treedef::leaf();
  } else if constexpr (Side::kind == shape_kind::record) {
    return flatten_record<Side>(object, leaves);
  } else if constexpr (Side::kind == shape_kind::mapping) {
    return flatten_map<Side>(object, leaves);
  } else if constexpr (Side::kind == shape_kind::optional) {
    return object ? flatten_static<typename element_arg<Side, true>::type>(*object, leaves)
                  : treedef::none();
  } else if constexpr (Side::kind == shape_kind::dynamic) {
    for (auto& leaf : object.leaves())
      leaves.push_back(&leaf);
    return object.structure();
  } else {
    return flatten_sequence<Side>(object, leaves);
  }
}

// ---- the side ----

template <class Leaves>
struct leaf_pointer;
template <>
struct leaf_pointer<arg_list<>> {
  using type = const void*;
};
template <class Other>
struct leaf_pointer<arg_list<Other>> {
  using type = typename Other::type*;
};
template <class Other, class Third, class... More>
struct leaf_pointer<arg_list<Other, Third, More...>> {
  using type = std::variant<typename Other::type*, typename Third::type*, typename More::type*...>;
};

template <class Type>
struct indirect_cursor {
  Type* const* first;
  std::size_t stride;
  Type& operator()(std::size_t place) const { return *first[place * stride]; }
};

template <class Side>
class static_side {
public:
  using leaves = static_leaves_t<Side>;
  using gap = arg<typename Side::parameter, const missing_mark>;
  static constexpr bool moves = true;

  explicit static_side(typename Side::type& object)
      : structure_(flatten_static<Side>(object, pointers_)) {}

  const treedef_node* node() const { return structure_.node(); }

  template <class Source>
    requires(std::is_pointer_v<typename leaf_pointer<leaves>::type>)
  auto cursor(const Source& given) const {
    using leaf = std::remove_pointer_t<pointer>;
    return indirect_cursor<leaf>{pointers_.data() + given.offset, 1};
  }
  auto strided(const auto& given) const {
    using leaf = std::remove_pointer_t<pointer>;
    return indirect_cursor<leaf>{pointers_.data() + given.offset, given.stride};
  }

  template <class Then>
  decltype(auto) visit(std::size_t index, const Then& then) const {
    return visit_types(pointers_[index], then, leaves{});
  }

private:
  using pointer = typename leaf_pointer<leaves>::type;
  std::vector<pointer> pointers_;
  treedef structure_;

  template <class Then, class... Other>
  static decltype(auto) visit_types(const pointer& path, const Then& then, arg_list<Other...>) {
    if constexpr (sizeof...(Other) == 1)
      return (then(Other{}, *path), ...);
    else
      return std::visit(
          [&]<class Type>(Type* leaf) {
            return then(arg<typename Side::parameter, Type>{}, *leaf);
          },
          path);
  }
};

} // namespace treelize::detail
