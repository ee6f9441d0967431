#include "grad/finish/sums/FirstSums.h"

#include "analysis/ElementRanges.h"
#include "analysis/LocalArrays.h"
#include "grad/plan/SkipIterations.h"
#include "grad/rules/Value.h"
#include "ir/Builder.h"
#include "ir/Same.h"
#include "ir/Walk.h"
#include "ir/WriteCounts.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <set>
#include <span>

namespace treelize::grad {

using namespace ir;
using analysis::ElementRange;
using analysis::LocalArray;

namespace {

bool isClear(const Stmt& stmt, VarId array) {
  const auto* s = std::get_if<Assign>(&stmt.node);
  return s && s->op == AssignOp::Set && s->target.base == array && numberOf(s->value) == 0.0;
}

std::vector<std::size_t> mentionsIn(const Block& block, VarId var) {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < block.size(); ++i)
    if (mentions(block[i], var))
      positions.push_back(i);
  return positions;
}

/// Is every mention of the array in the block of the element `place`?
bool touchesOnly(const Block& block, const Place& place) {
  bool holds = true;
  auto look = [&](const Place& p) { holds = holds && (p.base != place.base || isSame(p, place)); };
  forEachStmt(block, [&](const Stmt& stmt) {
    forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, look); });
    if (const Place* named = namedPlace(stmt)) {
      forEachIndexRead(*named, look);
      look(*named);
    }
  });
  return holds;
}

/// A statement that gives elements their first, or their last value in the block; each of these
/// elements is touched by this statement at one place only.
struct Elements {
  Block* block;
  std::size_t at; // of the assignment
  ElementRange range;
};

/// `array[i] += e`, by itself or as the first mention in each iteration of a loop.
std::optional<Elements> firstSums(Block& block, std::size_t at, VarId array) {
  auto isSum = [&](const Stmt& stmt) {
    const auto* s = std::get_if<Assign>(&stmt.node);
    return s && s->op != AssignOp::Set && s->target.base == array && !reads(stmt, array);
  };
  Stmt& stmt = block[at];
  if (isSum(stmt)) {
    const std::optional<ElementRange> range =
        analysis::rangeOfLiteral(std::get<Assign>(stmt.node).target);
    return range ? std::optional(Elements{&block, at, *range}) : std::nullopt;
  }
  auto* loop = std::get_if<For>(&stmt.node);
  const std::vector<std::size_t> inside =
      loop ? mentionsIn(loop->body, array) : std::vector<std::size_t>{};
  if (inside.empty() || !isSum(loop->body[inside.front()]))
    return std::nullopt;
  const Place& element = std::get<Assign>(loop->body[inside.front()].node).target;
  const std::optional<ElementRange> range = analysis::rangeInLoop(element, *loop);
  if (!range || !touchesOnly(loop->body, element))
    return std::nullopt;
  return Elements{&loop->body, inside.front(), *range};
}

/// The clear at the end of an iteration, be it of an adjoint that counts only.
std::optional<std::pair<Block*, std::size_t>> lastClear(Block& body, VarId array) {
  const std::vector<std::size_t> inside = mentionsIn(body, array);
  if (inside.empty())
    return std::nullopt;
  Stmt& last = body[inside.back()];
  if (isClear(last, array))
    return std::pair(&body, inside.back());
  auto* branch = std::get_if<If>(&last.node);
  const std::optional<Place> seed =
      branch && branch->elseBlock.empty() ? skippedSeed(*branch->condition) : std::nullopt;
  return seed && seed->base == array ? lastClear(branch->thenBlock, array) : std::nullopt;
}

/// `array[i] = 0.0`, by itself or as the last mention in each iteration of a loop.
std::optional<Elements> clears(Block& block, std::size_t at, VarId array) {
  Stmt& stmt = block[at];
  auto* loop = std::get_if<For>(&stmt.node);
  const auto found = loop                   ? lastClear(loop->body, array)
                     : isClear(stmt, array) ? std::optional(std::pair(&block, at))
                                            : std::nullopt;
  if (!found)
    return std::nullopt;
  const Place& element = std::get<Assign>((*found->first)[found->second].node).target;
  const std::optional<ElementRange> range =
      loop ? analysis::rangeInLoop(element, *loop) : analysis::rangeOfLiteral(element);
  if (!range || (loop && !touchesOnly(loop->body, element)))
    return std::nullopt;
  return Elements{found->first, found->second, *range};
}

/// The clears that come last for their elements, the last one first.
class LastClears {
public:
  LastClears(Block& block, std::span<const std::size_t> mentions, VarId array) : array(array) {
    for (const std::size_t at : std::views::reverse(mentions)) {
      const std::optional<Elements> found = clears(block, at, array);
      if (found ? !add(*found) : !onlyReadsLiterals(block[at]))
        break;
    }
  }

  std::vector<Elements> all;
  analysis::ElementRanges cleared;

private:
  const VarId array;
  std::set<std::int64_t> readLater;

  /// False if somebody reads the zero.
  bool add(const Elements& clear) {
    const auto read = readLater.lower_bound(clear.range.first);
    const bool isRead = read != readLater.end() && (clear.range.end || *read == clear.range.first);
    if (isRead || !cleared.insert(clear.range))
      return false;
    all.push_back(clear);
    return true;
  }

  bool onlyReadsLiterals(const Stmt& stmt) {
    const auto* s = std::get_if<Assign>(&stmt.node);
    bool holds = s && s->target.base != array;
    auto look = [&](const Place& p) {
      const std::optional<ElementRange> range =
          p.base == array ? analysis::rangeOfLiteral(p) : std::nullopt;
      if (range)
        readLater.insert(range->first);
      holds = holds && (p.base != array || range);
    };
    forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, look); });
    if (s)
      forEachIndexRead(s->target, look);
    return holds;
  }
};

/// Where an array is at work: the innermost block that holds all statements that mention it.
struct Home {
  Block* block;
  std::vector<std::size_t> mentions;
  bool isRepeated = false; // since the array was declared
};

std::optional<Home> homeOf(Block& block, std::size_t declaration, VarId array) {
  Home home{&block, mentionsIn(block, array)};
  std::erase(home.mentions, declaration);
  while (home.mentions.size() == 1) {
    Stmt& only = (*home.block)[home.mentions.front()];
    const auto* loop = std::get_if<For>(&only.node);
    if (reads(only, array) || (loop && loop->parallel))
      return std::nullopt;
    std::vector<Block*> inner = ir::blocks(only);
    std::erase_if(inner, [&](const Block* b) { return !mentions(*b, array); });
    if (inner.size() != 1)
      return std::nullopt;
    home = {inner.front(), mentionsIn(*inner.front(), array), home.isRepeated || isLoop(only)};
  }
  return home.mentions.empty() ? std::nullopt : std::optional(home);
}

void becomeValue(Assign& sum) {
  if (sum.op == AssignOp::Sub)
    sum.value = apply(Op::neg, {sum.value}, sum.value->type);
  sum.op = AssignOp::Set;
}

class Setter {
public:
  explicit Setter(Kernel& kernel) : kernel(kernel), arrays(kernel), writes(kernel) {}

  bool block(Block& statements) {
    bool changed = false;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      for (Block* inner : ir::blocks(statements[i]))
        changed |= block(*inner);
      const std::optional<LocalArray> array = arrays.declaredBy(statements[i]);
      const bool isShadow =
          array && kernel[array->var].shadowOf && writes.of(array->var).declared() == 1;
      if (isShadow && analysis::opensAtZero(kernel, statements[i]))
        changed |= set(*array, statements, i);
    }
    return changed;
  }

private:
  Kernel& kernel;
  analysis::LocalArrays arrays;
  const WriteCounts writes;

  bool set(const LocalArray& array, Block& statements, std::size_t declaration) {
    const std::optional<Home> home = homeOf(statements, declaration, array.var);
    if (!home || !analysis::namesElementsOnly(std::span(*home->block), array.var))
      return false;

    const LastClears last(*home->block, home->mentions, array.var);
    if (home->isRepeated && !last.cleared.coverAll(*array.size))
      return false;

    std::vector<Elements> first;
    analysis::ElementRanges opened;
    for (const std::size_t at : home->mentions) {
      const std::optional<Elements> found = firstSums(*home->block, at, array.var);
      if (!found || !opened.insert(found->range))
        break;
      first.push_back(*found);
    }
    if (first.empty())
      return false;
    const bool areOthersZero =
        opened.dependOnlyOn(*array.size) && !isWrittenLater(*home, first.size(), array.var);
    const bool needsNoClear = !home->isRepeated || opened.coverAll(*array.size) || areOthersZero;
    for (const Elements& sum : first)
      becomeValue(std::get<Assign>((*sum.block)[sum.at].node));
    if (needsNoClear) // in the order from the last one backwards, so that positions hold
      for (const Elements& clear : last.all)
        clear.block->erase(clear.block->begin() + static_cast<std::ptrdiff_t>(clear.at));
    return true;
  }

  /// Do the statements after the first ones give elements of the array a value other than zero?
  static bool isWrittenLater(const Home& home, std::size_t opened, VarId array) {
    bool found = false;
    for (const std::size_t at : std::span(home.mentions).subspan(opened))
      forEachStmt(std::span(&(*home.block)[at], 1), [&](const Stmt& stmt) {
        const Place* place = namedPlace(stmt);
        found = found || (place && place->base == array && !isClear(stmt, array));
      });
    return found;
  }
};

} // namespace

bool setFirstSums(Kernel& adjoint) {
  return Setter(adjoint).block(adjoint.body);
}

} // namespace treelize::grad
