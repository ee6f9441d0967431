#include "grad/normalize/JoinSteps.h"

#include "analysis/Regions.h"
#include "ir/Builder.h"
#include "ir/Walk.h"

#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

/// A sum of more operations is hard to read.
constexpr unsigned mostOperations = 4;

unsigned operationsIn(const Expr& e) {
  unsigned count = 0;
  any(e, [&](const Expr& part) {
    count += std::holds_alternative<Apply>(part.node) ? 1 : 0;
    return false;
  });
  return count;
}

class Joiner {
public:
  explicit Joiner(const Kernel& kernel) : kernel(kernel) {}

  void block(Block& statements) {
    for (std::size_t i = 0; i < statements.size();) {
      for (Block* inner : blocks(statements[i]))
        block(*inner);
      if (!join(statements, i))
        ++i;
    }
  }

private:
  const Kernel& kernel;

  /// True if the declaration at the position has gone to the sum.
  bool join(Block& statements, std::size_t at) const {
    const auto* local = std::get_if<Declare>(&statements[at].node);
    if (!local || !local->value || kernel[local->var].byReference ||
        !kernel[local->var].type->is(TypeKind::Real))
      return false;
    std::size_t next = at + 1;
    while (next < statements.size() && !mentions(statements[next], local->var))
      ++next;
    if (next == statements.size() || !isSumTo(*local, statements[next]) ||
        analysis::mayChange(
            *local->value,
            analysis::writesOf(kernel, std::span(statements).subspan(at + 1, next - at - 1))))
      return false;
    const auto& sum = std::get<Assign>(statements[next].node);
    const ExprRef both = apply(sum.op == AssignOp::Add ? Op::add : Op::sub,
                               {local->value, sum.value}, kernel[local->var].type);
    statements[next] = declare(local->var, both, statements[next].location);
    statements.erase(statements.begin() + static_cast<std::ptrdiff_t>(at));
    return true;
  }

  /// `x += e` or `x -= e`, in the type of x.
  bool isSumTo(const Declare& local, const Stmt& stmt) const {
    const auto* s = std::get_if<Assign>(&stmt.node);
    const Type& type = *kernel[local.var].type;
    return s && s->op != AssignOp::Set && s->target.path.empty() && s->target.base == local.var &&
           !reads(stmt, local.var) && isSameInCpp(*s->value->type, type) &&
           isSameInCpp(*local.value->type, type) &&
           operationsIn(*local.value) + operationsIn(*s->value) < mostOperations;
  }
};

} // namespace

void joinSteps(Kernel& kernel) {
  Joiner(kernel).block(kernel.body);
}

} // namespace treelize::grad
