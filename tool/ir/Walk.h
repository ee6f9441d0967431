// The one traversal of the kernel language: every expression of a statement, every statement of a
// block, every place that an expression reads.
//
// `children` and `expressions` are the only functions that enumerate the node kinds; passes that do
// not care about a kind are written with them and never name it.
#pragma once

#include "ir/IR.h"

#include <functional>
#include <set>
#include <span>

namespace treelize::ir {

using ExprFn = std::function<void(const Expr&)>;
using PlaceFn = std::function<void(const Place&)>;
using StmtFn = std::function<void(const Stmt&)>;

/// The direct operands of an expression, indices of places included.
void forEachOperand(const Expr& expr, const ExprFn& fn);

/// Every place whose value (or size) the expression reads, in order, indices included.
void forEachRead(const Expr& expr, const PlaceFn& fn);

/// Every place whose value the expression reads, the lengths of containers left out.
void forEachLoad(const Expr& expr, const PlaceFn& fn);

/// Every place that the indices of a place read.
void forEachIndexRead(const Place& place, const PlaceFn& fn);

/// The direct expressions of a statement, not those of its blocks; a target's indices are not among
/// them. What a call passes by reference counts as read.
void forEachExpr(const Stmt& stmt, const ExprFn& fn);

/// The same, and the indices of the places a statement names, for rewriting in place.
void forEachExprSlot(Stmt& stmt, const std::function<void(ExprRef&)>& fn);

/// The one place that a statement names besides its expressions: what it writes, or pushes on the
/// tape. A call has none: see forEachWritten.
const Place* namedPlace(const Stmt& stmt);
Place* namedPlace(Stmt& stmt);

/// Every place that a statement names besides its expressions, a call's arguments among them.
void forEachPlaceSlot(Stmt& stmt, const std::function<void(Place&)>& fn);

/// The variable that begins its life with a statement, counters left out.
std::optional<VarId> declared(const Stmt& stmt);

/// The places a statement writes by itself (a Declare its variable). A change of a container's
/// length writes all of it.
void forEachWritten(const Kernel& kernel, const Stmt& stmt, const PlaceFn& fn);

bool isLoop(const Stmt& stmt);

/// The blocks of a statement.
std::vector<const Block*> blocks(const Stmt& stmt);
std::vector<Block*> blocks(Stmt& stmt);

/// Every statement of a block, nested ones after the statement that holds them.
void forEachStmt(std::span<const Stmt> statements, const StmtFn& fn);

/// Does the statement itself read the variable, to its value, its size or as an index? Blocks are
/// left out.
bool reads(const Stmt& stmt, VarId var);

/// Every variable that the statement itself reads, writes or declares, blocks left out; some of
/// them more than once.
void forEachOwnMention(const Stmt& stmt, const std::function<void(VarId)>& fn);

/// The same, nested blocks included.
void forEachMention(const Stmt& stmt, const std::function<void(VarId)>& fn);

/// Is the variable read, written or declared there, nested blocks included?
bool mentions(const Stmt& stmt, VarId var);
bool mentions(std::span<const Stmt> statements, VarId var);

/// Which block declares the variable, of this one and those inside it; null if none does.
Block* blockOf(Block& block, VarId var);

/// The variables that begin their life there, counters included.
std::set<VarId> declaredIn(std::span<const Stmt> statements);

/// May the code end by a throw, be it that of a function? Then no shadow may have been touched
/// before.
bool mayAbandon(std::span<const Stmt> statements);

/// Is there a way that ends as the kernel itself does?
bool endsAsPrimal(std::span<const Stmt> statements);

/// Does anything go to the tape or come from it there?
bool usesTape(const Stmt& stmt);
bool usesTape(std::span<const Stmt> statements);

/// The variables that the body mentions at all, by index.
std::vector<bool> mentioned(const Kernel& kernel);

/// Rebuilds an expression bottom up; fn gets each rebuilt node and returns what stands for it.
ExprRef rewrite(const ExprRef& expr, const std::function<ExprRef(const ExprRef&)>& fn);

/// Does fn hold for the expression or something below it?
bool any(const Expr& expr, const std::function<bool(const Expr&)>& fn);

} // namespace treelize::ir
