// The adjoint of what an object of the caller's refers to goes to the shadow of the object, which
// has its type: it cannot, where the type says that what is there stays as it is.
#pragma once

#include "bind/KernelModel.h"
#include "ir/IR.h"

namespace treelize {
class DiagnosticSink;
}

namespace treelize::front {

class TypeModel;

void checkShadows(TypeModel& types, const bind::KernelModel& model, const ir::Kernel& adjoint,
                  DiagnosticSink& sink);

} // namespace treelize::front
