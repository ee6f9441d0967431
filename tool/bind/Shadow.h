// The type of a shadow, by the type of its parameter (the table of the contract), and of the shadow
// that a gradient owns.
#pragma once

#include "bind/KernelModel.h"

#include <string>

namespace treelize::bind {

/// Puts a name into a declarator.
std::string declare(const std::string& declarator, const std::string& name);

/// `double x` -> `double& $`; `const double* x` -> `double* $`; `span<const double>` ->
/// `span<double>`; any other type -> `T& $`.
std::string shadowDeclarator(const ir::Type& type);

/// The member of a gradient: the parameter's type, a container for a span.
std::string gradientDeclarator(const ir::Type& type);

/// Can a gradient own a shadow of the parameter? Not of a pointer, nor of what cannot be copied.
bool canOwnShadow(const Parameter& parameter);

/// The same of every parameter that has one.
bool canOwnShadows(const KernelModel& kernel);

/// Why `grad` is absent.
enum class GradAbsence { none, needsSeed, cannotOwn };
GradAbsence gradAbsence(const KernelModel& kernel);

} // namespace treelize::bind
