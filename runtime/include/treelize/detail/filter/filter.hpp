// What a filter is: a value that gives a verdict for a site, says whether it has to read the leaf
// for it, and prints itself. Filters that print alike are equal. One whose text is in a
// fixed_string, or that has none, is a constant expression.
#pragma once

#include "treelize/detail/filter/leaf_queries.hpp"
#include "treelize/detail/filter/pack.hpp"
#include "treelize/detail/key_path.hpp"

#include <concepts>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace treelize {

/// A predicate over (path, value) that may be asked for keys, types and tags alone.
template <class F>
concept filter = requires(const std::remove_cvref_t<F>& f) {
  typename std::remove_cvref_t<F>::filter_tag;
  { f.str() } -> std::convertible_to<std::string>;
};

namespace detail {

/// The steps of a path that is given whole.
class path_steps {
public:
  explicit path_steps(const key_path& path) : steps_(path.size()) {
    for (std::size_t i = 0; i < path.size(); ++i) {
      const site_step* up = i == 0 ? nullptr : &steps_[i - 1];
      steps_[i] =
          path[i].is_index() ? index_step(up, path[i].index()) : named_step(up, path[i].name());
    }
  }
  const site_step* last() const { return steps_.empty() ? nullptr : &steps_.back(); }

private:
  std::vector<site_step> steps_;
};

/// What all filters share: `f(path, value)` and comparing by value.
template <class Self>
struct filter_base {
  using filter_tag = void;

  template <class V>
  bool operator()(const key_path& path, const V& value) const {
    const path_steps steps(path);
    return static_cast<const Self&>(*this).test(site<V>{steps.last(), &value}) == verdict::yes;
  }
};

} // namespace detail

template <filter A, filter B>
bool operator==(const A& a, const B& b) {
  return a.str() == b.str();
}

} // namespace treelize

template <treelize::filter F>
struct std::hash<F> {
  std::size_t operator()(const F& f) const { return std::hash<std::string>{}(f.str()); }
};
