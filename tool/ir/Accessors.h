// The functions by which code reaches members that have no `.name` of their own: a table.
#pragma once

#include "ir/Type.h"

#include <optional>
#include <string>
#include <string_view>

namespace treelize::ir {

/// `std::get<0>` of `std::get<0>(t)`; empty: by `.name`
std::string text(const Accessor& accessor);

/// The row with this text; none has it: nothing.
std::optional<Accessor> accessorNamed(std::string_view text);

/// Is the member there under a condition only?
bool isConditional(const Accessor& accessor);

} // namespace treelize::ir
