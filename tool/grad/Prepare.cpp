#include "grad/Prepare.h"

#include "grad/finish/scopes/LateStarts.h"
#include "grad/finish/scopes/NarrowScopes.h"
#include "grad/finish/sums/CarrySums.h"
#include "grad/normalize/CountLoops.h"
#include "grad/normalize/FixLengths.h"
#include "grad/normalize/HoistArrays.h"
#include "grad/normalize/HoistValues.h"
#include "grad/normalize/JoinSteps.h"
#include "grad/normalize/LastSteps.h"
#include "grad/normalize/LoopTests.h"
#include "grad/normalize/NameLengths.h"
#include "grad/normalize/Normalize.h"
#include "grad/normalize/Recurrences.h"
#include "grad/normalize/Selections.h"
#include "grad/normalize/SettleBranches.h"
#include "grad/normalize/SinkLocals.h"
#include "grad/normalize/SinkLoop.h"
#include "grad/normalize/SplitArrays.h"
#include "grad/normalize/SplitNumbers.h"
#include "grad/normalize/SumsInPlace.h"
#include "grad/normalize/Twins.h"

namespace treelize::grad {

using namespace ir;

namespace {

void narrow(Kernel& kernel) {
  narrowScopes(kernel);
  startWithValues(kernel.body);
  joinSteps(kernel);
}

void prepare(Kernel& kernel, const PassRunner& run) {
  run(Pass::parameters, kernel, copyWrittenParameters);
  run(Pass::scopes, kernel, narrow);
  run(Pass::fills, kernel, expandFills);
  run(Pass::lengths, kernel, [](Kernel& primal) {
    fixLengths(primal);
    settleBranches(primal);
  });
  run(Pass::recurrences, kernel, [](Kernel& primal) {
    sumInPlace(primal);
    nameSums(primal);
  });
  run(Pass::counting, kernel, [](Kernel& primal) {
    testFirst(primal);
    countLoops(primal);
    takeLastSteps(primal);
  });
  run(Pass::recurrences, kernel, solveCounters);
  run(Pass::selections, kernel, findWinners);
  run(Pass::hoisting, kernel, [](Kernel& primal) {
    hoistArrays(primal);
    hoistValues(primal);
  });
  run(Pass::carrying, kernel, [](Kernel& primal) { carrySums(primal, Carried::StoredOnce); });
  run(Pass::results, kernel, nameResults);
  run(Pass::twins, kernel, placeTwinsTogether);
  run(Pass::privatize, kernel, nameLengths);
  run(Pass::splitting, kernel, [](Kernel& primal) {
    splitArrays(primal);
    splitNumbers(primal);
  });
}

} // namespace

void prepareKernel(Kernel& kernel, const PassRunner& passes) {
  const PassRunner run = passes.at(Stage::normalize);
  prepare(kernel, run);
  run(Pass::branches, kernel, hoistBranchLocals);
  run(Pass::normalize, kernel, exposeControl);
  run(Pass::fusion, kernel, sinkMainLoop);
}

void prepareFunction(Kernel& function, const PassRunner& passes) {
  const PassRunner run = passes.at(Stage::normalize);
  prepare(function, run);
  run(Pass::scopes, function, sinkLocals);
  run(Pass::normalize, function, exposeControl);
}

} // namespace treelize::grad
