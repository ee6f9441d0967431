// A loop as several: each runs some of its statements, with the locals that they ask for.
#pragma once

#include "analysis/dependence/Dependences.h"
#include "ir/IR.h"
#include "ir/Literals.h"

#include <cstdint>
#include <optional>
#include <set>

namespace treelize::grad {

/// Statements of the loop's body by their positions.
using LoopPart = std::set<std::size_t>;

/// Does the statement do nothing but give numbers of the iteration's own their values? These are
/// made again in each part that asks for them.
bool isOfOwnNumbers(const ir::Stmt& stmt, const std::set<ir::VarId>& own);

/// Can what the statement evaluates be computed anew in each part? Not a costly function or a
/// division.
bool isCheap(const ir::Stmt& stmt);

/// Those of the part, with what gives the numbers that they ask for their values.
ir::Block statementsOf(const ir::Kernel& kernel, const ir::For& loop, const LoopPart& part);

/// A loop of its own.
ir::For partOf(ir::Kernel& kernel, const ir::For& loop, const LoopPart& part);

/// `lower + number < upper`. An unsigned lower bound that is no literal may have come out below
/// zero, as a very large number: the loop does not run then, and the sum would be small.
ir::ExprRef isFurther(const ir::ExprRef& lower, std::int64_t number, const ir::ExprRef& upper);

/// By what number do the indices of two elements of one row differ? Null: by something else.
std::optional<std::int64_t> distance(const ir::Place& from, const ir::Place& to);

/// Elements of one array whose indices differ by a number, or by what nobody knows and the loop
/// does not keep apart. `loop` is as `dependences` knows it.
bool areNeighbours(const analysis::Dependences& dependences, const ir::Stmt& loop,
                   const ir::Place& a, const ir::Place& b);

} // namespace treelize::grad
