#include "analysis/IndexTerms.h"

#include "analysis/ElementRanges.h"
#include "analysis/LocalArrays.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::analysis {

using namespace ir;

static void addTerms(const Expr& e, bool isNegative, IndexTerms& sum) {
  if (const std::optional<std::int64_t> number = numberOf(e)) {
    sum.number += isNegative ? -*number : *number;
    return;
  }
  const auto* apply = std::get_if<Apply>(&e.node);
  if (!apply || (apply->op != Op::add && apply->op != Op::sub))
    return sum.terms.emplace_back(&e, isNegative), void();
  addTerms(*apply->args[0], isNegative, sum);
  addTerms(*apply->args[1], isNegative != (apply->op == Op::sub), sum);
}

IndexTerms termsOf(const Expr& index) {
  IndexTerms sum;
  addTerms(index, false, sum);
  return sum;
}

std::optional<std::int64_t> distance(const IndexTerms& from, const IndexTerms& to) {
  const bool isShift =
      std::ranges::is_permutation(from.terms, to.terms, [](const auto& x, const auto& y) {
        return x.second == y.second && isSame(*x.first, *y.first);
      });
  return isShift ? std::optional(to.number - from.number) : std::nullopt;
}

namespace {

/// An element by its array and the index, with what leads to it and from it.
struct Element {
  const Place* place;
  std::size_t at; // of the last index in the path
  IndexTerms index;
};

bool areAlike(const Selector& a, const Selector& b) {
  return a.field == b.field &&
         std::ranges::equal(a.indices, b.indices,
                            [](const ExprRef& x, const ExprRef& y) { return isSame(*x, *y); });
}

bool areNeighbours(const Element& a, const Element& b) {
  const std::vector<Selector>&p = a.place->path, &q = b.place->path;
  if (a.place->base != b.place->base || a.at != b.at || p.size() != q.size() ||
      a.index.number == b.index.number)
    return false;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (i != a.at && !areAlike(p[i], q[i]))
      return false;
  return distance(a.index, b.index).has_value();
}

} // namespace

bool writesNeighbours(std::span<const Stmt> statements) {
  std::vector<Element> written;
  bool found = false;
  forEachStmt(statements, [&](const Stmt& stmt) {
    const auto* s = std::get_if<Assign>(&stmt.node);
    if (!s)
      return;
    for (std::size_t i = s->target.path.size(); i-- > 0;)
      if (s->target.path[i].indices.size() == 1) {
        const Element now{&s->target, i, termsOf(*s->target.path[i].indices[0])};
        found = found || std::ranges::any_of(written, [&](const Element& other) {
                  return areNeighbours(now, other);
                });
        written.push_back(now);
        return;
      }
  });
  return found;
}

const Expr* lastIndex(const Place& place) {
  const bool isElement = !place.path.empty() && place.path.back().indices.size() == 1;
  return isElement ? place.path.back().indices[0].get() : nullptr;
}

bool followsCounter(const Expr& index, const LoopFacts& loop) {
  unsigned counters = 0;
  for (const auto& [term, isSubtracted] : termsOf(index).terms) {
    const auto* load = std::get_if<Load>(&withoutCasts(*term).node);
    if (load && load->place.base == loop.counter() && !isSubtracted)
      ++counters;
    else if (!loop.isInvariant(*term))
      return false;
  }
  return counters == 1;
}

bool isInSteadyRow(const Kernel& kernel, const Place& place, const LoopFacts& loop) {
  TypeRef type = kernel[place.base].type;
  for (const Selector& selector : place.path) {
    if (selector.isField() || type->is(TypeKind::Map))
      return false;
    type = type->element;
    if (&selector != &place.path.back())
      for (const ExprRef& index : selector.indices)
        if (!loop.isInvariant(*index))
          return false;
  }
  return true;
}

} // namespace treelize::analysis
