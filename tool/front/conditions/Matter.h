// Which conditionals of the project the used code depends on: those around it and within it; those
// whose branches define or undefine a macro that it, or a condition that matters, names; those with
// a skipped branch that declares what the code uses by name. Include guards never do.
#pragma once

#include "front/conditions/ConditionFacts.h"
#include "front/conditions/MacroHistory.h"
#include "front/conditions/UsedCode.h"
#include "front/conditions/WrittenNames.h"

#include <map>
#include <set>
#include <vector>

namespace treelize::front {

class Matter {
public:
  /// What comes after `end` is no part of it.
  Matter(Session& session, const UsedCode& used, clang::SourceLocation end);

  const std::vector<Conditional>& conditionals() const { return found_; }

  /// Does a branch of the conditional, taken or not, define or undefine one of the macros?
  bool makes(const Conditional& conditional, const std::set<std::string>& macros) const;
  /// Does a conditional at or after this one define or undefine the macro, in any branch?
  bool isChangedFrom(const Conditional& conditional, const std::string& macro) const;
  /// Does any, wherever it stands?
  bool isConditional(const std::string& macro) const;

  /// Does used code stand there, or what it would see if another branch were taken?
  bool holdsCode(const Conditional& conditional) const;
  /// The macros that matter of those that the branches define or undefine.
  std::vector<std::string> made(const Conditional& conditional) const;
  /// Does whatever asks for the macro see what it is at the end, in every program? Conditionals
  /// define it, nothing undefines it, and nothing asks for it before the last of them.
  bool isSettled(const std::string& macro) const;

private:
  Session& session_;
  const UsedCode& used_;
  clang::SourceLocation end_;
  MacroHistory history_;
  std::vector<const Conditional*> candidates_;
  std::map<clang::FileID, WrittenNames> names_; // for look-ups only
  std::set<std::string> asked_;                 // macros
  std::vector<Conditional> found_;

  const WrittenNames& namesAround(const Conditional& conditional);
  bool isGuard(const Conditional& conditional);
  bool skipsDeclaration(const Conditional& conditional) const;
  bool matters(const Conditional& conditional) const;
  bool isUndefinedAfter(const Conditional& conditional, const std::string& macro) const;
};

/// The conditions up to the one that is true; what they ask for.
std::string textOf(const Conditional& conditional);

} // namespace treelize::front
