#include "analysis/FiniteByResult.h"

#include "ir/Operators.h"
#include "ir/Walk.h"
#include "ir/WriteCounts.h"

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

namespace treelize::analysis {

using namespace ir;

namespace {

/// Is the value of the operator infinite or NaN wherever this operand is?
bool keepsOddities(Op op, std::size_t operand) {
  switch (op) {
  case Op::div:
    return operand == 0;
  case Op::neg:
  case Op::add:
  case Op::sub:
  case Op::mul:
  case Op::fma:
  case Op::sqrt:
  case Op::cbrt:
  case Op::log:
  case Op::log2:
  case Op::log10:
  case Op::log1p:
  case Op::sin:
  case Op::cos:
  case Op::tan:
  case Op::sinh:
  case Op::cosh:
  case Op::asinh:
  case Op::fabs:
  case Op::hypot:
  case Op::hypot3:
  case Op::known_:
    return true;
  default:
    return false;
  }
}

/// Calls fn with the expression, and with all in it that cannot be odd without its being odd as
/// well; of a choice only with `withChoices`, for what is chosen.
void forEachKept(const Expr& e, bool withChoices, const std::function<void(const Expr&)>& fn) {
  fn(e);
  if (const auto* converted = std::get_if<Cast>(&e.node);
      converted && converted->arg->type->is(TypeKind::Real) && e.type->is(TypeKind::Real))
    return forEachKept(*converted->arg, withChoices, fn);
  if (const auto* choice = std::get_if<Select>(&e.node); choice && withChoices) {
    forEachKept(*choice->ifTrue, withChoices, fn);
    forEachKept(*choice->ifFalse, withChoices, fn);
  }
  const auto* apply = std::get_if<Apply>(&e.node);
  for (std::size_t i = 0; apply && i < apply->args.size(); ++i)
    if (keepsOddities(apply->op, i))
      forEachKept(*apply->args[i], withChoices, fn);
}

bool keeps(const Expr& value, VarId var) {
  bool found = false;
  forEachKept(value, /*withChoices=*/false, [&](const Expr& e) {
    const auto* read = std::get_if<Load>(&e.node);
    found = found || (read && read->place.base == var && read->place.path.empty());
  });
  return found;
}

/// The number that a statement gives a value to, and that value.
struct GivenValue {
  VarId to;
  const Expr* value;
};

std::optional<GivenValue> givenBy(const Stmt& stmt) {
  if (const auto* local = std::get_if<Declare>(&stmt.node); local && local->value)
    return GivenValue{local->var, local->value.get()};
  const auto* s = std::get_if<Assign>(&stmt.node);
  return s && s->target.path.empty() ? std::optional(GivenValue{s->target.base, s->value.get()})
                                     : std::nullopt;
}

/// So often, at most, the statements give the variable a value on one way through them; two stands
/// for more.
unsigned mostGifts(const Kernel& kernel, std::span<const Stmt> statements, VarId var) {
  unsigned all = 0;
  for (const Stmt& stmt : statements) {
    unsigned here = 0;
    for (const Block* inner : blocks(stmt))
      here = std::max(here, mostGifts(kernel, *inner, var));
    if (here > 0 && isLoop(stmt))
      return 2;
    forEachWritten(kernel, stmt, [&](const Place& place) { here += place.base == var ? 1 : 0; });
    all += here;
  }
  return std::min(all, 2u);
}

/// A local with the statements from its declaration on that are not part of others.
struct Life {
  std::span<const Stmt> statements;
  std::size_t lastChange; // among them: what follows only reads
};

class ToldLocals {
public:
  explicit ToldLocals(const Kernel& kernel) : kernel(kernel) { begin(kernel.body); }

  /// Nothing where the result itself may be overwritten.
  std::set<VarId> find(VarId result) {
    if (!lives.contains(result) && !staysOdd(result, nullptr, kernel.body))
      return {};
    std::set<VarId> found{result};
    for (bool grows = true; grows;) {
      grows = false;
      for (const auto& [var, life] : lives)
        grows |= !found.contains(var) && isTold(var, life, found) && found.insert(var).second;
    }
    return found;
  }

private:
  const Kernel& kernel;
  std::map<VarId, Life> lives; // of the numbers that nothing odd leaves before their last change

  void begin(std::span<const Stmt> statements) {
    for (std::size_t i = 0; i < statements.size(); ++i) {
      for (const Block* inner : blocks(statements[i]))
        begin(*inner);
      const auto* local = std::get_if<Declare>(&statements[i].node);
      if (local && isNumber(local->var) &&
          staysOdd(local->var, local->value.get(), statements.subspan(i + 1)))
        lives.emplace(local->var, lifeOf(local->var, statements.subspan(i)));
    }
  }

  bool isNumber(VarId var) const {
    const Variable& variable = kernel[var];
    return (variable.role == Role::Local || variable.role == Role::Result) &&
           !variable.byReference && variable.type->is(TypeKind::Real);
  }

  /// Once odd, always odd: by each change, or because there is only one.
  bool staysOdd(VarId var, const Expr* start, std::span<const Stmt> life) const {
    bool isKept = true;
    forEachStmt(life, [&](const Stmt& stmt) {
      forEachWritten(kernel, stmt, [&](const Place& place) {
        const auto* s = std::get_if<Assign>(&stmt.node);
        isKept = isKept &&
                 (place.base != var || (s && (s->op != AssignOp::Set || keeps(*s->value, var))));
      });
    });
    const bool startsFinite = !start || std::holds_alternative<Literal>(start->node);
    return isKept || (startsFinite && mostGifts(kernel, life, var) <= 1);
  }

  Life lifeOf(VarId var, std::span<const Stmt> statements) const {
    Life life{statements, 0};
    for (std::size_t i = 1; i < statements.size(); ++i)
      if (writesTo(var, kernel, statements.subspan(i, 1)).all() > 0)
        life.lastChange = i;
    return life;
  }

  /// Does what follows make something of it that the result tells of?
  static bool isTold(VarId var, const Life& life, const std::set<VarId>& told) {
    return std::ranges::any_of(life.statements.subspan(life.lastChange + 1), [&](const Stmt& stmt) {
      const std::optional<GivenValue> given = givenBy(stmt);
      return given && told.contains(given->to) && keeps(*given->value, var);
    });
  }
};

/// Does the caller give no other seeds?
bool hasSeedOfResultAlone(const Kernel& kernel, const Activity& activity) {
  if (!kernel.result || !kernel.returnType->is(TypeKind::Real))
    return false;
  bool isAlone = true;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    forEachWritten(kernel, stmt, [&](const Place& place) {
      const Role role = kernel[place.base].role;
      const bool isOwn =
          (role == Role::Local && !isGlobal(kernel[place.base])) || role == Role::Result;
      isAlone = isAlone && (isOwn || !activity.isActive(kernel, place));
    });
  });
  return isAlone;
}

} // namespace

FiniteByResult::FiniteByResult(const Kernel& kernel, const Activity& activity) {
  if (!hasSeedOfResultAlone(kernel, activity))
    return;
  locals = ToldLocals(kernel).find(*kernel.result);
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    if (const std::optional<GivenValue> given = givenBy(stmt); given && locals.contains(given->to))
      forEachKept(*given->value, /*withChoices=*/true, [&](const Expr& e) {
        if (const auto* part = std::get_if<Apply>(&e.node))
          parts.insert(part);
      });
  });
}

} // namespace treelize::analysis
