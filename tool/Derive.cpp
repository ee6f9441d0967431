#include "Derive.h"

#include "Bug.h"
#include "Options.h"
#include "Passes.h"
#include "Whereabouts.h"
#include "grad/Adjoint.h"
#include "grad/Lanes.h"
#include "grad/Tangent.h"
#include "grad/finish/loops/ParallelLoops.h"
#include "ir/Elision.h"
#include "ir/Exchanges.h"
#include "ir/SplitObjects.h"
#include "ir/StructureExits.h"
#include "ir/Text.h"
#include "ir/Verify.h"

#include <algorithm>
#include <ostream>

namespace treelize {

namespace {

std::string_view nameOf(Pass pass) {
  return std::ranges::find(allPasses(), pass, &PassRow::pass)->text;
}

class Checkpoint {
public:
  Checkpoint(const Options& options, std::ostream& dumps) : options(options), dumps(dumps) {}

  /// What a pass left behind: printed if asked for, right or wrong, and verified.
  void operator()(Pass pass, const ir::Kernel& kernel) const {
    workAfter("pass '" + std::string(nameOf(pass)) + "'");
    if (options.dumpAfter == nameOf(pass))
      dumps << ir::dump(kernel);
    const auto dialect = pass == Pass::lower ? ir::Dialect::Raw : ir::Dialect::Structured;
    std::string problem = ir::verify(kernel, dialect);
    for (const ir::Function& function : kernel.functions)
      if (problem.empty() && !function.hasRule())
        problem = ir::verify(*function.as, dialect);
    require(problem.empty(), "after pass '" + std::string(nameOf(pass)) + "' " + problem);
  }

  bool isEnabled(Pass pass) const {
    return std::ranges::find(options.disabledPasses, nameOf(pass)) == options.disabledPasses.end();
  }

private:
  const Options& options;
  std::ostream& dumps;
};

} // namespace

Derivatives derive(ir::Kernel raw, unsigned checkpoints, const Options& options,
                   std::ostream& dumps) {
  const Checkpoint after(options, dumps);
  after(Pass::lower, raw);

  if (!after.isEnabled(Pass::parallel))
    grad::runSerially(raw);

  // From here on, control flow is branches and loops that run to their condition.
  auto structure = [&](ir::Kernel& kernel) {
    ir::structureExits(kernel);
    if (after.isEnabled(Pass::exchanges))
      ir::findExchanges(kernel);
    if (after.isEnabled(Pass::elision))
      ir::elideCopies(kernel);
    if (after.isEnabled(Pass::objects))
      ir::splitObjects(kernel);
  };
  structure(raw);
  for (ir::Function& function : raw.functions) {
    ir::Kernel body = *function.as;
    structure(body);
    function.as = std::make_shared<ir::Kernel>(std::move(body));
  }
  after(Pass::structure, raw);

  Derivatives result{.primal = std::move(raw),
                     .tangent = {},
                     .adjoint = {},
                     .adjointOverLanes = {},
                     .tangentOverLanes = {},
                     .decisions = {}};
  if (grad::hasTangent(result.primal)) {
    result.tangent =
        grad::makeTangent(result.primal, {.joinTwins = after.isEnabled(Pass::twins),
                                          .carrySums = after.isEnabled(Pass::carrying),
                                          .hoistLookups = after.isEnabled(Pass::lookups)});
    after(Pass::tangent, *result.tangent);
  }

  // The adjoint has its own view of the primal: whatever the reverse sweep asks for has a name.
  const grad::AdjointOptions passes{.useActivity = after.isEnabled(Pass::activity),
                                    .solveRecurrences = after.isEnabled(Pass::recurrences),
                                    .countLoops = after.isEnabled(Pass::counting),
                                    .fixLengths = after.isEnabled(Pass::lengths),
                                    .narrowScopes = after.isEnabled(Pass::scopes),
                                    .findWinners = after.isEnabled(Pass::selections),
                                    .hoistValues = after.isEnabled(Pass::hoisting),
                                    .joinTwins = after.isEnabled(Pass::twins),
                                    .splitArrays = after.isEnabled(Pass::splitting),
                                    .privatizeArrays = after.isEnabled(Pass::privatize),
                                    .onlyDemanded = after.isEnabled(Pass::demand),
                                    .chooseInLoops = after.isEnabled(Pass::guards),
                                    .setFirstSums = after.isEnabled(Pass::setting),
                                    .orderLoops = after.isEnabled(Pass::order),
                                    .mergeLoops = after.isEnabled(Pass::merging),
                                    .contractArrays = after.isEnabled(Pass::contraction),
                                    .joinSums = after.isEnabled(Pass::joining),
                                    .splitLoops = after.isEnabled(Pass::fission),
                                    .gatherSums = after.isEnabled(Pass::gathering),
                                    .sumInLocals = after.isEnabled(Pass::reductions),
                                    .hoistLoads = after.isEnabled(Pass::invariants),
                                    .shareReciprocals = after.isEnabled(Pass::reciprocals),
                                    .hoistIndices = after.isEnabled(Pass::indices),
                                    .hoistLookups = after.isEnabled(Pass::lookups),
                                    .skipZeros = after.isEnabled(Pass::zeros),
                                    .recomputeLate = after.isEnabled(Pass::recomputation),
                                    .readCopies = after.isEnabled(Pass::copies),
                                    .compareElements = after.isEnabled(Pass::elements),
                                    .useRecords = after.isEnabled(Pass::records),
                                    .fuseLoops = after.isEnabled(Pass::fusion),
                                    .useArrays = after.isEnabled(Pass::arrays),
                                    .hoistRooms = after.isEnabled(Pass::rooms),
                                    .useRegisters = after.isEnabled(Pass::registers),
                                    .checkpoints = checkpoints};
  if (options.dumpAfter == nameOf(Pass::normalize))
    after(Pass::normalize, grad::normalizeForAdjoint(result.primal, passes));
  result.adjoint = grad::makeAdjoint(result.primal, passes, &result.decisions);
  after(Pass::adjoint, result.adjoint);
  result.adjointOverLanes = grad::spreadOverLanes(result.adjoint);
  if (result.tangent)
    result.tangentOverLanes = grad::spreadOverLanes(*result.tangent);
  return result;
}

} // namespace treelize
