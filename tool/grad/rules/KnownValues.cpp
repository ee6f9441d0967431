#include "grad/rules/KnownValues.h"

#include "ir/Walk.h"

namespace treelize::grad {

using namespace ir;

static ExprRef knownOrItself(const ExprRef& e) {
  const auto* known = std::get_if<Apply>(&e->node);
  return known && known->op == Op::known_ ? known->args[0] : e;
}

static void takeKnownValues(Block& statements) {
  for (Stmt& stmt : statements) {
    forEachExprSlot(stmt, [](ExprRef& value) { value = rewrite(value, knownOrItself); });
    for (Block* inner : blocks(stmt))
      takeKnownValues(*inner);
  }
}

void takeKnownValues(Kernel& derived) {
  takeKnownValues(derived.body);
}

} // namespace treelize::grad
