// What is not compared as recorded, and why: a rule for a kind of case, never for one.
#pragma once

#include "Area.h"

#include <string>

namespace treelize::conformance::func_treelize {

/// Why the case means nothing in C++; empty: it does.
std::string reasonToSkip(const json& one);

/// Where one call has two faults, treevalue finds first what its order of hashes brings up, and
/// that changes from run to run.
bool mayBeOtherError(const std::string& expected, const std::string& found);

/// The warnings that a case must give, by the documentation where the real system contradicts it.
std::size_t expectedWarnings(const json& one);

} // namespace treelize::conformance::func_treelize
