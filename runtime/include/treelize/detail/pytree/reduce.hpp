// Reductions over the leaves of a tree, from the first leaf to the last; and those that `all` and
// `any` are of one tree (any_all.hpp).
#pragma once

#include "treelize/detail/pytree/flatten.hpp"
#include "treelize/detail/pytree/visit_leaves.hpp"

#include <optional>

namespace treelize {

namespace detail {

[[noreturn]] void throw_nothing_to_reduce(const std::string& structure);

/// Calls visit(leaf) for the leaves of any tree.
template <class Tree, class Visit>
void each_leaf(const Tree& object, Visit&& visit) {
  if constexpr (is_dynamic_tree<Tree>)
    for (const auto& leaf : object.leaves())
      visit(leaf);
  else
    visit_leaves<leaf_types<>>(object, visit);
}

struct reduce_fn {
  /// f(f(f(initial, leaf), leaf), ...)
  template <class Function, class Tree, class Argument>
  Argument operator()(Function&& function, const Tree& object, Argument initial) const {
    each_leaf(object, [&](const auto& leaf) { initial = function(std::move(initial), leaf); });
    return initial;
  }
  /// From the first leaf on, which there must be: access_error.
  template <class Function, class Tree>
  auto operator()(Function&& function, const Tree& object) const {
    using value = first_leaf<Tree>;
    std::optional<value> result;
    each_leaf(object, [&](const auto& leaf) {
      if (result)
        result = function(std::move(*result), leaf);
      else
        result = leaf;
    });
    if (!result)
      throw_nothing_to_reduce(as_text(object));
    return *std::move(result);
  }

private:
  template <class Tree>
  struct leaf_type_of {
    using type = leaf_of<Tree>;
  };
  template <class Tree>
    requires is_dynamic_tree<Tree>
  struct leaf_type_of<Tree> {
    using type = std::remove_cv_t<typename Tree::leaf_type>;
  };
  template <class Tree>
  using first_leaf = typename leaf_type_of<Tree>::type;

  template <class Tree>
  static std::string as_text(const Tree& object) {
    return brief_text(structure_fn{}(object).node());
  }
};

struct all_leaves_fn {
  template <class Tree>
  bool operator()(const Tree& object) const {
    bool result = true;
    each_leaf(object, [&](const auto& leaf) { result = result && static_cast<bool>(leaf); });
    return result;
  }
};

struct any_leaf_fn {
  template <class Tree>
  bool operator()(const Tree& object) const {
    bool result = false;
    each_leaf(object, [&](const auto& leaf) { result = result || static_cast<bool>(leaf); });
    return result;
  }
};

} // namespace detail

/// `reduce(f, tree)`, `reduce(f, tree, initial)`
inline constexpr detail::reduce_fn reduce{};

} // namespace treelize
