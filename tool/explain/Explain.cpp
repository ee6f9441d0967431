#include "explain/Explain.h"

#include "explain/TapeBytes.h"
#include "explain/Trees.h"
#include "ir/Walk.h"

#include "treelize/detail/checkpoint.hpp"
#include "treelize/detail/symbolic/text.hpp"
#include "treelize/error.hpp"

#include <algorithm>
#include <set>

namespace treelize::explain {

namespace {

using PlaceFn = std::function<std::string(Location)>;

std::string_view storageOf(grad::KeptIn in) {
  switch (in) {
  case grad::KeptIn::Array:
    return "array on the tape";
  case grad::KeptIn::Local:
    return "local";
  case grad::KeptIn::Tape:
    break;
  }
  return "tape";
}

/// How often the iterations run again, by their number.
std::string scheduleOf(const grad::CheckpointDecision& decision, const PlaceFn& place) {
  std::string text = std::to_string(decision.slots) + " snapshots in the loop of " +
                     place(decision.loop) + "; each iteration runs at most";
  for (int repeats = 1; repeats <= 4; ++repeats)
    text += (repeats == 1 ? " " : ", ") + std::to_string(repeats + 1) +
            " times if there are no more than " +
            std::to_string(treelize::detail::reversible_steps(decision.slots, repeats));
  return text;
}

void addTape(const ir::Kernel& adjoint, KernelReport& report) {
  try {
    const TapeBytes tape = tapeBytes(adjoint);
    report.tapeBytes = symbolic::to_text(tape.peak);
    report.isExact = tape.isExact;
    report.unknowns.assign(tape.unknowns.begin(), tape.unknowns.end());
  } catch (const symbolic_error& problem) { // numbers beyond 64 bits, a text without end
    report.tapeBytes.clear();
    report.isExact = false;
    report.unknowns = {problem.what()};
  }
}

/// Statements that inlining has multiplied are told once.
template <class T>
void addOnce(std::vector<T>& all, T one) {
  if (std::ranges::find(all, one) == all.end())
    all.push_back(std::move(one));
}

/// `2 functions, 1 division and 3 operations`
std::string textOf(const grad::Work& work) {
  std::vector<std::string> parts;
  const auto add = [&](unsigned count, const std::string& what) {
    if (count > 0)
      parts.push_back(std::to_string(count) + " " + what + (count > 1 ? "s" : ""));
  };
  add(work.functions, "function");
  add(work.divisions, "division");
  add(work.operations, "operation");
  add(work.reads, "read");
  std::string text = parts.empty() ? "a copy" : parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i)
    text += (i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return text;
}

std::string textOf(const grad::Instead& instead) {
  return instead.isPossible ? "to compute it again would take " + textOf(instead.work)
                            : "it cannot be computed again, as what it is made of changes";
}

std::vector<PlacedName> placed(const std::vector<grad::Repeated>& values, const PlaceFn& place) {
  std::vector<PlacedName> result;
  for (const grad::Repeated& each : values)
    addOnce(result, {each.value, place(each.at), each.work ? textOf(*each.work) : ""});
  return result;
}

std::string listOf(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names)
    list += (list.empty() ? "" : ", ") + name;
  return list;
}

ParallelLoop parallelLoop(const grad::ParallelDecision& decision, const PlaceFn& place) {
  ParallelLoop result{.at = place(decision.loop),
                      .sweep = decision.isReversed ? "reverse" : "forward",
                      .how = "parallel"};
  if (!decision.problem.empty())
    result.how = "serial: " + decision.problem;
  if (decision.hasOwnTape)
    result.how += ", each iteration on a tape of its own";
  if (!decision.sums.empty())
    result.how += ", each thread sums up " + listOf(decision.sums);
  if (!decision.atomic.empty())
    result.how += ", atomic additions to " + listOf(decision.atomic);
  return result;
}

/// Of the statements that the reverse sweep has reversed: those whose adjoints write a shadow.
std::vector<std::string> activeLines(const ir::Kernel& adjoint, const PlaceFn& place) {
  std::set<std::uint32_t> seen;
  std::vector<std::string> lines;
  ir::forEachStmt(adjoint.body, [&](const ir::Stmt& stmt) {
    ir::forEachWritten(adjoint, stmt, [&](const ir::Place& written) {
      if (!adjoint[written.base].shadowOf || !seen.insert(stmt.location.raw).second)
        return;
      if (std::string at = place(stmt.location); !at.empty())
        lines.push_back(std::move(at));
    });
  });
  std::ranges::sort(lines);
  lines.erase(std::ranges::unique(lines).begin(), lines.end());
  return lines;
}

} // namespace

std::string reasonOf(const grad::Kept& kept, const PlaceFn& place) {
  const std::string reader = kept.reader.isValid()
                                 ? "the derivative of " + place(kept.reader) + " reads it"
                                 : "the caller gets it back";
  switch (kept.why) {
  case grad::KeptBecause::Overwritten:
    return "it is overwritten, and " + reader;
  case grad::KeptBecause::MadeAnew:
    return "each iteration makes a new version, and " + reader;
  case grad::KeptBecause::EndOfScope:
    return "its scope ends, and " + reader;
  }
  return reader;
}

KernelReport explain(const std::string& name, const grad::Decisions& decisions,
                     const ir::Kernel& adjoint, const PlaceFn& place) {
  KernelReport report;
  report.name = name;
  report.at = place(adjoint.location);
  report.active = decisions.active;
  report.without = decisions.without;
  for (const grad::Kept& kept : decisions.kept)
    addOnce(report.stored, {kept.value, place(kept.at), std::string(storageOf(kept.in)),
                            reasonOf(kept, place), kept.instead ? textOf(*kept.instead) : ""});
  report.recomputed = placed(decisions.recomputed, place);
  report.countedBack = placed(decisions.takenBack, place);
  report.scratch = placed(decisions.reusedScratch, place);
  report.freeSums = placed(decisions.freeSums, place);
  for (Location loop : decisions.fusedLoops)
    report.fusedLoops.push_back(place(loop));
  for (const grad::ParallelDecision& decision : decisions.parallelLoops)
    report.parallelLoops.push_back(parallelLoop(decision, place));
  report.rules = decisions.rules;
  if (decisions.checkpoint.isDone())
    report.checkpoints = scheduleOf(decisions.checkpoint, place);
  addTape(adjoint, report);
  report.activeLines = activeLines(adjoint, place);
  report.parameters = parametersOf(adjoint, report.without);
  return report;
}

} // namespace treelize::explain
