// The walk plan: how structures match under a mode, worked out without any leaf.
// The result's structure and runs; a run is a stretch of result leaves whose source in each
// argument is consecutive leaves, one inherited leaf, or nothing (missing). Executing a plan is one
// flat loop a run. Plans are cached by the structures that they are for; what does not match is
// found here, with its path, before the user's function is called once.
#pragma once

#include "treelize/detail/key_path.hpp"
#include "treelize/detail/treedef.hpp"
#include "treelize/detail/walk/options.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace treelize::detail {

struct plan_source {
  std::size_t offset = 0;
  std::uint8_t stride = 0; ///< 1: a leaf of its own for each, 0: the same for all
  bool missing = false;
  bool inherited = false; ///< the leaf stands above the place that it is used at

  friend bool operator==(const plan_source&, const plan_source&) = default;
};

struct walk_plan {
  mutable ref_count refs;
  treedef result;
  std::size_t arguments = 0;
  std::vector<std::size_t> lengths;
  std::vector<plan_source> sources; ///< `arguments` for each run

  std::span<const plan_source> run(std::size_t index) const {
    return std::span(sources).subspan(index * arguments, arguments);
  }
};

struct walk_rules {
  treelize::mode mode = treelize::mode::strict;
  bool inherit = true;
  bool has_missing = false;

  friend bool operator==(const walk_rules&, const walk_rules&) = default;
};

/// Where an argument has nothing at all (a part of a static tree is missing).
inline constexpr const treedef_node* missing_node = nullptr;

/// Works a plan out. The base is where the trees stand, for messages.
walk_plan make_plan(const walk_rules& rules, std::span<const treedef_node* const> nodes,
                    const path_frame* base);

/// A shared plan.
class plan_handle {
public:
  plan_handle() = default;
  /// Takes over one reference.
  explicit plan_handle(const walk_plan* plan) : plan_(plan) {}
  plan_handle(const plan_handle& other) : plan_(other.plan_) {
    if (plan_)
      plan_->refs.add();
  }
  plan_handle(plan_handle&& other) noexcept : plan_(std::exchange(other.plan_, nullptr)) {}
  plan_handle& operator=(plan_handle other) noexcept {
    std::swap(plan_, other.plan_);
    return *this;
  }
  ~plan_handle() {
    if (plan_ && plan_->refs.drop())
      delete plan_;
  }

  const walk_plan* get() const { return plan_; }
  const walk_plan* operator->() const { return plan_; }
  explicit operator bool() const { return plan_ != nullptr; }

private:
  const walk_plan* plan_ = nullptr;
};

/// The same from the cache.
plan_handle find_plan(const walk_rules& rules, std::span<const treedef_node* const> nodes,
                      const path_frame* base);

/// The structure that all trees share, if their structures are equal and every leaf among them may
/// be inherited; then no plan is needed.
class common_structure {
public:
  explicit common_structure(const walk_rules& rules) : inherit_(rules.inherit) {}

  void add(const treedef_node* node) {
    if (!node)
      differ_ = true;
    else if (node->is_leaf())
      leaves_ = true;
    else if (common_ && node != common_)
      differ_ = true;
    else
      common_ = node;
  }
  /// Null if there is none.
  const treedef_node* node() const { return differ_ || (leaves_ && !inherit_) ? nullptr : common_; }

private:
  const treedef_node* common_ = nullptr;
  bool inherit_;
  bool leaves_ = false;
  bool differ_ = false;
};

} // namespace treelize::detail
