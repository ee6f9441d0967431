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
template <class X, class Visit>
void each_leaf(const X& x, Visit&& visit) {
  if constexpr (is_dynamic_tree<X>)
    for (const auto& leaf : x.leaves())
      visit(leaf);
  else
    visit_leaves<leaf_types<>>(x, visit);
}

struct reduce_fn {
  /// f(f(f(initial, leaf), leaf), ...)
  template <class F, class X, class A>
  A operator()(F&& f, const X& x, A initial) const {
    each_leaf(x, [&](const auto& leaf) { initial = f(std::move(initial), leaf); });
    return initial;
  }
  /// From the first leaf on, which there must be: access_error.
  template <class F, class X>
  auto operator()(F&& f, const X& x) const {
    using value = first_leaf<X>;
    std::optional<value> result;
    each_leaf(x, [&](const auto& leaf) {
      if (result)
        result = f(std::move(*result), leaf);
      else
        result = leaf;
    });
    if (!result)
      throw_nothing_to_reduce(as_text(x));
    return *std::move(result);
  }

private:
  template <class X>
  struct leaf_type_of {
    using type = leaf_of<X>;
  };
  template <class X>
    requires is_dynamic_tree<X>
  struct leaf_type_of<X> {
    using type = std::remove_cv_t<typename X::leaf_type>;
  };
  template <class X>
  using first_leaf = typename leaf_type_of<X>::type;

  template <class X>
  static std::string as_text(const X& x) {
    return brief_text(structure_fn{}(x).node());
  }
};

struct all_leaves_fn {
  template <class X>
  bool operator()(const X& x) const {
    bool result = true;
    each_leaf(x, [&](const auto& leaf) { result = result && static_cast<bool>(leaf); });
    return result;
  }
};

struct any_leaf_fn {
  template <class X>
  bool operator()(const X& x) const {
    bool result = false;
    each_leaf(x, [&](const auto& leaf) { result = result || static_cast<bool>(leaf); });
    return result;
  }
};

} // namespace detail

/// `reduce(f, tree)`, `reduce(f, tree, initial)`
inline constexpr detail::reduce_fn reduce{};

} // namespace treelize
