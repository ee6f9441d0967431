#include "analysis/dependence/IndexReader.h"

#include "analysis/ElementRanges.h"
#include "analysis/LocalArrays.h"
#include "ir/Intrinsics.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::analysis {

using namespace ir;

/// Bounds are polynomials of lesser symbols: those of counters of sizes, those of counters of the
/// counters outside.
static constexpr Symbol firstSum = 1u << 10, firstCounter = 1u << 20;

/// An index that is made of more parts, locals followed, is not read.
static constexpr unsigned mostParts = 1000;

IndexReader::IndexReader(const Dependences& kernel, std::span<const Stmt* const> sharedLoops)
    : kernel(kernel), nextCounter(firstCounter) {
  for (const Stmt* loop : sharedLoops) {
    enter(Run::Later, *loop);
    shared.push_back(loop);
    const auto* counted = std::get_if<For>(&loop->node);
    if (counted)
      counters[{Run::Earlier, counted->counter}] = counters.at({Run::Later, counted->counter});
  }
}

void IndexReader::enter(Run run, const Stmt& loop) {
  if (!std::holds_alternative<For>(loop.node))
    return;
  const Range range = rangeOf(run, loop);
  bound(newCounter(run, loop), range, loop);
}

std::optional<IndexReader::Counter> IndexReader::enterRunning(const Stmt& loop) {
  const auto* counted = std::get_if<For>(&loop.node);
  if (!counted || counted->step != 1)
    return std::nullopt;
  enter(Run::Later, loop);
  knowSizes();
  const Range& range = ranges.back();
  if (!range.lower || !range.upper)
    return std::nullopt;
  return Counter{counters.at({Run::Later, counted->counter}), *range.lower, *range.upper};
}

void IndexReader::restore(const State& state) {
  known = state.known;
  ranges.resize(state.ranges);
  for (auto atom = static_cast<Symbol>(state.atoms); atom < atoms.size(); ++atom)
    boundAtom(atom);
}

void IndexReader::part(const Stmt& loop) {
  enter(Run::Later, loop);
  const auto* counted = std::get_if<For>(&loop.node);
  if (!counted)
    return;
  const Polynomial later = Polynomial::of(counters.at({Run::Later, counted->counter}));
  const Range range = ranges.back();
  const Symbol earlier = newCounter(Run::Earlier, loop);
  bound(earlier, range, loop);
  if (counted->descending)
    known.atLeast(earlier, later + Polynomial(1));
  else
    known.atMost(earlier, later - Polynomial(1));
}

Symbol IndexReader::newCounter(Run run, const Stmt& loop) {
  return counters[{run, std::get<For>(loop.node).counter}] = nextCounter++;
}

/// Of `n > 1 ? n - 1 : 0` as an upper bound: in an iteration it was the former.
static const Expr& asItRan(const Expr& upper, const std::optional<Polynomial>& lower) {
  const auto* guarded = std::get_if<Select>(&upper.node);
  const auto start = lower ? lower->number() : std::nullopt;
  const bool isGuard = guarded && start && *start >= 0 && numberOf(*guarded->ifFalse) == 0;
  return isGuard ? *guarded->ifTrue : upper;
}

IndexReader::Range IndexReader::rangeOf(Run run, const Stmt& loop) {
  const auto& counted = std::get<For>(loop.node);
  const auto lower = read(run, *counted.lower);
  const Expr& upper = asItRan(*counted.upper, lower);
  Range range{lower, read(run, upper), {}, {}};
  readEach(run, *counted.lower, Intrinsic::greatest, Polynomial(), range.least);
  readEach(run, upper, Intrinsic::least, Polynomial(-1), range.most);
  return range;
}

/// The operands of a minimum, or of a maximum, and so much more: each of them bounds it. Is it one?
bool IndexReader::readEach(Run run, const Expr& e, Intrinsic choice, const Polynomial& more,
                           std::vector<Polynomial>& found) {
  const Expr& plain = withoutCasts(e);
  if (const Opaque* choose = asIntrinsic(plain, choice)) {
    for (const ExprRef& operand : choose->args)
      if (!readEach(run, *operand, choice, more, found))
        if (const auto number = read(run, *operand);
            number && (operand->type->isSigned || known.isNonnegative(*number))) // it does not wrap
          found.push_back(*number + more);
    return true;
  }
  if (const auto* load = std::get_if<Load>(&plain.node); load && load->place.path.empty()) {
    const auto local = kernel.locals.find(load->place.base);
    return local != kernel.locals.end() && readEach(run, *local->second.value, choice, more, found);
  }
  const auto* sum = std::get_if<Apply>(&plain.node);
  const auto by =
      sum && (sum->op == Op::add || sum->op == Op::sub) ? numberOf(*sum->args[1]) : std::nullopt;
  return by && readEach(run, *sum->args[0], choice,
                        more + Polynomial(sum->op == Op::add ? *by : -*by), found);
}

void IndexReader::bound(Symbol counter, const Range& range, const Stmt& loop) {
  const std::int64_t step = std::get<For>(loop.node).step;
  if (range.lower && step > 1)
    steps.push_back({counter, *range.lower, step});
  if (range.lower)
    known.atLeast(counter, *range.lower);
  if (range.upper)
    known.atMost(counter, *range.upper - Polynomial(1));
  for (const Polynomial& least : range.least)
    known.atLeast(counter, least);
  for (const Polynomial& most : range.most)
    known.atMost(counter, most);
  ranges.push_back(range);
}

void IndexReader::knowSizes() {
  for (const Range& range : ranges) {
    if (!range.lower || !range.upper)
      continue;
    const Polynomial trips = *range.upper - *range.lower; // at least one
    for (Symbol symbol : trips.symbols()) {
      const auto parts = trips.by(symbol);
      if (symbol >= firstSum || !parts || parts->quotient != Polynomial(1))
        continue;
      if (const auto least = known.least(Polynomial(1) - parts->rest))
        known.atLeast(symbol, Polynomial(*least));
    }
  }
}

void IndexReader::knowElement(Run run, const Place& element) {
  const auto length = kernel.lengths.find(element.base);
  if (element.path.empty() || element.path.front().indices.size() != 1)
    return;
  std::vector<Polynomial> positive; // which they could not be if a size were not
  if (const auto index = read(run, *element.path.front().indices.front()))
    positive.push_back(*index + Polynomial(1));
  if (length != kernel.lengths.end() && !kernel.resized.overlaps(Region{element.base, {}}))
    if (const auto elements = read(run, *length->second))
      positive.push_back(*elements);
  for (Symbol size = 0; size < atoms.size(); ++size) {
    SymbolBounds without = known;
    without.atMost(size, Polynomial());
    if (std::ranges::any_of(positive,
                            [&](const Polynomial& p) { return without.isNonnegative(-p); }))
      known.atLeast(size, Polynomial(1));
  }
}

std::vector<Symbol> IndexReader::widths() const {
  std::vector<Symbol> found;
  for (Symbol symbol = 0; symbol < atoms.size(); ++symbol)
    found.push_back(symbol);
  for (const auto& [sum, symbol] : sums)
    found.push_back(symbol);
  return found;
}

std::optional<Polynomial> IndexReader::read(Run run, const Expr& index) {
  unsigned parts = 0;
  return read(run, index, parts);
}

std::optional<Polynomial> IndexReader::read(Run run, const Expr& index, unsigned& parts) {
  return polynomialOf(withoutCasts(index),
                      [&](const Expr& part) { return readPart(run, part, parts); });
}

/// What is neither a number nor a sum.
std::optional<Polynomial> IndexReader::readPart(Run run, const Expr& e, unsigned& parts) {
  if (++parts > mostParts)
    return std::nullopt;
  if (&withoutCasts(e) != &e)
    return read(run, e, parts);
  if (const auto* load = std::get_if<Load>(&e.node); load && load->place.path.empty()) {
    const VarId var = load->place.base;
    if (const auto counter = counters.find({run, var}); counter != counters.end())
      return Polynomial::of(counter->second);
    if (const auto local = kernel.locals.find(var); local != kernel.locals.end())
      if (auto value = read(run, *local->second.value, parts))
        return value;
  }
  const auto* apply = std::get_if<Apply>(&e.node);
  if (apply && apply->op == Op::mul)
    return product(run, *apply, parts);
  return atom(e);
}

std::optional<Polynomial> IndexReader::product(Run run, const Apply& factors, unsigned& parts) {
  const auto p = read(run, *factors.args[0], parts), q = read(run, *factors.args[1], parts);
  if (!p || !q)
    return std::nullopt;
  return asFactor(*p, *q) * asFactor(*q, *p);
}

/// `(m + 1)` stays one number where it multiplies a counter: it may be a width.
Polynomial IndexReader::asFactor(const Polynomial& p, const Polynomial& other) {
  auto hasCounter = [](const Polynomial& x) {
    const std::vector<Symbol> symbols = x.symbols();
    return !symbols.empty() && symbols.back() >= firstCounter;
  };
  if (!p.isSum() || hasCounter(p) || !hasCounter(other))
    return p;
  const auto found = std::ranges::find(sums, p, &std::pair<Polynomial, Symbol>::first);
  if (found != sums.end())
    return Polynomial::of(found->second);
  const auto symbol = static_cast<Symbol>(firstSum + sums.size());
  known.atLeast(symbol, p);
  known.atMost(symbol, p);
  sums.emplace_back(p, symbol);
  return Polynomial::of(symbol);
}

std::optional<Polynomial> IndexReader::atom(const Expr& e) {
  if (!e.type->is(TypeKind::Integer) || !isShared(e))
    return std::nullopt;
  const std::size_t known = atoms.size();
  const Symbol symbol = atoms.symbolOf(e);
  if (atoms.size() != known)
    boundAtom(symbol);
  return Polynomial::of(symbol);
}

/// What is known of it wherever it is read.
void IndexReader::boundAtom(Symbol atom) {
  const Expr& e = atoms[atom];
  if (!e.type->isSigned)
    known.atLeast(atom, Polynomial());
  boundRemainder(atom, e);
}

/// Of a division by a positive number, whose sign is that of what is divided.
void IndexReader::boundRemainder(Symbol symbol, const Expr& e) {
  const auto* division = std::get_if<Apply>(&e.node);
  const auto divisor =
      division && division->op == Op::mod_ ? numberOf(*division->args[1]) : std::nullopt;
  if (!divisor || *divisor <= 0)
    return;
  const auto dividend = read(Run::Later, *division->args[0]);
  const bool isPositive = !e.type->isSigned || (dividend && known.isNonnegative(*dividend));
  known.atLeast(symbol, Polynomial(isPositive ? 0 : 1 - *divisor));
  known.atMost(symbol, Polynomial(*divisor - 1));
}

/// Is it the same number in both runs?
bool IndexReader::isShared(const Expr& e) const {
  if (const auto* length = std::get_if<Size>(&e.node))
    return length->container.path.empty() && !kernel.resized.overlaps(length->container) &&
           isSharedVariable(length->container.base);
  bool isSame = !std::holds_alternative<Opaque>(e.node);
  if (const auto* load = std::get_if<Load>(&e.node))
    isSame = isSharedVariable(load->place.base) && kernel.values.keepsValue(e);
  forEachOperand(e, [&](const Expr& operand) { isSame = isSame && isShared(operand); });
  return isSame;
}

/// Does the variable begin its life before the runs part?
bool IndexReader::isSharedVariable(VarId var) const {
  auto isAround = [&](const std::vector<const Stmt*>& loops) {
    return std::ranges::all_of(
        loops, [&](const Stmt* loop) { return std::ranges::find(shared, loop) != shared.end(); });
  };
  const Role role = kernel.kernel[var].role;
  if (role == Role::Parameter || role == Role::Member)
    return true;
  if (const auto loop = kernel.loopOf.find(var); loop != kernel.loopOf.end())
    return std::ranges::find(shared, loop->second) != shared.end();
  const auto local = kernel.locals.find(var);
  return local != kernel.locals.end() && isAround(local->second.loops);
}

} // namespace treelize::analysis
