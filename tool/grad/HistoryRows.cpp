#include "grad/HistoryRows.h"

#include "grad/plan/CarriedElements.h"
#include "ir/Builder.h"
#include "ir/Intrinsics.h"
#include "ir/Loops.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>

namespace treelize::grad {

using namespace ir;
using analysis::History;

namespace {

/// The block in which the statement stands.
const Block* blockOf(const Block& block, const Stmt& wanted) {
  for (const Stmt& stmt : block) {
    if (&stmt == &wanted)
      return &block;
    for (const Block* inner : blocks(stmt))
      if (const Block* found = blockOf(*inner, wanted))
        return found;
  }
  return nullptr;
}

/// The arrays of the chain that code outside of the loop names, other than to make them, or that
/// the loop finds again when it runs once more.
std::set<VarId> usedOutside(const Kernel& kernel, const Stmt& loop, const History& history) {
  std::map<VarId, int> mentions;
  auto count = [&](std::span<const Stmt> statements, int one) {
    forEachStmt(statements, [&](const Stmt& stmt) {
      forEachOwnMention(stmt, [&](VarId var) {
        if (declared(stmt) != var)
          mentions[var] += one;
      });
    });
  };
  count(kernel.body, 1);
  count(std::span(&loop, 1), -1);
  const std::set<VarId> madeBeside = [&] {
    std::set<VarId> made;
    for (const Stmt& stmt : *blockOf(kernel.body, loop))
      if (const std::optional<VarId> local = declared(stmt))
        made.insert(*local);
    return made;
  }();
  std::set<VarId> found;
  std::ranges::copy_if(history.chain, std::inserter(found, found.end()), [&](VarId array) {
    return mentions[array] > 0 || !madeBeside.contains(array);
  });
  return found;
}

ExprRef plus(const ExprRef& number, std::size_t more) {
  const auto by = static_cast<std::int64_t>(more);
  return more == 0 ? number : apply(Op::add, {number, integer(by, number->type)}, number->type);
}

VarId addPointer(Kernel& kernel, VarId like, VarId array, const std::string& suffix) {
  Variable variable = kernel[like];
  variable.name = kernel[array].name + suffix;
  variable.wish = kernel[array].wish.empty() ? "" : kernel[array].wish + suffix;
  return addVariable(kernel, std::move(variable));
}

} // namespace

HistoryRows::HistoryRows(Kernel& kernel, const Stmt& stmt, const HistoryPlan& plan, Found found)
    : kernel(kernel), stmt(stmt), loop(std::get<For>(stmt.node)), plan(plan), found(found),
      rows(makeLoopArray(kernel, plan.history.chain.back(), kernel[made()].type->element, "_rows")),
      ahead(makePointers()), back(makePointers()),
      usedElsewhere(usedOutside(kernel, stmt, plan.history)),
      lengthAhead(addLocal(kernel, "row_length", sizeType(), stmt.location)),
      lengthBack(addLocal(kernel, "row_length", sizeType(), stmt.location)),
      carried(carryElements(kernel, plan.history, ahead.before, ahead.made, rowLength())) {
  for (const Stmt& step : loop.body)
    steps.insert(&step);
  noteTimes(loop.body, plan.history.maker);
  times.erase(plan.history.maker); // inside of which the order is that of its innermost block
  noteTimes(*plan.history.innermost, plan.history.element);
}

HistoryRows::Pointers HistoryRows::makePointers() {
  Pointers made{.before = addPointer(kernel, rows.taken, this->made(), "_before"),
                .made = addPointer(kernel, rows.taken, this->made(), "_row"),
                .others = {}};
  for (std::size_t i = 1; i < plan.history.chain.size(); ++i)
    made.others.push_back(addPointer(kernel, rows.taken, plan.history.chain[i], "_row"));
  return made;
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
std::size_t HistoryRows::rowOf(std::size_t place) const {
  return place == 0 ? 0 : plan.history.chain.size() - place;
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

ExprRef HistoryRows::rowLength() const {
  if (plan.history.length)
    return convert(plan.history.length, sizeType());
  return load(kernel, isReversing ? lengthBack : lengthAhead);
}

ExprRef HistoryRows::trips() const {
  return convert(tripCount(kernel, loop), sizeType());
}

ExprRef HistoryRows::count() const {
  return lengthOfRows(plus(trips(), plan.history.chain.size()), rowLength());
}

/// How many iterations ran before the present one.
ExprRef HistoryRows::versionsBefore() const {
  const ExprRef number = iterationNumber(kernel, loop);
  if (!loop.descending)
    return number;
  const ExprRef last = apply(Op::sub, {trips(), integer(1, sizeType())}, sizeType());
  return apply(Op::sub, {last, convert(number, sizeType())}, sizeType());
}

/// Of the row that an array has before the loop, or so many versions later.
Place HistoryRows::inRow(VarId base, const ExprRef& versions, std::size_t array,
                         const ExprRef& at) const {
  const auto first = static_cast<std::int64_t>(rowOf(array));
  const ExprRef row = versions ? plus(versions, rowOf(array)) : integer(first, sizeType());
  if (!versions && first == 0)
    return element(place(kernel, base), {at});
  const ExprRef start =
      !versions && first == 1 ? rowLength() : apply(Op::mul, {row, rowLength()}, sizeType());
  return element(place(kernel, base), {apply(Op::add, {start, at}, sizeType())});
}

/// Copies arrays to the rows that they have before the loop or behind it, or back.
void HistoryRows::copyRows(VarId base, const ExprRef& versions, bool toRows,
                           const std::function<bool(VarId)>& isCopied, Block& out) {
  for (std::size_t i = 0; i < plan.history.chain.size(); ++i) {
    const VarId array = plan.history.chain[i];
    auto inArray = [&](const ExprRef& at) { return element(place(kernel, array), {at}); };
    auto inRows = [&](const ExprRef& at) { return inRow(base, versions, i, at); };
    if (isCopied(array))
      out.push_back(toRows ? copyElements(kernel, integer(0, sizeType()), lengthOf(array), inRows,
                                          inArray, stmt.location)
                           : copyElements(kernel, integer(0, sizeType()), lengthOf(array), inArray,
                                          inRows, stmt.location));
  }
}

Block HistoryRows::rowsFrom(VarId base, const Pointers& pointers) const {
  const ExprRef number = versionsBefore();
  Block out;
  auto add = [&](VarId pointer, std::size_t row) {
    const ExprRef first = intrinsic(
        Intrinsic::row, {load(kernel, base), plus(number, row), rowLength()}, kernel[base].type);
    out.push_back(declare(pointer, first, stmt.location));
  };
  add(pointers.before, 0);
  for (std::size_t i = 0; i < pointers.others.size(); ++i)
    add(pointers.others[i], rowOf(i + 1));
  add(pointers.made, plan.history.chain.size());
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
    out.push_back(declare(lengthAhead, longest(), stmt.location));
  out.push_back(Stmt{stmt.location, Take{rows.taken, count()}});
  copyRows(
      rows.taken, nullptr, /*toRows=*/true,
      [&](VarId array) { return array != made() || isFirstRowRead(); }, out);
  return out;
}

Block HistoryRows::afterForward() {
  Block out;
  std::ranges::move(exchanged(/*isReverse=*/false), std::back_inserter(out));
  copyRows(
      rows.taken, trips(), /*toRows=*/false,
      [&](VarId array) { return usedElsewhere.contains(array); }, out);
  return out;
}

Block HistoryRows::beforeReverse() {
  isReversing = true;
  Block out;
  if (!plan.history.length)
    out.push_back(declare(lengthBack, longest(), stmt.location));
  if (found == Found::OnTop)
    out.push_back(Stmt{stmt.location, GiveBack{rows.given, rows.taken, count()}});
  return out;
}

Block HistoryRows::afterReverse() {
  Block out = exchanged(/*isReverse=*/true);
  copyRows(
      given(), nullptr, /*toRows=*/false,
      [&](VarId array) { return plan.putBack.contains(array) && usedElsewhere.contains(array); },
      out);
  if (found != Found::OnTop)
    out.push_back(Stmt{stmt.location, GiveBack{rows.taken, rows.taken, count()}});
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

void HistoryRows::renameOthers(const Stmt& step, std::span<Stmt> code,
                               const Pointers& pointers) const {
  if (!steps.contains(&step))
    return;
  for (std::size_t i = 0; i < pointers.others.size(); ++i)
    for (Stmt& part : code)
      rename(part, plan.history.chain[i + 1], pointers.others[i]);
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
  const auto time = times.find(&step);
  if (time != times.end() || &step == plan.history.maker)
    renameMade(reverse,
               time != times.end() && time->second == Time::Before ? back.before : back.made);
}

} // namespace treelize::grad
