#include "ir/Curvature.h"

#include "ir/Operators.h"

#include <vector>

namespace treelize::ir {
namespace {

/// What the value of a partial derivative changes with: operands, as bits.
struct Influence {
  unsigned operands = 0;
  bool isZero = false;

  Influence() = default;
  Influence(unsigned operands, bool isZero) : operands(operands), isZero(isZero) {}
  Influence(double number) : isZero(number == 0) {}
};

Influence sum(const Influence& x, const Influence& y) {
  return {x.operands | y.operands, x.isZero && y.isZero};
}
Influence joint(const Influence& x, const Influence& y) {
  return x.isZero || y.isZero ? Influence(0.0) : Influence(x.operands | y.operands, false);
}

Influence operator-(const Influence& x) { return x; }
Influence operator+(const Influence& x, const Influence& y) { return sum(x, y); }
Influence operator-(const Influence& x, const Influence& y) { return sum(x, y); }
Influence operator*(const Influence& x, const Influence& y) { return joint(x, y); }
Influence operator/(const Influence& x, const Influence& y) {
  return x.isZero ? x : Influence(x.operands | y.operands, false);
}

struct Condition {};
[[maybe_unused]] Condition operator<(const Influence&, const Influence&) { return {}; }
[[maybe_unused]] Condition operator>(const Influence&, const Influence&) { return {}; }
[[maybe_unused]] Condition operator==(const Influence&, const Influence&) { return {}; }
Influence select(Condition, const Influence& yes, const Influence& no) { return sum(yes, no); }

constexpr bool isStep(Op op) {
  return op == Op::floor || op == Op::ceil || op == Op::trunc || op == Op::round ||
         op == Op::rint || op == Op::nearbyint;
}

Influence function(Op op, std::initializer_list<Influence> operands) {
  if (isStep(op))
    return {0, false};
  if (op == Op::copysign)
    return *operands.begin();
  Influence all(0, false);
  for (const Influence& x : operands)
    all.operands |= x.operands;
  return all;
}

/// No partial derivative: the row has fewer operands.
constexpr double _ = 0.0;

/// That by an order, which is a constant.
constexpr double unknown = 0.0;

// The functions that partial derivatives call, from the table itself.
#define TREELIZE_OPERATOR(name, ...)                                                               \
  [[maybe_unused]] Influence name(const Influence& x) {                                            \
    return function(Op::name, {x});                                                                \
  }                                                                                                \
  [[maybe_unused]] Influence name(const Influence& x, const Influence& y) {                        \
    return function(Op::name, {x, y});                                                             \
  }                                                                                                \
  [[maybe_unused]] Influence name(const Influence& x, const Influence& y, const Influence& z) {    \
    return function(Op::name, {x, y, z});                                                          \
  }
#include "treelize/detail/operators.def"

#define TREELIZE_SLOPE_1(name)                                                                     \
  [[maybe_unused]] Influence name(const Influence& x) { return sum(x, Influence(0, false)); }
#define TREELIZE_SLOPE_2(name)                                                                     \
  [[maybe_unused]] Influence name(const Influence& x, const Influence& y) {                        \
    return sum(x, Influence(y.operands, false));                                                   \
  }
#define TREELIZE_SLOPE_3(name)                                                                     \
  [[maybe_unused]] Influence name(const Influence& x, const Influence& y, const Influence& z) {    \
    return sum(sum(x, y), Influence(z.operands, false));                                           \
  }
#include "treelize/detail/slopes.def"

Curvature curvature(const std::array<Influence, 3>& partials) {
  Curvature result;
  for (unsigned i = 0; i < 3; ++i) {
    result.depends[i] = !partials[i].isZero;
    for (unsigned j = 0; j < 3; ++j)
      if (partials[i].operands & (1u << j))
        result.meets[i][j] = result.meets[j][i] = true;
  }
  return result;
}

std::vector<Curvature> readTable() {
  const Influence a(1, false), b(2, false), c(4, false);
  std::vector<Curvature> rows;
  for (const OperatorInfo& row : operatorTable()) {
    [[maybe_unused]] const Influence r((1u << row.arity) - 1, false);
    switch (row.op) {
#define TREELIZE_OPERATOR(name, spelling, arity, cost, domain, growth, symbolic, d1, d2, d3)        \
  case Op::name:                                                                                   \
    rows.push_back(curvature({d1, d2, d3}));                                                       \
    break;
#include "treelize/detail/operators.def"
    default:
      rows.emplace_back();
    }
  }
  return rows;
}

} // namespace

const Curvature& curvatureOf(Op op) {
  static const std::vector<Curvature> table = readTable();
  return table[static_cast<unsigned>(op)];
}

} // namespace treelize::ir
