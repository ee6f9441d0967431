// A function template with a kernel annotation and `T = double` -> the instantiation, made on the
// spot if nobody has.
#pragma once

#include "front/Forward.h"

namespace treelize::front {

/// Null after a report.
const clang::FunctionDecl* instantiateKernel(Session& session, const Annotation& kernel);

} // namespace treelize::front
