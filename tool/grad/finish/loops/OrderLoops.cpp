#include "grad/finish/loops/OrderLoops.h"

#include "analysis/Independence.h"
#include "analysis/dependence/Dependences.h"
#include "ir/Walk.h"

namespace treelize::grad {

using namespace ir;

namespace {

void orderLoops(const Kernel& kernel, const analysis::Dependences& dependences, Block& block) {
  for (Stmt& stmt : block) {
    for (Block* inner : blocks(stmt))
      orderLoops(kernel, dependences, *inner);
    auto areApart = [&](const Place& a, const Place& b) {
      return a.base == b.base && dependences.areApartIn(stmt, a, b);
    };
    if (auto* loop = std::get_if<For>(&stmt.node);
        loop && loop->descending && analysis::isOrderFree(kernel, *loop, areApart))
      loop->descending = false;
  }
}

} // namespace

void orderLoops(Kernel& adjoint) {
  const analysis::Dependences dependences(adjoint);
  orderLoops(adjoint, dependences, adjoint.body);
}

} // namespace treelize::grad
