#include "pattern/Pattern.h"

#include "grad/finish/scopes/Simplify.h"
#include "pattern/Sweeper.h"

namespace treelize::pattern {

using namespace ir;

namespace {

/// The sweep runs on copies of the arguments.
void checkParameters(const Kernel& kernel) {
  for (const VarId id : kernel.parameters) {
    const Variable& parameter = kernel[id];
    const bool isSpan = parameter.type->is(TypeKind::Span);
    if (parameter.type->is(TypeKind::Pointer))
      throw NoPattern{kernel.location, "'" + parameter.name + "' is a pointer, which has no extent",
                      "take a std::span or a container"};
    if (isSpan ? holdsView(*parameter.type->element) : holdsView(*parameter.type))
      throw NoPattern{kernel.location, "'" + parameter.name + "' refers to numbers that it does not own",
                      "take these numbers as parameters of their own"};
  }
}

} // namespace

std::variant<Kernel, NoPattern> makePattern(Kernel primal, Matrix matrix) {
  try {
    checkParameters(primal);
    const Block body = primal.body; // guards know its statements by their places
    primal.body = Sweeper(primal, matrix).run(body);
  } catch (const NoPattern& problem) {
    return problem;
  }
  primal.functions.clear();
  if (primal.result)
    primal.outputs = {*primal.result};
  grad::simplify(primal);
  return primal;
}

} // namespace treelize::pattern
