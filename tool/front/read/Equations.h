// Equations that functions solve: [[treelize(root_of(f))]] and [[treelize(fixed_point_of(f))]].
//
// The equation is a kernel: it takes the unknown, then parameters that its solver has by the same
// names, and returns what is to be zero, or the unknown. A parameter of the solver's alone, as a
// first guess, does not matter to the result.
#pragma once

#include "front/read/Rules.h"

#include <optional>

namespace treelize {
class DiagnosticSink;
}

namespace treelize::front {

struct Item;

/// Null if it has been refused.
std::optional<Equation> readEquation(const RuleContext& context, const Annotations& annotations,
                                     const Item& item, const clang::FunctionDecl* solver,
                                     DiagnosticSink& sink);

} // namespace treelize::front
