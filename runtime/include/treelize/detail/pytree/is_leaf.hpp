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

template <class Predicate, class Type>
concept leaf_predicate = std::predicate<const Predicate&, const subtree<Type>&>;

namespace detail {

template <class Asked>
inline constexpr bool is_leaf_option = is_leaf_types<std::remove_cvref_t<Asked>>;
template <class Type>
inline constexpr bool is_leaf_option<keyword_argument<"is_leaf", Type>> = true;

template <class Asked>
const Asked& leaf_option(const Asked& option) {
  return option;
}
template <class Type>
const Type& leaf_option(const keyword_argument<"is_leaf", Type>& option) {
  return option.get();
}

/// The structure down to where the predicate holds, and the parts that stand there.
template <class Type>
struct pruned {
  treedef structure;
  std::vector<subtree<Type>> parts;
};

template <class Type, leaf_predicate<Type> Predicate>
class pruner {
public:
  explicit pruner(const Predicate& is_leaf) : is_leaf_(is_leaf) {}

  pruned<Type> run(const subtree<Type>& root) {
    enter(root);
    while (!frames_.empty()) {
      frame& level = frames_.back();
      if (level.next < level.part.size())
        enter(level.part.child(level.next++));
      else
        leave();
    }
    return {std::move(finished_.back()), std::move(parts_)};
  }

private:
  struct frame {
    subtree<Type> part;
    std::size_t next;
    std::size_t first_child;
  };

  const Predicate& is_leaf_;
  std::vector<frame> frames_;
  std::vector<treedef> finished_;
  std::vector<subtree<Type>> parts_;

  void enter(const subtree<Type>& part) {
    if (is_leaf_(part) || part.is_leaf()) {
      parts_.push_back(part);
      finished_.push_back(treedef::leaf());
    } else {
      frames_.push_back({part, 0, finished_.size()});
    }
  }
  void leave() {
    const frame level = frames_.back();
    frames_.pop_back();
    treedef made =
        level.part.structure().with_children(std::span(finished_).subspan(level.first_child));
    finished_.resize(level.first_child);
    finished_.push_back(std::move(made));
  }
};

template <class Type, leaf_predicate<Type> Predicate>
pruned<Type> prune(const tree<Type>& whole, const Predicate& is_leaf) {
  return pruner<Type, Predicate>(is_leaf).run(subtree<Type>(whole));
}

template <class Type>
std::vector<tree<Type>> copies(const std::vector<subtree<Type>>& parts) {
  std::vector<tree<Type>> result;
  result.reserve(parts.size());
  for (const subtree<Type>& part : parts)
    result.push_back(part.copy());
  return result;
}

} // namespace detail
} // namespace treelize
