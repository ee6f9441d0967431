// A template whose annotation says `T = double` -> the instantiation, made on the spot if nobody
// has.
#pragma once

#include "front/read/Forward.h"

namespace treelize::front {

/// Of a kernel that is a template, or a method of a class template. Null after a report.
const clang::FunctionDecl* instantiateKernel(Session& session, const Annotations& annotations,
                                             const Annotation& kernel);

/// Of an instantiation without a body, as `extern template` leaves them: the one that its template
/// has, if it has one.
void instantiateBody(Session& session, const clang::FunctionDecl* function);

/// Of a data-oriented class template: the definition, whose methods have no bodies yet. Null after
/// a report.
const clang::CXXRecordDecl* instantiateClass(Session& session, const Annotation& dataOriented,
                                             DiagnosticSink& sink);

} // namespace treelize::front
