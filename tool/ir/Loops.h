// What can be said of a counted loop: how often it runs, and which iteration it is in.
#pragma once

#include "ir/IR.h"

#include <functional>
#include <optional>
#include <set>

namespace treelize::ir {

/// How many loops of the block stand inside one another.
unsigned loopDepth(const Block& block);

/// The position of the counted loop of the block with the most loops inside one another, the last
/// of several.
std::optional<std::size_t> deepestLoop(const Block& block);

/// Every counted loop of the block that holds no other loop.
void forEachInnermostLoop(Block& block, const std::function<void(For&)>& fn);

/// Could an unsigned counter that takes this step upwards jump over its bound and begin again at
/// zero? With 64 bits only by steps that no loop which comes to an end has taken often enough.
bool mayWrapUnsigned(unsigned bits, std::int64_t step);

/// `treelize::trip_count(lower, upper, step)`, or just the upper bound where that says it.
ExprRef tripCount(const Kernel& kernel, const For& loop);

/// The number of the present iteration in ascending order, from zero, in the counter's type.
ExprRef iterationNumber(const Kernel& kernel, const For& loop);

/// `lower < upper`
ExprRef runsAtAll(const Kernel& kernel, const For& loop);

/// Does the body only add to adjoints, set those of elements or copy elements, unconditionally, and
/// name what it adds? The order of such sums is the generator's to choose.
bool isOfSums(const Kernel& kernel, const For& loop);

/// Is there a sum among them that stays in one variable?
bool sumsUp(const Kernel& kernel, const For& loop);

/// The statement as a sum into an adjoint, whose order is the generator's to choose; null if it is
/// none. Not one that threads take at once.
const Assign* sumIntoAdjoint(const Kernel& kernel, const Stmt& stmt);

/// The adjoints that outlive the iterations of a loop without loops inside, and to which these do
/// nothing but add.
std::set<VarId> runningSums(const Kernel& kernel, const For& loop);

/// The expression with another value in the place of a variable's.
ExprRef replaceLoads(const ExprRef& e, VarId var, const ExprRef& value);
/// Replaces the values of a variable; the places that statements write keep it.
void replaceLoads(Stmt& stmt, VarId var, const ExprRef& value);

} // namespace treelize::ir
