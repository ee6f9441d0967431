// The errors of filters and of batch, and where warnings go.
#pragma once

#include "treelize/error.hpp"

#include <functional>
#include <string_view>

namespace treelize {

/// A leaf that no filter selects, a filter that can select nothing, states that do not make up a
/// tree.
class filter_error : public error {
public:
  using error::error;
};

/// Batch: axes of unequal length, a leaf without such an axis, no axis for a leaf.
class axis_error : public error {
public:
  using error::error;
};

using warning_handler = std::function<void(std::string_view)>;

namespace detail {

struct on_warning_fn {
  warning_handler operator()(warning_handler handler) const;
};
void warn(std::string_view text);

} // namespace detail

/// `on_warning(handler)` sets what becomes of warnings at run time and returns the handler before
/// it. An empty handler, as at the start, writes each distinct warning to stderr once.
inline constexpr detail::on_warning_fn on_warning{};

} // namespace treelize
