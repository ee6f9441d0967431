// What an annotation asks of the declaration that carries it: a kernel has a body and stands in a
// data_oriented class, `wrt` names parameters, a constructor is no tree function.
#pragma once

#include "front/read/Forward.h"

namespace treelize::front {

void checkRequests(const Annotations& annotations, DiagnosticSink& sink);

} // namespace treelize::front
