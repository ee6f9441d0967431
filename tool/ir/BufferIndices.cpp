#include "ir/BufferIndices.h"

#include "ir/Builder.h"
#include "ir/Literals.h"
#include "ir/LoopPhases.h"
#include "ir/Loops.h"
#include "ir/NumberValues.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"
#include "ir/WriteCounts.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace treelize::ir {

namespace {

/// The variables whose values the expression is made of, if it is of nothing else.
std::optional<std::set<VarId>> numbersIn(const Expr& e) {
  std::set<VarId> found;
  bool isOfNumbers = true;
  forEachRead(e, [&](const Place& place) {
    isOfNumbers = isOfNumbers && place.path.empty() && place.type->isScalar();
    found.insert(place.base);
  });
  return isOfNumbers ? std::optional(found) : std::nullopt;
}

bool writesAny(const Kernel& kernel, const Stmt& stmt, const std::set<VarId>& numbers) {
  bool found = false;
  forEachStmt(std::span(&stmt, 1), [&](const Stmt& part) {
    forEachWritten(kernel, part,
                   [&](const Place& place) { found = found || numbers.contains(place.base); });
  });
  return found;
}

std::set<VarId> readInIndices(Block& block, const Buffers& buffers) {
  std::set<VarId> found;
  forEachBufferIndex(block, buffers, [&](const ExprRef& index) {
    forEachRead(*index, [&](const Place& place) { found.insert(place.base); });
  });
  return found;
}

/// Puts the value of a copy in the place of the copy, from behind its declaration to where what it
/// was made of changes.
void putOriginal(const Kernel& kernel, Block& block, std::size_t declaration) {
  const auto& copy = std::get<Declare>(block[declaration].node);
  const std::set<VarId> numbers = *numbersIn(*copy.value);
  for (std::size_t i = declaration + 1; i < block.size(); ++i) {
    const bool isLast = writesAny(kernel, block[i], numbers);
    if (isLast && !std::holds_alternative<Assign>(block[i].node))
      return;
    replaceLoads(block[i], copy.var, copy.value);
    if (isLast)
      return;
  }
}

void putOriginals(const Kernel& kernel, Block& block, const std::set<VarId>& copies) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    for (Block* inner : blocks(block[i]))
      putOriginals(kernel, *inner, copies);
    const auto* local = std::get_if<Declare>(&block[i].node);
    if (local && copies.contains(local->var))
      putOriginal(kernel, block, i);
  }
}

/// Those that have one value, which is made of numbers.
std::set<VarId> copiesAmong(const std::set<VarId>& variables, const Kernel& kernel) {
  const WriteCounts writes(kernel);
  std::set<VarId> found;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    const auto* local = std::get_if<Declare>(&stmt.node);
    if (!local || !local->value || !variables.contains(local->var) ||
        !writes.of(local->var).isOnlyBegun())
      return;
    const std::optional<std::set<VarId>> numbers = numbersIn(*local->value);
    if (numbers && !numbers->empty())
      found.insert(local->var);
  });
  return found;
}

/// A copy of a copy takes another round.
std::set<VarId> replaceCopies(Kernel& kernel, Block& block, const Buffers& buffers) {
  std::set<VarId> all;
  for (;;) {
    const std::set<VarId> copies = copiesAmong(readInIndices(block, buffers), kernel);
    if (std::ranges::includes(all, copies))
      return all;
    all.insert(copies.begin(), copies.end());
    putOriginals(kernel, block, copies);
  }
}

// --- loops over the container --------------------------------------------------------------------

/// The values of the counter of a loop over nothing but buffers.
std::vector<std::int64_t> buffersOf(const For& loop, const Buffers& buffers) {
  std::vector<std::int64_t> values;
  const std::optional<std::int64_t> lower = valueOf(*loop.lower, {}),
                                    upper = valueOf(*loop.upper, {});
  if (!lower || !upper || *lower < 0 || *upper > static_cast<std::int64_t>(buffers.count) ||
      loop.step < 1 || loop.parallel)
    return {};
  for (std::int64_t i = *lower; i < *upper; i += loop.step)
    values.push_back(i);
  if (loop.descending)
    std::ranges::reverse(values);
  return values;
}

void unroll(Kernel& kernel, Block& block, const Buffers& buffers) {
  replaceEach(block, [&](Stmt& stmt, Block& out) {
    auto* loop = std::get_if<For>(&stmt.node);
    if (loop && readInIndices(loop->body, buffers).contains(loop->counter))
      if (const std::vector<std::int64_t> values = buffersOf(*loop, buffers); !values.empty()) {
        for (const std::int64_t value : values)
          for (Stmt& part : withOwnLocals(kernel, loop->body)) {
            replaceLoads(part, loop->counter, integer(value, loop->lower->type));
            out.push_back(std::move(part));
          }
        return;
      }
    out.push_back(std::move(stmt));
  });
}

} // namespace

std::set<VarId> settleIndices(Kernel& kernel, Block& block, const Buffers& buffers) {
  unroll(kernel, block, buffers);
  std::set<VarId> copies = replaceCopies(kernel, block, buffers);
  countPhases(kernel, block, buffers);
  return copies;
}

} // namespace treelize::ir
