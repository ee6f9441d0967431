// Branches of a pattern sweep. Where real numbers decide, both run, one after the other, and the
// sets of both are joined: a local number by copies, all else where it is assigned.
#include "ir/Literals.h"
#include "ir/Same.h"
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

/// The flags that a block sets in any case, with the values that they get.
std::vector<std::pair<VarId, bool>> flagsSetBy(const Block& statements) {
  std::vector<std::pair<VarId, bool>> result;
  for (const Stmt& stmt : statements) {
    const auto* s = std::get_if<Assign>(&stmt.node);
    if (s && s->target.path.empty() && s->target.type->is(TypeKind::Bool) &&
        std::holds_alternative<Literal>(s->value->node))
      result.emplace_back(s->target.base, literalTruth(*s->value) == true);
  }
  return result;
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

bool Sweeper::isDeclaredOnce(const Block& statements) const {
  return std::ranges::all_of(declaredIn(statements), [&](VarId var) {
    const WriteCount count = writes.of(var);
    return count.declared() + count.counted <= 1;
  });
}

/// The numbers that a branch sets, and that the other one or what comes later reads.
std::vector<VarId> Sweeper::localsOfBranches(const If& s) const {
  std::vector<VarId> result;
  std::set<VarId> inner = declaredIn(s.thenBlock);
  inner.merge(declaredIn(s.elseBlock));
  const auto collect = [&](const Stmt& stmt) {
    const auto* assigned = std::get_if<Assign>(&stmt.node);
    if (!assigned || !assigned->target.path.empty() || !assigned->target.type->is(TypeKind::Real) ||
        isPassive(assigned->target))
      return;
    const VarId var = assigned->target.base;
    if (!inner.contains(var) && std::ranges::count(result, var) == 0 && !joinsInPlace(s, var))
      result.push_back(var);
  };
  forEachStmt(s.thenBlock, collect);
  forEachStmt(s.elseBlock, collect);
  return result;
}

std::vector<Place> Sweeper::setByBoth(const If& s) const {
  const auto isRead = [](const Block& statements, const Place& target) {
    bool found = false;
    forEachStmt(statements, [&](const Stmt& stmt) {
      forEachExpr(stmt, [&](const Expr& e) {
        forEachRead(e,
                    [&](const Place& read) { found = found || analysis::overlap(read, target); });
      });
    });
    return found;
  };
  const auto isMoved = [&](const Block& statements, const Place& target) {
    return analysis::mayMove(target, analysis::writesOf(kernel, statements));
  };
  std::vector<Place> result;
  for (const Stmt& stmt : s.thenBlock) {
    const auto* one = std::get_if<Assign>(&stmt.node);
    if (!one || one->target.path.empty() || !one->target.type->is(TypeKind::Real) ||
        isPassive(one->target) || mayNotHappen(one->target) ||
        !hasKnownIndices(view(), one->target))
      continue;
    const Place& target = one->target;
    const bool isSetByOther = std::ranges::any_of(s.elseBlock, [&](const Stmt& other) {
      const auto* set = std::get_if<Assign>(&other.node);
      return set && set->op == AssignOp::Set && isSame(set->target, target);
    });
    const auto leaves = [&](const Block& statements) {
      return !isRead(statements, target) && !isMoved(statements, target);
    };
    if (one->op == AssignOp::Set && isSetByOther && leaves(s.thenBlock) && leaves(s.elseBlock))
      result.push_back(target);
  }
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
    if (literalTruth(*taken.may) == false)
      return;
    for (const VarId var : locals) // their joins follow
      depths[var] = context.size() + taken.entered.size();
    Block result = under(taken.entered, taken.assumed, statements);
    if (result.empty())
      return;
    if (literalTruth(*taken.may) == true && isDeclaredOnce(result))
      std::ranges::move(result, std::back_inserter(out));
    else
      out.push_back(Stmt{stmt.location, If{taken.may, std::move(result), {}}});
  };

  const std::vector<Place> forgotten = setByBoth(s);
  if (literalTruth(*mayBe(view(), s.condition, true)) == true)
    fresh.insert(fresh.end(), forgotten.begin(), forgotten.end());
  else
    for (const Place& target : forgotten)
      out.push_back(assign(target, AssignOp::Set, real(0.0, target.type)));
  std::map<VarId, ExprRef> before, after;
  for (const VarId var : locals)
    before[var] = keep(var, "before");
  take(s.thenBlock, true);
  fresh.clear();
  for (const VarId var : locals)
    if (mentions(s.elseBlock, var)) {
      after[var] = keep(var, "after");
      set(var, before[var]);
    }
  take(s.elseBlock, false);
  depths = depthsBefore;
  // Where the flag that one way sets has its other value, the other way was taken.
  for (const bool value : {true, false})
    for (const auto& [flag, is] : flagsSetBy(value ? s.thenBlock : s.elseBlock))
      knowledge.transfer(guardOf(&stmt, !value), pattern::guardOf(flag, !is));
  for (const VarId var : locals) {
    const ExprRef now = load(kernel, var);
    const ExprRef other = after.contains(var) ? after[var] : before[var];
    const ExprRef both = joined({now, other}, kernel[var].type);
    set(var, mayNotHappen(place(kernel, var)) ? widened(before[var], both) : both);
  }
}

} // namespace treelize::pattern
