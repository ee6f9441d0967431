// Whole numbers of a kernel that are known while its code is followed, and names for those that
// keep their value.
#pragma once

#include "analysis/OnlyValues.h"
#include "ir/IR.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace treelize::analysis {

class KnownNumbers {
public:
  explicit KnownNumbers(const ir::Kernel& kernel);

  /// From here on the variable has the value.
  void set(ir::VarId var, std::int64_t value) { values_[var] = value; }
  void forget(ir::VarId var) { values_.erase(var); }
  /// The body of a loop with this counter, whose value is unknown.
  void enter(ir::VarId counter) { counters_.insert(counter); }
  void leave(ir::VarId counter) { counters_.erase(counter); }

  /// The number, or the truth, that an expression is.
  std::optional<std::int64_t> of(const ir::Expr& expr) const;
  /// `7`, `#3#+1` for what the variable 3 is and one more: the same text, the same number, until a
  /// variable in it begins anew.
  std::optional<std::string> spelled(const ir::Expr& expr) const;
  /// What a local is made of that keeps this value; any other expression itself. Without casts.
  const ir::Expr& origin(const ir::Expr& expr) const;

private:
  std::optional<std::int64_t> unchecked(const ir::Expr& expr) const;
  struct Sum {
    std::string base;
    std::int64_t offset = 0;
  };
  std::optional<Sum> sum(const ir::Expr& expr) const;
  static std::optional<Sum> joined(ir::Op op, const Sum& a, const Sum& b);
  static std::string text(const Sum& sum);
  std::optional<std::string> lasting(const ir::Place& place, bool isChanged) const;
  const ir::Expr* onlyValue(const ir::Place& place) const;

  std::map<ir::VarId, std::int64_t> values_;
  std::set<ir::VarId> counters_;
  OnlyValues only_;
  RegionSet resized_; // other than where it begins its life
};

/// How a variable begins the names that have it.
std::string spelledName(ir::VarId var);

} // namespace treelize::analysis
