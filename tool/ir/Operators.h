// What the passes and the printer know of an operator: its row of the tables, as data.
#pragma once

#include "ir/IR.h"

#include <span>
#include <string_view>

namespace treelize::ir {

enum class Cost { Cheap, Costly };

/// The column `growth` of the table.
enum class Growth { Finite, Steep, Infinite, Either };

/// C++ precedence of an infix or prefix operator, loosest first; Call binds tightest.
enum class Precedence {
  Conditional,
  LogicalOr,
  LogicalAnd,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relational,
  Shift,
  Additive,
  Multiplicative,
  Unary,
  Call,
};

struct OperatorInfo {
  Op op;
  std::string_view name;
  std::string_view spelling;
  unsigned arity;
  Cost cost;
  Growth growth;
  Precedence precedence;
  bool differentiable;
  std::string_view domain;
  unsigned orders; // so many operands at the front have to be constants
};

const OperatorInfo& info(Op op);
inline bool isCostly(Op op) {
  return info(op).cost == Cost::Costly;
}
std::span<const OperatorInfo> operatorTable();

/// The differentiable function of this name (`exp`, `atan2`), if the table has one that is spelled
/// as a call.
std::optional<Op> findFunction(std::string_view name, unsigned arity);

} // namespace treelize::ir
