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
template <class... A>
struct unique_args<arg_list<A...>> {
  using type = arg_list<A...>;
};
template <class... A, class Next, class... More>
struct unique_args<arg_list<A...>, Next, More...>
    : std::conditional_t<(false || ... || std::same_as<A, Next>),
                         unique_args<arg_list<A...>, More...>,
                         unique_args<arg_list<A..., Next>, More...>> {};

template <class... List>
struct joined_args;
template <class... A>
struct joined_args<arg_list<A...>> : unique_args<arg_list<>, A...> {};
template <>
struct joined_args<> {
  using type = arg_list<>;
};
template <class... A, class... B, class... More>
struct joined_args<arg_list<A...>, arg_list<B...>, More...>
    : joined_args<typename unique_args<arg_list<>, A..., B...>::type, More...> {};

template <class X, class Path>
struct static_leaves;
template <class X, class Path = arg_list<>>
using static_leaves_t = typename static_leaves<X, Path>::type;

template <class X, class Path>
auto find_static_leaves() {
  using type = typename X::type;
  if constexpr (!X::branch) {
    return std::type_identity<arg_list<X>>{};
  } else if constexpr (on_path<X, Path>) {
    return std::type_identity<arg_list<>>{};
  } else if constexpr (has_static_keys<type>) {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return std::type_identity<typename joined_args<
          static_leaves_t<typename child_arg<X, I>::type, longer<Path, X>>...>::type>{};
    }(std::make_index_sequence<shape_of<type>::size>{});
  } else if constexpr (X::kind == shape_kind::dynamic) {
    using leaf =
        typename std::remove_reference_t<decltype(std::declval<type&>().leaves())>::element_type;
    return std::type_identity<arg_list<arg<typename X::parameter, leaf>>>{};
  } else {
    return std::type_identity<static_leaves_t<typename element_arg<X, true>::type, Path>>{};
  }
}
template <class X, class Path>
struct static_leaves {
  using type = typename decltype(find_static_leaves<X, Path>())::type;
};

// ---- flattening ----

/// The positions of a record's named keys in the order of the names.
template <class T>
inline constexpr auto sorted_keys = [] {
  std::array<std::size_t, shape_of<T>::size> order{};
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::sort(order.begin(), order.end(), [](std::size_t a, std::size_t b) {
    return shape_of<T>::key(a).name < shape_of<T>::key(b).name;
  });
  return order;
}();

template <class T>
constexpr bool has_named_keys() {
  if constexpr (shape_of<T>::size == 0)
    return true;
  else
    return !shape_of<T>::key(0).is_index;
}

template <class Key>
std::string key_text(const Key& key) {
  if constexpr (std::is_convertible_v<const Key&, std::string_view>)
    return std::string(std::string_view(key));
  else
    return leaf_text(key);
}

template <class X, class Pointer>
treedef flatten_static(typename X::type& a, std::vector<Pointer>& leaves);

template <class X, class Pointer>
treedef flatten_record(typename X::type& a, std::vector<Pointer>& leaves) {
  using type = std::remove_cv_t<typename X::type>;
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    constexpr std::size_t size = sizeof...(I);
    if constexpr (has_named_keys<type>()) {
      constexpr const auto& order = sorted_keys<type>;
      const std::array<std::string_view, size> keys{shape_of<type>::key(order[I]).name...};
      const std::array<treedef, size> children{
          flatten_static<typename child_arg<X, order[I]>::type>(child_of<X, order[I]>(a),
                                                                leaves)...};
      return treedef::dict(keys, children);
    } else {
      const std::array<treedef, size> children{
          flatten_static<typename child_arg<X, I>::type>(child_of<X, I>(a), leaves)...};
      return treedef::tuple(children);
    }
  }(std::make_index_sequence<shape_of<type>::size>{});
}

template <class X, class Pointer>
treedef flatten_sequence(typename X::type& a, std::vector<Pointer>& leaves) {
  using element = typename element_arg<X, true>::type;
  static_assert(
      std::is_reference_v<decltype(a[0])>,
      "treelize: a std::vector<bool> cannot meet a tree whose structure is known only when "
      "the program runs, as its elements have no address: use std::vector<char>");
  std::vector<treedef> children;
  children.reserve(std::size(a));
  for (auto& part : a)
    children.push_back(flatten_static<element>(part, leaves));
  return treedef::list(children);
}

template <class X, class Pointer>
treedef flatten_map(typename X::type& a, std::vector<Pointer>& leaves) {
  using element = typename element_arg<X, true>::type;
  std::vector<std::pair<std::string, typename element::type*>> entries;
  for (auto& [key, value] : a)
    entries.emplace_back(key_text(key), &value);
  std::sort(entries.begin(), entries.end(),
            [](const auto& x, const auto& y) { return x.first < y.first; });
  std::vector<std::string_view> keys;
  std::vector<treedef> children;
  for (auto& [key, value] : entries) {
    keys.push_back(key);
    children.push_back(flatten_static<element>(*value, leaves));
  }
  return treedef::dict(keys, children);
}

template <class X, class Pointer>
treedef flatten_static(typename X::type& a, std::vector<Pointer>& leaves) {
  if constexpr (!X::branch) {
    leaves.push_back(&a);
    return treedef::leaf();
  } else if constexpr (X::kind == shape_kind::record) {
    return flatten_record<X>(a, leaves);
  } else if constexpr (X::kind == shape_kind::mapping) {
    return flatten_map<X>(a, leaves);
  } else if constexpr (X::kind == shape_kind::optional) {
    return a ? flatten_static<typename element_arg<X, true>::type>(*a, leaves) : treedef::none();
  } else if constexpr (X::kind == shape_kind::dynamic) {
    for (auto& leaf : a.leaves())
      leaves.push_back(&leaf);
    return a.structure();
  } else {
    return flatten_sequence<X>(a, leaves);
  }
}

// ---- the side ----

template <class Leaves>
struct leaf_pointer;
template <>
struct leaf_pointer<arg_list<>> {
  using type = const void*;
};
template <class Y>
struct leaf_pointer<arg_list<Y>> {
  using type = typename Y::type*;
};
template <class Y, class Z, class... More>
struct leaf_pointer<arg_list<Y, Z, More...>> {
  using type = std::variant<typename Y::type*, typename Z::type*, typename More::type*...>;
};

template <class T>
struct indirect_cursor {
  T* const* first;
  std::size_t stride;
  T& operator()(std::size_t k) const { return *first[k * stride]; }
};

template <class X>
class static_side {
public:
  using leaves = static_leaves_t<X>;
  using gap = arg<typename X::parameter, const missing_mark>;
  static constexpr bool moves = true;

  explicit static_side(typename X::type& a) : structure_(flatten_static<X>(a, pointers_)) {}

  const treedef_node* node() const { return structure_.node(); }

  template <class Source>
    requires(std::is_pointer_v<typename leaf_pointer<leaves>::type>)
  auto cursor(const Source& s) const {
    using leaf = std::remove_pointer_t<pointer>;
    return indirect_cursor<leaf>{pointers_.data() + s.offset, 1};
  }
  auto strided(const auto& s) const {
    using leaf = std::remove_pointer_t<pointer>;
    return indirect_cursor<leaf>{pointers_.data() + s.offset, s.stride};
  }

  template <class Then>
  decltype(auto) visit(std::size_t i, const Then& then) const {
    return visit_types(pointers_[i], then, leaves{});
  }

private:
  using pointer = typename leaf_pointer<leaves>::type;
  std::vector<pointer> pointers_;
  treedef structure_;

  template <class Then, class... Y>
  static decltype(auto) visit_types(const pointer& p, const Then& then, arg_list<Y...>) {
    if constexpr (sizeof...(Y) == 1)
      return (then(Y{}, *p), ...);
    else
      return std::visit(
          [&]<class T>(T* leaf) { return then(arg<typename X::parameter, T>{}, *leaf); }, p);
  }
};

} // namespace treelize::detail
