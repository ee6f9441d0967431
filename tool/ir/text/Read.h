// Reads kernels from their text form: what ir/text/Write.h wrote, or what a test says.
#pragma once

#include "ir/IR.h"
#include "ir/text/Scanner.h"

#include <string_view>
#include <variant>
#include <vector>

namespace treelize::ir {

/// The kernels of a text, in its order. A function of one that has no rule has the body of the
/// kernel of its name, if there is one and no other.
std::variant<std::vector<Kernel>, TextProblem> parse(std::string_view text);

} // namespace treelize::ir
