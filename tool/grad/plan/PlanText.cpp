#include "grad/plan/PlanText.h"

#include "ir/Builder.h"
#include "ir/ExprText.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

namespace {

void add(std::string& text, const std::string& more) {
  text += (text.empty() ? "" : "; ") + more;
}

template <class Range, class Fn>
std::string list(const std::string& head, const Range& range, const Fn& text) {
  std::string result;
  for (const auto& item : range)
    result += (result.empty() ? head + " " : ", ") + text(item);
  return result;
}

class PlanWriter {
public:
  PlanWriter(const Kernel& kernel, const StoragePlan& plan) : kernel(kernel), plan(plan) {}

  Notes run() {
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      if (std::string text = of(stmt); !text.empty())
        notes.statements[&stmt] = std::move(text);
    });
    for (const auto& [block, ends] : plan.scopes) {
      if (std::string text = of(*block, ends); !text.empty())
        notes.ends[block] = std::move(text);
      for (const auto& [stmt, late] : ends.recomputedLate) {
        const auto name = [&](const Stmt* declaration) { return nameOfDeclared(declaration); };
        if (!late.before.empty())
          add(notes.statements[stmt], list("before its reverse computes", late.before, name));
        if (!late.behind.empty())
          add(notes.statements[stmt], list("when it is undone computes", late.behind, name));
      }
    }
    return std::move(notes);
  }

private:
  const Kernel& kernel;
  const StoragePlan& plan;
  Notes notes;

  std::string name(VarId id) const { return kernel[id].name; }
  std::string nameOfDeclared(const Stmt* stmt) const {
    return name(std::get<Declare>(stmt->node).var);
  }

  std::string of(const Stmt& stmt) const {
    std::string text;
    if (plan.idle.contains(&stmt))
      add(text, "left out of the forward sweep");
    if (plan.takenBack.contains(&stmt))
      add(text, "taken back");
    else if (const auto holder = plan.holders.find(&stmt); holder != plan.holders.end())
      add(text, "put back from " + name(holder->second));
    else if (plan.overwrites.contains(&stmt))
      add(text, plan.records.held.contains(&stmt) ? "saved in the record of its block" : "saved");
    if (const auto kept = plan.histories.find(&stmt); kept != plan.histories.end())
      for (const HistoryPlan& history : kept->second)
        add(text, list("keeps all versions of", history.history.chain,
                       [&](VarId array) { return name(array); }));
    if (plan.rerun.contains(&stmt))
      add(text, "its iterations run again");
    if (plan.indexed.contains(&stmt))
      add(text, "saves into arrays");
    if (plan.checkpoint.loop == &stmt)
      add(text, std::to_string(plan.checkpoint.slots) +
                    list(" snapshots of", plan.checkpoint.state,
                         [&](const Place& place) { return ir::text(kernel, place); }));
    return text;
  }

  std::string of(const Block& block, const ScopePlan& ends) const {
    std::string text;
    const auto addList = [&](const std::string& words) {
      if (!words.empty())
        add(text, words);
    };
    if (plan.records.blocks.contains(&block))
      add(text, "one record");
    addList(list("saves", ends.saved, [&](VarId id) { return name(id); }));
    addList(list("recomputes", ends.recomputed, [&](const Stmt* stmt) {
      const auto& again = std::get<Declare>(stmt->node);
      return name(again.var) + " = " + ir::text(kernel, *again.value);
    }));
    addList(list("on the tape", ends.onTape, [&](const auto& array) {
      return name(array.first) + "[" + ir::text(kernel, *array.second) + "]";
    }));
    return text;
  }
};

} // namespace

Notes notesOf(const Kernel& kernel, const StoragePlan& plan) {
  return PlanWriter(kernel, plan).run();
}

Notes notesOf(const Kernel& kernel, const analysis::Activity& activity) {
  Notes notes;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    bool isActive = false;
    if (const auto* s = std::get_if<Declare>(&stmt.node))
      isActive = activity.isActive(kernel, place(kernel, s->var));
    forEachWritten(kernel, stmt, [&](const Place& written) {
      isActive = isActive || activity.isActive(kernel, written);
    });
    if (isActive)
      notes.statements[&stmt] = "active";
  });
  return notes;
}

} // namespace treelize::grad
