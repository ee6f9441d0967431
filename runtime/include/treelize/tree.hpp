// `treelize::tree<T>`: a tree whose structure is known when the program runs.
// A shared, interned structure (treedef) and the leaves in one array, in the order of the
// structure. Braces mean dict, `{}` means None; list, tuple, ordered and named trees are made by
// the function objects at the end. Reading and editing by keys goes through views (tree_view.hpp).
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/leaf_buffer.hpp"
#include "treelize/detail/leaf_equal.hpp"
#include "treelize/detail/leaf_text.hpp"
#include "treelize/detail/raise.hpp"
#include "treelize/detail/treedef.hpp"
#include "treelize/error.hpp"
#include "treelize/literals.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <initializer_list>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace treelize {

template <class Type>
class tree;
template <class Tree>
class tree_view;

namespace detail {

template <class Type>
inline constexpr bool is_dynamic_tree = false;
template <class Type>
inline constexpr bool is_dynamic_tree<tree<Type>> = true;
template <class Type>
inline constexpr bool is_dynamic_tree<tree_view<Type>> = true;

} // namespace detail

/// A value that can become the leaf of a tree<T>.
template <class Other, class Type>
concept leaf_value_for =
    !detail::is_dynamic_tree<std::remove_cvref_t<Other>> && std::is_convertible_v<Other, Type>;

/// A tree with leaves of one type: None, a leaf, a list, a tuple, a dict with sorted keys, an
/// ordered dict, a named tuple, or a custom node. The leaves lie side by side in the order of the
/// structure. A value type: copies share nothing that is seen. Reading a key that is not there
/// throws access_error; assigning to one makes it, in a dict.
template <class Type>
class tree {
public:
  using leaf_type = Type;
  struct entry;

  /// None: no children, no leaves.
  tree() = default;

  /// A single leaf.
  template <leaf_value_for<Type> Other>
  tree(Other&& leaf)
      : structure_(treedef::leaf()), leaves_(detail::leaf_buffer<Type>::uninitialised(1)) {
    leaves_.push_back(static_cast<Type>(std::forward<Other>(leaf)));
  }

  /// A dict.
  tree(std::initializer_list<entry> entries) : tree(keyed(node_kind::dict, {}, entries)) {}

  /// The same structure with every leaf converted.
  template <class Other>
    requires(!std::same_as<Other, Type> && std::is_convertible_v<const Other&, Type>)
  tree(const tree<Other>& other)
      : structure_(other.structure()),
        leaves_(detail::leaf_buffer<Type>::uninitialised(other.leaves().size())) {
    leaves_.fill(other.leaves().size(),
                 [&](std::size_t at) { return static_cast<Type>(other.leaves()[at]); });
  }

  /// As many leaves as the structure has, in its order.
  tree(treedef structure, detail::leaf_buffer<Type> leaves)
      : structure_(std::move(structure)), leaves_(std::move(leaves)) {
    if (leaves_.size() != structure_.leaf_count())
      detail::raise(leaf_count_error("treelize: a structure with " +
                                     std::to_string(structure_.leaf_count()) + " leaves is given " +
                                     std::to_string(leaves_.size())));
  }

  /// An ordered dict keeps the order of its keys.
  static tree ordered(std::initializer_list<entry> entries) {
    return keyed(node_kind::ordered_dict, {}, entries);
  }
  /// A dict, ordered dict or named tuple; `name` is that of a named tuple. A key that occurs twice
  /// throws.
  static tree keyed(node_kind kind, std::string_view name, std::span<const entry> entries);
  /// A list or a tuple.
  static tree sequence(node_kind kind, std::span<const tree> children);

  /// The tree without its leaves.
  const treedef& structure() const { return structure_; }
  /// The leaves, in the order of the structure. Valid until the tree is changed.
  std::span<const Type> leaves() const { return {leaves_.data(), leaves_.size()}; }
  /// The leaves, to be changed in place.
  std::span<Type> leaves() { return {leaves_.data(), leaves_.size()}; }
  /// What the root is.
  node_kind kind() const { return structure_.kind(); }
  /// The tree is one leaf.
  bool is_leaf() const { return structure_.is_leaf(); }
  /// The tree is None: it has no children and no leaves.
  bool is_none() const { return structure_.is_none(); }
  /// The number of children.
  std::size_t size() const { return structure_.size(); }
  /// The root has a child of this name. An index is no name.
  bool contains(std::string_view key) const { return structure_.find(key).has_value(); }

  /// The value of a tree that is one leaf.
  const Type& value() const {
    require_leaf();
    return *leaves_.data();
  }
  /// The value of a tree that is one leaf, to be changed. Throws access_error if it is none.
  Type& value() {
    require_leaf();
    return *leaves_.data();
  }
  operator const Type&() const { return value(); }

  // The overloads for literals keep `t["a"]` apart from the built-in `4["a"]`, and `t[0]` from a
  // null pointer.
  tree_view<tree> operator[](std::string_view key) { return root()[key]; }
  tree_view<tree> operator[](const char* key) { return root()[key]; }
  tree_view<tree> operator[](std::size_t index) { return root()[index]; }
  tree_view<tree> operator[](int index) { return root()[index]; }
  tree_view<const tree> operator[](std::string_view key) const { return root()[key]; }
  tree_view<const tree> operator[](const char* key) const { return root()[key]; }
  tree_view<const tree> operator[](std::size_t index) const { return root()[index]; }
  tree_view<const tree> operator[](int index) const { return root()[index]; }

  friend bool operator==(const tree& left, const tree& right) {
    return left.structure_ == right.structure_ &&
           std::ranges::equal(left.leaves(), right.leaves(), detail::leaf_equal<Type>());
  }

private:
  treedef structure_;
  detail::leaf_buffer<Type> leaves_;

  tree_view<tree> root();
  tree_view<const tree> root() const;
  void require_leaf() const {
    if (!is_leaf())
      detail::raise(access_error("treelize: a tree " + detail::brief_text(structure_.node()) +
                                 " is read as one leaf"));
  }
};

/// A key and the tree that stands there, as `{"a", 1.0}` in the list of a dict.
template <class Type>
struct tree<Type>::entry {
  /// The key, which outlives the entry.
  std::string_view key;
  /// What stands there: a leaf or a tree.
  tree value;
};

namespace detail {

template <class Type>
leaf_buffer<Type> concatenated(std::span<const tree<Type>* const> trees) {
  std::size_t count = 0;
  for (const tree<Type>* whole : trees)
    count += whole->leaves().size();
  auto leaves = leaf_buffer<Type>::uninitialised(count);
  for (const tree<Type>* whole : trees)
    leaves.fill(whole->leaves().size(),
                [&](std::size_t at) -> const Type& { return whole->leaves()[at]; });
  return leaves;
}

} // namespace detail

template <class Type>
tree<Type> tree<Type>::keyed(node_kind kind, std::string_view name,
                             std::span<const entry> entries) {
  std::vector<const entry*> order;
  for (const entry& item : entries)
    order.push_back(&item);
  if (kind == node_kind::dict) // as the structure sorts its keys, so must the leaves be
    std::ranges::sort(order, {}, &entry::key);
  std::vector<std::string_view> keys;
  std::vector<treedef> children;
  std::vector<const tree*> values;
  for (const entry* item : order) {
    keys.push_back(item->key);
    children.push_back(item->value.structure());
    values.push_back(&item->value);
  }
  treedef structure = treedef::make(kind, name, keys, children);
  return tree(std::move(structure), detail::concatenated<Type>(values));
}

template <class Type>
tree<Type> tree<Type>::sequence(node_kind kind, std::span<const tree> children) {
  std::vector<treedef> structures;
  std::vector<const tree*> values;
  for (const tree& child : children) {
    structures.push_back(child.structure());
    values.push_back(&child);
  }
  return tree(treedef::make(kind, {}, {}, structures), detail::concatenated<Type>(values));
}

template <class Traits, class Type>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             const tree<Type>& whole) {
  return out << detail::print_tree(whole.structure().node(),
                                   [&](std::string& text, std::size_t at) {
                                     text += detail::leaf_text(whole.leaves()[at]);
                                   });
}

namespace detail {

template <class Type>
struct literal_leaf {
  using type = std::decay_t<Type>;
};
template <class Type>
  requires std::is_convertible_v<Type, std::string_view>
struct literal_leaf<Type> {
  using type = std::string;
};
template <class Type>
struct literal_leaf<tree<Type>> {
  using type = Type;
};
template <class Type>
struct literal_leaf<tree_view<Type>> {
  using type = typename std::remove_const_t<Type>::leaf_type;
};
/// The type of leaf that these values, leaves or trees, have in common.
template <class... Type>
using common_leaf = std::common_type_t<typename literal_leaf<std::remove_cvref_t<Type>>::type...>;

template <node_kind Kind>
struct sequence_fn {
  template <class... Type>
    requires(sizeof...(Type) > 0)
  tree<common_leaf<Type...>> operator()(const Type&... children) const {
    using result = tree<common_leaf<Type...>>;
    const std::array<result, sizeof...(Type)> trees{result(children)...};
    return result::sequence(Kind, trees);
  }
};

template <node_kind Kind>
struct keyed_fn {
  template <fixed_string... Key, class... Type>
    requires(sizeof...(Type) > 0)
  auto operator()(keyword_argument<Key, Type>... entries) const {
    return make({}, entries...);
  }
  template <fixed_string... Key, class... Type>
    requires(sizeof...(Type) > 0 && Kind == node_kind::named_tuple)
  auto operator()(std::string_view name, keyword_argument<Key, Type>... entries) const {
    return make(name, entries...);
  }

private:
  template <fixed_string... Key, class... Type>
  static auto make(std::string_view name, const keyword_argument<Key, Type>&... entries) {
    using result = tree<common_leaf<Type...>>;
    using entry = typename result::entry;
    const std::array<entry, sizeof...(Type)> list{entry{Key.view(), result(entries.get())}...};
    return result::keyed(Kind, name, list);
  }
};

} // namespace detail

/// `treelize::list(1.0, 2.0)`, `treelize::tuple(1.0, t)`: the leaf type is what the arguments
/// share.
inline constexpr detail::sequence_fn<node_kind::list> list{};
/// The same as a tuple, which is another kind of node than a list.
inline constexpr detail::sequence_fn<node_kind::tuple> tuple{};
/// `treelize::ordered_dict("b"_a = 1, "a"_a = 2)`, `treelize::named_tuple("Point", "x"_a = 1, "y"_a
/// = 2)`
inline constexpr detail::keyed_fn<node_kind::dict> dict{};
/// A dict that keeps the order of its keys.
inline constexpr detail::keyed_fn<node_kind::ordered_dict> ordered_dict{};
/// A tuple of a class with named fields; the name of the class comes first.
inline constexpr detail::keyed_fn<node_kind::named_tuple> named_tuple{};

} // namespace treelize

#include "treelize/detail/tree_view.hpp"
