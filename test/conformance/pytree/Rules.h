// What is not compared, and why: rules on the operation and on what a case's trees are made of.
#pragma once

#include "Area.h"

namespace treelize::conformance::pytree {

/// The reason why a case means nothing here, or null.
const char* skipReason(const json& one);

/// Python's name for an error of ours, in that operation.
std::string pythonClass(const std::string& op, const std::exception& error);

} // namespace treelize::conformance::pytree
