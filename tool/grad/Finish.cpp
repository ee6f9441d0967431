#include "grad/Finish.h"

#include "grad/finish/indices/HoistIndices.h"
#include "grad/finish/indices/HoistLoads.h"
#include "grad/finish/indices/HoistLookups.h"
#include "grad/finish/indices/SpellIndices.h"
#include "grad/finish/loops/ExchangeLoops.h"
#include "grad/finish/loops/ExpandLoops.h"
#include "grad/finish/loops/IndependentLoops.h"
#include "grad/finish/loops/MergeLoops.h"
#include "grad/finish/loops/OrderLoops.h"
#include "grad/finish/loops/ParallelLoops.h"
#include "grad/finish/loops/PeelLoops.h"
#include "grad/finish/loops/SkipZeros.h"
#include "grad/finish/loops/SplitLoops.h"
#include "grad/finish/scopes/NarrowScopes.h"
#include "grad/finish/scopes/Simplify.h"
#include "grad/finish/scopes/SinkIntoBranches.h"
#include "grad/finish/scopes/StartLocals.h"
#include "grad/finish/storage/ContractArrays.h"
#include "grad/finish/sums/FirstSums.h"
#include "grad/finish/sums/JoinSums.h"
#include "grad/finish/sums/KnownSums.h"
#include "grad/finish/sums/Reciprocals.h"
#include "grad/finish/sums/Reductions.h"
#include "grad/rules/KnownValues.h"
#include "ir/Names.h"

namespace treelize::grad {

using namespace ir;

std::vector<CarriedSum> finish(Kernel& adjoint, const PassRunner& passes,
                               std::vector<ParallelDecision>* parallelLoops) {
  takeKnownValues(adjoint);
  const PassRunner run = passes.at(Stage::finish);
  run(Pass::scopes, adjoint, [](Kernel& kernel) {
    narrowScopes(kernel);
    sinkIntoBranches(kernel);
  });
  run(Pass::simplify, adjoint, simplify);
  if (run(Pass::known, adjoint, useKnownSums))
    run(Pass::simplify, adjoint, simplify);
  const bool hasValues = run(Pass::setting, adjoint, setFirstSums);
  run(Pass::spelling, adjoint, spellIndices);
  run(Pass::order, adjoint, orderLoops);
  run(Pass::zeros, adjoint, skipZeros);
  const bool isMerged = run(Pass::merging, adjoint, mergeLoops);
  const bool isContracted = run(Pass::contraction, adjoint, contractArrays);
  if (hasValues || isMerged || isContracted)
    run(Pass::simplify, adjoint, simplify);
  if (run(Pass::peeling, adjoint, peelLoops)) {
    run(Pass::spelling, adjoint, spellIndices);
    run(Pass::order, adjoint, orderLoops);
  }
  run(Pass::joining, adjoint, joinSums);
  run(Pass::interchange, adjoint, exchangeLoops);
  run(Pass::expansion, adjoint, expandLoops);
  run(Pass::fission, adjoint, [&](Kernel& kernel) {
    splitLoops(kernel, {.gathers = run.on(Pass::gathering), .marks = run.on(Pass::independence)});
  });
  if (run.on(Pass::fission))
    run.hasRun(Pass::gathering, adjoint);
  run(Pass::reductions, adjoint, sumInLocals);
  std::vector<CarriedSum> carried;
  run(Pass::carrying, adjoint,
      [&](Kernel& kernel) { carried = carrySums(kernel, Carried::OfPrimal); });
  run(Pass::invariants, adjoint, hoistLoads);
  run(Pass::reciprocals, adjoint, shareReciprocals);
  run(Pass::zeros, adjoint, spreadInBranches);
  // Where the pass is off, no loop is parallel by now.
  run(Pass::parallel, adjoint,
      [&](Kernel& kernel) { runInParallel(kernel, Sums::OfShadows, parallelLoops); });
  run(Pass::independence, adjoint, markIndependentLoops);
  run(Pass::indices, adjoint, hoistIndices);
  run(Pass::lookups, adjoint, hoistLookups); // elements are renamed as those of pointers
  run(Pass::starts, adjoint, startLocals);
  run(Pass::names, adjoint, reuseNames);
  return carried;
}

} // namespace treelize::grad
