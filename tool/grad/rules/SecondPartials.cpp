#include "grad/rules/SecondPartials.h"

#include "ir/Builder.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

namespace {

/// Their partials call slopes of the runtime whose derivatives nobody knows here, or are constants
/// where a formula has a removable singularity.
constexpr Op knownOnce[] = {
    Op::comp_ellint_1, Op::comp_ellint_2, Op::comp_ellint_3,   Op::ellint_1,     Op::ellint_2,
    Op::ellint_3,      Op::legendre,      Op::assoc_legendre, Op::sph_legendre, Op::trigamma_,
};

} // namespace

bool hasSecondPartials(Op op) {
  return std::ranges::find(knownOnce, op) == std::end(knownOnce);
}

std::vector<Value> smoothPartials(Op op, const std::vector<ExprRef>& args, const ExprRef& result) {
  std::vector<Value> row = partials(op, args, result);
  if (op == Op::pow) {
    // Off zero the formula holds for every exponent, and so does its derivative by the exponent.
    const Value a = plain(args[0]), b = exponentOf(args[1]), slope = b * power(a, b - 1.0);
    row[0] = select(b == 0.0, select(a == 0.0, 0.0, slope), slope);
  }
  return row;
}

} // namespace treelize::grad
