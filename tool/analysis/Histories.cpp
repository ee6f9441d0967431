#include "analysis/Histories.h"

#include "analysis/Indices.h"
#include "analysis/Lengths.h"
#include "analysis/LocalArrays.h"
#include "analysis/OnlyValues.h"
#include "analysis/SteadyShapes.h"
#include "analysis/dependence/Dependences.h"
#include "ir/Builder.h"
#include "ir/Exchanges.h"
#include "ir/Existence.h"
#include "ir/Literals.h"
#include "ir/Loops.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>

namespace treelize::analysis {

using namespace ir;

namespace {

/// Fewer elements may stay in registers.
constexpr std::uint64_t leastElements = 17;
/// So many elements beside those that the maker sets are worth copying.
constexpr std::int64_t mostCopied = 16;

/// Arrays that change places with each other in the body of a loop, and do nothing else from the
/// first step on.
struct Ring {
  std::set<VarId> arrays;
  std::vector<const Stmt*> steps;
};

std::vector<Ring> ringsIn(const Block& body) {
  std::vector<Ring> rings;
  for (const Stmt& stmt : body) {
    const std::optional<Exchange> step = exchangeOf(stmt);
    if (!step || !step->a.path.empty() || !step->b.path.empty())
      continue;
    Ring joined{{step->a.base, step->b.base}, {}};
    std::erase_if(rings, [&](Ring& ring) {
      if (!ring.arrays.contains(step->a.base) && !ring.arrays.contains(step->b.base))
        return false;
      joined.arrays.merge(ring.arrays);
      std::ranges::copy(ring.steps, std::back_inserter(joined.steps));
      return true;
    });
    joined.steps.push_back(&stmt);
    rings.push_back(std::move(joined));
  }
  return rings;
}

/// Where the first one's value goes, and so on; empty if that does not lead through all.
std::vector<VarId> chainFrom(VarId first, const Ring& ring) {
  std::map<VarId, VarId> valueIn;
  for (const VarId array : ring.arrays)
    valueIn[array] = array;
  for (const Stmt* step : ring.steps) {
    const Exchange pair = *exchangeOf(*step);
    std::swap(valueIn[pair.a.base], valueIn[pair.b.base]);
  }
  std::map<VarId, VarId> goesTo;
  for (const auto& [array, value] : valueIn)
    goesTo[value] = array;
  std::vector<VarId> chain{first};
  while (goesTo[chain.back()] != first)
    chain.push_back(goesTo[chain.back()]);
  return chain.size() == ring.arrays.size() ? chain : std::vector<VarId>{};
}

bool isFew(std::optional<std::int64_t> count) {
  return count && *count >= 0 && *count <= mostCopied;
}

class HistoryFinder {
public:
  explicit HistoryFinder(const Kernel& kernel)
      : kernel(kernel), values(kernel, kernel.body), dependences(kernel),
        lengths(steadyLengths(kernel)) {
    const LocalArrays arrays(kernel);
    const RegionSet resized = resizesOf(kernel, kernel.body);
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      if (const std::optional<LocalArray> array = arrays.declaredBy(stmt);
          array && !resized.overlaps(Region{array->var, {}}))
        lengths.emplace(array->var, array->size);
    });
  }

  Histories run() {
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      if (const auto* loop = std::get_if<For>(&stmt.node))
        enter(stmt, *loop);
    });
    return std::move(found);
  }

private:
  const Kernel& kernel;
  const OnlyValues values;
  const Dependences dependences;
  std::map<VarId, ExprRef> lengths;
  Histories found;

  void enter(const Stmt& stmt, const For& loop) {
    const bool hasNests = std::ranges::any_of(loop.body, [](const Stmt& s) { return isLoop(s); });
    if (!hasNests || loop.parallel)
      return;
    std::set<VarId> seen = declaredIn(loop.body);
    for (const Ring& ring : ringsIn(loop.body)) {
      for (const VarId array : ring.arrays)
        if (std::vector<VarId> chain = chainFrom(array, ring); !seen.contains(array))
          add(stmt, loop, std::move(chain), ring.steps);
      seen.insert(ring.arrays.begin(), ring.arrays.end());
    }
    for (const Stmt& nest : loop.body)
      forEachStmt(std::span(&nest, 1), [&](const Stmt& inner) {
        const auto* s = std::get_if<Assign>(&inner.node);
        if (s && !s->target.path.empty() && seen.insert(s->target.base).second)
          add(stmt, loop, {s->target.base}, {});
      });
  }

  void add(const Stmt& stmt, const For& loop, std::vector<VarId> chain,
           std::vector<const Stmt*> exchanges) {
    if (chain.empty() || !std::ranges::all_of(chain, [&](VarId array) { return isLarge(array); }))
      return;
    History history;
    history.length = lengthOf(chain);
    auto keepsItsLength = [&](VarId array) {
      return isOutermost(array) && !isReshaped(array, exchanges);
    };
    if (!history.length && !std::ranges::all_of(chain, keepsItsLength))
      return;
    const bool isByElement = std::ranges::all_of(chain, [&](VarId array) {
      return isUsedByElement(loop.body, array, exchanges, history.length != nullptr);
    });
    if (!isByElement)
      return;
    history.chain = std::move(chain);
    history.exchanges = std::move(exchanges);
    const VarId made = history.chain.front();
    for (const Stmt& nest : loop.body) {
      if (!mentions(nest, made))
        continue;
      history.maker = &nest;
      if (isMaker(stmt, loop, history)) {
        found[&stmt].push_back(std::move(history));
        return;
      }
      if (history.chain.size() > 1) // what it holds before is of an older time
        return;
    }
  }

  bool isLarge(VarId array) const {
    const Variable& variable = kernel[array];
    const Type& type = *variable.type;
    return variable.role == Role::Local && !variable.byReference &&
           (type.is(TypeKind::Vector) ||
            (type.is(TypeKind::Array) && type.extent >= leastElements)) &&
           type.element->is(TypeKind::Real);
  }

  /// Other than by these exchanges.
  bool isReshaped(VarId array, const std::vector<const Stmt*>& exchanges) const {
    bool found = false;
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      if (std::ranges::find(exchanges, &stmt) == exchanges.end())
        forEachResized(kernel, stmt,
                       [&](const Place& place) { found = found || place.base == array; });
    });
    return found;
  }

  bool isOutermost(VarId array) const {
    return std::ranges::any_of(kernel.body,
                               [&](const Stmt& stmt) { return declared(stmt) == array; });
  }

  /// From the first exchange on it is not used at all. Its length may be asked for if it is known.
  static bool isUsedByElement(const Block& body, VarId array,
                              const std::vector<const Stmt*>& exchanges, bool hasLength) {
    bool holds = true, isExchanged = false;
    for (const Stmt& stmt : body) {
      const bool isExchange = std::ranges::find(exchanges, &stmt) != exchanges.end();
      isExchanged = isExchanged || isExchange;
      holds = holds && (isExchange ||
                        (isExchanged ? !mentions(stmt, array)
                                     : namesElementsOnly(std::span(&stmt, 1), array, hasLength)));
    }
    return holds;
  }

  ExprRef lengthOf(const std::vector<VarId>& chain) const {
    const auto first = lengths.find(chain.front());
    const bool isOne = first != lengths.end() && std::ranges::all_of(chain, [&](VarId array) {
                         const auto own = lengths.find(array);
                         return own != lengths.end() && isSame(*own->second, *first->second);
                       });
    return isOne ? first->second : nullptr;
  }

  bool isMaker(const Stmt& stmt, const For& loop, History& history) const {
    const LoopFacts facts(kernel, loop);
    const std::set<VarId> own = declaredIn(loop.body);
    history.nest.clear();
    history.setsLast = false;
    const For* inner = descend(*history.maker, history.chain.front(), history, own);
    if (!inner)
      return false;
    history.innermost = &inner->body;
    const auto& assigned = std::get<Assign>(history.element->node);
    if (assigned.target.path.size() != 1 || assigned.target.path[0].indices.size() != 1 ||
        (history.chain.size() > 1 && assigned.op != AssignOp::Set) ||
        !readsOwnElementAlone(history, assigned.target))
      return false;
    history.index = resolved(assigned.target.path[0].indices[0], &own);
    return isKnownBefore(history, facts) && setsMost(history, *inner) &&
           !dependences.mayReachBefore(
               {history.element, assigned.target}, {history.element, assigned.target},
               /*meetsItself=*/false, dependences.loopsAround(stmt).size() + 1);
  }

  /// Down to the one assignment; the loop that holds it. Null: there is no such nest.
  const For* descend(const Stmt& stmt, VarId made, History& history,
                     const std::set<VarId>& own) const {
    const auto* loop = std::get_if<For>(&stmt.node);
    if (!loop || loop->step != 1)
      return nullptr;
    history.nest.push_back(
        {loop->counter, resolved(loop->lower, &own), resolved(loop->upper, &own)});
    const Stmt* only = nullptr;
    for (const Stmt& inner : loop->body)
      if (writesIt(inner, made)) {
        if (only)
          return nullptr;
        only = &inner;
      }
    if (!only)
      return nullptr;
    if (std::holds_alternative<Assign>(only->node)) {
      history.element = only;
      return loop;
    }
    const bool isAlone = std::ranges::none_of(
        loop->body, [&](const Stmt& s) { return &s != only && mentions(s, made); });
    return isAlone ? descend(*only, made, history, own) : nullptr;
  }

  bool writesIt(const Stmt& stmt, VarId array) const {
    return writesOf(kernel, std::span(&stmt, 1)).overlaps(Region{array, {}});
  }

  /// What locals, those of the loop alone or all, and the lengths of arrays stand for.
  ExprRef resolved(const ExprRef& expr, const std::set<VarId>* own) const {
    return rewrite(expr, [&](const ExprRef& e) -> ExprRef {
      if (const auto* size = std::get_if<Size>(&e->node); size && size->container.path.empty())
        if (const auto known = lengths.find(size->container.base); known != lengths.end())
          return convert(known->second, e->type);
      const auto* local = std::get_if<Load>(&e->node);
      if (!local || !local->place.path.empty() || (own && !own->contains(local->place.base)))
        return e;
      const ExprRef known = values.of(local->place.base);
      const ExprRef value = known ? resolved(known, own) : nullptr;
      return value && values.keepsValue(*value) ? convert(value, e->type) : e;
    });
  }

  /// Of an older version it reads what it is about to replace, if that is in the same array.
  static bool readsOwnElementAlone(const History& history, const Place& target) {
    bool holds = true, isSet = false;
    for (const Stmt& stmt : *history.innermost) {
      const bool mayRead = history.chain.size() == 1 || isSet;
      auto look = [&](const Place& p) {
        holds = holds && (p.base != target.base || (mayRead && isSame(p, target)));
      };
      forEachStmt(std::span(&stmt, 1), [&](const Stmt& inner) {
        forEachExpr(inner, [&](const Expr& e) { forEachRead(e, look); });
        if (const Place* named = namedPlace(inner))
          forEachIndexRead(*named, look);
      });
      isSet = isSet || &stmt == history.element;
    }
    return holds;
  }

  /// Can the ranges of the nest be said before it?
  bool isKnownBefore(const History& history, const LoopFacts& facts) const {
    bool holds = isAlwaysThere(kernel, *history.index);
    forEachRead(*history.index, [&](const Place& p) {
      const bool isCounter =
          std::ranges::find(history.nest, p.base, &NestedCounter::counter) != history.nest.end();
      holds = holds && (isCounter || facts.isInvariant(*load(p)));
    });
    for (const NestedCounter& loop : history.nest)
      for (const ExprRef& bound : {loop.lower, loop.upper})
        holds = holds && isAlwaysThere(kernel, *bound) && facts.isInvariant(*bound);
    return holds;
  }

  /// Does the nest set all elements but a border? Of an array whose length says nothing of rows
  /// that is believed where a nest of rows makes it in turns with others.
  bool setsMost(History& history, const For& inner) const {
    if (!followsCounter(*history.index, LoopFacts(kernel, inner)))
      return false;
    const ExprRef index = resolved(history.index, nullptr);
    ExprRef begin = index, end = index;
    std::vector<ExprRef> strides;
    for (std::size_t depth = history.nest.size(); depth-- > 0;) {
      const NestedCounter& loop = history.nest[depth];
      const bool isRow = depth + 1 == history.nest.size();
      if (!isRow) {
        const ExprRef later = at(begin, loop.counter, plus(load(kernel, loop.counter), 1));
        if (!isBorder(end, later, strides))
          return false;
        strides.push_back(apply(Op::sub, {later, begin}, begin->type));
      }
      const ExprRef upper = resolved(loop.upper, nullptr);
      begin = at(begin, loop.counter, resolved(loop.lower, nullptr));
      end = at(end, loop.counter, isRow ? upper : plus(upper, -1));
    }
    if (!isBorder(integer(0, begin->type), begin, strides))
      return false;
    const ExprRef length = history.length ? resolved(history.length, nullptr) : nullptr;
    history.setsLast = length && expandedDistance(*end, *length) == 0;
    const bool saysNothing = !length || std::holds_alternative<Size>(withoutCasts(*length).node);
    return (length && isBorder(whereRuns(end), length, strides)) ||
           (saysNothing && history.chain.size() > 1 && history.nest.size() > 1);
  }

  /// Are there few elements from the one to the other, or few beside one or two rows, and planes?
  bool isBorder(const ExprRef& from, const ExprRef& to, std::span<const ExprRef> strides) const {
    if (strides.empty())
      return isFew(expandedDistance(*from, *to));
    ExprRef start = from;
    for (int rows = 0; rows <= 2; ++rows) {
      if (isBorder(start, to, strides.first(strides.size() - 1)))
        return true;
      start = apply(Op::add, {start, strides.back()}, start->type);
    }
    return false;
  }

  /// `n > 1 ? n - 1 : 0` as `n - 1`: where it is the other one there is nothing to set.
  static ExprRef whereRuns(const ExprRef& bound) {
    return rewrite(bound, [](const ExprRef& e) {
      const auto* choice = std::get_if<Select>(&e->node);
      return choice && isZero(withoutCasts(*choice->ifFalse)) ? choice->ifTrue : e;
    });
  }

  ExprRef at(const ExprRef& index, VarId counter, const ExprRef& value) const {
    return replaceLoads(index, counter, convert(value, kernel[counter].type));
  }
};

} // namespace

Histories findHistories(const Kernel& kernel) {
  return HistoryFinder(kernel).run();
}

} // namespace treelize::analysis
