// A function template with a kernel annotation and `T = double` -> the instantiation, made on the
// spot if nobody has.
#pragma once

namespace clang {
class FunctionDecl;
}

namespace treelize::front {

struct Annotation;
class Session;

/// Null after a report.
const clang::FunctionDecl* instantiateKernel(Session& session, const Annotation& kernel);

} // namespace treelize::front
