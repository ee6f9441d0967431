#include "grad/finish/OrderLoops.h"

#include "analysis/Independence.h"
#include "ir/Walk.h"

namespace treelize::grad {

using namespace ir;

namespace {

void orderLoops(const Kernel& kernel, Block& block) {
  for (Stmt& stmt : block) {
    for (Block* inner : blocks(stmt))
      orderLoops(kernel, *inner);
    if (auto* loop = std::get_if<For>(&stmt.node);
        loop && loop->descending && analysis::isOrderFree(kernel, *loop))
      loop->descending = false;
  }
}

} // namespace

void orderLoops(Kernel& adjoint) {
  orderLoops(adjoint, adjoint.body);
}

} // namespace treelize::grad
