// An annotated function -> what the object `kernels::f` looks like, and the function whose body is
// differentiated: for a template, the instantiation that the annotation picks (`T = double`).
#pragma once

#include "bind/KernelModel.h"
#include "front/read/Forward.h"

#include <functional>
#include <optional>
#include <set>

namespace treelize::front {

/// Is it a constant for differentiation by its declaration: `nondiff`, `aux`, a const data member?
bool isConstant(const Annotations& annotations, const clang::Decl* decl);

/// What is a constant in one kernel: the same, and whatever a `wrt` leaves out, be it by names or,
/// as SelectLeaves finds it, by filters.
std::function<bool(const clang::Decl*)> constantsOf(const Annotations& annotations,
                                                    const Annotation& kernel,
                                                    std::set<const clang::Decl*> unselected);

/// Can anybody copy an object of the type?
bool isCopyable(clang::QualType type);

/// A parameter of an instantiation carries the pattern's annotations.
const clang::Decl* patternOf(const clang::Decl* decl);

/// The function with a body; null after a report.
const clang::FunctionDecl* kernelFunction(Session& session, const Annotations& annotations,
                                          const Annotation& kernel);

/// `isConstant` is that of constantsOf. Empty after a report.
std::optional<bind::KernelModel>
readKernelSignature(Session& session, TypeModel& types, const Annotation& kernel,
                    const clang::FunctionDecl* function,
                    const std::function<bool(const clang::Decl*)>& isConstant);

} // namespace treelize::front
