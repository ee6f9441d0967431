#include "grad/HistoryRows.h"

#include "grad/plan/CarriedElements.h"
#include "ir/Builder.h"
#include "ir/Intrinsics.h"
#include "ir/Literals.h"
#include "ir/Loops.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>

namespace treelize::grad {

using namespace ir;
using analysis::History;

namespace {

/// What the code around the loop says of its arrays.
struct Outside {
  std::set<VarId> named;  // other than where they are made
  std::set<VarId> beside; // made in the block in which the loop stands
};

void look(const Block& block, const Stmt& loop, Outside& found) {
  for (const Stmt& stmt : block) {
    const std::optional<VarId> made = declared(stmt);
    if (&stmt == &loop) {
      for (const Stmt& other : block)
        if (const std::optional<VarId> local = declared(other))
          found.beside.insert(*local);
      continue;
    }
    forEachOwnMention(stmt, [&](VarId var) {
      if (made != var)
        found.named.insert(var);
    });
    for (const Block* inner : blocks(stmt))
      look(*inner, loop, found);
  }
}

/// The arrays of the chain that other code asks for, or the loop itself when it runs once more.
std::set<VarId> usedOutside(const Kernel& kernel, const Stmt& loop, const History& history) {
  Outside outside;
  look(kernel.body, loop, outside);
  std::set<VarId> found;
  std::ranges::copy_if(history.chain, std::inserter(found, found.end()), [&](VarId array) {
    return outside.named.contains(array) || !outside.beside.contains(array);
  });
  return found;
}

} // namespace

HistoryRows::HistoryRows(Kernel& kernel, const Stmt& stmt, const HistoryPlan& plan, Found found)
    : kernel(kernel), stmt(stmt), loop(std::get<For>(stmt.node)), plan(plan), found(found),
      usedElsewhere(usedOutside(kernel, stmt, plan.history)) {
  makeNames();
  carried = carryElements(kernel, plan.history, ahead.before, ahead.made, lengthIn(ahead));
  for (const Stmt& step : loop.body)
    steps.insert(&step);
  noteTimes(loop.body, plan.history.maker);
  noteTimes(*plan.history.innermost, plan.history.element);
}

void HistoryRows::makeNames() {
  const TypeRef& element = kernel[made()].type->element;
  auto add = [&](VarId array, const char* suffix) {
    return makeLoopArray(kernel, array, element, suffix);
  };
  const LoopArray rows = add(plan.history.chain.back(), "_rows");
  const LoopArray before = add(made(), "_before"), row = add(made(), "_row");
  const VarId length = addLocal(kernel, "row_length", sizeType(), stmt.location);
  const VarId again = addLocal(kernel, "row_length", sizeType(), stmt.location);
  const VarId found = this->found == Found::ByPointer ? rows.taken : rows.given;
  ahead = {rows.taken, length, before.taken, row.taken, {}};
  back = {found, again, before.given, row.given, {}};
  for (std::size_t i = 1; i < plan.history.chain.size(); ++i) {
    const LoopArray other = add(plan.history.chain[i], "_row");
    ahead.others.push_back(other.taken);
    back.others.push_back(other.given);
  }
}

void HistoryRows::noteTimes(const Block& block, const Stmt* middle) {
  Time time = Time::Before;
  for (const Stmt& step : block) {
    times[&step] = &step == middle ? Time::Making : time;
    if (&step == middle)
      time = Time::After;
  }
}

/// In the first iteration, of an array by its place in the chain.
std::int64_t HistoryRows::rowOf(std::size_t place) const {
  return place == 0 ? 0 : static_cast<std::int64_t>(plan.history.chain.size() - place);
}

bool HistoryRows::isFirstRowRead() const {
  const auto& element = std::get<Assign>(plan.history.element->node);
  return usedElsewhere.contains(made()) || !carried.empty() || element.op != AssignOp::Set ||
         reads(*plan.history.element, made()) || std::ranges::any_of(times, [&](const auto& step) {
           return step.second == Time::Before && mentions(*step.first, made());
         });
}

ExprRef HistoryRows::lengthOf(VarId array) const {
  return plan.history.length ? convert(plan.history.length, sizeType())
                             : size(place(kernel, array));
}

ExprRef HistoryRows::longest() const {
  ExprRef most = lengthOf(made());
  for (const VarId array : plan.history.chain)
    if (const ExprRef own = lengthOf(array); array != made())
      most = select(apply(Op::lt_, {most, own}, boolType()), own, most);
  return most;
}

ExprRef HistoryRows::lengthIn(const Names& sweep) const {
  return plan.history.length ? convert(plan.history.length, sizeType())
                             : load(kernel, sweep.length);
}

ExprRef HistoryRows::trips() const {
  return convert(tripCount(kernel, loop), sizeType());
}

ExprRef HistoryRows::countIn(const Names& sweep) const {
  const auto more = static_cast<std::int64_t>(plan.history.chain.size());
  return lengthOfRows(plus(trips(), more), lengthIn(sweep));
}

/// How many iterations ran before the present one.
ExprRef HistoryRows::versionsBefore() const {
  const ExprRef number = iterationNumber(kernel, loop);
  if (!loop.descending)
    return number;
  return apply(Op::sub, {plus(trips(), -1), convert(number, sizeType())}, sizeType());
}

/// Of the row that an array has before the loop, or so many versions later.
Place HistoryRows::inRow(const Names& sweep, const ExprRef& versions, std::size_t array,
                         const ExprRef& at) const {
  const std::int64_t first = rowOf(array);
  const ExprRef row = versions ? plus(versions, first) : integer(first, sizeType());
  if (literalOf(row) == 0)
    return element(place(kernel, sweep.rows), {at});
  const ExprRef length = lengthIn(sweep);
  const ExprRef start = literalOf(row) == 1 ? length : apply(Op::mul, {row, length}, sizeType());
  return element(place(kernel, sweep.rows), {apply(Op::add, {start, at}, sizeType())});
}

/// Copies arrays to the rows that they have before the loop or behind it, or back.
void HistoryRows::copyRows(const Names& sweep, const ExprRef& versions, bool toRows,
                           const std::function<bool(VarId)>& isCopied, Block& out) {
  for (std::size_t i = 0; i < plan.history.chain.size(); ++i) {
    const VarId array = plan.history.chain[i];
    if (!isCopied(array))
      continue;
    const NamedElement inArray = [&](const ExprRef& at) {
      return element(place(kernel, array), {at});
    };
    const NamedElement inRows = [&](const ExprRef& at) { return inRow(sweep, versions, i, at); };
    out.push_back(copyElements(kernel, integer(0, sizeType()), lengthOf(array),
                               toRows ? inRows : inArray, toRows ? inArray : inRows,
                               stmt.location));
  }
}

Block HistoryRows::rowsIn(const Names& sweep) const {
  const ExprRef number = versionsBefore();
  Block out;
  auto add = [&](VarId pointer, std::int64_t row) {
    const ExprRef first =
        intrinsic(Intrinsic::row, {load(kernel, sweep.rows), plus(number, row), lengthIn(sweep)},
                  kernel[sweep.rows].type);
    out.push_back(declare(pointer, first, stmt.location));
  };
  add(sweep.before, 0);
  for (std::size_t i = 0; i < sweep.others.size(); ++i)
    add(sweep.others[i], rowOf(i + 1));
  add(sweep.made, static_cast<std::int64_t>(plan.history.chain.size()));
  return out;
}

/// The arrays, whose lengths may differ, where so many exchanges leave them.
Block HistoryRows::exchanged(bool isReverse) {
  if (plan.history.length || plan.history.chain.size() == 1)
    return {};
  const auto size = static_cast<std::int64_t>(plan.history.chain.size());
  const VarId counter = addLocal(kernel, "turn", sizeType());
  const ExprRef turns = apply(Op::mod_, {trips(), integer(size, sizeType())}, sizeType());
  For turn{counter, integer(0, sizeType()), turns, 1, false, {}};
  for (const Stmt* exchange : plan.history.exchanges)
    turn.body.push_back(*exchange);
  if (isReverse)
    std::ranges::reverse(turn.body);
  return {Stmt{stmt.location, std::move(turn)}};
}

Block HistoryRows::beforeForward() {
  Block out;
  if (!plan.history.length)
    out.push_back(declare(ahead.length, longest(), stmt.location));
  out.push_back(Stmt{stmt.location, Take{ahead.rows, countIn(ahead)}});
  copyRows(
      ahead, nullptr, /*toRows=*/true,
      [&](VarId array) { return array != made() || isFirstRowRead(); }, out);
  return out;
}

Block HistoryRows::afterForward() {
  Block out;
  std::ranges::move(exchanged(/*isReverse=*/false), std::back_inserter(out));
  copyRows(
      ahead, trips(), /*toRows=*/false, [&](VarId array) { return usedElsewhere.contains(array); },
      out);
  return out;
}

Block HistoryRows::beforeReverse() const {
  Block out;
  if (!plan.history.length)
    out.push_back(declare(back.length, longest(), stmt.location));
  if (found == Found::OnTop)
    out.push_back(Stmt{stmt.location, GiveBack{back.rows, ahead.rows, countIn(back)}});
  return out;
}

Block HistoryRows::afterReverse() {
  Block out = exchanged(/*isReverse=*/true);
  copyRows(
      back, nullptr, /*toRows=*/false,
      [&](VarId array) { return plan.putBack.contains(array) && usedElsewhere.contains(array); },
      out);
  if (found != Found::OnTop)
    out.push_back(Stmt{stmt.location, GiveBack{ahead.rows, ahead.rows, countIn(back)}});
  return out;
}

Block HistoryRows::before(const Stmt& step) const {
  return &step == plan.history.maker ? carried : Block{};
}

bool HistoryRows::isExchange(const Stmt& step) const {
  return std::ranges::find(plan.history.exchanges, &step) != plan.history.exchanges.end();
}

void HistoryRows::renameMade(std::span<Stmt> code, VarId to) const {
  for (Stmt& step : code)
    rename(step, made(), to);
}

void HistoryRows::rename(Stmt& step, VarId array, VarId row) const {
  if (plan.history.length)
    replaceSize(step, array, plan.history.length);
  replaceVariable(step, array, row);
}

void HistoryRows::renameOthers(const Stmt& step, std::span<Stmt> code, const Names& sweep) const {
  if (!steps.contains(&step))
    return;
  for (std::size_t i = 0; i < sweep.others.size(); ++i)
    for (Stmt& part : code)
      rename(part, plan.history.chain[i + 1], sweep.others[i]);
}

/// An element of the new version, of what is read of the old one.
void HistoryRows::setMade(std::span<Stmt> code) const {
  for (Stmt& step : code) {
    auto* assigned = std::get_if<Assign>(&step.node);
    const bool isElement = assigned && assigned->target.base == made();
    rename(step, made(), ahead.before);
    if (!isElement)
      continue;
    if (assigned->op != AssignOp::Set) {
      const Op op = assigned->op == AssignOp::Add ? Op::add : Op::sub;
      assigned->value = apply(op, {load(assigned->target), assigned->value}, assigned->target.type);
      assigned->op = AssignOp::Set;
    }
    assigned->target.base = ahead.made;
  }
}

void HistoryRows::rename(const Stmt& step, std::span<Stmt> forward) const {
  renameOthers(step, forward, ahead);
  const auto time = times.find(&step);
  if (time == times.end())
    return;
  if (time->second == Time::Making)
    setMade(forward);
  else
    renameMade(forward, time->second == Time::Before ? ahead.before : ahead.made);
}

void HistoryRows::renameReverse(const Stmt& step, std::span<Stmt> reverse, bool readsNew) const {
  renameOthers(step, reverse, back);
  const auto time = times.find(&step);
  if (time == times.end())
    return;
  const bool isNew = time->second == Time::After || (time->second == Time::Making && readsNew);
  renameMade(reverse, isNew ? back.made : back.before);
}

void HistoryRows::renameBehind(const Stmt& step, std::span<Stmt> reverse) const {
  renameOthers(step, reverse, back);
  if (const auto time = times.find(&step); time != times.end())
    renameMade(reverse, time->second == Time::Before ? back.before : back.made);
}

} // namespace treelize::grad
