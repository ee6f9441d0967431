// What the maker of a history leaves out: elements that the new version has of the old one.
#pragma once

#include "analysis/Histories.h"

#include <functional>

namespace treelize::grad {

/// How a loop names an element.
using NamedElement = std::function<ir::Place(const ir::ExprRef& at)>;

/// A loop that copies the elements [begin, end): what `source` names to what `target` names.
ir::Stmt copyElements(ir::Kernel& kernel, ir::ExprRef begin, ir::ExprRef end,
                      const NamedElement& target, const NamedElement& source, Location at);

/// Copies what the maker does not set from one row to another, each of this length. Empty: it sets
/// every element.
ir::Block carryElements(ir::Kernel& kernel, const analysis::History& history, ir::VarId from,
                        ir::VarId to, const ir::ExprRef& length);

} // namespace treelize::grad
