// The runs of a plan, joined as they come.
#pragma once

#include "plan_level.hpp"

#include <cstddef>
#include <span>

namespace treelize::detail {

/// Adds a run of so many leaves to the plan. `below`: the leaves are those of one structure that
/// the branches share.
void add_run(walk_plan& plan, std::size_t length, std::span<const plan_place> arguments,
             bool below);

} // namespace treelize::detail
