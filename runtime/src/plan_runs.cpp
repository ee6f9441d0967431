// A run goes on with the one before it if every source goes on where it stopped.
#include "plan_runs.hpp"

#include <optional>

namespace treelize::detail {
namespace {

plan_source source_of(const plan_place& place, bool below) {
  return {place.offset, static_cast<std::uint8_t>(place.branch() ? 1 : 0), !place.node,
          place.inherited || (below && place.node && place.node->is_leaf())};
}

/// The stride of a source that serves both runs, one after the other; none if there is none. A run
/// of one leaf has not said yet whether it advances.
std::optional<std::uint8_t> joint_stride(const plan_source& last, std::size_t before,
                                         const plan_source& next, std::size_t length) {
  if (last.missing != next.missing || last.inherited != next.inherited)
    return {};
  auto may = [&](std::uint8_t stride) {
    return (before == 1 || last.stride == stride) && (length == 1 || next.stride == stride);
  };
  if (!last.missing && next.offset == last.offset + before && may(1))
    return 1;
  if ((last.missing || next.offset == last.offset) && may(0))
    return 0;
  return {};
}

/// Gives the last run's sources the strides that serve both, if there are such for all.
bool extends_last(walk_plan& plan, std::size_t length, std::span<const plan_place> arguments,
                  bool below) {
  const auto last = std::span(plan.sources).last(arguments.size());
  const std::size_t before = plan.lengths.back();
  auto stride = [&](std::size_t i) {
    return joint_stride(last[i], before, source_of(arguments[i], below), length);
  };
  for (std::size_t i = 0; i < last.size(); ++i)
    if (!stride(i))
      return false;
  for (std::size_t i = 0; i < last.size(); ++i)
    last[i].stride = *stride(i);
  return true;
}

} // namespace

void add_run(walk_plan& plan, std::size_t length, std::span<const plan_place> arguments,
             bool below) {
  if (length == 0)
    return;
  if (!plan.lengths.empty() && extends_last(plan, length, arguments, below)) {
    plan.lengths.back() += length;
    return;
  }
  plan.lengths.push_back(length);
  for (const plan_place& place : arguments)
    plan.sources.push_back(source_of(place, below));
}

} // namespace treelize::detail
