// Conditions on formulas that must be decided to go on. Where bounds do not decide, example values
// do, and what was decided is recorded: the program that ran is right for all values that fulfil
// the guards.
//
//   guard_scope scope({{n, 7}});
//   if (n < 10) ...          // taken; scope.guards() is n < 10, that is n <= 9
#pragma once

#include "treelize/detail/symbolic/evaluate.hpp"

#include <vector>

namespace treelize {

/// Decides for its thread while it lives, unless a later one does. Copies of a scope make no sense.
class guard_scope {
public:
  explicit guard_scope(std::vector<symbol_binding> example);
  ~guard_scope();
  guard_scope(const guard_scope&) = delete;
  guard_scope& operator=(const guard_scope&) = delete;

  /// In the order of their being asked, each once. All are true for the example.
  const std::vector<sym_bool>& guards() const { return guards_; }

  /// A formula's value for the example, not recorded.
  template <symbolic::sym_number Type>
  auto example(const Type& formula) const {
    return evaluate(formula, example_);
  }

  /// Records a condition unless it is certain. Throws symbolic_error if the example does not fulfil
  /// it.
  void require(const sym_bool& condition);

  /// The thread's innermost scope, or null.
  static guard_scope* current();

private:
  std::vector<symbol_binding> example_;
  std::vector<sym_bool> guards_;
  guard_scope* outer_;
};

} // namespace treelize
