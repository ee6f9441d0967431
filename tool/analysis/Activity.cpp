#include "analysis/Activity.h"

#include "ir/Builder.h"
#include "ir/Exchanges.h"
#include "ir/Operators.h"
#include "ir/Walk.h"

#include <ranges>
#include <vector>

namespace treelize::analysis {

using namespace ir;

namespace {

struct Flow {
  const Kernel& kernel;
  Activity& activity;

  /// Forwards for what varies, backwards for what is useful, until nothing is new.
  void run() {
    std::vector<const Stmt*> statements;
    forEachStmt(kernel.body, [&](const Stmt& stmt) { statements.push_back(&stmt); });
    for (bool grew = true; grew;) {
      grew = false;
      for (const Stmt* stmt : statements)
        grew |= statement(*stmt);
      for (const Stmt* stmt : std::views::reverse(statements))
        grew |= statement(*stmt);
    }
  }

  bool statement(const Stmt& stmt) {
    if (const auto* s = std::get_if<Assign>(&stmt.node))
      return flow(s->target, s->value);
    if (const auto* s = std::get_if<Append>(&stmt.node))
      return s->value && flow(element(s->container, {integer(0)}), s->value);
    if (const auto* s = std::get_if<Call>(&stmt.node))
      return call(*s);
    if (const auto* s = std::get_if<Declare>(&stmt.node))
      return s->value && flow(Place{s->var, {}, kernel[s->var].type}, s->value);
    if (const std::optional<Exchange> s = exchangeOf(stmt)) {
      const bool there = flow(s->a, load(s->b));
      return flow(s->b, load(s->a)) || there;
    }
    return false;
  }

  /// A shadow that is copied or handed over as a whole has its containers' lengths, those of its
  /// constant parts as well.
  bool varyWhole(const Place& source) {
    return !hasFixedSize(*source.type) && activity.varied.overlaps(source) &&
           activity.varied.insert(source);
  }

  /// Everything that a call writes depends on everything that it is given.
  bool call(const Call& s) {
    bool grew = false;
    for (const Argument& argument : s.arguments)
      grew |= argument.place && isDifferentiable(*argument.place->type) &&
              !isNondiff(kernel, *argument.place) && varyWhole(*argument.place);
    const auto into = [&](const Place& target) {
      for (const Argument& argument : s.arguments)
        grew |= flow(target, argument.place ? load(*argument.place) : argument.value);
    };
    for (const Argument& argument : s.arguments)
      if (argument.isWritten)
        into(*argument.place);
    if (s.result)
      into(Place{*s.result, {}, kernel[*s.result].type});
    return grew;
  }

  bool flow(const Place& target, const ExprRef& value) {
    if (!isDifferentiable(*target.type) || isNondiff(kernel, target))
      return false;
    bool grew = false;
    forEachDifferentiableRead(*value, [&](const Place& source) {
      if (!isDifferentiable(*source.type) || isNondiff(kernel, source))
        return;
      if (activity.varied.overlaps(source)) {
        grew |= activity.varied.insert(target);
        grew |= varyWhole(source);
      }
      if (activity.useful.overlaps(target))
        grew |= activity.useful.insert(source);
    });
    return grew;
  }
};

} // namespace

bool isIndependent(const Variable& variable) {
  bool isCallers = variable.role == Role::Parameter || variable.role == Role::Member;
  return isCallers && !variable.nondiff && isDifferentiable(*variable.type);
}

void forEachDifferentiableRead(const Expr& expr, const std::function<void(const Place&)>& fn) {
  if (!isDifferentiable(*expr.type))
    return;
  if (const auto* e = std::get_if<Load>(&expr.node))
    return fn(e->place);
  if (const auto* e = std::get_if<Cast>(&expr.node))
    return forEachDifferentiableRead(*e->arg, fn);
  if (const auto* e = std::get_if<Select>(&expr.node)) {
    forEachDifferentiableRead(*e->ifTrue, fn);
    return forEachDifferentiableRead(*e->ifFalse, fn);
  }
  if (const auto* e = std::get_if<Apply>(&expr.node); e && info(e->op).differentiable) {
    if (e->op == Op::known_)
      return forEachDifferentiableRead(*e->args[1], fn);
    for (const ExprRef& arg : e->args)
      forEachDifferentiableRead(*arg, fn);
  }
  if (const auto* e = std::get_if<Construct>(&expr.node))
    for (const ExprRef& arg : e->args)
      forEachDifferentiableRead(*arg, fn);
}

bool Activity::isActive(const Kernel& kernel, const Place& place) const {
  if (!isDifferentiable(*place.type) || isNondiff(kernel, place))
    return false;
  return !enabled || (varied.overlaps(place) && useful.overlaps(place));
}

bool Activity::isActive(const Kernel& kernel, const Expr& expr) const {
  bool active = false;
  forEachDifferentiableRead(
      expr, [&](const Place& place) { active = active || isActive(kernel, place); });
  return active;
}

Activity findActivity(const Kernel& kernel) {
  Activity activity;
  const RegionSet writes = writesOf(kernel, kernel.body);
  auto callers = kernel.parameters;
  callers.insert(callers.end(), kernel.members.begin(), kernel.members.end());
  for (VarId id : callers) {
    const Variable& variable = kernel[id];
    if (!isIndependent(variable))
      continue;
    const Place whole{id, {}, variable.type};
    activity.varied.insert(whole);
    const bool isSeen = variable.byReference || variable.type->isView();
    if (isSeen && writes.overlaps(whole))
      activity.useful.insert(whole);
  }
  if (kernel.result)
    activity.useful.insert(Place{*kernel.result, {}, kernel.returnType});
  Flow{kernel, activity}.run();
  return activity;
}

} // namespace treelize::analysis
