// The leaves that the filters of a `wrt` select, as declarations: the parameters and fields below
// which nothing is selected are constants for differentiation, so that no analysis takes them for
// active.
#pragma once

#include <optional>
#include <set>

namespace clang {
class Decl;
class FunctionDecl;
} // namespace clang

namespace treelize::front {

struct Annotation;
class Annotations;
class Session;

/// Whether a `wrt` has more than the names of parameters and fields.
bool hasFilter(const Annotation& kernel);

/// The declarations that the filters make constants; none without a filter. Empty after a report: a
/// filter that cannot be evaluated, selects nothing, or tells apart what is one field of one class.
std::optional<std::set<const clang::Decl*>> unselectedBy(Session& session,
                                                         const Annotations& annotations,
                                                         const Annotation& kernel,
                                                         const clang::FunctionDecl* function);

} // namespace treelize::front
