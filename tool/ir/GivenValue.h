// What a statement gives a variable as a whole.
#pragma once

#include "ir/IR.h"

#include <optional>

namespace treelize::ir {

struct GivenValue {
  VarId to;
  ExprRef value;
  AssignOp op; // of a declaration: Set
};

/// By a declaration with a value, or an assignment; not to a part of the variable.
inline std::optional<GivenValue> givenBy(const Stmt& stmt) {
  if (const auto* local = std::get_if<Declare>(&stmt.node); local && local->value)
    return GivenValue{local->var, local->value, AssignOp::Set};
  const auto* s = std::get_if<Assign>(&stmt.node);
  return s && s->target.path.empty() ? std::optional(GivenValue{s->target.base, s->value, s->op})
                                     : std::nullopt;
}

} // namespace treelize::ir
