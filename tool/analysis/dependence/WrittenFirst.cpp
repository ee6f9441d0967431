#include "analysis/dependence/WrittenFirst.h"

#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace treelize::analysis {

using namespace ir;

namespace {

/// Elements at an end of an array that need not be written.
constexpr std::int64_t mostLeft = 2;

/// An array that is written in more pieces is not followed.
constexpr std::size_t mostIntervals = 8;

/// From the first one to before the last; empty where that is not behind the first.
struct Interval {
  Polynomial first, end;
};

using Intervals = std::vector<Interval>;

/// Intervals that follow one another as one.
void join(Intervals& intervals) {
  for (std::size_t i = 0; i < intervals.size(); ++i)
    for (std::size_t k = 0; k < intervals.size(); ++k)
      if (i != k && intervals[i].end == intervals[k].first) {
        intervals[i].end = intervals[k].end;
        intervals.erase(intervals.begin() + static_cast<std::ptrdiff_t>(k));
        return join(intervals);
      }
}

Polynomial at(const Polynomial::Division& p, const Polynomial& value) {
  return p.quotient * value + p.rest;
}

class ElementFollower {
public:
  /// The array has so many elements, if that is known.
  ElementFollower(IndexReader reader, VarId array, const Expr& size)
      : indices(std::move(reader)), array(array), length(read(size)) {}

  const std::optional<Polynomial>& elements() const { return length; }

  /// Is all that an iteration reads there? Adds what it surely writes.
  bool followIteration(const Stmt& loop, Intervals& written) {
    bool asksLate = true; // not for its bounds or its condition
    forEachExpr(loop, [&](const Expr& e) {
      forEachRead(e, [&](const Place& p) { asksLate = asksLate && p.base != array; });
    });
    return asksLate && follow(*blocks(loop).front(), written);
  }

  bool isWritten(const Interval& wanted, const Intervals& written) const {
    return areWritten(wanted.first, wanted.end, written);
  }

private:
  IndexReader indices;
  VarId array;
  std::optional<Polynomial> length;

  std::optional<Polynomial> read(const Expr& e) { return indices.read(Run::Later, e); }

  bool follow(const Block& block, Intervals& written) {
    return std::ranges::all_of(block, [&](const Stmt& stmt) { return follow(stmt, written); });
  }

  /// By one interval after the other; an empty one leads back, but says nothing that is not so.
  bool areWritten(const Polynomial& from, const Polynomial& end, Intervals left) const {
    if (isOrdered(end, from))
      return true;
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (!isOrdered(left[i].first, from) || isOrdered(left[i].end, from))
        continue;
      Intervals others = left;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      if (areWritten(left[i].end, end, std::move(others)))
        return true;
    }
    return false;
  }

  bool isOrdered(const Polynomial& a, const Polynomial& b) const {
    return indices.bounds().isNonnegative(b - a);
  }

  std::optional<Interval> elementOf(const Place& p) {
    const bool isElement = p.path.size() == 1 && p.path[0].indices.size() == 1;
    const auto index = isElement ? read(*p.path[0].indices[0]) : std::nullopt;
    return index ? std::optional(Interval{*index, *index + Polynomial(1)}) : std::nullopt;
  }

  bool isThere(const Place& p, const Intervals& written) {
    if (p.base != array)
      return true;
    const auto element = elementOf(p);
    return (element && isWritten(*element, written)) || isWhole(written);
  }

  /// Whichever the element is, it is one of them.
  bool isWhole(const Intervals& written) const {
    return length && isWritten({Polynomial(), *length}, written);
  }

  bool follow(const Stmt& stmt, Intervals& written) {
    if (!mentions(stmt, array))
      return true;
    bool areThere = true;
    auto look = [&](const Place& p) { areThere = areThere && isThere(p, written); };
    forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, look); });
    if (const Place* place = namedPlace(stmt))
      forEachIndexRead(*place, look);
    const auto* s = std::get_if<Assign>(&stmt.node);
    if (s && s->op != AssignOp::Set)
      look(s->target);
    if (!areThere)
      return false;
    if (const auto* loop = std::get_if<For>(&stmt.node))
      return followLoop(stmt, *loop, written);
    for (const Block* block : blocks(stmt))
      if (Intervals inside = written; !follow(*block, inside))
        return false;
    if (s && s->target.base == array)
      if (const auto element = elementOf(s->target))
        written.push_back(*element);
    return written.size() <= mostIntervals;
  }

  bool followLoop(const Stmt& stmt, const For& loop, Intervals& written) {
    const IndexReader::State before = indices.state();
    const auto counter = indices.enterRunning(stmt);
    Intervals inside = written;
    if (counter && !loop.descending)
      for (const Interval& one : surelyWritten(loop.body))
        if (const auto first = firstOfSteps(one, *counter))
          inside.push_back({at(*first, counter->lower), one.first});
    const bool areThere = follow(loop.body, inside);
    indices.restore(before);
    std::ranges::move(surelyWritten(stmt, loop), std::back_inserter(written));
    return areThere;
  }

  /// The first element of each iteration's interval by the counter, where one interval follows the
  /// other.
  std::optional<Polynomial::Division> firstOfSteps(const Interval& one,
                                                   const IndexReader::Counter& counter) const {
    auto first = one.first.by(counter.symbol);
    const bool isStep = first && one.end == one.first + first->quotient &&
                        indices.bounds().isNonnegative(first->quotient);
    return isStep ? std::move(first) : std::nullopt;
  }

  Intervals surelyWritten(const Stmt& stmt, const For& loop) {
    Intervals found;
    const IndexReader::State before = indices.state();
    if (const auto counter = indices.enterRunning(stmt))
      for (const Interval& one : surelyWritten(loop.body))
        if (const auto first = firstOfSteps(one, *counter))
          found.push_back({at(*first, counter->lower), at(*first, counter->upper)});
    indices.restore(before);
    return found;
  }

  /// What each run of the block writes.
  Intervals surelyWritten(const Block& block) {
    Intervals found;
    for (const Stmt& stmt : block) {
      const auto* s = std::get_if<Assign>(&stmt.node);
      if (s && s->target.base == array)
        if (const auto element = elementOf(s->target))
          found.push_back(*element);
      if (const auto* loop = std::get_if<For>(&stmt.node); loop && mentions(stmt, array))
        std::ranges::move(surelyWritten(stmt, *loop), std::back_inserter(found));
    }
    join(found);
    return found;
  }
};

} // namespace

bool isWrittenFirst(IndexReader indices, const Stmt& loop, VarId array, const Expr& size) {
  ElementFollower follower(std::move(indices), array, size);
  Intervals written;
  if (!follower.followIteration(loop, written))
    return false;
  const auto& elements = follower.elements();
  return elements &&
         follower.isWritten({Polynomial(mostLeft), *elements - Polynomial(mostLeft)}, written);
}

} // namespace treelize::analysis
