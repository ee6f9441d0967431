// Where a case means nothing in C++, and where the recorded answer is not the right one.
#pragma once

#include "Value.h"

namespace treelize::conformance::symnum {

/// Why the case is skipped; empty if it is not.
std::string reasonToSkip(const json& one);

/// Whether an error of this library's stands for the named class of Python's.
bool standsFor(const std::exception& error, const std::string& pythonClass);

/// Whether the named class is what an operation that does not compile here raises in Python.
bool isUndefinedAs(const json& one, const std::string& pythonClass);

/// The answer of arithmetic or of the contract where the recorded one is another; nothing where
/// there is no such rule.
std::optional<json> overriddenExpectation(const json& one);

/// Whether arithmetic may overrule what was recorded: where PyTorch is known to simplify wrongly.
bool judgedByArithmetic(const json& one);

/// Whether guards are compared.
bool comparesGuards(const json& one);

} // namespace treelize::conformance::symnum
