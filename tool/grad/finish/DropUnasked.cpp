#include "grad/finish/DropUnasked.h"

#include "grad/finish/LateStarts.h"
#include "ir/Walk.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

/// Walks backwards. The time is a number that grows with every block that the walk comes to.
class Dropper {
public:
  explicit Dropper(const Kernel& kernel)
      : kernel(kernel), mentioned(kernel.variables.size()), declaredAt(kernel.variables.size()) {
    for (const VarId output : kernel.outputs)
      mentioned[output.index] = std::numeric_limits<std::size_t>::max();
  }

  bool block(Block& statements) {
    const std::size_t begin = ++now;
    for (const Stmt& stmt : statements)
      if (const auto* local = std::get_if<Declare>(&stmt.node))
        declaredAt[local->var.index] = begin;
    bool dropped = false;
    std::vector<bool> isUnasked(statements.size());
    for (std::size_t i = statements.size(); i-- > 0;) {
      Stmt& stmt = statements[i];
      isUnasked[i] = isOver(stmt, begin);
      if (isUnasked[i])
        continue;
      for (Block* inner : blocks(stmt))
        dropped |= block(*inner);
      forEachOwnMention(stmt, [&](VarId var) { mention(var); });
    }
    std::size_t position = 0;
    return std::erase_if(statements, [&](const Stmt&) { return isUnasked[position++]; }) > 0 ||
           dropped;
  }

private:
  const Kernel& kernel;
  std::size_t now = 0;
  std::vector<std::size_t> mentioned, declaredAt; // by variable: the last time

  void mention(VarId var) { mentioned[var.index] = std::max(mentioned[var.index], now); }

  bool isOver(const Stmt& stmt, std::size_t begin) const {
    const auto isMentioned = [&](VarId var) { return mentioned[var.index] >= begin; };
    if (const auto* local = std::get_if<Declare>(&stmt.node))
      return !isMentioned(local->var);
    const auto* s = std::get_if<Assign>(&stmt.node);
    if (!s || kernel[s->target.base].byReference) // others see what is written through a reference
      return false;
    return s->op == AssignOp::Set && s->target.path.empty() && isZero(s->value) &&
           declaredAt[s->target.base.index] == begin && !isMentioned(s->target.base);
  }
};

} // namespace

bool dropUnasked(Kernel& kernel) {
  return Dropper(kernel).block(kernel.body);
}

} // namespace treelize::grad
