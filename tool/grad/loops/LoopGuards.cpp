#include "grad/loops/LoopGuards.h"

#include "analysis/ElementRanges.h"
#include "ir/Builder.h"
#include "ir/Existence.h"
#include "ir/Literals.h"
#include "ir/Loops.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>

namespace treelize::grad {

using namespace ir;

ExprRef whereRuns(const Kernel& kernel, const For& loop, ExprRef value, ExprRef otherwise) {
  return analysis::surelyRuns(loop)
             ? value
             : select(runsAtAll(kernel, loop), std::move(value), std::move(otherwise));
}

ExprRef beforeLoop(const Kernel& kernel, const For& loop, ExprRef value) {
  return isAlwaysThere(kernel, *value) ? value
                                       : whereRuns(kernel, loop, value, real(0.0, value->type));
}

ExprRef upperWhereRuns(const For& loop) {
  const auto* choice = std::get_if<Select>(&loop.upper->node);
  const bool isPositive =
      !loop.upper->type->isSigned || analysis::numberOf(*loop.lower).value_or(-1) >= 0;
  return choice && isPositive && isZero(*choice->ifFalse) ? choice->ifTrue : loop.upper;
}

bool isRegister(const Kernel& kernel, const Place& target) {
  return target.path.empty() && !kernel[target.base].byReference;
}

void appendWhereRuns(const Kernel& kernel, const For& loop, Block statements, Location at,
                     Block& out) {
  if (analysis::surelyRuns(loop))
    std::ranges::move(statements, std::back_inserter(out));
  else
    out.push_back(Stmt{at, If{runsAtAll(kernel, loop), std::move(statements), {}}});
}

} // namespace treelize::grad
