// The object `kernels::f` is defined by one generated header: overloads of its name in another
// annotated header are refused.
#pragma once

namespace treelize {
class DiagnosticSink;
}

namespace treelize::front {

class Annotations;

void checkKernelNames(const Annotations& annotations, DiagnosticSink& sink);

} // namespace treelize::front
