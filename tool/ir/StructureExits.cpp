#include "ir/StructureExits.h"

#include "ir/Builder.h"
#include "ir/Exits.h"
#include "ir/Literals.h"
#include "ir/Switches.h"
#include "ir/Uncount.h"

#include <algorithm>
#include <cassert>
#include <span>
#include <utility>

namespace treelize::ir {

namespace {

/// Something an exit can leave: a call region, a loop, a loop's body (continue), a switch, a try
/// block.
struct Target {
  enum Kind { Call, Loop, LoopBody, SwitchBody, Try } kind;
  std::optional<VarId> result;  // Call: where the value goes
  std::optional<VarId> running; // the flag, once an exit needs it: true until the exit is taken
  unsigned guard = 0;           // Try: its number
};

/// What a transformed block can do at its end, and which flags its exits may have cleared.
struct Flow {
  bool leaves = false;          // control never falls off the end by itself
  std::vector<Target*> cleared; // targets whose flags may be false afterwards
};

using Tails = std::vector<const Target*>;

class Structurer {
public:
  explicit Structurer(Kernel& kernel) : kernel(kernel) {}

  void run() {
    Target whole{Target::Call, std::nullopt, std::nullopt};
    const bool returns = kernel.returnType && !kernel.returnType->is(TypeKind::Void);
    if (returns) {
      whole.result = kernel.result = addLocal(kernel, "result", kernel.returnType, kernel.location);
      kernel[*kernel.result].role = Role::Result;
    }
    Block out;
    call(std::move(kernel.body), whole, out);
    kernel.body = std::move(out);
  }

private:
  Kernel& kernel;
  std::vector<Target*> targets; // innermost last

  Target* find(std::initializer_list<Target::Kind> kinds) {
    for (auto t = targets.rbegin(); t != targets.rend(); ++t)
      if (std::ranges::find(kinds, (*t)->kind) != kinds.end())
        return *t;
    assert(false && "an exit without a target");
    return nullptr;
  }

  VarId flag(Target& target) {
    static constexpr const char* names[] = {"pending", "looping", "running", "inside", "trying"};
    if (!target.running)
      target.running = addLocal(kernel, names[target.kind], boolType());
    return *target.running;
  }

  /// A region's body, its result declared first. The one return at the very end needs no separate
  /// declaration.
  Flow call(Block body, Target& target, Block& out) {
    Flow flow;
    targets.push_back(&target);
    if (target.result && isStraight(body)) {
      ExprRef value = std::get<Return>(body.back().node).value;
      Location at = body.back().location;
      body.pop_back();
      block(std::move(body), {&target}, out);
      out.push_back(declare(*target.result, value, at));
    } else {
      if (target.result)
        out.push_back(declare(*target.result, construct(kernel[*target.result].type, {})));
      Block inner;
      flow = block(std::move(body), {&target}, inner);
      declareFlag(target, out);
      std::ranges::move(inner, std::back_inserter(out));
    }
    targets.pop_back();
    flow.leaves = false;
    std::erase(flow.cleared, &target);
    return flow;
  }

  void declareFlag(const Target& target, Block& out) {
    if (target.running)
      out.push_back(declare(*target.running, boolean(true)));
  }

  /// Transforms the statements one by one. `tails` are the targets to which falling off the end
  /// leads.
  Flow block(Block in, const Tails& tails, Block& out) {
    Flow flow;
    for (std::size_t i = 0; i < in.size(); ++i) {
      const bool isLast = i + 1 == in.size();
      if (auto* s = std::get_if<Switch>(&in[i].node); s && isChain(*s)) {
        std::optional<Stmt> branch = chainOf(kernel, in[i].location, *s, out);
        if (!branch)
          continue;
        in[i] = std::move(*branch);
      }
      if (auto* branch = std::get_if<If>(&in[i].node); branch && !isLast) {
        auto rest = std::span(in).subspan(i + 1);
        if (std::optional<Flow> merged = mergeRest(in[i], *branch, rest, tails, out)) {
          join(flow, *merged);
          return flow;
        }
      }
      Flow here = statement(std::move(in[i]), isLast ? tails : Tails{}, out);
      join(flow, here);
      flow.leaves = here.leaves;
      if (here.leaves || isLast)
        return flow;
      if (!here.cleared.empty()) {
        Block rest(std::make_move_iterator(in.begin() + i + 1), std::make_move_iterator(in.end()));
        join(flow, guarded(here.cleared, std::move(rest), tails, out));
        return flow;
      }
    }
    return flow;
  }

  static void join(Flow& into, const Flow& from) {
    for (Target* t : from.cleared)
      if (std::ranges::find(into.cleared, t) == into.cleared.end())
        into.cleared.push_back(t);
  }

  /// `if (c) { ...; exit } rest`: the rest moves into the branch that does not leave.
  std::optional<Flow> mergeRest(const Stmt& stmt, If& branch, std::span<Stmt> rest,
                                const Tails& tails, Block& out) {
    const bool thenLeaves = alwaysLeaves(branch.thenBlock),
               elseLeaves = alwaysLeaves(branch.elseBlock);
    if (thenLeaves == elseLeaves)
      return std::nullopt;
    Block& open = thenLeaves ? branch.elseBlock : branch.thenBlock;
    std::ranges::move(rest, std::back_inserter(open));
    return ifStmt(stmt.location, std::move(branch), tails, out);
  }

  /// `if (flags) { rest }` after a statement that may have exited.
  Flow guarded(const std::vector<Target*>& cleared, Block rest, const Tails& tails, Block& out) {
    If guard{running(cleared), {}, {}};
    Flow flow = block(std::move(rest), tails, guard.thenBlock);
    flow.leaves = false;
    out.push_back(Stmt{{}, std::move(guard)});
    return flow;
  }

  ExprRef running(const std::vector<Target*>& cleared) {
    ExprRef all;
    for (Target* t : cleared) {
      ExprRef one = load(kernel, flag(*t));
      all = all ? apply(Op::land_, {all, one}, boolType()) : one;
    }
    return all;
  }

  Flow statement(Stmt stmt, const Tails& tails, Block& out) {
    const Location at = stmt.location;
    if (auto* s = std::get_if<Return>(&stmt.node))
      return returnStmt(at, *s, tails, out);
    if (std::holds_alternative<Break>(stmt.node))
      return leave(find({Target::Loop, Target::SwitchBody}), tails, out);
    if (std::holds_alternative<Continue>(stmt.node))
      return leave(find({Target::LoopBody}), tails, out);
    if (const auto* s = std::get_if<Escape>(&stmt.node))
      return leave(guarded(s->guard), tails, out);
    if (auto* s = std::get_if<If>(&stmt.node))
      return ifStmt(at, std::move(*s), tails, out);
    if (auto* s = std::get_if<Region>(&stmt.node))
      return region(std::move(*s), tails, out);
    if (auto* s = std::get_if<Switch>(&stmt.node))
      return switchStmt(at, std::move(*s), tails, out);
    if (auto* s = std::get_if<For>(&stmt.node))
      return forStmt(at, std::move(*s), out);
    if (auto* s = std::get_if<While>(&stmt.node))
      return whileStmt(at, std::move(*s), out);
    out.push_back(std::move(stmt));
    return {};
  }

  Flow returnStmt(Location at, const Return& s, const Tails& tails, Block& out) {
    Target* target = find({Target::Call});
    if (s.value && target->result)
      out.push_back(assign(place(kernel, *target->result), AssignOp::Set, s.value, at));
    return leave(target, tails, out);
  }

  Flow leave(Target* target, const Tails& tails, Block& out) {
    Flow flow{.leaves = true, .cleared = {}};
    if (std::ranges::find(tails, target) != tails.end())
      return flow;
    out.push_back(assign(place(kernel, flag(*target)), AssignOp::Set, boolean(false)));
    flow.cleared.push_back(target);
    return flow;
  }

  Flow ifStmt(Location at, If s, const Tails& tails, Block& out) {
    If branch{s.condition, {}, {}};
    Flow yes = block(std::move(s.thenBlock), tails, branch.thenBlock);
    Flow no = block(std::move(s.elseBlock), tails, branch.elseBlock);
    const bool leaves = yes.leaves && no.leaves;
    join(yes, no);
    yes.leaves = leaves;
    if (branch.thenBlock.empty() && !branch.elseBlock.empty()) {
      branch.condition = logicalNot(branch.condition);
      std::swap(branch.thenBlock, branch.elseBlock);
    }
    if (!branch.thenBlock.empty())
      out.push_back(Stmt{at, std::move(branch)});
    return yes;
  }

  Flow region(Region s, const Tails& tails, Block& out) {
    if (!s.isCall && !s.guard)
      return block(std::move(s.body), tails, out);
    Target target{s.isCall ? Target::Call : Target::Try, s.result, std::nullopt,
                  s.guard.value_or(0)};
    return call(std::move(s.body), target, out);
  }

  Target* guarded(unsigned guard) {
    const auto found = std::ranges::find_if(
        targets, [&](const Target* t) { return t->kind == Target::Try && t->guard == guard; });
    assert(found != targets.end() && "an escape from nowhere");
    return *found;
  }

  /// Which case is entered, as a number; then every case from there on runs until an exit.
  Flow switchStmt(Location at, Switch s, const Tails& tails, Block& out) {
    Target target{Target::SwitchBody, std::nullopt, std::nullopt};
    targets.push_back(&target);
    Tails inner = tails;
    inner.push_back(&target);
    Block body = fallThrough(kernel, at, s, out);
    Block lowered;
    Flow flow = block(std::move(body), inner, lowered);
    targets.pop_back();
    declareFlag(target, out);
    std::ranges::move(lowered, std::back_inserter(out));
    flow.leaves = false;
    std::erase(flow.cleared, &target);
    return flow;
  }

  struct LoopBody {
    Block block;
    Flow flow;       // of targets beyond the loop
    ExprRef running; // null when nothing leaves the loop early
  };

  /// The body and the step of a loop; the flags that can end it.
  LoopBody loopBody(Block body, Block step, Target& loop, Block& out) {
    Target once{Target::LoopBody, std::nullopt, std::nullopt};
    targets.push_back(&loop);
    targets.push_back(&once);
    LoopBody result;
    Block inner;
    result.flow = block(std::move(body), {&once}, inner);
    targets.pop_back();
    declareFlag(once, result.block);
    std::ranges::move(inner, std::back_inserter(result.block));
    std::erase(result.flow.cleared, &once);
    result.flow.leaves = false;
    if (!result.flow.cleared.empty())
      result.running = running(result.flow.cleared);
    appendStep(std::move(step), result);
    targets.pop_back();
    declareFlag(loop, out);
    std::erase(result.flow.cleared, &loop);
    return result;
  }

  void appendStep(Block step, LoopBody& loop) {
    if (step.empty())
      return;
    Block lowered;
    block(std::move(step), {}, lowered);
    if (loop.running)
      loop.block.push_back(Stmt{{}, If{loop.running, std::move(lowered), {}}});
    else
      std::ranges::move(lowered, std::back_inserter(loop.block));
  }

  Flow forStmt(Location at, For s, Block& out) {
    const bool endsEarly = std::ranges::any_of(
        s.body, [](const Stmt& stmt) { return mayReturn(stmt) || mayBreak(stmt); });
    if (endsEarly)
      return whileStmt(at, uncounted(kernel, s, out), out);
    Target loop{Target::Loop, std::nullopt, std::nullopt};
    LoopBody body = loopBody(std::move(s.body), {}, loop, out);
    assert(!body.running && "nothing leaves the loop");
    s.body = std::move(body.block);
    out.push_back(Stmt{at, std::move(s)});
    return body.flow;
  }

  Flow whileStmt(Location at, While s, Block& out) {
    Target loop{Target::Loop, std::nullopt, std::nullopt};
    LoopBody body = loopBody(std::move(s.body), std::move(s.step), loop, out);
    if (s.testAfter)
      return doWhile(at, s, std::move(body), out);
    ExprRef condition = s.condition;
    if (body.running)
      condition = literalTruth(*condition).value_or(false)
                      ? body.running
                      : apply(Op::land_, {body.running, condition}, boolType());
    out.push_back(Stmt{at, While{condition, std::move(body.block), {}, false}});
    return body.flow;
  }

  Flow doWhile(Location at, const While& s, LoopBody body, Block& out) {
    VarId again = addLocal(kernel, "again", boolType());
    out.push_back(declare(again, boolean(true), at));
    ExprRef next = s.condition;
    if (body.running)
      next = apply(Op::land_, {body.running, next}, boolType());
    body.block.push_back(assign(place(kernel, again), AssignOp::Set, next, at));
    out.push_back(Stmt{at, While{load(kernel, again), std::move(body.block), {}, false}});
    return body.flow;
  }
};

} // namespace

void structureExits(Kernel& kernel) {
  Structurer(kernel).run();
}

} // namespace treelize::ir
