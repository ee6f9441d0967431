#include "analysis/ElementRanges.h"

#include "analysis/Indices.h"
#include "analysis/LocalArrays.h"
#include "ir/Literals.h"
#include "ir/NumberValues.h"
#include "ir/Same.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace treelize::analysis {

using namespace ir;

/// Of small numbers, as indices are.
static std::optional<std::int64_t> valueOf(Op op, std::int64_t a, std::int64_t b) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  if (a < 0 || b < 0 || a > most || b > most || (op == Op::sub && a < b))
    return std::nullopt;
  return calculated(op, a, b);
}

std::optional<std::int64_t> numberOf(const Expr& e) {
  const Expr& plain = withoutCasts(e);
  if (!e.type->is(TypeKind::Integer))
    return std::nullopt;
  if (const auto* literal = std::get_if<Literal>(&plain.node))
    return literal->number && hasValue(*e.type, *literal->number) ? literal->number : std::nullopt;
  const auto* apply = std::get_if<Apply>(&plain.node);
  if (!apply || apply->args.size() != 2)
    return std::nullopt;
  const auto a = numberOf(*apply->args[0]), b = numberOf(*apply->args[1]);
  return a && b ? valueOf(apply->op, *a, *b) : std::nullopt;
}

/// From the lower bound to the upper one, if that is a number.
static std::optional<std::int64_t> lengthOf(const For& loop) {
  const std::optional<std::int64_t> lower = numberOf(*loop.lower), upper = numberOf(*loop.upper);
  if (lower && upper)
    return *upper - *lower;
  const bool mayWrap = !loop.lower->type->isSigned || !loop.upper->type->isSigned;
  return mayWrap ? std::nullopt : distance(*loop.lower, *loop.upper);
}

bool surelyRuns(const For& loop) {
  return lengthOf(loop).value_or(0) > 0;
}

bool isShort(const For& loop, std::int64_t trips) {
  const std::optional<std::int64_t> length = lengthOf(loop);
  return length && *length <= trips * loop.step;
}

static const Expr* onlyIndex(const Place& place) {
  const bool isElement = place.path.size() == 1 && place.path[0].indices.size() == 1;
  return isElement ? place.path[0].indices[0].get() : nullptr;
}

std::optional<ElementRange> rangeOfLiteral(const Place& place) {
  const Expr* index = onlyIndex(place);
  const std::optional<std::int64_t> element = index ? numberOf(*index) : std::nullopt;
  return element ? std::optional(ElementRange{*element, nullptr, 0}) : std::nullopt;
}

std::optional<std::int64_t> offsetFrom(VarId counter, const Expr& index) {
  const Expr& e = withoutCasts(index);
  if (const auto* load = std::get_if<Load>(&e.node))
    return load->place.base == counter && load->place.path.empty() ? std::optional<std::int64_t>(0)
                                                                   : std::nullopt;
  const auto* sum = std::get_if<Apply>(&e.node);
  if (!sum || (sum->op != Op::add && sum->op != Op::sub))
    return std::nullopt;
  const std::optional<std::int64_t> offset = offsetFrom(counter, *sum->args[0]),
                                    number = numberOf(*sum->args[1]);
  if (!offset || !number)
    return std::nullopt;
  return sum->op == Op::add ? *offset + *number : *offset - *number;
}

std::optional<ElementRange> rangeInLoop(const Place& place, const For& loop) {
  const Expr* index = onlyIndex(place);
  const std::optional<std::int64_t> offset =
      index ? offsetFrom(loop.counter, *index) : std::nullopt;
  const std::optional<std::int64_t> lower = numberOf(*loop.lower);
  if (!offset || !lower || loop.step != 1)
    return std::nullopt;
  return ElementRange{*lower + *offset, loop.upper, *offset};
}

bool ElementRanges::insert(const ElementRange& range) {
  if (!range.end)
    return (!rest || range.first < rest->first) && singles.insert(range.first).second;
  if (rest || (!singles.empty() && *singles.rbegin() >= range.first))
    return false;
  rest = range;
  return true;
}

/// Does the range of a loop reach to where an array of this size ends?
static bool endsWith(const ElementRange& range, const Expr& size) {
  const std::optional<std::int64_t> end = numberOf(*range.end), count = numberOf(size);
  if (end && count)
    return *end + range.shift == *count;
  return range.shift == 0 && isSame(withoutCasts(*range.end), withoutCasts(size));
}

bool ElementRanges::coverAll(const Expr& size) const {
  const std::optional<std::int64_t> count = numberOf(size);
  const bool reachesEnd = rest && endsWith(*rest, size);
  if (!reachesEnd && !count)
    return false;
  const std::int64_t needed = reachesEnd ? rest->first : *count;
  const auto inside = std::distance(singles.lower_bound(0), singles.lower_bound(needed));
  return inside == needed;
}

bool ElementRanges::dependOnlyOn(const Expr& size) const {
  return !rest || numberOf(*rest->end) || isSame(withoutCasts(*rest->end), withoutCasts(size));
}

} // namespace treelize::analysis
