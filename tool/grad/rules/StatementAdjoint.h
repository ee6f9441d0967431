// The adjoint of one statement: increments of its operands' shadows by partial times seed.
//
// `x = e`  becomes  `o_b += (de/do) * x_b` for every active operand o, then `x_b = 0`;
// `x += e` leaves x_b. A container's shadow changes its length with it: an appended element takes
// its seed with it, a dropped one comes back as zero. Where the value reads what the statement
// writes, the seed is taken out first.
#pragma once

#include "analysis/Activity.h"
#include "analysis/Infinities.h"
#include "grad/DerivedFunctions.h"
#include "grad/rules/Shadows.h"
#include "grad/rules/Value.h"
#include "ir/IR.h"

#include <map>
#include <optional>
#include <set>

namespace treelize::grad {

struct StatementAdjoint {
  ir::Block code;
  /// The code uses the value that the statement has just stored (so it runs before the old value is
  /// restored).
  bool usesResult = false;
  /// Of a Call: what takes its place in the forward sweep, and what is saved before, because the
  /// call does not do so.
  std::optional<ir::Call> forward;
  std::vector<ir::Place> saved;
};

/// Is the value's derivative written with the value itself, and is that worth keeping it?
bool differentiatesFromResult(const ir::Expr& value);

class StatementAdjoints {
public:
  StatementAdjoints(ir::Kernel& kernel, const analysis::Activity& activity, Shadows& shadows,
                    DerivedFunctions& functions, analysis::FiniteByResult finite);

  /// Of a Declare, an Assign, an Append, a Drop or a Call; empty for a passive one and for every
  /// other statement.
  StatementAdjoint of(const ir::Stmt& stmt);

private:
  ir::Kernel& kernel;
  const analysis::Activity& activity;
  Shadows& shadows;
  DerivedFunctions& functions;
  const analysis::Infinities infinities;
  std::set<ir::VarId> steadyShapes;
  std::set<ir::VarId> reassigned; // what more than one statement writes
  bool isSeedSteep = false;       // may the seed that is being propagated be infinite?

  void ofDeclare(const ir::Declare& s, StatementAdjoint& out);
  void ofAssign(const ir::Assign& s, StatementAdjoint& out);
  void ofAppend(const ir::Append& s, StatementAdjoint& out);
  void ofDrop(const ir::Drop& s, StatementAdjoint& out);
  void ofCall(const ir::Call& s, StatementAdjoint& out);
  void ofRuleByTangent(const ir::Call& s, const ir::Function& function,
                       const ActiveParameters& active, StatementAdjoint& out);
  ir::Argument shadowOf(const ir::Argument& argument, bool isActive, ir::Block& before,
                        ir::Block& after);
  ir::ExprRef cleared(const ir::Place& target, const ir::Place& target_b) const;
  bool isResultKept(const ir::Assign& s) const;
  bool writesActive(const ir::Call& s) const;
  void propagateWhole(const ir::Expr& value, const ir::Place& seed, ir::Block& out);
  void propagate(const ir::ExprRef& value, Value seed, ir::Block& out,
                 const ir::ExprRef& result = nullptr);
  std::optional<Value> slopeOfScaledSquare(const ir::Apply& e) const;
  void propagateApply(const ir::ExprRef& value, Value seed, ir::Block& out,
                      const ir::ExprRef& result);
  void propagateQuotient(const ir::ExprRef& value, Value seed, ir::Block& out,
                         const ir::ExprRef& result);
  Value product(const Value& seed, const Value& partial, bool isSteep, const ir::TypeRef& type,
                ir::Block& out);
  Value guardedProduct(Value seed, const Value& partial, const ir::TypeRef& type, ir::Block& out);
  void propagateFrom(const ir::Apply& e, std::size_t operand, const Value& seed, ir::Block& out);
  Value scaled(const Value& seed, const Value& partial, const ir::TypeRef& type, ir::Block& out);
  Value named(const Value& seed, const ir::TypeRef& type, ir::Block& out,
              const char* name = "factor");
  void increment(const ir::Place& target, const Value& by, ir::Block& out);
  ir::VarId temporary(const std::string& name, const ir::TypeRef& type);
};

using StatementAdjointMap = std::map<const ir::Stmt*, StatementAdjoint>;

} // namespace treelize::grad
