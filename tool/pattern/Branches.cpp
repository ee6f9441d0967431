// Branches of a pattern sweep. Where real numbers decide, both run, one after the other, and the sets
// of both are joined: a local number by copies, all else where it is assigned.
#include "ir/Walk.h"
#include "pattern/SetExprs.h"
#include "pattern/Sweeper.h"

#include <algorithm>
#include <utility>

namespace treelize::pattern {

using namespace ir;

namespace {

bool assigns(const Stmt& stmt, VarId var) {
  const auto* s = std::get_if<Assign>(&stmt.node);
  return s && s->target.base == var;
}

bool assignsWithin(const Block& statements, VarId var) {
  bool found = false;
  forEachStmt(statements, [&](const Stmt& stmt) { found = found || assigns(stmt, var); });
  return found;
}

bool readsWithin(const Block& statements, VarId var) {
  bool found = false;
  forEachStmt(statements, [&](const Stmt& stmt) { found = found || reads(stmt, var); });
  return found;
}

/// Is it assigned at most once, and not asked for but by that assignment?
bool isAssignedAlone(const Block& statements, VarId var) {
  unsigned assignments = 0;
  bool isSimple = true;
  forEachStmt(statements, [&](const Stmt& stmt) {
    if (assigns(stmt, var))
      ++assignments;
    else if (isLoop(stmt) && (mentions(stmt, var)))
      isSimple = false;
    else if (reads(stmt, var))
      isSimple = false;
  });
  return isSimple && assignments <= 1;
}

/// May the join be made where the local is assigned?
bool joinsInPlace(const If& s, VarId var) {
  return isAssignedAlone(s.thenBlock, var) && isAssignedAlone(s.elseBlock, var) &&
         !(assignsWithin(s.thenBlock, var) && readsWithin(s.elseBlock, var) &&
           !assignsWithin(s.elseBlock, var));
}

/// Declares nothing that is declared elsewhere, too.
bool canStandAlone(const Block& statements) {
  return declaredIn(statements).empty();
}

} // namespace

/// One way of a branch.
struct Sweeper::Way {
  ExprRef may; // where it can be taken
  std::vector<Guard> entered;
  Guards assumed;
};

Sweeper::Way Sweeper::way(const Stmt& stmt, const If& s, bool value) {
  Way way{mayBe(view(), s.condition, value), {}, guardsOf(view(), *s.condition, value)};
  if (isKnownByFlags(view(), *s.condition, value)) {
    way.entered.assign(way.assumed.begin(), way.assumed.end());
  } else {
    way.entered = {guardOf(&stmt, value)};
    knowledge.restart(way.entered.front());
  }
  return way;
}

/// The numbers that a branch sets, and that the other one or what comes later reads.
std::vector<VarId> Sweeper::localsOfBranches(const If& s) const {
  std::vector<VarId> result;
  std::set<VarId> inner = declaredIn(s.thenBlock);
  inner.merge(declaredIn(s.elseBlock));
  const auto collect = [&](const Stmt& stmt) {
    const auto* assigned = std::get_if<Assign>(&stmt.node);
    if (!assigned || !assigned->target.path.empty() ||
        !assigned->target.type->is(TypeKind::Real) || isPassive(assigned->target))
      return;
    const VarId var = assigned->target.base;
    if (!inner.contains(var) && std::ranges::count(result, var) == 0 && !joinsInPlace(s, var))
      result.push_back(var);
  };
  forEachStmt(s.thenBlock, collect);
  forEachStmt(s.elseBlock, collect);
  return result;
}

VarId Sweeper::copyOf(const Stmt& stmt, VarId var, const char* name) {
  const unsigned way = name[0];
  const auto known = copies.find({&stmt, var.index, way});
  if (known != copies.end())
    return known->second;
  const VarId copy = addLocal(kernel, name + ("_" + kernel[var].name), kernel[var].type);
  copies[{&stmt, var.index, way}] = copy;
  return copy;
}

void Sweeper::branch(const Stmt& stmt, const If& s, Block& out) {
  if (!isKnown(s.condition))
    return openBranch(stmt, s, out);
  If result{s.condition, {}, {}};
  const Knowledge before = knowledge;
  result.thenBlock = block(s.thenBlock);
  const Knowledge afterThen = std::exchange(knowledge, before);
  result.elseBlock = block(s.elseBlock);
  knowledge.merge(afterThen);
  if (!result.thenBlock.empty() || !result.elseBlock.empty())
    out.push_back(Stmt{stmt.location, std::move(result)});
}

void Sweeper::openBranch(const Stmt& stmt, const If& s, Block& out) {
  const std::vector<VarId> locals = localsOfBranches(s);
  const auto depthsBefore = depths;
  const auto set = [&](VarId to, const ExprRef& value) {
    out.push_back(assign(place(kernel, to), AssignOp::Set, value));
  };
  const auto keep = [&](VarId var, const char* name) {
    const VarId copy = copyOf(stmt, var, name);
    out.push_back(declare(copy, load(kernel, var)));
    return load(kernel, copy);
  };
  const auto take = [&](const Block& statements, bool value) {
    if (statements.empty())
      return;
    const Way taken = way(stmt, s, value);
    if (isLiteral(*taken.may, "false"))
      return;
    for (const VarId var : locals) // their joins follow
      depths[var] = context.size() + taken.entered.size();
    Block result = under(taken.entered, taken.assumed, statements);
    if (result.empty())
      return;
    if (isLiteral(*taken.may, "true") && canStandAlone(result))
      std::ranges::move(result, std::back_inserter(out));
    else
      out.push_back(Stmt{stmt.location, If{taken.may, std::move(result), {}}});
  };

  std::map<VarId, ExprRef> before, after;
  for (const VarId var : locals)
    before[var] = keep(var, "before");
  take(s.thenBlock, true);
  for (const VarId var : locals)
    if (mentions(s.elseBlock, var)) {
      after[var] = keep(var, "after");
      set(var, before[var]);
    }
  take(s.elseBlock, false);
  depths = depthsBefore;
  for (const VarId var : locals) {
    const TypeRef& type = kernel[var].type;
    const ExprRef now = load(kernel, var);
    const ExprRef other = after.contains(var) ? after[var] : before[var];
    const ExprRef both = joined({now, other}, type);
    set(var, mayNotHappen(place(kernel, var)) ? callOf("widened", {before[var], both}, type) : both);
  }
}

} // namespace treelize::pattern
