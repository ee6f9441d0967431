// Loops, serial and parallel.
#include "analysis/Indices.h"
#include "ir/Builder.h"
#include "ir/Identifiers.h"
#include "ir/Literals.h"
#include "ir/Loops.h"
#include "ir/Walk.h"
#include "print/body/Writer.h"

#include <algorithm>
#include <cassert>
#include <set>

namespace treelize::print {

using namespace ir;

namespace {

// --- OpenMP ---

void addReduction(const Writer& w, const std::string& by, const std::vector<VarId>& sums,
                  bool ofScalars, std::string& clauses) {
  std::string names;
  for (VarId sum : sums)
    if (w[sum].type->isScalar() == ofScalars)
      names += (names.empty() ? "" : ", ") + w[sum].name;
  if (!names.empty())
    clauses += " reduction(" + by + " : " + names + ")";
}

void printDirective(Writer& w, const Parallel& s) {
  std::string clauses;
  if (!s.schedule.empty())
    clauses += " schedule(" + s.schedule + ")";
  if (s.threads)
    clauses += " num_threads(" + w.of(s.threads) + ")";
  if (s.condition)
    clauses += " if(" + w.of(s.condition) + ")";
  addReduction(w, "+", s.sums, true, clauses);
  addReduction(w, "treelize_sum", s.sums, false, clauses);
  w.line("TREELIZE_PARALLEL_FOR(" + clauses.substr(clauses.empty() ? 0 : 1) + ")");
}

// --- counted loops ---

/// A loop bound in the counter's own type, so that comparing them mixes no signs.
ExprRef bound(const ExprRef& e, const TypeRef& counter) {
  const bool isSame = std::holds_alternative<Literal>(e->node) || isSameInCpp(*e->type, *counter) ||
                      (e->type->isSigned == counter->isSigned && e->type->bits == counter->bits);
  return isSame ? e : cast(e, counter);
}

/// `i < n`; `i + 1 < n` where the bound is `n > 1 ? n - 1 : 0`, unless OpenMP must read it.
std::string test(const Writer& w, const For& s, const Expr& upper) {
  const std::string& counter = w[s.counter].name;
  const auto* guarded = std::get_if<Select>(&upper.node);
  const auto* less = guarded ? std::get_if<Apply>(&guarded->ifTrue->node) : nullptr;
  if (s.parallel || !less || less->op != Op::sub || w.of(guarded->ifFalse) != "0")
    return counter + " < " + text(w.kernel, upper, Precedence::Shift);
  return counter + " + " + w.of(less->args[1]) + " < " +
         text(w.kernel, *less->args[0], Precedence::Shift);
}

std::string forwards(const Writer& w, const For& s, const ExprRef& lower, const ExprRef& upper) {
  const Variable& counter = w[s.counter];
  const std::string advance =
      s.step == 1 ? "++" + counter.name : counter.name + " += " + std::to_string(s.step);
  return "for (" + counter.type->spelling + " " + counter.name + " = " + w.of(lower) + "; " +
         test(w, s, *upper) + "; " + advance + ")";
}

std::string backwards(const Writer& w, const For& s, const ExprRef& lower, const ExprRef& upper) {
  const Variable& counter = w[s.counter];
  return "for (" + counter.type->spelling + " " + counter.name + " = " + w.of(upper) + "; " +
         counter.name + "-- > " + text(w.kernel, *lower, Precedence::Shift) + ";)";
}

std::string tripName(const Variable& counter) {
  return withoutDoubles(counter.name + "_trip");
}

/// The last value of a strided counter is not `upper - step`: run over the trip number.
std::string backwardsByTrips(const Writer& w, const For& s, const ExprRef& lower,
                             const ExprRef& upper) {
  const Variable& counter = w[s.counter];
  const std::string trip = tripName(counter);
  const std::string count =
      text(w.kernel, *upper, Precedence::Shift) + " > " +
      text(w.kernel, *lower, Precedence::Shift) + " ? (" +
      text(w.kernel, *upper, Precedence::Additive) +
      (isZero(*lower) ? "" : " - " + text(w.kernel, *lower, Precedence::Multiplicative)) + " + " +
      std::to_string(s.step - 1) + ") / " + std::to_string(s.step) + " : 0";
  return "for (" + counter.type->spelling + " " + trip + " = " + count + "; " + trip + "-- > 0;)";
}

/// Do the trips change with the counter of a loop around it?
bool isTriangular(const Writer& w, const For& s) {
  const auto isCounter = [&](const Expr& e) {
    const auto* read = std::get_if<Load>(&e.node);
    return read && w.uses.isCounter[read->place.base.index];
  };
  return any(*s.lower, isCounter) || any(*s.upper, isCounter);
}

/// Does each iteration set an element of its own, or a number?
bool isOfElements(const For& s) {
  return std::ranges::all_of(s.body, [&](const Stmt& stmt) {
    const auto* assigned = std::get_if<Assign>(&stmt.node);
    bool isByCounter = false;
    if (assigned)
      forEachIndexRead(assigned->target,
                       [&](const Place& p) { isByCounter = isByCounter || p.base == s.counter; });
    return isByCounter || std::holds_alternative<Declare>(stmt.node);
  });
}

/// An innermost loop in two others runs over a row, as a rule: where it sums nothing up,
/// interleaving would gain nothing, and leave much of it to the scalar remainder.
bool isRowOfNest(const Writer& w, const For& s) {
  return w.loops >= 2 && s.step == 1 && isOfElements(s);
}

void declareCounter(Writer& w, const For& s, const ExprRef& lower) {
  const Variable& counter = w[s.counter];
  if (mentions(s.body, s.counter))
    w.line("const " + counter.type->spelling + " " + counter.name + " = " +
           (isZero(*lower) ? "" : text(w.kernel, *lower, Precedence::Additive) + " + ") +
           tripName(counter) + " * " + std::to_string(s.step) + ";");
}

} // namespace

void declareReductions(Writer& w) {
  std::set<std::string> types;
  forEachStmt(w.kernel.body, [&](const Stmt& stmt) {
    const auto* loop = std::get_if<For>(&stmt.node);
    if (loop && loop->parallel)
      for (VarId sum : loop->parallel->sums)
        if (const Type& type = *w[sum].type; !type.isScalar())
          types.insert(type.spelling);
  });
  for (const std::string& type : types)
    w.line("TREELIZE_SUMS_OF(" + type + ")");
}

void printStmt(Writer& w, const For& s) {
  const TypeRef& type = w[s.counter].type;
  const ExprRef lower = bound(s.lower, type), upper = bound(s.upper, type);
  const bool runsByTrips = s.descending && s.step != 1;
  if (s.parallel)
    printDirective(w, *s.parallel);
  const bool isSum = !runsByTrips && sumsUp(w.kernel, s);
  if (!s.parallel && (isSum ? isTriangular(w, s) : isRowOfNest(w, s)))
    w.line("TREELIZE_NOT_INTERLEAVED");
  if (s.isIndependent)
    w.line("TREELIZE_INDEPENDENT");
  w.line((runsByTrips    ? backwardsByTrips(w, s, lower, upper)
          : s.descending ? backwards(w, s, lower, upper)
                         : forwards(w, s, lower, upper)) +
         " {");
  ++w.depth;
  if (s.hasOwnTape)
    declareTape(w);
  if (runsByTrips)
    declareCounter(w, s, lower);
  else if (isSum)
    w.line("TREELIZE_REASSOCIATE");
  else
    w.runningSums = runningSums(w.kernel, s);
  if (loopDepth(s.body) == 0 && analysis::writesNeighbours(s.body))
    w.line("TREELIZE_CARRIED");
  ++w.loops;
  printBlock(w, s.body);
  --w.loops;
  w.runningSums.clear();
  --w.depth;
  w.line("}");
}

void printStmt(Writer& w, const While& s) {
  assert(s.step.empty() && !s.testAfter && "structured dialect");
  printBraced(w, "while (" + w.of(s.condition) + ")", s.body);
}

} // namespace treelize::print
