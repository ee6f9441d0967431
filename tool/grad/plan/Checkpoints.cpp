#include "grad/plan/Checkpoints.h"

#include "grad/plan/LoopArrays.h"
#include "ir/Builder.h"
#include "ir/Exchanges.h"
#include "ir/Existence.h"
#include "ir/ExprText.h"
#include "ir/Intrinsics.h"
#include "ir/Loops.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

namespace {

/// The counted loop of the outermost block with the most loops inside, of those whose iterations
/// store something.
std::optional<std::size_t> mainLoop(const Kernel& kernel, const StoragePlan& plan) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < kernel.body.size(); ++i) {
    const auto* loop = std::get_if<For>(&kernel.body[i].node);
    if (!loop || !savesAnything(kernel.body[i], plan))
      continue;
    if (!found || loopDepth(loop->body) >= loopDepth(std::get<For>(kernel.body[*found].node).body))
      found = i;
  }
  return found;
}

/// The place up to its first index: what a snapshot keeps of it.
Place wholeOf(const Kernel& kernel, const Place& written) {
  Place whole = place(kernel, written.base);
  for (const Selector& selector : written.path) {
    if (!selector.isField())
      break;
    whole = fieldOf(whole, *findField(*whole.type, selector.field));
  }
  return whole;
}

bool isWithin(const Place& part, const Place& whole) {
  return part.base == whole.base && part.path.size() >= whole.path.size() &&
         std::equal(whole.path.begin(), whole.path.end(), part.path.begin(),
                    [](const Selector& a, const Selector& b) { return a.field == b.field; });
}

/// What an iteration hands on: all that it writes and does not own.
class LoopState {
public:
  LoopState(const Kernel& kernel, const For& loop, const StoragePlan& plan)
      : kernel(kernel), plan(plan) {
    own = declaredIn(loop.body);
    own.merge(analysis::privateArraysIn(plan.privateArrays, loop.body));
    forEachStmt(loop.body, [&](const Stmt& stmt) { add(stmt); });
  }

  std::vector<Place> parts;
  std::string problem; // why the loop cannot run again

private:
  const Kernel& kernel;
  const StoragePlan& plan;
  std::set<VarId> own;

  void add(const Stmt& stmt) {
    if (const auto* call = std::get_if<Call>(&stmt.node))
      problem = "it calls '" + call->function + "', which is not part of it";
    if (const auto* step = std::get_if<Perform>(&stmt.node); step && !exchangeOf(stmt))
      problem = "it does '" + text(kernel, *step->step) + "', which cannot be done again";
    else if (readsObject(stmt))
      problem = "it reads an object that has no derivative";
    if (plan.idle.contains(&stmt))
      return;
    forEachWritten(kernel, stmt, [&](const Place& written) {
      if (!own.contains(written.base))
        add(wholeOf(kernel, written));
    });
  }

  /// Of the kernel's own, which is what it is now.
  bool readsObject(const Stmt& stmt) const {
    bool found = false;
    forEachExpr(stmt, [&](const Expr& e) {
      forEachRead(e, [&](const Place& read) {
        found = found || (read.type->is(TypeKind::Opaque) && kernel[read.base].role == Role::Local);
      });
    });
    return found;
  }

  void add(const Place& whole) {
    if (isInConditional(kernel, whole))
      problem = "it writes to a part of '" + kernel[whole.base].name + "' that need not be there";
    if (whole.type->is(TypeKind::Pointer) ||
        (!whole.type->is(TypeKind::Span) && holdsView(*whole.type)))
      problem = "how much '" + kernel[whole.base].name +
                "' points at is not known; make it a span or a vector";
    if (std::ranges::any_of(parts, [&](const Place& other) { return isWithin(whole, other); }))
      return;
    std::erase_if(parts, [&](const Place& other) { return isWithin(other, whole); });
    parts.push_back(whole);
  }
};

} // namespace

CheckpointChoice chooseCheckpoints(const Kernel& kernel, unsigned slots, const StoragePlan& plan) {
  CheckpointChoice choice{.decision = {.slots = slots, .loop = {}, .problem = {}}, .plan = {}};
  const std::optional<std::size_t> at = mainLoop(kernel, plan);
  if (slots == 0 || !at)
    return choice;
  const Stmt& stmt = kernel.body[*at];
  const auto& loop = std::get<For>(stmt.node);
  LoopState state(kernel, loop, plan);
  choice.decision.loop = stmt.location;
  choice.decision.problem = loop.descending ? "it runs backwards" : state.problem;
  if (choice.decision.isDone())
    choice.plan = {.loop = &stmt, .state = std::move(state.parts), .slots = slots};
  return choice;
}

bool holds(const CheckpointPlan& plan, const Place& place) {
  return std::ranges::any_of(plan.state, [&](const Place& part) { return isWithin(place, part); });
}

Checkpoints::Checkpoints(Kernel& kernel, const StoragePlan& plan)
    : kernel(kernel), plan(plan), loop(std::get<For>(plan.checkpoint.loop->node)),
      at(plan.checkpoint.loop->location), counterType(kernel[loop.counter].type),
      free(local("free_slots", intType())), next(local("next", counterType)) {}

VarId Checkpoints::local(const std::string& name, const TypeRef& type) {
  return addLocal(kernel, name, type, at);
}

Block Checkpoints::forward() const {
  Block out;
  out.push_back(declare(free, integer(plan.checkpoint.slots), at));
  out.push_back(declare(next, convert(loop.lower, counterType), at));
  out.push_back(Stmt{at, runAgain(loop.counter, loop.lower, loop.upper, next,
                                  load(kernel, loop.counter), convert(loop.upper, counterType))});
  return out;
}

Block Checkpoints::reverse(Block iteration) {
  const VarId start = local("start", counterType), again = local("next", counterType);
  const VarId counter = local(kernel[loop.counter].name, counterType);
  const ExprRef here = load(kernel, loop.counter);
  const ExprRef behind = apply(Op::add, {here, integer(loop.step, counterType)}, counterType);

  Block kept;
  save(kept, place(kernel, start));
  kept.push_back(declare(again, nextAfter(load(kernel, start), behind), at));
  kept.push_back(
      Stmt{at, runAgain(counter, load(kernel, start), here, again, load(kernel, counter), behind)});
  Block used;
  used.push_back(assign(place(kernel, free), AssignOp::Add, integer(1), at));

  For backwards{.counter = loop.counter,
                .lower = loop.lower,
                .upper = loop.upper,
                .step = loop.step,
                .descending = true,
                .body = {}};
  backwards.body.push_back(declare(start, nullptr, at));
  backwards.body.push_back(Stmt{at, Pop{place(kernel, start), plan.checkpoint.slots}});
  for (auto part = plan.checkpoint.state.rbegin(); part != plan.checkpoint.state.rend(); ++part)
    backwards.body.push_back(Stmt{at, Pop{*part, plan.checkpoint.slots}});
  backwards.body.push_back(Stmt{at, If{apply(Op::lt_, {load(kernel, start), here}, boolType()),
                                       std::move(kept), std::move(used)}});
  std::ranges::move(iteration, std::back_inserter(backwards.body));
  Block out;
  out.push_back(Stmt{at, std::move(backwards)});
  return out;
}

ExprRef Checkpoints::nextAfter(ExprRef from, ExprRef end) const {
  return intrinsic(
      Intrinsic::next_checkpoint, counterType->spelling,
      {std::move(from), std::move(end), integer(loop.step, counterType), load(kernel, free)},
      counterType);
}

void Checkpoints::save(Block& out, const Place& iteration) const {
  for (const Place& part : plan.checkpoint.state)
    out.push_back(Stmt{at, Push{part, plan.checkpoint.slots}});
  out.push_back(Stmt{at, Push{iteration, plan.checkpoint.slots}});
}

/// The primal's iterations from `from` to below `to`, with a snapshot before iteration `when` and
/// those that follow from it.
For Checkpoints::runAgain(VarId counter, ExprRef from, ExprRef to, VarId when, const ExprRef& now,
                          const ExprRef& end) const {
  Block keep;
  save(keep, place(kernel, counter));
  keep.push_back(assign(place(kernel, free), AssignOp::Sub, integer(1), at));
  keep.push_back(assign(place(kernel, when), AssignOp::Set, nextAfter(now, end), at));
  Block body;
  body.push_back(
      Stmt{at, If{apply(Op::eq_, {now, load(kernel, when)}, boolType()), std::move(keep), {}}});
  Block iteration = primal(loop.body);
  if (counter != loop.counter)
    replaceVariable(iteration, loop.counter, counter);
  std::ranges::move(iteration, std::back_inserter(body));
  return {.counter = counter,
          .lower = std::move(from),
          .upper = std::move(to),
          .step = loop.step,
          .descending = false,
          .body = std::move(body)};
}

Block Checkpoints::primal(std::span<const Stmt> block) const {
  std::set<VarId> trips; // counted for the reverse sweep alone
  for (const Stmt& stmt : block)
    if (const auto* repeated = std::get_if<While>(&stmt.node))
      trips.insert(tripsOf(*repeated));
  Block out;
  for (const Stmt& stmt : block) {
    const std::optional<VarId> local = declared(stmt);
    if (plan.idle.contains(&stmt) || (local && trips.contains(*local)))
      continue;
    Stmt copy = stmt;
    auto targets = blocks(copy);
    const auto sources = blocks(stmt);
    const bool counts =
        std::holds_alternative<While>(stmt.node); // by the first statement of its body
    for (std::size_t i = 0; i < sources.size(); ++i)
      *targets[i] = primal(std::span(*sources[i]).subspan(counts && i == 0 ? 1 : 0));
    out.push_back(std::move(copy));
  }
  return out;
}

} // namespace treelize::grad
