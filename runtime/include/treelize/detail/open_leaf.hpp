// Leaves whose own structure only the running program knows: a JSON value, a variant. open_leaf<T>
// says how to look into one, and then `subside` and `rise` work on trees of such leaves as well, in
// tree functions and on their own: `treelize::subside(value, options)`, `treelize::rise(tree)`. As
// the types are open, what has not the same structure at every leaf stays a tree of containers,
// unless a template says that it must not.
#pragma once

#include "treelize/detail/walk/graft.hpp"
#include "treelize/detail/walk/open_structure.hpp"
#include "treelize/detail/walk/options.hpp"
#include "treelize/detail/walk/walk_plan.hpp"
#include "treelize/error.hpp"
#include "treelize/tree.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace treelize {

/// What a leaf holds: a list or tuple of children, or a dict with as many keys.
template <class Type>
struct open_container {
  node_kind kind = node_kind::list;
  std::vector<std::string> keys;
  std::vector<Type> children;
};

namespace detail {

/// Finds the trees in an open value and builds the value again over their leaves.
template <class Type>
class open_subsider {
public:
  explicit open_subsider(const subside_options& options) : options_(options) {}

  tree<Type> operator()(const Type& value) {
    collect(value);
    if (!found_tree_)
      return tree<Type>(value);
    std::vector<const treedef_node*> nodes;
    for (const tree<Type>& whole : parts_)
      nodes.push_back(whole.structure().node());
    const auto plan = find_plan({mode::strict, options_.inherit, false}, nodes, nullptr);
    auto leaves = leaf_buffer<Type>::uninitialised(plan->result.leaf_count());
    for (std::size_t index = 0; index < plan->lengths.size(); ++index)
      leaves.fill(plan->lengths[index], [&](std::size_t slot) {
        std::size_t next = 0;
        return read(value, plan->run(index), slot, next);
      });
    return tree<Type>(plan->result, std::move(leaves));
  }

private:
  subside_options options_;
  std::vector<tree<Type>> parts_; ///< the trees, and the values beside them as leaves
  bool found_tree_ = false;

  bool opens(node_kind kind) const {
    return kind == node_kind::list    ? options_.list
           : kind == node_kind::tuple ? options_.tuple
                                      : options_.dict;
  }
  void collect(const Type& value) {
    const tree<Type>* given = open_leaf<Type>::tree_of(value);
    const auto container = given ? std::nullopt : open_leaf<Type>::open(value);
    if (container && opens(container->kind)) {
      for (const Type& child : container->children)
        collect(child);
    } else {
      found_tree_ = found_tree_ || given;
      parts_.push_back(given ? *given : tree<Type>(value));
    }
  }
  Type read(const Type& value, std::span<const plan_source> sources, std::size_t slot,
            std::size_t& next) const {
    auto container = open_leaf<Type>::tree_of(value) ? std::nullopt : open_leaf<Type>::open(value);
    if (!container || !opens(container->kind)) {
      const plan_source& source = sources[next];
      return parts_[next++].leaves()[source.offset + slot * source.stride];
    }
    for (Type& child : container->children)
      child = read(Type(child), sources, slot, next);
    return open_leaf<Type>::close(std::move(*container));
  }
};

/// Takes a tree of open values apart, as far as all leaves are alike.
template <class Type>
class open_riser {
  using container = open_container<Type>;

public:
  explicit open_riser(const treedef& structure) : structure_(structure) {}

  /// The leaves as they stand in the structure; `like` is the template, or null.
  Type operator()(const std::vector<Type>& leaves, const Type* like) const {
    const std::optional<container> wanted = like ? open_leaf<Type>::open(*like) : std::nullopt;
    const std::optional<container> found = wanted ? wanted : first(leaves);
    std::vector<container> opened;
    for (std::size_t index = 0; found && index < leaves.size(); ++index) {
      std::optional<container> next = open_leaf<Type>::open(leaves[index]);
      if (!next || !alike(*found, *next)) {
        if (wanted)
          throw_unlike_results(structure_, index, text(next), "the template has " + text(wanted));
        return as_tree(leaves);
      }
      opened.push_back(std::move(*next));
    }
    return found ? split(*found, opened, wanted ? &*wanted : nullptr) : as_tree(leaves);
  }

private:
  const treedef& structure_;

  static std::optional<container> first(const std::vector<Type>& leaves) {
    return leaves.empty() ? std::nullopt : open_leaf<Type>::open(leaves.front());
  }
  static std::size_t place(const container& content, const std::string& key) {
    return static_cast<std::size_t>(std::find(content.keys.begin(), content.keys.end(), key) -
                                    content.keys.begin());
  }
  static bool alike(const container& left, const container& right) {
    return left.kind == right.kind && left.children.size() == right.children.size() &&
           std::all_of(left.keys.begin(), left.keys.end(), [&](const std::string& key) {
             return place(right, key) < right.keys.size();
           });
  }
  Type split(const container& shape, const std::vector<container>& opened,
             const container* like) const {
    container result{shape.kind, shape.keys, {}};
    for (std::size_t child = 0; child < shape.children.size(); ++child) {
      std::vector<Type> leaves;
      for (const container& content : opened)
        leaves.push_back(
            content.children[content.keys.empty() ? child : place(content, shape.keys[child])]);
      result.children.push_back((*this)(leaves, like ? &like->children[child] : nullptr));
    }
    return open_leaf<Type>::close(std::move(result));
  }
  Type as_tree(const std::vector<Type>& leaves) const {
    if (structure_.is_leaf())
      return leaves.front();
    auto buffer = leaf_buffer<Type>::uninitialised(leaves.size());
    buffer.fill(leaves.size(), [&](std::size_t index) -> const Type& { return leaves[index]; });
    return open_leaf<Type>::from_tree(tree<Type>(structure_, std::move(buffer)));
  }
  static std::string text(const std::optional<container>& content) {
    if (!content)
      return "a value";
    const char* kind = content->kind == node_kind::list    ? "a list of "
                       : content->kind == node_kind::tuple ? "a tuple of "
                                                           : "a dict of ";
    return kind + std::to_string(content->children.size());
  }
};

template <class Type>
tree<Type> subside_open(const Type& value, const subside_options& options) {
  if (const tree<Type>* whole = open_leaf<Type>::tree_of(value))
    return *whole;
  return open_subsider<Type>(options)(value);
}

template <class Type>
Type rise_open(const tree<Type>& whole, const Type* like) {
  return open_riser<Type>(whole.structure())({whole.leaves().begin(), whole.leaves().end()}, like);
}

struct subside_fn {
  template <opens_leaf Type>
  tree<Type> operator()(const Type& value,
                        const subside_options& options = {.enabled = true}) const {
    return subside_open(value, options);
  }
};

struct rise_fn {
  template <opens_leaf Type>
  Type operator()(const tree<Type>& whole) const {
    return rise_open<Type>(whole, nullptr);
  }
  template <opens_leaf Type>
  Type operator()(const tree<Type>& whole, const Type& like) const {
    return rise_open<Type>(whole, &like);
  }
};

} // namespace detail

/// The tree that an open value stands for: itself, a container of trees as a tree of containers, or
/// a leaf. Throws mismatch_error and inherit_error as a walk in strict mode does.
inline constexpr detail::subside_fn subside{};

/// A tree of open values as a value that holds trees, as far as all leaves are containers alike.
/// With a template, leaves that are not like it throw rise_error.
inline constexpr detail::rise_fn rise{};

} // namespace treelize
