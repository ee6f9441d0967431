#include "Derive.h"

#include "grad/Adjoint.h"
#include "grad/Lanes.h"
#include "grad/Second.h"
#include "grad/Tangent.h"
#include "grad/finish/chains/ShortenChains.h"
#include "grad/finish/loops/FlushFading.h"
#include "grad/finish/loops/ParallelLoops.h"
#include "grad/finish/loops/SkipStill.h"
#include "grad/finish/storage/KeepInArena.h"
#include "grad/finish/sums/CollectFactors.h"
#include "ir/Buffers.h"
#include "ir/ElideFills.h"
#include "ir/Elision.h"
#include "ir/Exchanges.h"
#include "ir/FirstLengths.h"
#include "ir/FirstValues.h"
#include "ir/PointerTurns.h"
#include "ir/SplitContainers.h"
#include "ir/SplitObjects.h"
#include "ir/SteadyNumbers.h"
#include "ir/StructureExits.h"

namespace treelize {

namespace {

void forEachBody(ir::Kernel& kernel, const auto& fn) {
  fn(kernel);
  for (ir::Function& function : kernel.functions) {
    ir::Kernel body = *function.as;
    fn(body);
    function.as = std::make_shared<ir::Kernel>(std::move(body));
  }
}

} // namespace

static void elideValues(ir::Kernel& kernel) {
  ir::elideFills(kernel);
  ir::beginWithFirstValues(kernel.body, kernel);
  ir::elideCopies(kernel);
  ir::assignFirstLengths(kernel.body, kernel); // of what has been a copy of an empty one, too
  ir::beginWithFirstValues(kernel.body, kernel);
}

void structureKernel(ir::Kernel& kernel, const PassRunner& passes) {
  const PassRunner run = passes.at(Stage::structure);
  run(Pass::structure, kernel, ir::structureExits);
  run(Pass::exchanges, kernel, ir::findExchanges);
  run(Pass::elision, kernel, elideValues);
  if (!run(Pass::objects, kernel, ir::splitObjects))
    ir::splitModels(kernel);
  run(Pass::buffers, kernel, ir::splitBuffers);
  run(Pass::elision, kernel, elideValues); // of members and elements that are locals by now
  run(Pass::exchanges, kernel, ir::findExchanges);
  run(Pass::steady, kernel, ir::replaceSteadyNumbers);
  run(Pass::turns, kernel, ir::exchangeArraysInTurn);
  run(Pass::layout, kernel, ir::splitContainers);
  run(Pass::objects, kernel, ir::splitObjects); // that were elements of containers
}

static void spread(Derivatives& result, const ir::Kernel& adjoint,
                   const std::optional<ir::Kernel>& tangent, const PassRunner& passes) {
  result.adjointOverLanes = grad::spreadOverLanes(adjoint);
  if (!result.adjointOverLanes)
    result.whyNoLanes = grad::whyNoLanes(adjoint);
  if (tangent)
    result.tangentOverLanes = grad::spreadOverLanes(*tangent);
  if (!result.tangentOverLanes)
    return;
  const PassRunner run = passes.at(Stage::tangent);
  run(Pass::factors, *result.tangentOverLanes, grad::collectFactors);
  run(Pass::still, *result.tangentOverLanes, grad::skipStill);
}

/// Nobody looks on: what the passes do to the gradient is what is shown.
static void deriveMore(Derivatives& result, const DeriveOptions& options, const PassSet& passes) {
  PassObserver nobody;
  const PassRunner run(passes, nobody);
  result.whyNoSecond = grad::whyNoSecond(result.primal);
  if (result.whyNoSecond.empty()) {
    result.hessianProduct = grad::makeHessianProduct(result.primal, run, options.checkpoints);
    if (options.wanted.lanes)
      result.hessianProductOverLanes = grad::spreadOverLanes(*result.hessianProduct);
  }
  result.whyNoPullback = grad::whyNoPullback(result.primal);
  if (result.whyNoPullback.empty()) {
    grad::SweepsApart sweeps = grad::takeSweepsApart(result.primal, run);
    if (sweeps.rereads || !grad::takesSteps(result.primal)) {
      result.pullback = std::move(sweeps.kernel);
      result.pullbackRereads = sweeps.rereads;
    } else {
      result.whyNoPullback = "pullback_would_take_steps_of_its_kernel_again";
    }
  }
}

/// Over lanes, of the whole kernel: a call has none.
static void spreadWhole(Derivatives& result, const DeriveOptions& options, const PassSet& passes) {
  PassObserver nobody;
  const PassRunner run(passes, nobody);
  spread(result, grad::makeAdjoint(result.primal, run, {.checkpoints = options.checkpoints}),
         options.wanted.tangent ? std::optional(grad::makeTangent(result.primal, run))
                                : std::nullopt,
         run);
}

static void prepare(ir::Kernel& raw, const PassRunner& passes) {
  forEachBody(raw, [&](const ir::Kernel& body) { passes.hasRun(Pass::lower, body); });
  if (!passes.on(Pass::parallel))
    grad::runSerially(raw);
  forEachBody(raw, [&](ir::Kernel& body) { structureKernel(body, passes); });
}

/// In what is printed: over lanes a number fades in one direction and not in another, and each lane
/// would have its own guard.
static void passOn(Derivatives& result, const PassRunner& passes) {
  const auto take = [](ir::Kernel& derived, const PassRunner& run) {
    forEachBody(derived, [&](ir::Kernel& body) {
      run(Pass::chains, body, grad::shortenChains);
      run(Pass::flushing, body, grad::flushFading);
    });
  };
  take(result.adjoint, passes.at(Stage::finish));
  PassObserver nobody;
  const PassRunner unseen = PassRunner(passes.set(), nobody).at(Stage::finish);
  for (std::optional<ir::Kernel>* derived : {&result.hessianProduct, &result.pullback})
    if (*derived)
      take(**derived, unseen);
}

/// In what is printed: passes know local arrays as vectors.
static void keepLocalsInArena(Derivatives& result, const PassRunner& passes) {
  const auto keep = [](std::optional<ir::Kernel>& derived, const PassRunner& run) {
    if (derived)
      run(Pass::arena, *derived, grad::keepInArena);
  };
  passes.at(Stage::finish)(Pass::arena, result.adjoint, grad::keepInArena);
  keep(result.tangent, passes.at(Stage::tangent));
  PassObserver nobody;
  const PassRunner unseen(passes.set(), nobody);
  keep(result.adjointOverLanes, unseen.at(Stage::finish));
  keep(result.tangentOverLanes, unseen.at(Stage::tangent));
  keep(result.hessianProduct, unseen.at(Stage::tangent));
  keep(result.hessianProductOverLanes, unseen.at(Stage::tangent));
}

Derivatives derive(Lowered lowered, const DeriveOptions& options, const PassRunner& passes) {
  ir::Kernel& kernel = lowered.kernel;
  prepare(kernel, passes);
  if (lowered.whole) {
    PassObserver nobody;
    prepare(*lowered.whole, PassRunner(passes.set(), nobody));
  }

  Derivatives result{.primal = {},
                     .tangent = {},
                     .adjoint = {},
                     .adjointOverLanes = {},
                     .tangentOverLanes = {},
                     .whyNoLanes = {},
                     .hessianProduct = {},
                     .hessianProductOverLanes = {},
                     .whyNoSecond = {},
                     .pullback = {},
                     .whyNoPullback = {},
                     .decisions = {}};
  if (options.wanted.tangent && grad::hasTangent(kernel))
    result.tangent = grad::makeTangent(kernel, passes);
  result.adjoint =
      grad::makeAdjoint(kernel, passes, {.checkpoints = options.checkpoints}, &result.decisions);
  result.primal = lowered.whole ? *std::move(lowered.whole) : std::move(kernel);
  if (options.wanted.lanes && lowered.whole)
    spreadWhole(result, options, passes.set());
  else if (options.wanted.lanes)
    spread(result, result.adjoint, result.tangent, passes);
  else if (result.primal.returnType->is(ir::TypeKind::Void))
    result.whyNoLanes = "lanes_are_left_out_so_name_them_in_its_derivatives";
  if (options.isFree && options.wanted.second)
    deriveMore(result, options, passes.set());
  else if (options.isFree)
    result.whyNoSecond = result.whyNoPullback =
        "second_derivatives_are_left_out_so_name_second_in_its_derivatives";
  passOn(result, passes);
  keepLocalsInArena(result, passes);
  return result;
}

} // namespace treelize
