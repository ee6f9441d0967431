// Which values and derivatives may be infinite, or no numbers, where everything that is given is
// finite.
//
// A zero adjoint or tangent times such a number would be NaN, so that product is guarded
// (grad/rules/Guards). Both are followed through variables and elements of arrays. Into loops
// deeper than where they are made, whose products would be slower, not everything is: not quotients
// and what overflows, nor elements that are infinite themselves. What is finite wherever the result
// is counts as finite. Not foreseen are the infinities
// that the caller passes, those of numbers that do not vary, and those that sums and products make
// of what is too large.
#pragma once

#include "analysis/Activity.h"
#include "analysis/FiniteByResult.h"

#include <map>
#include <set>

namespace treelize::analysis {

/// Has the operator itself a partial that may be infinite?
bool isSteep(const ir::Apply& e);
/// The same where its result is finite.
bool isSteepAtNumbers(const ir::Apply& e);

class Infinities {
public:
  Infinities(const ir::Kernel& kernel, const Activity& activity, FiniteByResult finite = {});

  bool mayBeInfinite(const ir::Expr& value) const { return valueOf(value).isAny(); }
  /// The same of its tangent.
  bool mayBeSteep(const ir::Expr& value) const { return slopeOf(value).isAny(); }
  /// The same of the partial derivative of an application by one of its operands.
  bool mayBeSteep(const ir::Apply& e, std::size_t operand) const {
    return partialOf(e, operand).isAny();
  }
  /// The same of the adjoint of a number that is given once, to what is steep at numbers.
  bool hasSteepAdjoint(ir::VarId number) const { return feeding.contains(number); }

private:
  /// By what a number may be infinite.
  struct Cause {
    bool isPole = false;               // a function, where it has one
    bool isQuotientOrOverflow = false; // a division, or a function that has values everywhere
    bool isAny() const { return isPole || isQuotientOrOverflow; }
    Cause operator|(const Cause& other) const {
      return {isPole || other.isPole, isQuotientOrOverflow || other.isQuotientOrOverflow};
    }
  };
  struct Gift {
    ir::VarId to;
    const ir::Expr* value; // null: nobody knows
  };

  const ir::Kernel& kernel;
  const Activity& activity;
  const FiniteByResult finite;
  std::set<ir::VarId> numbers;    // real locals that are given once
  std::set<ir::VarId> readDeeper; // in loops inside of those where they are given
  std::map<ir::VarId, Cause> values, slopes;
  std::set<ir::VarId> feeding;

  std::vector<Gift> gifts() const;
  void findNumbers(const std::vector<Gift>& all);
  bool note(std::map<ir::VarId, Cause>& of, ir::VarId to, Cause cause);
  bool feed(const ir::Expr& value, bool isFed);
  Cause valueOf(const ir::Expr& value) const;
  Cause slopeOf(const ir::Expr& value) const;
  Cause partialOf(const ir::Apply& e, std::size_t operand) const;
};

} // namespace treelize::analysis
