#include "ir/NumberValues.h"

#include "ir/Literals.h"

#include <vector>

namespace treelize::ir {

bool isSmall(std::int64_t number) {
  constexpr std::int64_t most = 1'000'000'000;
  return -most < number && number < most;
}

std::optional<std::int64_t> calculated(Op op, std::int64_t a, std::int64_t b) {
  switch (op) {
  case Op::add:
    return a + b;
  case Op::sub:
    return a - b;
  case Op::mul:
    return a * b;
  case Op::lt_:
    return a < b;
  case Op::le_:
    return a <= b;
  case Op::gt_:
    return a > b;
  case Op::ge_:
    return a >= b;
  case Op::eq_:
    return a == b;
  case Op::ne_:
    return a != b;
  case Op::land_:
    return a != 0 && b != 0;
  case Op::lor_:
    return a != 0 || b != 0;
  default:
    return std::nullopt;
  }
}

namespace {

using Value = std::optional<std::int64_t>;

Value signOf(Op op, std::int64_t a) {
  switch (op) {
  case Op::neg:
    return -a;
  case Op::lnot_:
    return a == 0;
  default:
    return std::nullopt;
  }
}

/// Remainders and masks as well.
Value resultOf(Op op, std::int64_t a, std::int64_t b) {
  switch (op) {
  case Op::mod_:
    return b == 0 ? Value() : a % b;
  case Op::band_:
    return a & b;
  case Op::bxor_:
    return a ^ b;
  case Op::bor_:
    return a | b;
  default:
    return calculated(op, a, b);
  }
}

Value applied(const Apply& e, const NumberValues& known) {
  std::vector<std::int64_t> operands;
  for (const ExprRef& arg : e.args) {
    const Value operand = valueOf(*arg, known);
    if (!operand || !isSmall(*operand))
      return std::nullopt;
    operands.push_back(*operand);
  }
  return operands.size() == 1   ? signOf(e.op, operands[0])
         : operands.size() == 2 ? resultOf(e.op, operands[0], operands[1])
                                : std::nullopt;
}

Value literalValue(const Expr& e, const Literal& literal) {
  if (literal.number)
    return literal.number;
  const std::optional<bool> truth = literalTruth(e);
  return truth ? Value(*truth) : std::nullopt;
}

Value chosen(const Select& e, const NumberValues& known) {
  const Value condition = valueOf(*e.condition, known);
  return condition ? valueOf(*condition != 0 ? *e.ifTrue : *e.ifFalse, known) : std::nullopt;
}

Value read(const Place& place, const NumberValues& known) {
  const auto found = known.find(place.base);
  return found != known.end() && place.path.empty() ? Value(found->second) : std::nullopt;
}

Value converted(const Type& type, Value value) {
  return value && type.is(TypeKind::Bool) ? Value(*value != 0) : value;
}

} // namespace

std::optional<std::int64_t> valueOf(const Expr& e, const NumberValues& known) {
  Value value;
  if (const auto* literal = std::get_if<Literal>(&e.node))
    value = literalValue(e, *literal);
  else if (const auto* load = std::get_if<Load>(&e.node))
    value = read(load->place, known);
  else if (const auto* apply = std::get_if<Apply>(&e.node))
    value = applied(*apply, known);
  else if (const auto* choice = std::get_if<Select>(&e.node))
    value = chosen(*choice, known);
  else if (const auto* cast = std::get_if<Cast>(&e.node))
    value = converted(*e.type, valueOf(*cast->arg, known));
  return value && hasValue(*e.type, *value) ? value : std::nullopt;
}

} // namespace treelize::ir
