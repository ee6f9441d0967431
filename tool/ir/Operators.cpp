#include "ir/Operators.h"

#include <array>
#include <cassert>

namespace treelize::ir {

namespace {

constexpr Precedence precedenceOf(std::string_view spelling, unsigned arity) {
  if (spelling == "-" && arity == 1)
    return Precedence::Unary;
  if (spelling == "+" || spelling == "-")
    return Precedence::Additive;
  if (spelling == "*" || spelling == "/")
    return Precedence::Multiplicative;
  return Precedence::Call;
}

/// The operands whose partial derivative nobody knows come first.
constexpr unsigned ordersOf(std::string_view d1, std::string_view d2) {
  return d1 != "unknown" ? 0 : d2 != "unknown" ? 1 : 2;
}

constexpr std::array table = {
#define TREELIZE_OPERATOR(name, spelling, arity, cost, domain, growth, symbolic, d1, d2, d3)               \
  OperatorInfo{Op::name, #name,      spelling,                                                     \
               arity,    Cost::cost, Growth::growth, precedenceOf(spelling, arity),                \
               true,     domain,     ordersOf(#d1, #d2)},
#include "treelize/detail/operators.def"
#define TREELIZE_PASSIVE_OPERATOR(name, spelling, arity, precedence)                               \
  OperatorInfo{Op::name##_, #name, spelling, arity, Cost::Cheap, Growth::Finite, Precedence::precedence,           \
               false,       "",    0},
#define TREELIZE_GUARD(name, spelling)                                                             \
  OperatorInfo{Op::name##_, #name, spelling, 2, Cost::Cheap, Growth::Finite, Precedence::Call,     \
               true,        "",    0},
#define TREELIZE_DERIVED(name, spelling, d1)                                                       \
  OperatorInfo{Op::name##_, #name, spelling, 1, Cost::Costly, Growth::Infinite, Precedence::Call,  \
               true,        "",    ordersOf(#d1, "_")},
#include "ir/Operators.def"
};

} // namespace

const OperatorInfo& info(Op op) {
  const OperatorInfo& row = table[static_cast<unsigned>(op)];
  assert(row.op == op);
  return row;
}

std::span<const OperatorInfo> operatorTable() {
  return table;
}

std::optional<Op> findFunction(std::string_view name, unsigned arity) {
  for (const OperatorInfo& row : table) {
    const bool isLibrarys = row.spelling.starts_with("std::");
    const bool isNamed = isLibrarys && (row.name == name || row.spelling.substr(5) == name);
    if (isNamed && row.precedence == Precedence::Call && row.arity == arity)
      return row.op;
  }
  return std::nullopt;
}

} // namespace treelize::ir
