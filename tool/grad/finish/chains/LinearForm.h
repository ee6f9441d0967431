// Derivatives as sums over the numbers that the iterations of a loop hand on: `factor * number +
// rest`. Adjoints and tangents are linear in each other, so that what an iteration does to such a
// number, in however many steps, is one multiplication and one addition.
#pragma once

#include "analysis/Regions.h"
#include "grad/rules/Value.h"
#include "ir/IR.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace treelize::grad {

struct LinearForm {
  struct Term {
    Value factor = 1;
    bool isGuarded = false; // where the number is zero, so is the product
  };
  std::map<ir::VarId, Term> terms; // by the number that is handed on
  Value rest = 0;
  /// Cycles that the operations between those numbers and the value take, one after the other.
  unsigned latency = 0;
};

/// One multiplication with an addition.
constexpr unsigned stepLatency = 4;

/// The numbers of a block without loops, as far as they depend on those that are handed on,
/// statement by statement.
class LinearForms {
public:
  LinearForms(const ir::Kernel& kernel, const std::set<ir::VarId>& carried);

  /// What the statement does to them.
  void note(const ir::Stmt& stmt);

  /// Null: the number depends on those in another way, or nobody knows.
  const LinearForm* of(ir::VarId var) const;

private:
  const ir::Kernel& kernel;
  std::map<ir::VarId, std::optional<LinearForm>> forms; // of all that depend; null: not as a sum
  std::set<ir::VarId> poles;      // locals that may be infinite where the program's numbers are not
  std::vector<ir::Place> holders; // other places with something that depends

  bool depends(const ir::Expr& e) const;
  bool isOfProgram(const ir::Expr& e) const;
  std::optional<LinearForm> formOf(const ir::ExprRef& e) const;
  std::optional<LinearForm> ofApply(const ir::Apply& apply) const;
  std::optional<LinearForm> ofSum(const ir::ExprRef& a, const ir::ExprRef& b, bool isSub) const;
  std::optional<LinearForm> ofProduct(const ir::ExprRef& a, const ir::ExprRef& b) const;
  std::optional<LinearForm> ofQuotient(const ir::ExprRef& a, const ir::ExprRef& b) const;
  std::optional<LinearForm> ofGuarded(const ir::ExprRef& seed, const ir::ExprRef& value) const;
  std::optional<LinearForm> ofGuardedSum(const LinearForm& seed, LinearForm value) const;
  std::optional<LinearForm> ofChoice(const ir::Select& choice) const;
  void noteNumber(const ir::Assign& s);
  void noteOther(const ir::Stmt& stmt);
  void forgetStale(const ir::Stmt& stmt);
};

} // namespace treelize::grad
