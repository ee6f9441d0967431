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
template <class T>
struct open_container {
  node_kind kind = node_kind::list;
  std::vector<std::string> keys;
  std::vector<T> children;
};

namespace detail {

/// Finds the trees in an open value and builds the value again over their leaves.
template <class T>
class open_subsider {
public:
  explicit open_subsider(const subside_options& options) : options_(options) {}

  tree<T> operator()(const T& value) {
    collect(value);
    if (!found_tree_)
      return tree<T>(value);
    std::vector<const treedef_node*> nodes;
    for (const tree<T>& t : parts_)
      nodes.push_back(t.structure().node());
    const auto plan = find_plan({mode::strict, options_.inherit, false}, nodes, nullptr);
    auto leaves = leaf_buffer<T>::uninitialised(plan->result.leaf_count());
    for (std::size_t i = 0; i < plan->lengths.size(); ++i)
      leaves.fill(plan->lengths[i], [&](std::size_t k) {
        std::size_t next = 0;
        return read(value, plan->run(i), k, next);
      });
    return tree<T>(plan->result, std::move(leaves));
  }

private:
  subside_options options_;
  std::vector<tree<T>> parts_; ///< the trees, and the values beside them as leaves
  bool found_tree_ = false;

  bool opens(node_kind kind) const {
    return kind == node_kind::list    ? options_.list
           : kind == node_kind::tuple ? options_.tuple
                                      : options_.dict;
  }
  void collect(const T& value) {
    const tree<T>* given = open_leaf<T>::tree_of(value);
    const auto container = given ? std::nullopt : open_leaf<T>::open(value);
    if (container && opens(container->kind)) {
      for (const T& child : container->children)
        collect(child);
    } else {
      found_tree_ = found_tree_ || given;
      parts_.push_back(given ? *given : tree<T>(value));
    }
  }
  T read(const T& value, std::span<const plan_source> sources, std::size_t k,
         std::size_t& next) const {
    auto container = open_leaf<T>::tree_of(value) ? std::nullopt : open_leaf<T>::open(value);
    if (!container || !opens(container->kind)) {
      const plan_source& source = sources[next];
      return parts_[next++].leaves()[source.offset + k * source.stride];
    }
    for (T& child : container->children)
      child = read(T(child), sources, k, next);
    return open_leaf<T>::close(std::move(*container));
  }
};

/// Takes a tree of open values apart, as far as all leaves are alike.
template <class T>
class open_riser {
  using container = open_container<T>;

public:
  explicit open_riser(const treedef& structure) : structure_(structure) {}

  /// The leaves as they stand in the structure; `like` is the template, or null.
  T operator()(const std::vector<T>& leaves, const T* like) const {
    const std::optional<container> wanted = like ? open_leaf<T>::open(*like) : std::nullopt;
    const std::optional<container> found = wanted ? wanted : first(leaves);
    std::vector<container> opened;
    for (std::size_t i = 0; found && i < leaves.size(); ++i) {
      std::optional<container> next = open_leaf<T>::open(leaves[i]);
      if (!next || !alike(*found, *next)) {
        if (wanted)
          throw_unlike_results(structure_, i, text(next), "the template has " + text(wanted));
        return as_tree(leaves);
      }
      opened.push_back(std::move(*next));
    }
    return found ? split(*found, opened, wanted ? &*wanted : nullptr) : as_tree(leaves);
  }

private:
  const treedef& structure_;

  static std::optional<container> first(const std::vector<T>& leaves) {
    return leaves.empty() ? std::nullopt : open_leaf<T>::open(leaves.front());
  }
  static std::size_t place(const container& c, const std::string& key) {
    return static_cast<std::size_t>(std::find(c.keys.begin(), c.keys.end(), key) - c.keys.begin());
  }
  static bool alike(const container& a, const container& b) {
    return a.kind == b.kind && a.children.size() == b.children.size() &&
           std::all_of(a.keys.begin(), a.keys.end(),
                       [&](const std::string& key) { return place(b, key) < b.keys.size(); });
  }
  T split(const container& shape, const std::vector<container>& opened,
          const container* like) const {
    container result{shape.kind, shape.keys, {}};
    for (std::size_t child = 0; child < shape.children.size(); ++child) {
      std::vector<T> leaves;
      for (const container& c : opened)
        leaves.push_back(c.children[c.keys.empty() ? child : place(c, shape.keys[child])]);
      result.children.push_back((*this)(leaves, like ? &like->children[child] : nullptr));
    }
    return open_leaf<T>::close(std::move(result));
  }
  T as_tree(const std::vector<T>& leaves) const {
    if (structure_.is_leaf())
      return leaves.front();
    auto buffer = leaf_buffer<T>::uninitialised(leaves.size());
    buffer.fill(leaves.size(), [&](std::size_t i) -> const T& { return leaves[i]; });
    return open_leaf<T>::from_tree(tree<T>(structure_, std::move(buffer)));
  }
  static std::string text(const std::optional<container>& c) {
    if (!c)
      return "a value";
    const char* kind = c->kind == node_kind::list    ? "a list of "
                       : c->kind == node_kind::tuple ? "a tuple of "
                                                     : "a dict of ";
    return kind + std::to_string(c->children.size());
  }
};

template <class T>
tree<T> subside_open(const T& value, const subside_options& options) {
  if (const tree<T>* t = open_leaf<T>::tree_of(value))
    return *t;
  return open_subsider<T>(options)(value);
}

template <class T>
T rise_open(const tree<T>& t, const T* like) {
  return open_riser<T>(t.structure())({t.leaves().begin(), t.leaves().end()}, like);
}

struct subside_fn {
  template <opens_leaf T>
  tree<T> operator()(const T& value, const subside_options& options = {.enabled = true}) const {
    return subside_open(value, options);
  }
};

struct rise_fn {
  template <opens_leaf T>
  T operator()(const tree<T>& t) const {
    return rise_open<T>(t, nullptr);
  }
  template <opens_leaf T>
  T operator()(const tree<T>& t, const T& like) const {
    return rise_open<T>(t, &like);
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
