// `is_leaf`: what stops the descent before the leaves.
// For tree<T> a predicate on sub-trees, asked from the root down, of leaves and None too; for
// static trees the types that are leaves (leaf_types). Functions of one tree take it as their last
// argument, all of them as
// `"is_leaf"_a = ...`.
#pragma once

#include "treelize/detail/pytree/leaf_list.hpp"
#include "treelize/detail/pytree/subtree.hpp"
#include "treelize/literals.hpp"

#include <vector>

namespace treelize {

template <class P, class T>
concept leaf_predicate = std::predicate<const P&, const subtree<T>&>;

namespace detail {

template <class A>
inline constexpr bool is_leaf_option = is_leaf_types<std::remove_cvref_t<A>>;
template <class T>
inline constexpr bool is_leaf_option<keyword_argument<"is_leaf", T>> = true;

template <class A>
const A& leaf_option(const A& option) {
  return option;
}
template <class T>
const T& leaf_option(const keyword_argument<"is_leaf", T>& option) {
  return option.get();
}

/// The structure down to where the predicate holds, and the parts that stand there.
template <class T>
struct pruned {
  treedef structure;
  std::vector<subtree<T>> parts;
};

template <class T, leaf_predicate<T> P>
class pruner {
public:
  explicit pruner(const P& is_leaf) : is_leaf_(is_leaf) {}

  pruned<T> run(const subtree<T>& root) {
    enter(root);
    while (!frames_.empty()) {
      frame& f = frames_.back();
      if (f.next < f.part.size())
        enter(f.part.child(f.next++));
      else
        leave();
    }
    return {std::move(finished_.back()), std::move(parts_)};
  }

private:
  struct frame {
    subtree<T> part;
    std::size_t next;
    std::size_t first_child;
  };

  const P& is_leaf_;
  std::vector<frame> frames_;
  std::vector<treedef> finished_;
  std::vector<subtree<T>> parts_;

  void enter(const subtree<T>& part) {
    if (is_leaf_(part) || part.is_leaf()) {
      parts_.push_back(part);
      finished_.push_back(treedef::leaf());
    } else {
      frames_.push_back({part, 0, finished_.size()});
    }
  }
  void leave() {
    const frame f = frames_.back();
    frames_.pop_back();
    treedef made = f.part.structure().with_children(std::span(finished_).subspan(f.first_child));
    finished_.resize(f.first_child);
    finished_.push_back(std::move(made));
  }
};

template <class T, leaf_predicate<T> P>
pruned<T> prune(const tree<T>& t, const P& is_leaf) {
  return pruner<T, P>(is_leaf).run(subtree<T>(t));
}

template <class T>
std::vector<tree<T>> copies(const std::vector<subtree<T>>& parts) {
  std::vector<tree<T>> result;
  result.reserve(parts.size());
  for (const subtree<T>& part : parts)
    result.push_back(part.copy());
  return result;
}

} // namespace detail
} // namespace treelize
