// The pieces that the printers of kernels and of bound classes share: parameter lists, argument
// lists and the two functions around the derivative bodies.
#pragma once

#include "WantedDerivatives.h"
#include "analysis/ParameterUses.h"
#include "bind/KernelModel.h"
#include "ir/IR.h"
#include "pattern/Pattern.h"
#include "print/Remarks.h"

#include <optional>
#include <string>
#include <vector>

namespace treelize::print {

/// What the pattern of a sparse matrix is read from.
struct PatternCode {
  pattern::Matrix matrix;
  ir::Kernel sweep;
};

/// A kernel with its derivatives.
struct KernelCode {
  bind::KernelModel model;
  WantedDerivatives wanted;
  ir::Kernel primal; // structured
  std::vector<analysis::ParameterUse> uses; // of its parameters
  ir::Kernel adjoint;
  std::optional<ir::Kernel> tangent; // none where a called function has an adjoint alone
  std::optional<ir::Kernel> adjointOverLanes, tangentOverLanes; // see grad/Lanes
  std::string whyNoLanes;                                       // a concept's name
  std::optional<PatternCode> pattern;                           // of a sparse matrix
  std::optional<ir::Kernel> hessianProduct, hessianProductOverLanes; // see grad/Second
  std::string whyNoSecond;                                           // a concept's name
  /// Its functions are the forward sweep, the reverse sweep, and what these call.
  std::optional<ir::Kernel> pullback;
  bool pullbackRereads = false; // the reverse sweep can run again on the same tape
  std::string whyNoPullback;    // a concept's name
  Remarks remarks;
};

/// Comma separated, empty parts left out.
std::string list(const std::vector<std::string>& parts);

/// `const app::Params&`, `std::span<const double>`: of the primal.
std::vector<std::string> parameterTypes(const bind::KernelModel& kernel);
/// `const app::Params& p, std::span<const double> x`: of the primal.
std::string parameterList(const bind::KernelModel& kernel);
/// `p, x`; what came by value and is not needed again moves on.
std::string argumentList(const bind::KernelModel& kernel, bool isLastUse);
/// `app::energy(p, x)`, `object.energy(p, x)`: how the n-th overload is called, a private one too.
std::string primalCall(const bind::KernelModel& kernel, std::size_t overload,
                       const std::string& object, const std::string& arguments);

/// The parameters of the derived function: those of the primal, the seed, the shadows. Of a bound
/// kernel without the object and its shadow.
std::vector<std::string> adjointParameters(const KernelCode& code);
std::vector<std::string> tangentParameters(const KernelCode& code);

/// The parameters of the product with the Hessian that adds to shadows: no seed is among them.
std::vector<std::string> hessianProductParameters(const KernelCode& code);
/// Of it, those of the caller's that say where, and along what: `p, x, p_t, x_t`.
std::vector<std::string> directionParameters(const KernelCode& code);

/// The parameters of a derivative for several seeds.
std::vector<std::string> parametersOverLanes(const KernelCode& code, const ir::Kernel& derived);

/// What an error says about a shadow: `{"energy", "p"}`.
std::string placeOf(const KernelCode& code, const std::string& parameter);
/// Statements that give empty shadows their size: `treelize::size_like(p_b, p, {"energy", "p"});`
std::string sizeShadows(const KernelCode& code);
/// The same for the shadow of the object whose method the kernel is.
std::string sizeObjectShadow(const KernelCode& code, const std::string& shadow,
                             const std::string& object);
/// Of the zeros that `grad` begins with: what the kernel gives another length has none yet.
std::string emptyResizedMembers(const KernelCode& code, const std::string& shadow);
/// Statements that refuse tangents of another shape.
std::string checkTangents(const KernelCode& code);
/// The same of the directions of a product with the Hessian.
std::string checkDirections(const KernelCode& code);

/// A name for something that stands beside the parameters: `result`, or `result_` if one is called
/// so.
std::string nameBeside(const bind::KernelModel& kernel, std::string name);
/// The object's shadow in a derived function: `self_b`, or what is free there.
std::string objectShadow(const KernelCode& code, bool isTangent);
/// The tag by which the n-th overload is called if it is private.
std::string privateKernelTag(const bind::KernelModel& kernel, std::size_t overload);
/// The gradient of the n-th overload.
std::string gradientName(const KernelCode& code, std::size_t overload);

bool hasSeed(const KernelCode& code);
/// What `adjoint` hands to the sweep after the arguments: `seed, p_b, x_b`.
std::vector<std::string> seedAndShadows(const KernelCode& code);
/// What `grad` hands to it: `1.0, result.p, result.x`.
std::vector<std::string> seedAndGradient(const KernelCode& code);
/// `p_t, x_t`
std::vector<std::string> tangentNames(const KernelCode& code);
/// What a product with the Hessian hands to its sweep after the arguments: `p_t, x_t, 1.0, p_b, x_b`,
/// or with the members of a gradient of this name in the place of the shadows.
std::vector<std::string> directionsAndShadows(const KernelCode& code, const std::string& gradient);

/// `struct gradient { ... };` with a shadow per differentiable parameter.
std::string gradientStruct(const KernelCode& code, const std::string& name);
/// `treelize::zeros_like(p), {}`: what `grad` fills it with.
std::vector<std::string> gradientInitializers(const KernelCode& code);

/// Is it printed? Methods have it in any case.
bool hasAdjoint(const KernelCode& code);
/// Are `grad` and `value_and_grad` there?
bool hasGrad(const KernelCode& code);
/// Is there a struct of it: for `grad`, or for what a pullback returns?
bool hasGradient(const KernelCode& code);

std::string tangentResult(const KernelCode& code);

} // namespace treelize::print
