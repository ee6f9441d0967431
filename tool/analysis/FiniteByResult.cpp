#include "analysis/FiniteByResult.h"

#include "ir/GivenValue.h"
#include "ir/Operators.h"
#include "ir/Walk.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
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

/// The numbers that leave nothing but oddities of the value where they are odd themselves.
std::set<VarId> keptNumbers(const Expr& value) {
  std::set<VarId> found;
  forEachKept(value, /*withChoices=*/false, [&](const Expr& e) {
    if (const auto* read = std::get_if<Load>(&e.node); read && read->place.path.empty())
      found.insert(read->place.base);
  });
  return found;
}

/// Once odd, is the variable odd behind the statement that changes it?
bool staysOdd(const Stmt& change, VarId var) {
  const auto* s = std::get_if<Assign>(&change.node);
  return s && (s->op != AssignOp::Set || keptNumbers(*s->value).contains(var));
}

class ToldLocals {
public:
  explicit ToldLocals(const Kernel& kernel) : kernel(kernel), changes(look(kernel.body)) {}

  /// Nothing where the result itself may be overwritten.
  std::set<VarId> find(VarId result) const {
    const bool isWhole =
        begun.contains(result) ? lives.contains(result) : neverForgets(result, changes);
    if (!isWhole)
      return {};
    std::set<VarId> found{result};
    for (std::vector<VarId> open{result}; !open.empty();) {
      const auto of = gifts.find(open.back());
      open.pop_back();
      if (of == gifts.end())
        continue;
      for (const Gift& gift : of->second)
        for (const VarId number : keptNumbers(*gift.value))
          if (isFinal(number, gift) && found.insert(number).second)
            open.push_back(number);
    }
    return found;
  }

private:
  using Counts = std::map<VarId, unsigned>;

  /// A local's declaration and the last change among the statements that stand beside it: what
  /// follows only reads.
  struct Life {
    const Block* block;
    std::size_t lastChange;
  };
  /// What is given to a number, by a statement of the block.
  struct Gift {
    const Block* block;
    std::size_t index;
    const Expr* value;
  };

  const Kernel& kernel;
  std::set<VarId> begun;       // by declarations
  std::set<VarId> forgetful;   // of which a change may make a finite number again
  std::map<VarId, Life> lives; // of the numbers that nothing odd leaves before their last change
  std::map<VarId, std::vector<Gift>> gifts;
  const Counts changes; // of what the body does not declare

  /// How often, at most, the statements change a variable from outside on one way through them; two
  /// stands for more.
  Counts look(const Block& block) {
    Counts all;
    std::map<VarId, std::size_t> last;
    for (std::size_t i = 0; i < block.size(); ++i) {
      for (const auto& [var, count] : changesIn(block[i])) {
        all[var] = std::min(all[var] + count, 2u);
        last[var] = i;
      }
      if (const std::optional<GivenValue> given = givenBy(block[i]))
        gifts[given->to].push_back({&block, i, given->value.get()});
    }
    for (std::size_t i = 0; i < block.size(); ++i)
      if (const auto* local = std::get_if<Declare>(&block[i].node)) {
        begun.insert(local->var);
        if (isNumber(local->var) && neverForgets(local->var, all, local->value.get()))
          lives[local->var] = {&block, last.contains(local->var) ? last[local->var] : i};
        all.erase(local->var);
      }
    return all;
  }

  Counts changesIn(const Stmt& stmt) {
    Counts here;
    for (const Block* inner : blocks(stmt))
      for (const auto& [var, count] : look(*inner))
        here[var] = isLoop(stmt) ? 2 : std::max(here[var], count);
    forEachWritten(kernel, stmt, [&](const Place& place) {
      if (std::holds_alternative<Declare>(stmt.node))
        return;
      ++here[place.base];
      if (!staysOdd(stmt, place.base))
        forgetful.insert(place.base);
    });
    return here;
  }

  bool isNumber(VarId var) const {
    const Variable& variable = kernel[var];
    return (variable.role == Role::Local || variable.role == Role::Result) &&
           !variable.byReference && variable.type->is(TypeKind::Real);
  }

  /// Once odd, always odd: by each change, or because there is only one.
  bool neverForgets(VarId var, const Counts& changed, const Expr* start = nullptr) const {
    const bool startsFinite = !start || std::holds_alternative<Literal>(start->node);
    const auto count = changed.find(var);
    return !forgetful.contains(var) ||
           (startsFinite && (count == changed.end() || count->second <= 1));
  }

  /// Has the number, where the gift is made, the last value that it gets?
  bool isFinal(VarId number, const Gift& gift) const {
    const auto life = lives.find(number);
    return life != lives.end() && life->second.block == gift.block &&
           life->second.lastChange < gift.index;
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
