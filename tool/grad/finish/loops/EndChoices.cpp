#include "grad/finish/loops/EndChoices.h"

#include "analysis/ElementRanges.h"
#include "analysis/Indices.h"
#include "grad/loops/LoopGuards.h"
#include "grad/loops/LoopParts.h"
#include "ir/Builder.h"
#include "ir/Literals.h"
#include "ir/Operators.h"
#include "ir/Walk.h"

#include <algorithm>
#include <array>

namespace treelize::grad {

using namespace ir;
using analysis::Polynomial;

namespace {

/// An end of more iterations is no end.
constexpr std::int64_t longestEnd = 2;

/// Does the conversion keep the number, and what it is a sum of?
bool keepsSum(const Cast& conversion, const Type& to) {
  const Type& from = *conversion.arg->type;
  const bool isPlain = !std::holds_alternative<Apply>(conversion.arg->node);
  if (!to.is(TypeKind::Integer) || !from.is(TypeKind::Integer) || to.bits < from.bits)
    return false;
  const bool isSameSize = to.bits == from.bits && (to.bits == 64 || to.isSigned == from.isSigned);
  return isSameSize || (to.bits > from.bits && (from.isSigned || isPlain));
}

/// Indices as sums, that conversions are seen through where they keep them.
class IndexSums {
public:
  Polynomial of(const Expr& index) {
    return *analysis::polynomialOf(index, [&](const Expr& part) {
      const auto* conversion = std::get_if<Cast>(&part.node);
      return conversion && keepsSum(*conversion, *part.type) ? of(*conversion->arg)
                                                             : Polynomial::of(parts.symbolOf(part));
    });
  }

private:
  analysis::IndexParts parts;
};

/// The number by which the first one is greater, if it is one.
std::optional<std::int64_t> difference(const Expr& a, const Expr& b, const Expr* andB = nullptr) {
  IndexSums sums;
  const Polynomial more = sums.of(a) - sums.of(b);
  return (andB ? more - sums.of(*andB) : more).number();
}

bool isInteger(const Expr& e) {
  return e.type->is(TypeKind::Integer);
}

bool readsElements(const Expr& e) {
  bool found = false;
  forEachRead(e, [&](const Place& p) {
    found = found || std::ranges::any_of(p.path, [](const Selector& s) { return !s.isField(); });
  });
  return found;
}

/// Which comparison of the negated numbers it is.
Op mirrored(Op op) {
  switch (op) {
  case Op::lt_:
    return Op::gt_;
  case Op::le_:
    return Op::ge_;
  case Op::gt_:
    return Op::lt_;
  case Op::ge_:
    return Op::le_;
  default:
    return op;
  }
}

/// What the comparison with zero is beyond so many iterations from an end of a number that grows
/// from there by one with each of them, beginning with `start`.
struct Settled {
  bool truth;
  std::int64_t iterations;
};

Settled settled(Op op, std::int64_t start) {
  const bool asksZero = op == Op::lt_ || op == Op::ge_; // which itself is on the far side
  const bool truth = op == Op::ne_ || op == Op::ge_ || op == Op::gt_;
  return {truth, std::max<std::int64_t>(0, asksZero ? -start : 1 - start)};
}

} // namespace

EndChoices::EndChoices(const Kernel& kernel, const For& loop)
    : loop(loop), upper(upperWhereRuns(loop)), counter(load(kernel, loop.counter)),
      least(analysis::numberOf(*loop.lower)), changing(analysis::writesOf(kernel, loop.body)) {
  if (!least && !kernel[loop.counter].type->isSigned)
    least = 0;
}

/// Of the counter, and of what the loop leaves as it was when its bounds were told.
bool EndChoices::isOfCounter(const Apply& operation) const {
  return std::ranges::all_of(operation.args, [&](const ExprRef& arg) {
    return isInteger(*arg) && !analysis::mayChange(*arg, changing);
  });
}

/// May an unsigned number that is compared have been below zero, or too large?
bool EndChoices::mayWrap(const Expr& e) const {
  if (!least || *least < 0)
    return true;
  if (const auto number = analysis::numberOf(e))
    return *number < 0;
  const bool isShort = e.type->bits < 64;
  if (const auto more = difference(e, *counter))
    return *more + *least < 0 || (isShort && *more > 1);
  const auto more = difference(e, *upper);
  return !more || *more < -1 || (isShort && *more > 0);
}

std::optional<bool> EndChoices::truth(const Apply& comparison, LoopEnds& ends) const {
  static constexpr std::array comparisons{Op::lt_, Op::le_, Op::gt_, Op::ge_, Op::eq_, Op::ne_};
  if (std::ranges::find(comparisons, comparison.op) == comparisons.end())
    return std::nullopt;
  const Expr &a = *comparison.args[0], &b = *comparison.args[1];
  if (!isOfCounter(comparison))
    return std::nullopt;
  const bool isUnsigned = !a.type->isSigned || !b.type->isSigned;
  if (isUnsigned && (mayWrap(a) || mayWrap(b)))
    return std::nullopt;
  std::optional<Settled> byFirst, byLast;
  for (const bool isNegated : {false, true}) {
    const Expr &more = isNegated ? b : a, &less = isNegated ? a : b;
    const Op op = isNegated ? mirrored(comparison.op) : comparison.op;
    IndexSums sums;
    const Polynomial start = sums.of(more) - sums.of(less) - sums.of(*counter);
    if (const auto first = (start + sums.of(*loop.lower)).number())
      byFirst = settled(op, *first);
    if (const auto last = (start + sums.of(*upper)).number())
      byLast = settled(mirrored(op), 1 - *last); // backwards it grows with the other sign
  }
  if (byFirst && (!byLast || byFirst->iterations <= byLast->iterations)) {
    if (byFirst->iterations > longestEnd)
      return std::nullopt;
    ends.first = std::max(ends.first, byFirst->iterations);
    return byFirst->truth;
  }
  if (!byLast || byLast->iterations > longestEnd)
    return std::nullopt;
  ends.last = std::max(ends.last, byLast->iterations);
  return byLast->truth;
}

/// `(i + 1) % n` and `(i + n - 1) % n`, where i is in [0, n).
ExprRef EndChoices::remainder(const ExprRef& e, const Apply& division, LoopEnds& ends) const {
  const Expr &dividend = *division.args[0], &divisor = *division.args[1];
  const auto beyond = difference(divisor, *upper);
  if (!isOfCounter(division) || !beyond || *beyond < 0 || !least || *least < 0)
    return e;
  if (!e->type->isSigned && e->type->bits < 64)
    return e;
  auto more = difference(dividend, *counter);
  const bool isAround = !more;
  if (isAround)
    more = difference(dividend, *counter, &divisor);
  if (!more || (!isAround && *more + *least < 0))
    return e;
  const std::int64_t first = std::max<std::int64_t>(0, -*more - *least),
                     last = std::max<std::int64_t>(0, *more - *beyond);
  if (first > longestEnd || last > longestEnd)
    return e;
  ends.first = std::max(ends.first, first);
  ends.last = std::max(ends.last, last);
  ends.chooseElements = true;
  return plus(convert(counter, e->type), *more);
}

ExprRef EndChoices::step(const ExprRef& e, LoopEnds& ends) const {
  if (const auto* choice = std::get_if<Select>(&e->node)) {
    const std::optional<bool> isTrue = literalTruth(*choice->condition);
    if (!isTrue)
      return e;
    ends.chooseElements = ends.chooseElements || isInteger(*e) || readsElements(*choice->ifTrue) ||
                          readsElements(*choice->ifFalse);
    return *isTrue ? choice->ifTrue : choice->ifFalse;
  }
  const auto* apply = std::get_if<Apply>(&e->node);
  if (!apply)
    return e;
  if (apply->op == Op::mod_)
    return remainder(e, *apply, ends);
  if (apply->op == Op::lnot_) {
    const std::optional<bool> isTrue = literalTruth(*apply->args[0]);
    return isTrue ? boolean(!*isTrue) : e;
  }
  if (apply->op == Op::land_ || apply->op == Op::lor_) {
    const bool decides = apply->op == Op::lor_;
    for (std::size_t i = 0; i < 2; ++i)
      if (const std::optional<bool> isTrue = literalTruth(*apply->args[i]))
        return *isTrue == decides ? boolean(decides) : apply->args[1 - i];
    return e;
  }
  const std::optional<bool> isTrue = truth(*apply, ends);
  return isTrue ? boolean(*isTrue) : e;
}

ExprRef EndChoices::inside(const ExprRef& e, LoopEnds& ends) const {
  return rewrite(e, [&](const ExprRef& part) { return step(part, ends); });
}

} // namespace treelize::grad
