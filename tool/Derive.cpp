#include "Derive.h"

#include "grad/Adjoint.h"
#include "grad/Lanes.h"
#include "grad/Second.h"
#include "grad/Tangent.h"
#include "grad/finish/loops/ParallelLoops.h"
#include "ir/Elision.h"
#include "ir/Exchanges.h"
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

void structureKernel(ir::Kernel& kernel, const PassRunner& passes) {
  const PassRunner run = passes.at(Stage::structure);
  run(Pass::structure, kernel, ir::structureExits);
  run(Pass::exchanges, kernel, ir::findExchanges);
  run(Pass::elision, kernel, ir::elideCopies);
  run(Pass::objects, kernel, ir::splitObjects);
  run(Pass::exchanges, kernel, ir::findExchanges); // of members that are locals by now
  run(Pass::steady, kernel, ir::replaceSteadyNumbers);
}

/// Nobody looks on: what the passes do to the gradient is what is shown.
static void deriveTwice(Derivatives& result, const DeriveOptions& options,
                        const PassRunner& passes) {
  result.whyNoSecond = grad::whyNoSecond(result.primal);
  if (!result.whyNoSecond.empty())
    return;
  PassObserver nobody;
  result.hessianProduct =
      grad::makeHessianProduct(result.primal, {passes.set(), nobody}, options.checkpoints);
  result.hessianProductOverLanes = grad::spreadOverLanes(*result.hessianProduct);
}

Derivatives derive(ir::Kernel raw, const DeriveOptions& options, const PassRunner& passes) {
  forEachBody(raw, [&](const ir::Kernel& body) { passes.hasRun(Pass::lower, body); });
  if (!passes.on(Pass::parallel))
    grad::runSerially(raw);
  forEachBody(raw, [&](ir::Kernel& body) { structureKernel(body, passes); });

  Derivatives result{.primal = std::move(raw),
                     .tangent = {},
                     .adjoint = {},
                     .adjointOverLanes = {},
                     .tangentOverLanes = {},
                     .whyNoLanes = {},
                     .hessianProduct = {},
                     .hessianProductOverLanes = {},
                     .whyNoSecond = {},
                     .decisions = {}};
  if (grad::hasTangent(result.primal))
    result.tangent = grad::makeTangent(result.primal, passes);
  result.adjoint = grad::makeAdjoint(result.primal, passes, {.checkpoints = options.checkpoints},
                                     &result.decisions);
  result.adjointOverLanes = grad::spreadOverLanes(result.adjoint);
  if (!result.adjointOverLanes)
    result.whyNoLanes = grad::whyNoLanes(result.adjoint);
  if (result.tangent)
    result.tangentOverLanes = grad::spreadOverLanes(*result.tangent);
  if (options.isFree)
    deriveTwice(result, options, passes);
  return result;
}

} // namespace treelize
