// A kernel's function -> the kernel language, where calls of functions that have a derivative of their
// own stay calls: those with a rule of the user's, and kernels of other headers.
#pragma once

#include "Lowered.h"
#include "front/lower/LowerKernel.h"
#include "front/read/Rules.h"

#include <map>
#include <optional>

namespace treelize {

class FunctionRules {
public:
  FunctionRules(front::Session& session, const front::Annotations& annotations,
                front::TypeModel& types);

  /// Null if there is none. Throws front::Refused if it has been refused.
  const front::Rule* ofUser(const clang::FunctionDecl* function) const;
  /// What the object of another header's kernel has; null as well.
  const front::Rule* ofKernel(const clang::FunctionDecl* function);

  front::Rules takeUsers() { return std::move(users_); }

private:
  front::RuleContext context_;
  const front::Annotations& annotations_;
  front::Rules users_;
  std::map<const clang::FunctionDecl*, std::optional<front::Rule>> kernels_; // for look-ups only
};

/// Empty after a report. The options need no rules. Where it must not call kernels, their bodies are
/// part of this one.
std::optional<Lowered> lower(front::Session& session, front::TypeModel& types,
                             const clang::FunctionDecl* function, front::LowerOptions options,
                             FunctionRules& rules, bool mayCallKernels);

} // namespace treelize
