#include "ir/LoopPhases.h"

#include "ir/Builder.h"
#include "ir/NumberValues.h"
#include "ir/Same.h"
#include "ir/Walk.h"
#include "ir/WriteCounts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace treelize::ir {

namespace {

/// `(number + offset) % period`, also as `number & 1`.
struct Remainder {
  std::int64_t offset = 0, period = 0;
  bool isMask = false;
  bool isSigned = false, mayWrap = false; // the number
  bool isIndex = false; // is it the index itself, so that there is none below zero?

  bool isNoneBelowZero() const { return isSigned && isIndex && !isMask; }
};

using Remainders = std::vector<Remainder>;
using IsNumber = std::function<bool(const Expr&)>;

struct Phase {
  VarId number;
  std::int64_t first, period; // of the counter
};

/// A conversion that keeps every value that is not negative.
const Expr& unwidened(const Expr& e) {
  const auto* cast = std::get_if<Cast>(&e.node);
  const bool isWide = cast && e.type->is(TypeKind::Integer) &&
                      cast->arg->type->is(TypeKind::Integer) &&
                      e.type->bits >= cast->arg->type->bits;
  return isWide ? unwidened(*cast->arg) : e;
}

/// `number + offset`
std::pair<const Expr*, std::int64_t> shiftedNumber(const Expr& e) {
  const auto* sum = std::get_if<Apply>(&e.node);
  if (sum && sum->args.size() == 2 && (sum->op == Op::add || sum->op == Op::sub))
    if (const std::optional<std::int64_t> offset = valueOf(*sum->args[1], {}))
      return {&unwidened(*sum->args[0]), sum->op == Op::add ? *offset : -*offset};
  return {&e, 0};
}

std::optional<Remainder> remainderOf(const Expr& e, const IsNumber& isNumber) {
  const auto* apply = std::get_if<Apply>(&e.node);
  const bool isMask = apply && apply->op == Op::band_;
  if (!apply || (!isMask && apply->op != Op::mod_))
    return std::nullopt;
  const std::optional<std::int64_t> last = valueOf(*apply->args[1], {});
  const auto [number, offset] = shiftedNumber(unwidened(*apply->args[0]));
  if (!last || *last < 1 || (isMask && *last != 1 && *last != 3) || !isNumber(*number))
    return std::nullopt;
  const Type& type = *number->type;
  return Remainder{offset, *last + (isMask ? 1 : 0), isMask, type.isSigned,
                   !type.isSigned && type.bits < 64};
}

/// Those that choose buffers there.
Remainders remaindersIn(Stmt& stmt, const Buffers& buffers, const IsNumber& isNumber) {
  Remainders found;
  forEachBufferIndex(stmt, buffers, [&](const ExprRef& index) {
    const Expr* whole = &unwidened(*index);
    (void)any(*index, [&](const Expr& e) {
      if (std::optional<Remainder> remainder = remainderOf(e, isNumber)) {
        remainder->isIndex = &e == whole;
        found.push_back(*remainder);
      }
      return false;
    });
  });
  return found;
}

/// `(number + offset) % period`
ExprRef phaseAfter(const Kernel& kernel, const Phase& phase, std::int64_t offset,
                   const TypeRef& type) {
  const std::int64_t forwards = (offset % phase.period + phase.period) % phase.period;
  const ExprRef number = convert(load(kernel, phase.number), type);
  if (forwards == 0)
    return number;
  const ExprRef sum = apply(Op::add, {number, integer(forwards, type)}, type);
  return apply(Op::mod_, {sum, integer(phase.period, type)}, type);
}

void putPhase(const Kernel& kernel, Stmt& stmt, const Buffers& buffers, const Phase& phase,
              const IsNumber& isNumber) {
  forEachBufferIndex(stmt, buffers, [&](ExprRef& index) {
    index = rewrite(index, [&](const ExprRef& e) {
      const std::optional<Remainder> remainder = remainderOf(*e, isNumber);
      return remainder ? phaseAfter(kernel, phase, remainder->offset, e->type) : e;
    });
  });
}

Stmt advance(const Kernel& kernel, const Phase& phase, std::int64_t steps) {
  return assign(place(kernel, phase.number), AssignOp::Set,
                phaseAfter(kernel, phase, steps, kernel[phase.number].type));
}

// --- in the loop ---------------------------------------------------------------------------------

/// If all are of one period, and what they are in every step follows from the step before.
std::optional<Phase> phaseOf(Kernel& kernel, const For& loop, const Remainders& remainders) {
  const std::int64_t first = valueOf(*loop.lower, {}).value_or(-1);
  if (remainders.empty() || first < 0 || loop.step != 1 || loop.descending || loop.parallel)
    return std::nullopt;
  const std::int64_t period = remainders.front().period;
  const bool areExact = std::ranges::all_of(remainders, [&](const Remainder& r) {
    return r.period == period && (first + r.offset >= 0 || r.isNoneBelowZero()) &&
           (!r.mayWrap || r.offset <= 1);
  });
  if (!areExact)
    return std::nullopt;
  const Variable& counter = kernel[loop.counter];
  return Phase{addLocal(kernel, counter.name + "_phase", counter.type), first, period};
}

// --- behind the loop -----------------------------------------------------------------------------

bool isSteady(const Kernel& kernel, const Expr& bound) {
  const WriteCounts writes(kernel);
  bool steady = true;
  forEachRead(bound, [&](const Place& place) {
    const WriteCount count = writes.of(place.base);
    steady = steady && count.later() == 0 && count.counted == 0;
  });
  return steady;
}

/// Is it that of the first number where there was no step, since the bound is below?
bool staysWithoutStep(const Remainder& r, std::int64_t first) {
  return r.isSigned ? r.isNoneBelowZero() && r.offset == -first
                    : first == 0 && r.offset >= 0 && (!r.mayWrap || r.offset == 0);
}

/// Is it that of the bound's phase, also of a bound below the first number?
bool isOfBound(const Remainder& r, std::int64_t first) {
  if (r.period == 2)
    return r.isMask || !r.isSigned || r.isNoneBelowZero();
  return first == 1 && (r.isSigned ? r.isNoneBelowZero() && r.offset == 0
                                   : r.offset >= 0 && (!r.mayWrap || r.offset == 0));
}

/// Brings the phase from that of the first number to that of a bound below it.
Stmt moveToBound(const Kernel& kernel, const Phase& phase, const ExprRef& bound) {
  const TypeRef type = bound->type;
  const ExprRef isBelow =
      apply(Op::lt_, {bound, integer(phase.first, type)}, boolType(), bound->location);
  If branch{isBelow, {}, {}};
  if (phase.period != 2) {
    branch.thenBlock.push_back(advance(kernel, phase, -phase.first));
  } else {
    const ExprRef odd = apply(Op::band_, {bound, integer(1, type)}, type);
    const ExprRef isOther = apply(Op::eq_, {odd, integer(1 - phase.first % 2, type)}, boolType());
    branch.condition = apply(Op::land_, {isBelow, isOther}, boolType());
    branch.thenBlock.push_back(advance(kernel, phase, 1));
  }
  return Stmt{bound->location, std::move(branch)};
}

/// Behind a loop whose steps are counted by literals the phase is known, and with it which literal
/// chooses the same buffer as a phase does.
void putBehindLiterals(const Kernel& kernel, std::span<Stmt> statements, const Buffers& buffers,
                       const Phase& phase, std::int64_t bound) {
  const std::int64_t last = std::max(phase.first, bound);
  for (Stmt& stmt : statements)
    forEachBufferIndex(stmt, buffers, [&](ExprRef& index) {
      const std::optional<std::int64_t> literal = valueOf(*index, {});
      if (literal && 0 <= *literal && *literal < phase.period && index->type->is(TypeKind::Integer))
        index = phaseAfter(kernel, phase, *literal - last % phase.period, index->type);
    });
}

/// The statements behind the loop at the position; one more, if need be, before them.
void putBehind(const Kernel& kernel, Block& block, std::size_t position, const Buffers& buffers,
               const Phase& phase) {
  const ExprRef bound = std::get<For>(block[position].node).upper;
  const std::span<Stmt> behind = std::span(block).subspan(position + 1);
  if (const std::optional<std::int64_t> literal = valueOf(*bound, {});
      literal && static_cast<std::uint64_t>(phase.period) == buffers.count)
    return putBehindLiterals(kernel, behind, buffers, phase, *literal);
  if (!isSteady(kernel, *bound))
    return;
  const IsNumber isBound = [&](const Expr& e) { return isSame(e, unwidened(*bound)); };
  Remainders remainders;
  for (Stmt& stmt : behind)
    std::ranges::move(remaindersIn(stmt, buffers, isBound), std::back_inserter(remainders));
  const auto areAll = [&](const auto& holds) {
    return std::ranges::all_of(remainders, [&](const Remainder& r) {
      return r.period == phase.period && holds(r, phase.first);
    });
  };
  const bool stays = areAll(staysWithoutStep);
  if (!stays && !areAll(isOfBound))
    return;
  for (Stmt& stmt : behind)
    putPhase(kernel, stmt, buffers, phase, isBound);
  if (!stays && (bound->type->isSigned || phase.first > 0))
    block.insert(block.begin() + static_cast<std::ptrdiff_t>(position) + 1,
                 moveToBound(kernel, phase, bound));
}

} // namespace

void countPhases(Kernel& kernel, Block& block, const Buffers& buffers) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    auto* loop = std::get_if<For>(&block[i].node);
    if (!loop)
      continue;
    const IsNumber isCounter = [counter = place(kernel, loop->counter)](const Expr& e) {
      return isLoadOf(e, counter);
    };
    const std::optional<Phase> phase =
        phaseOf(kernel, *loop, remaindersIn(block[i], buffers, isCounter));
    if (!phase)
      continue;
    putPhase(kernel, block[i], buffers, *phase, isCounter);
    loop = &std::get<For>(block[i].node);
    loop->body.push_back(advance(kernel, *phase, 1));
    putBehind(kernel, block, i, buffers, *phase);
    const ExprRef start = integer(phase->first % phase->period, kernel[phase->number].type);
    block.insert(block.begin() + static_cast<std::ptrdiff_t>(i), declare(phase->number, start));
    ++i;
  }
}

} // namespace treelize::ir
