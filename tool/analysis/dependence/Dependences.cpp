#include "analysis/dependence/Dependences.h"

#include "analysis/Lengths.h"
#include "analysis/Regions.h"
#include "analysis/dependence/IndexReader.h"
#include "analysis/dependence/WrittenFirst.h"
#include "ir/Builder.h"
#include "ir/Walk.h"

#include <algorithm>
#include <span>

namespace treelize::analysis {

using namespace ir;

Dependences::Dependences(const Kernel& kernel) : kernel(kernel), values(kernel, kernel.body) {
  std::vector<const Stmt*> loops;
  enter(kernel.body, loops);
}

void Dependences::enter(const Block& block, std::vector<const Stmt*>& loops) {
  for (const Stmt& stmt : block) {
    standings[&stmt] = {loops, standings.size()};
    note(stmt, loops);
    if (isLoop(stmt))
      loops.push_back(&stmt);
    for (const Block* inner : blocks(stmt))
      enter(*inner, loops);
    if (isLoop(stmt))
      loops.pop_back();
  }
}

void Dependences::note(const Stmt& stmt, const std::vector<const Stmt*>& loops) {
  if (const auto* loop = std::get_if<For>(&stmt.node))
    loopOf[loop->counter] = &stmt;
  const auto* local = std::get_if<Declare>(&stmt.node);
  if (local && values.beginningOf(local->var)) {
    if (const ExprRef value = values.of(local->var))
      locals[local->var] = {value, loops};
    const auto* made = std::get_if<Construct>(&local->value->node);
    if (made && !made->args.empty() && kernel[local->var].type->is(TypeKind::Vector) &&
        made->args[0]->type->is(TypeKind::Integer))
      lengths[local->var] = made->args[0];
    return;
  }
  if (local)
    resized.insert(place(kernel, local->var));
  forEachResized(kernel, stmt, [&](const Place& place) { resized.insert(place); });
}

bool Dependences::mayReachBefore(const Access& reader, const Access& writer, bool meetsItself,
                                 std::size_t together) const {
  const Standing &r = standings.at(reader.by), &w = standings.at(writer.by);
  const auto parting = std::ranges::mismatch(r.loops, w.loops);
  const auto common = static_cast<std::size_t>(parting.in1 - r.loops.begin());
  for (std::size_t level = together; level < common; ++level)
    if (!areApart(reader, writer, level))
      return true;
  const bool isInOrder = r.number < w.number || (meetsItself && r.number == w.number);
  return isInOrder && !areApart(reader, writer, common);
}

namespace {

/// Two numbers that are never the same, or not each the same row and the same column. Of numbers
/// that are only asked about where others are the same, the differences of these are known: to add
/// such a zero may show what the bounds of the numbers alone do not.
class Comparison {
public:
  explicit Comparison(const IndexReader& indices)
      : bounds(indices.bounds()), widths(indices.widths()), strides(indices.strides()) {}

  /// Where these differences are zero.
  bool areUnequalIf(std::span<const Polynomial> zeros, const Polynomial& a,
                    const Polynomial& b) const {
    if (zeros.empty())
      return areUnequal(a, b);
    const auto others = zeros.subspan(1);
    return areUnequalIf(others, a, b) || areUnequalIf(others, a + zeros[0], b) ||
           areUnequalIf(others, a - zeros[0], b);
  }

  bool areUnequal(const Polynomial& a, const Polynomial& b) const {
    if (bounds.isPositive(a - b) || bounds.isPositive(b - a) || areOutOfStep(a - b))
      return true;
    const Polynomial both = a.common(b);
    return areInOtherPlaces(a, b) || (both != Polynomial() && areInOtherPlaces(a - both, b - both));
  }

private:
  const SymbolBounds& bounds;
  const std::vector<Symbol> widths;
  const std::vector<IndexReader::Stride>& strides;

  /// Is the difference a number that is no multiple of a step, and multiples of it?
  bool areOutOfStep(const Polynomial& difference) const {
    return std::ranges::any_of(strides, [&](const IndexReader::Stride& stride) {
      Polynomial inSteps = difference;
      for (const IndexReader::Stride& other : strides)
        if (const auto part = inSteps.by(other.counter); part && other.step % stride.step == 0)
          inSteps = part->quotient *
                        (other.start + Polynomial(other.step) * Polynomial::of(other.counter)) +
                    part->rest;
      const auto rest = inSteps.isKnown() ? inSteps.by(stride.step).rest.number() : std::nullopt;
      return rest && *rest % stride.step != 0;
    });
  }

  bool areInOtherPlaces(const Polynomial& a, const Polynomial& b) const {
    for (Symbol width : widths) {
      const auto p = a.by(width), q = b.by(width);
      if (p && q && areUnequal(*p, *q, Polynomial::of(width)))
        return true;
    }
    std::vector<std::int64_t> numbers = a.coefficients();
    std::ranges::copy(b.coefficients(), std::back_inserter(numbers));
    return std::ranges::any_of(numbers, [&](std::int64_t width) {
      return areUnequal(a.by(width), b.by(width), Polynomial(width));
    });
  }

  bool areUnequal(const Polynomial::Division& a, const Polynomial::Division& b,
                  const Polynomial& width) const {
    const bool isDivided = a.quotient != Polynomial() || b.quotient != Polynomial();
    const Polynomial rows = a.quotient - b.quotient;
    return isDivided && isColumn(a.rest, width) && isColumn(b.rest, width) &&
           (areUnequal(a.quotient, b.quotient) ||
            areUnequalIf(std::span(&rows, 1), a.rest, b.rest));
  }

  bool isColumn(const Polynomial& p, const Polynomial& width) const {
    return bounds.isNonnegative(p) && bounds.isPositive(width - p);
  }
};

/// The pairs of indices that say which element of an array it is; null where there is none.
struct IndexPair {
  const Expr *earlier, *later;
};

std::vector<IndexPair> indexPairs(const Kernel& kernel, const Place& earlier, const Place& later) {
  std::vector<IndexPair> pairs;
  if (!hasOwnRows(kernel, earlier) || !hasOwnRows(kernel, later))
    return pairs;
  TypeRef type = kernel[earlier.base].type;
  for (std::size_t i = 0; i < std::min(earlier.path.size(), later.path.size()); ++i) {
    const Selector &a = earlier.path[i], &b = later.path[i];
    if (a.field != b.field || a.indices.size() != b.indices.size() || !type)
      break;
    if (!a.isField() && !type->is(TypeKind::Map))
      for (std::size_t k = 0; k < a.indices.size(); ++k)
        pairs.push_back({a.indices[k].get(), b.indices[k].get()});
    const RecordField* field = a.isField() ? findField(*type, a.field) : nullptr;
    type = a.isField() ? (field ? field->type : nullptr) : type->element;
  }
  return pairs;
}

/// Once the reader knows the loops of both.
bool areUnequal(const Kernel& kernel, IndexReader& indices, const Place& earlier,
                const Place& later) {
  indices.knowSizes();
  indices.knowElement(Run::Earlier, earlier);
  indices.knowElement(Run::Later, later);
  constexpr std::size_t mostZeros = 2;
  std::vector<Polynomial> zeros; // in one row the columns are compared, and so on
  return std::ranges::any_of(indexPairs(kernel, earlier, later), [&](const IndexPair& pair) {
    const auto p = indices.read(Run::Earlier, *pair.earlier),
               q = indices.read(Run::Later, *pair.later);
    if (!p || !q)
      return false;
    const bool areApart = Comparison(indices).areUnequalIf(zeros, *p, *q);
    if (zeros.size() < mostZeros && *p != *q)
      zeros.push_back(*p - *q);
    return areApart;
  });
}

} // namespace

/// Are the elements never the same, where the runs are in one iteration of the loops before the one
/// at `level`, and the reader's in an earlier one of that?
bool Dependences::areApart(const Access& reader, const Access& writer, std::size_t level) const {
  const std::vector<const Stmt*>&r = standings.at(reader.by).loops,
                          &w = standings.at(writer.by).loops;
  IndexReader indices(*this, std::span(w).first(level));
  std::size_t inner = level;
  if (level < r.size() && level < w.size() && r[level] == w[level])
    indices.part(*w[inner++]);
  for (const Stmt* loop : std::span(w).subspan(inner))
    indices.enter(Run::Later, *loop);
  for (const Stmt* loop : std::span(r).subspan(inner))
    indices.enter(Run::Earlier, *loop);
  return areUnequal(kernel, indices, reader.element, writer.element);
}

bool Dependences::isWrittenFirst(const Stmt& loop, VarId array, const Expr& size) const {
  std::vector<const Stmt*> around = standings.at(&loop).loops;
  around.push_back(&loop);
  return analysis::isWrittenFirst(IndexReader(*this, around), loop, array, size);
}

bool Dependences::areApartIn(const Stmt& loop, const Place& a, const Place& b) const {
  constexpr unsigned mostQuestions = 4000;
  if (++questions[&loop] > mostQuestions)
    return false;
  IndexReader indices(*this, standings.at(&loop).loops);
  indices.enter(Run::Later, loop);
  indices.enter(Run::Earlier, loop);
  return areUnequal(kernel, indices, a, b);
}

} // namespace treelize::analysis
