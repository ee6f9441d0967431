#include "analysis/Indices.h"

#include "analysis/ElementRanges.h"
#include "analysis/LocalArrays.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::analysis {

using namespace ir;

std::optional<Polynomial> polynomialOf(const Expr& index, const PartReader& part) {
  if (const std::optional<std::int64_t> number = numberOf(index))
    return Polynomial(*number);
  const auto* apply = std::get_if<Apply>(&index.node);
  if (!apply || (apply->op != Op::add && apply->op != Op::sub))
    return part(index);
  const std::optional<Polynomial> a = polynomialOf(*apply->args[0], part);
  const std::optional<Polynomial> b = a ? polynomialOf(*apply->args[1], part) : std::nullopt;
  if (!b)
    return std::nullopt;
  return apply->op == Op::add ? *a + *b : *a - *b;
}

Symbol IndexParts::symbolOf(const Expr& part) {
  const auto known =
      std::ranges::find_if(parts_, [&](const Expr* other) { return isSame(*other, part); });
  const auto symbol = static_cast<Symbol>(known - parts_.begin());
  if (known == parts_.end())
    parts_.push_back(&part);
  return symbol;
}

Polynomial IndexParts::sumOf(const Expr& index) {
  return *polynomialOf(index, [&](const Expr& part) { return Polynomial::of(symbolOf(part)); });
}

std::int64_t constantOf(const Expr& index) {
  return IndexParts().sumOf(index).constant();
}

std::optional<std::int64_t> distance(const Expr& from, const Expr& to) {
  IndexParts parts;
  const Polynomial first = parts.sumOf(from);
  return (parts.sumOf(to) - first).number();
}

std::optional<std::int64_t> expandedDistance(const Expr& from, const Expr& to) {
  IndexParts parts;
  PartReader part = [&](const Expr& e) -> std::optional<Polynomial> {
    const Expr& bare = withoutCasts(e);
    if (&bare != &e)
      return polynomialOf(bare, part);
    const auto* factors = std::get_if<Apply>(&e.node);
    if (!factors || factors->op != Op::mul)
      return Polynomial::of(parts.symbolOf(e));
    const auto a = polynomialOf(*factors->args[0], part);
    const auto b = polynomialOf(*factors->args[1], part);
    return a && b ? std::optional(*a * *b) : std::nullopt;
  };
  const auto first = polynomialOf(from, part), second = polynomialOf(to, part);
  return first && second ? (*second - *first).number() : std::nullopt;
}

namespace {

/// An element by its array and the index, with what leads to it and from it.
struct Element {
  const Place* place;
  std::size_t at; // of the last index in the path
  Polynomial index;
};

bool areAlike(const Selector& a, const Selector& b) {
  return a.field == b.field &&
         std::ranges::equal(a.indices, b.indices,
                            [](const ExprRef& x, const ExprRef& y) { return isSame(*x, *y); });
}

bool areNeighbours(const Element& a, const Element& b) {
  const std::vector<Selector>&p = a.place->path, &q = b.place->path;
  if (a.place->base != b.place->base || a.at != b.at || p.size() != q.size())
    return false;
  if ((a.index - b.index).number().value_or(0) == 0)
    return false;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (i != a.at && !areAlike(p[i], q[i]))
      return false;
  return true;
}

} // namespace

bool writesNeighbours(std::span<const Stmt> statements) {
  IndexParts parts;
  std::vector<Element> written;
  bool found = false;
  forEachStmt(statements, [&](const Stmt& stmt) {
    const auto* s = std::get_if<Assign>(&stmt.node);
    if (!s || found)
      return;
    for (std::size_t i = s->target.path.size(); i-- > 0;)
      if (s->target.path[i].indices.size() == 1) {
        Element now{&s->target, i, parts.sumOf(*s->target.path[i].indices[0])};
        found = std::ranges::any_of(
            written, [&](const Element& other) { return areNeighbours(now, other); });
        written.push_back(std::move(now));
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
  constexpr Symbol counter = 0, steady = 1; // of which it does not matter what they are
  const auto found = polynomialOf(index, [&](const Expr& part) -> std::optional<Polynomial> {
    const auto* load = std::get_if<Load>(&withoutCasts(part).node);
    if (load && load->place.base == loop.counter())
      return Polynomial::of(counter);
    return loop.isInvariant(part) ? std::optional(Polynomial::of(steady)) : std::nullopt;
  });
  return found && found->by(counter)->quotient == Polynomial(1);
}

static bool isInSteadyRow(const Kernel& kernel, const Place& place, const LoopFacts& loop) {
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

bool runsAlong(const Kernel& kernel, const Place& place, const LoopFacts& loop) {
  const Expr* index = lastIndex(place);
  return index && followsCounter(*index, loop) && isInSteadyRow(kernel, place, loop);
}

} // namespace treelize::analysis
