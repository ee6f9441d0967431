#include "ir/StructureExits.h"

#include "ir/Builder.h"
#include "ir/Walk.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace treelize::ir {

namespace {

/// Something an exit can leave: a call region, a loop, a loop's body (continue), a switch, a try block.
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
      whole.result = kernel.result = local("result", kernel.returnType, kernel.location);
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

  VarId local(const char* name, TypeRef type, Location at = {}) {
    Variable variable;
    variable.name = name;
    variable.type = std::move(type);
    variable.location = at;
    return addVariable(kernel, std::move(variable));
  }

  VarId flag(Target& target) {
    static constexpr const char* names[] = {"pending", "looping", "running", "inside", "trying"};
    if (!target.running)
      target.running = local(names[target.kind], boolType());
    return *target.running;
  }

  /// A region's body, its result declared first. The one return at the very end needs no separate declaration.
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

  /// Is the last statement the only return?
  static bool isStraight(const Block& body) {
    if (body.empty() || !std::holds_alternative<Return>(body.back().node))
      return false;
    return std::none_of(body.begin(), body.end() - 1, [](const Stmt& s) { return mayReturn(s); });
  }
  static bool mayReturn(const Stmt& stmt) {
    if (std::holds_alternative<Return>(stmt.node) || std::holds_alternative<Escape>(stmt.node))
      return true;
    if (const auto* region = std::get_if<Region>(&stmt.node); region && region->isCall)
      return mayEscape(region->body);
    return std::ranges::any_of(blocks(stmt),
                               [](const Block* b) { return std::ranges::any_of(*b, mayReturn); });
  }
  /// A call keeps its returns to itself, but not what it throws.
  static bool mayEscape(const Block& body) {
    bool found = false;
    forEachStmt(body, [&](const Stmt& stmt) { found = found || std::holds_alternative<Escape>(stmt.node); });
    return found;
  }
  /// A break of the loop or switch around the statement.
  static bool mayBreak(const Stmt& stmt) {
    if (std::holds_alternative<Break>(stmt.node))
      return true;
    bool isBoundary = std::holds_alternative<For>(stmt.node) || std::holds_alternative<While>(stmt.node) ||
                      std::holds_alternative<Switch>(stmt.node);
    if (const auto* region = std::get_if<Region>(&stmt.node))
      isBoundary = region->isCall;
    return !isBoundary && std::ranges::any_of(blocks(stmt), [](const Block* b) {
      return std::ranges::any_of(*b, mayBreak);
    });
  }

  void declareFlag(const Target& target, Block& out) {
    if (target.running)
      out.push_back(declare(*target.running, boolean(true)));
  }

  /// Transforms the statements one by one. `tails` are the targets to which falling off the end leads.
  Flow block(Block in, const Tails& tails, Block& out) {
    Flow flow;
    for (std::size_t i = 0; i < in.size(); ++i) {
      Block rest(std::make_move_iterator(in.begin() + i + 1), std::make_move_iterator(in.end()));
      const bool isLast = rest.empty();
      if (auto* s = std::get_if<Switch>(&in[i].node); s && isChain(*s)) {
        std::optional<Stmt> branch = chain(in[i].location, *s, out);
        if (!branch) {
          std::ranges::move(rest, in.begin() + i + 1);
          continue;
        }
        in[i] = std::move(*branch);
      }
      if (auto* branch = std::get_if<If>(&in[i].node); branch && !isLast) {
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
        join(flow, guarded(here.cleared, std::move(rest), tails, out));
        return flow;
      }
      std::ranges::move(rest, in.begin() + i + 1);
    }
    return flow;
  }

  static void join(Flow& into, const Flow& from) {
    for (Target* t : from.cleared)
      if (std::ranges::find(into.cleared, t) == into.cleared.end())
        into.cleared.push_back(t);
  }

  /// `if (c) { ...; exit } rest`: the rest moves into the branch that does not leave.
  std::optional<Flow> mergeRest(const Stmt& stmt, If& branch, Block& rest, const Tails& tails, Block& out) {
    const bool thenLeaves = alwaysLeaves(branch.thenBlock), elseLeaves = alwaysLeaves(branch.elseBlock);
    if (thenLeaves == elseLeaves)
      return std::nullopt;
    Block& open = thenLeaves ? branch.elseBlock : branch.thenBlock;
    std::ranges::move(rest, std::back_inserter(open));
    return ifStmt(stmt.location, std::move(branch), tails, out);
  }

  static bool alwaysLeaves(const Block& block) {
    if (block.empty())
      return false;
    const Stmt& last = block.back();
    if (std::holds_alternative<Return>(last.node) || std::holds_alternative<Break>(last.node) ||
        std::holds_alternative<Continue>(last.node) || std::holds_alternative<Escape>(last.node))
      return true;
    if (const auto* s = std::get_if<If>(&last.node))
      return alwaysLeaves(s->thenBlock) && alwaysLeaves(s->elseBlock);
    if (const auto* s = std::get_if<Region>(&last.node))
      return !s->isCall && alwaysLeaves(s->body);
    return false;
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
    Target target{s.isCall ? Target::Call : Target::Try, s.result, std::nullopt, s.guard.value_or(0)};
    return call(std::move(s.body), target, out);
  }

  Target* guarded(unsigned guard) {
    const auto found = std::ranges::find_if(targets, [&](const Target* t) { return t->kind == Target::Try && t->guard == guard; });
    assert(found != targets.end() && "an escape from nowhere");
    return *found;
  }

  /// Which case is entered, as a number; then every case from there on runs until an exit.
  Flow switchStmt(Location at, Switch s, const Tails& tails, Block& out) {
    VarId selector = local("selector", s.selector->type, at);
    out.push_back(declare(selector, s.selector, at));
    Target target{Target::SwitchBody, std::nullopt, std::nullopt};
    targets.push_back(&target);
    Tails inner = tails;
    inner.push_back(&target);
    Block body = fallThrough(s, selector, at, out);
    Block lowered;
    Flow flow = block(std::move(body), inner, lowered);
    targets.pop_back();
    declareFlag(target, out);
    std::ranges::move(lowered, std::back_inserter(out));
    flow.leaves = false;
    std::erase(flow.cleared, &target);
    return flow;
  }

  /// Does no case fall through and is every break the last of its case?
  static bool isChain(const Switch& s) {
    for (std::size_t i = 0; i < s.cases.size(); ++i) {
      const Block& body = s.cases[i].body;
      const bool isLast = i + 1 == s.cases.size();
      if (!isLast && !alwaysLeaves(body))
        return false;
      auto end = !body.empty() && std::holds_alternative<Break>(body.back().node) ? body.end() - 1 : body.end();
      if (std::any_of(body.begin(), end, mayBreak))
        return false;
    }
    return true;
  }

  ExprRef matches(const Switch::Case& c, VarId selector) {
    ExprRef any;
    for (const ExprRef& label : c.labels) {
      ExprRef one = apply(Op::eq_, {load(kernel, selector), label}, boolType());
      any = any ? apply(Op::lor_, {any, one}, boolType()) : one;
    }
    return any ? any : boolean(false);
  }

  /// The switch as `if ... else if ... else`.
  std::optional<Stmt> chain(Location at, Switch& s, Block& out) {
    VarId selector = local("selector", s.selector->type, at);
    out.push_back(declare(selector, s.selector, at));
    Block otherwise;
    for (Switch::Case& c : s.cases) {
      if (!c.body.empty() && std::holds_alternative<Break>(c.body.back().node))
        c.body.pop_back();
      if (c.isDefault)
        otherwise = std::move(c.body);
    }
    for (auto c = s.cases.rbegin(); c != s.cases.rend(); ++c) {
      if (c->isDefault)
        continue;
      If branch{matches(*c, selector), std::move(c->body), std::move(otherwise)};
      otherwise = {};
      otherwise.push_back(Stmt{at, std::move(branch)});
    }
    if (otherwise.size() == 1)
      return std::move(otherwise[0]);
    if (otherwise.empty())
      return std::nullopt;
    return Stmt{at, Region{std::move(otherwise), false, std::nullopt, {}, std::nullopt}};
  }

  Block fallThrough(Switch& s, VarId selector, Location at, Block& out) {
    ExprRef entry = integer(static_cast<std::int64_t>(s.cases.size()));
    for (std::size_t i = 0; i < s.cases.size(); ++i)
      if (s.cases[i].isDefault)
        entry = integer(static_cast<std::int64_t>(i));
    for (std::size_t i = s.cases.size(); i-- > 0;)
      if (!s.cases[i].labels.empty())
        entry = select(matches(s.cases[i], selector), integer(static_cast<std::int64_t>(i)), entry);
    VarId first = local("entry", intType());
    out.push_back(declare(first, entry, at));
    Block body;
    for (std::size_t i = 0; i < s.cases.size(); ++i) {
      ExprRef reached = apply(Op::le_, {load(kernel, first), integer(static_cast<std::int64_t>(i))}, boolType());
      body.push_back(Stmt{at, If{reached, std::move(s.cases[i].body), {}}});
    }
    return body;
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
      return whileStmt(at, uncounted(s, out), out);
    Target loop{Target::Loop, std::nullopt, std::nullopt};
    LoopBody body = loopBody(std::move(s.body), {}, loop, out);
    assert(!body.running && "nothing leaves the loop");
    s.body = std::move(body.block);
    out.push_back(Stmt{at, std::move(s)});
    return body.flow;
  }

  /// The same iterations as a while loop over a counter of its own.
  While uncounted(For& s, Block& out) {
    const TypeRef type = kernel[s.counter].type;
    auto constant = [&](const ExprRef& e, const char* name) {
      if (std::holds_alternative<Literal>(e->node))
        return e;
      VarId var = local(name, type);
      out.push_back(declare(var, e->type->spelling == type->spelling ? e : cast(e, type)));
      return load(kernel, var);
    };
    ExprRef lower = constant(s.lower, "first"), upper = constant(s.upper, "bound");
    ExprRef counter = load(kernel, s.counter), step = integer(s.step, type);
    Place target = place(kernel, s.counter);
    While loop;
    if (!s.descending) {
      out.push_back(declare(s.counter, lower));
      loop.condition = apply(Op::lt_, {counter, upper}, boolType());
      loop.body = std::move(s.body);
      loop.step.push_back(assign(target, AssignOp::Add, step));
      return loop;
    }
    // Run over what is left, so that an unsigned counter never passes below its lower bound.
    VarId left = local("left", type);
    ExprRef span = apply(Op::sub, {upper, lower}, type);
    if (s.step != 1)
      span = apply(Op::div, {apply(Op::add, {span, integer(s.step - 1, type)}, type), step}, type);
    ExprRef none = integer(0, type);
    out.push_back(declare(left, select(apply(Op::lt_, {lower, upper}, boolType()), span, none)));
    loop.condition = apply(Op::gt_, {load(kernel, left), none}, boolType());
    loop.body.push_back(assign(place(kernel, left), AssignOp::Sub, integer(1, type)));
    ExprRef offset = load(kernel, left);
    if (s.step != 1)
      offset = apply(Op::mul, {offset, step}, type);
    loop.body.push_back(declare(s.counter, apply(Op::add, {lower, offset}, type)));
    std::ranges::move(s.body, std::back_inserter(loop.body));
    return loop;
  }

  Flow whileStmt(Location at, While s, Block& out) {
    Target loop{Target::Loop, std::nullopt, std::nullopt};
    LoopBody body = loopBody(std::move(s.body), std::move(s.step), loop, out);
    if (s.testAfter)
      return doWhile(at, s, std::move(body), out);
    ExprRef condition = s.condition;
    const auto* constant = std::get_if<Literal>(&condition->node);
    if (body.running)
      condition = constant && constant->text == "true"
                      ? body.running
                      : apply(Op::land_, {body.running, condition}, boolType());
    out.push_back(Stmt{at, While{condition, std::move(body.block), {}, false}});
    return body.flow;
  }

  Flow doWhile(Location at, const While& s, LoopBody body, Block& out) {
    VarId again = local("again", boolType());
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

void structureExits(Kernel& kernel) { Structurer(kernel).run(); }

} // namespace treelize::ir
