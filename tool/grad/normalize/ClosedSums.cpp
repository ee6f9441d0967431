#include "grad/normalize/ClosedSums.h"

#include "analysis/ElementRanges.h"
#include "analysis/LocalArrays.h"
#include "analysis/LoopFacts.h"
#include "ir/Builder.h"
#include "ir/Intrinsics.h"
#include "ir/Literals.h"
#include "ir/Loops.h"
#include "ir/Same.h"
#include "ir/Walk.h"

namespace treelize::grad {

using namespace ir;

namespace {

/// An increment that is `start` in the iteration with the counter 0, and `slope` more in each of
/// the next ones.
struct Line {
  ExprRef start;
  int slope = 0;
};

/// The bounds of the loop whose trips the expression counts.
struct Bounds {
  const Expr *lower, *upper;
};

std::optional<Bounds> boundsOfTrips(const Expr& increment) {
  const Opaque* count = asIntrinsic(analysis::withoutCasts(increment), Intrinsic::trip_count);
  return count && count->args.size() == 2
             ? std::optional(Bounds{count->args[0].get(), count->args[1].get()})
             : std::nullopt;
}

class LineFinder {
public:
  LineFinder(const For& loop, std::int64_t lower, TypeRef wide)
      : loop(loop), lower(lower), wide(std::move(wide)) {}

  std::optional<Line> find(const Expr& increment) const {
    if (const std::optional<std::int64_t> offset = analysis::offsetFrom(loop.counter, increment))
      return Line{integer(*offset, wide), 1};
    const std::optional<Bounds> trips = boundsOfTrips(increment);
    if (!trips)
      return std::nullopt;
    const auto first = analysis::offsetFrom(loop.counter, *trips->lower),
               end = analysis::offsetFrom(loop.counter, *trips->upper);
    const auto start = analysis::numberOf(*trips->lower);
    // What has no trips at all is not on the line.
    if (first && *first <= 1 &&
        isSame(analysis::withoutCasts(*trips->upper), analysis::withoutCasts(*loop.upper)))
      return Line{minus(loop.upper, *first), -1};
    if (start && end && lower + *end >= *start)
      return Line{integer(*end - *start, wide), 1};
    return std::nullopt;
  }

  static ExprRef minus(const ExprRef& e, std::int64_t number) {
    return number == 0 ? e
                       : apply(number < 0 ? Op::add : Op::sub,
                               {e, integer(number < 0 ? -number : number, e->type)}, e->type);
  }

private:
  const For& loop;
  const std::int64_t lower;
  const TypeRef wide;
};

/// `trips * start + slope * (lower + ... + (end - 1))`, where `trips` is `end - lower`.
ExprRef sumOf(const Line& line, const ExprRef& trips, const ExprRef& end, std::int64_t lower) {
  const TypeRef& type = trips->type;
  const ExprRef constant = apply(Op::mul, {trips, line.start}, type);
  if (line.slope == 0)
    return constant;
  const ExprRef twice = apply(Op::mul, {trips, LineFinder::minus(end, 1 - lower)}, type);
  const ExprRef triangle = apply(Op::div, {twice, integer(2, type)}, type);
  if (line.slope > 0 && analysis::numberOf(*line.start) == 0)
    return triangle;
  return apply(line.slope > 0 ? Op::add : Op::sub, {constant, triangle}, type);
}

} // namespace

std::optional<ClosedSum> closedSum(const Kernel& kernel, const For& loop, const ExprRef& increment,
                                   const TypeRef& type) {
  const ExprRef done = iterationNumber(kernel, loop), all = tripCount(kernel, loop);
  if (literalNumber(*increment) == 1.0L)
    return ClosedSum{convert(done, type), convert(all, type), true};
  // Products of what fits into 32 bits must not overflow where the sums do not.
  if (type->bits < 64 && !type->isSigned)
    return std::nullopt;
  const TypeRef wide = type->bits < 64 ? offsetType() : type;
  const std::optional<std::int64_t> lower = analysis::numberOf(*loop.lower);
  const LineFinder lines(loop, lower.value_or(0), wide);
  std::optional<Line> line;
  if (analysis::LoopFacts(kernel, loop).isInvariant(*increment))
    line = Line{convert(increment, wide), 0};
  else if (lower && *lower >= 0)
    line = lines.find(*increment);
  if (!line)
    return std::nullopt;
  const ExprRef trips = convert(all, wide);
  const ExprRef end = lower ? LineFinder::minus(trips, -*lower) : trips;
  const ExprRef total = sumOf(*line, trips, end, lower.value_or(0));
  const ExprRef before =
      sumOf(*line, convert(done, wide), load(kernel, loop.counter), lower.value_or(0));
  return ClosedSum{before, convert(total, type)};
}

} // namespace treelize::grad
