#include "grad/Decide.h"

#include "analysis/Regions.h"
#include "ir/Builder.h"
#include "ir/ExprText.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

namespace {

const std::string& nameOf(const Variable& variable) {
  return variable.wish.empty() ? variable.name : variable.wish;
}

/// Variables and their fields, as deep as they differ.
class ActiveParts {
public:
  ActiveParts(const Kernel& kernel, const analysis::Activity& activity)
      : kernel(kernel), activity(activity) {}

  void add(VarId id, std::vector<std::string>& active, std::vector<std::string>& without) const {
    Place whole{.base = id, .path = {}, .type = kernel[id].type};
    add(whole, nameOf(kernel[id]), analysis::isIndependent(kernel[id]), active, without);
  }

private:
  const Kernel& kernel;
  const analysis::Activity& activity;

  void add(const Place& place, const std::string& name, bool isIndependent,
           std::vector<std::string>& active, std::vector<std::string>& without) const {
    if (!isDifferentiable(*place.type) || analysis::isNondiff(kernel, place))
      return;
    if (!activity.isActive(kernel, place)) {
      if (isIndependent)
        without.push_back(name);
      return;
    }
    if (!place.type->is(TypeKind::Record))
      return active.push_back(name);
    for (const RecordField& field : place.type->fields) {
      Place part = place;
      part.path.push_back({.field = field.name, .indices = {}});
      part.type = field.type;
      add(part, name + "." + field.name, isIndependent, active, without);
    }
  }
};

class Reader {
public:
  Reader(const Kernel& kernel, const StoragePlan& plan, const std::set<const Stmt*>& fusedLoops)
      : kernel(kernel), plan(plan), fusedLoops(fusedLoops) {}

  Decisions decisions;

  void read(const Block& block, KeptIn in, bool endsReversed = false) {
    for (const Stmt& stmt : block) {
      statement(stmt, in);
      const bool isFused = fusedLoops.contains(&stmt);
      if (isFused)
        decisions.fusedLoops.push_back(stmt.location);
      const KeptIn inside = plan.indexed.contains(&stmt) && !isFused ? KeptIn::Array : KeptIn::Tape;
      for (const Block* inner : blocks(stmt))
        read(*inner, inside, isFused);
    }
    if (endsReversed) // its locals are still there
      return;
    if (auto ends = plan.scopes.find(&block); ends != plan.scopes.end())
      scope(block, ends->second, in);
  }

private:
  const Kernel& kernel;
  const StoragePlan& plan;
  const std::set<const Stmt*>& fusedLoops;

  void statement(const Stmt& stmt, KeptIn in) {
    if (const auto* call = std::get_if<Call>(&stmt.node))
      rule(*call);
    if (const auto histories = plan.histories.find(&stmt); histories != plan.histories.end())
      for (const HistoryPlan& kept : histories->second)
        decisions.kept.push_back({nameOf(kernel[kept.history.chain.back()]),
                                  kept.history.element->location, KeptBecause::MadeAnew,
                                  kept.reader, KeptIn::Array});
    const auto reader = plan.readers.find(&stmt);
    if (reader == plan.readers.end() || plan.idle.contains(&stmt))
      return;
    forEachWritten(kernel, stmt, [&](const Place& lost) {
      const std::string value = textOf(lost);
      if (plan.takenBack.contains(&stmt))
        decisions.takenBack.push_back({value, stmt.location});
      else if (plan.saves(stmt) && !std::holds_alternative<Append>(stmt.node))
        decisions.kept.push_back(
            {value, stmt.location, KeptBecause::Overwritten, reader->second, in});
    });
  }

  void scope(const Block& block, const ScopePlan& ends, KeptIn in) {
    for (VarId local : ends.saved)
      decisions.kept.push_back({nameOf(kernel[local]), kernel[local].location,
                                KeptBecause::EndOfScope, plan.localReaders.at(local), in,
                                insteadOf(block, local)});
    auto recompute = [&](const Stmt* stmt) {
      const auto& local = std::get<Declare>(stmt->node);
      decisions.recomputed.push_back(
          {nameOf(kernel[local.var]), stmt->location, workOf(*local.value)});
    };
    std::ranges::for_each(ends.recomputed, recompute);
    for (const auto& [reader, late] : ends.recomputedLate)
      std::ranges::for_each(late.all(), recompute);
    for (const auto& [array, size] : ends.onTape)
      decisions.reusedScratch.push_back({nameOf(kernel[array]), kernel[array].location});
  }

  /// Of a local that nothing but its declaration gives a value.
  std::optional<Instead> insteadOf(const Block& block, VarId local) const {
    const auto at = std::ranges::find_if(block, [&](const Stmt& stmt) {
      const auto* s = std::get_if<Declare>(&stmt.node);
      return s && s->var == local && s->value;
    });
    if (at == block.end())
      return std::nullopt;
    const analysis::RegionSet changed = analysis::writesOf(kernel, {at + 1, block.end()});
    const ExprRef& value = std::get<Declare>(at->node).value;
    const std::optional<Work> work = workOf(*value);
    return work && !changed.overlaps(place(kernel, local))
               ? std::optional(Instead{*work, !analysis::mayChange(*value, changed)})
               : std::nullopt;
  }

  void rule(const Call& call) {
    const auto called = std::ranges::find(kernel.functions, call.function, &Function::name);
    if (called != kernel.functions.end() && called->hasRule() &&
        std::ranges::find(decisions.rules, called->primal) == decisions.rules.end())
      decisions.rules.push_back(called->primal);
  }

  std::string textOf(const Place& place) const {
    std::string whole = text(kernel, place);
    const Variable& base = kernel[place.base];
    return whole.starts_with(base.name) ? nameOf(base) + whole.substr(base.name.size()) : whole;
  }
};

} // namespace

Decisions decisionsOf(const Kernel& normalized, const analysis::Activity& activity,
                      const StoragePlan& plan, const std::set<const Stmt*>& fusedLoops) {
  Reader reader(normalized, plan, fusedLoops);
  reader.read(normalized.body, KeptIn::Tape);
  Decisions result = std::move(reader.decisions);
  const ActiveParts parts(normalized, activity);
  for (unsigned i = 0; i < normalized.variables.size(); ++i)
    if (const Role role = normalized.variables[i].role;
        role == Role::Parameter || role == Role::Member || role == Role::Local)
      parts.add({i}, result.active, result.without);
  return result;
}

void findLocals(Decisions& decisions, const Kernel& adjoint) {
  std::set<std::string> pushed;
  std::vector<Location> pushedAt; // with the statement that overwrites the value
  forEachStmt(adjoint.body, [&](const Stmt& stmt) {
    if (const auto* push = std::get_if<Push>(&stmt.node))
      pushed.insert(nameOf(adjoint[push->place.base]));
    const auto* local = std::get_if<Declare>(&stmt.node);
    if (std::holds_alternative<Push>(stmt.node) || std::holds_alternative<Take>(stmt.node) ||
        (local && adjoint[local->var].type->isRoom))
      pushedAt.push_back(stmt.location);
  });
  for (Kept& kept : decisions.kept)
    if (kept.in == KeptIn::Tape &&
        !pushed.contains(kept.value.substr(0, kept.value.find_first_of(".["))) &&
        std::ranges::find(pushedAt, kept.at) == pushedAt.end())
      kept.in = KeptIn::Local;
}

} // namespace treelize::grad
