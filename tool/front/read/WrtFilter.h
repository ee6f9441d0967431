// A filter in `wrt`, read from its text: what the runtime's filters ask of keys, types and tags,
// asked of the leaves of a kernel's parameters at generation. What cannot be asked then (a
// function) is a problem.
#pragma once

#include "treelize/detail/filter/site.hpp"

#include <functional>
#include <string>
#include <vector>

namespace treelize::front {

/// A leaf as a filter sees it. The keys of elements are open.
struct LeafSite {
  const detail::site_step* last;
  const std::vector<std::string>& types; ///< its own, and the classes that it stands for
};

struct WrtFilter {
  std::function<detail::verdict(const LeafSite&)> test;
  std::string problem; ///< why it cannot be evaluated; empty if it can
};

WrtFilter parseWrtFilter(const std::string& text);

/// The leaves of one parameter, or of one field of a bound kernel's object.
WrtFilter leavesOf(const std::string& name);

} // namespace treelize::front
