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
template <class Filter>
concept filter = requires(const std::remove_cvref_t<Filter>& given) {
  typename std::remove_cvref_t<Filter>::filter_tag;
  { given.str() } -> std::convertible_to<std::string>;
};

namespace detail {

/// The steps of a path that is given whole.
class path_steps {
public:
  explicit path_steps(const key_path& path) : steps_(path.size()) {
    for (std::size_t at = 0; at < path.size(); ++at) {
      const site_step* up = at == 0 ? nullptr : &steps_[at - 1];
      steps_[at] =
          path[at].is_index() ? index_step(up, path[at].index()) : named_step(up, path[at].name());
    }
  }
  const site_step* last() const { return steps_.empty() ? nullptr : &steps_.back(); }

private:
  std::vector<site_step> steps_;
};

/// What all filters share: `given(path, value)` and comparing by value.
template <class Self>
struct filter_base {
  using filter_tag = void;

  template <class Given>
  bool operator()(const key_path& path, const Given& value) const {
    const path_steps steps(path);
    return static_cast<const Self&>(*this).test(site<Given>{steps.last(), &value}) == verdict::yes;
  }
};

} // namespace detail

template <filter Left, filter Right>
bool operator==(const Left& left, const Right& right) {
  return left.str() == right.str();
}

} // namespace treelize

template <treelize::filter Filter>
struct std::hash<Filter> {
  std::size_t operator()(const Filter& given) const {
    return std::hash<std::string>{}(given.str());
  }
};
