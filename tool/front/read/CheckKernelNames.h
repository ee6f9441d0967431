// The object `kernels::f` is defined by one generated header: overloads of its name in another
// annotated header are refused.
#pragma once

#include "front/read/Forward.h"

namespace treelize::front {

void checkKernelNames(const Annotations& annotations, DiagnosticSink& sink);

} // namespace treelize::front
