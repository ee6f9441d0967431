// Expressions as derivative rules write them: numbers and operators that fold as they go.
//
// A rule of operators.def is compiled over Value, so `b * pow(a, b - 1.0)` builds IR. Factors of
// one and terms of zero vanish and signs move outwards, which keeps the printed adjoints short.
// Folding treats 0 * x as 0: right for a derivative, where a zero factor means "does not depend".
#pragma once

#include "ir/Builder.h"

#include <optional>
#include <vector>

namespace treelize::grad {

class Value {
public:
  Value(double constant) : number(constant) {}
  Value(ir::ExprRef expr) : tree(std::move(expr)) {}

  bool isNumber() const { return number.has_value(); }
  bool isNumber(double n) const { return number == n; }
  bool isNegated() const;
  bool isSimple() const; // a number or a load, negated or not: repeating it costs nothing
  double constant() const { return *number; }
  /// The expression; a number takes this type.
  ir::ExprRef expr(const ir::TypeRef& type) const;
  const ir::ExprRef& raw() const { return tree; }

private:
  std::optional<double> number;
  ir::ExprRef tree;
};

Value operator-(const Value& a);
Value operator+(const Value& a, const Value& b);
Value operator-(const Value& a, const Value& b);
Value operator*(const Value& a, const Value& b);
Value operator/(const Value& a, const Value& b);
Value operator<(const Value& a, const Value& b);
Value operator>(const Value& a, const Value& b);
Value operator==(const Value& a, const Value& b);
Value select(const Value& condition, const Value& yes, const Value& no);

/// The expression, or the number that it is.
Value plain(const ir::ExprRef& expr);
bool isChoiceOfNumbers(const Value& value);
/// Is it a number by something? It is zero only where that is infinite.
bool isInverse(const Value& value);
/// Is it a choice between zero and something simple, or another such choice?
bool isZeroOrSimple(const Value& value);

/// The operand of a power, with its sign where it is a number: `-2.0` is an operator and a literal.
Value exponentOf(const ir::ExprRef& expr);
/// `pow(a, b)`, a product where the exponent is a small number.
Value power(const Value& a, const Value& b);

/// The number that a literal stands for.
std::optional<double> numberOf(const ir::ExprRef& expr);

/// The partial derivatives of an application, one per operand; result stands for its value.
std::vector<Value> partials(ir::Op op, const std::vector<ir::ExprRef>& args,
                            const ir::ExprRef& result);

} // namespace treelize::grad
