#include "print/KernelText.h"

#include "analysis/Lengths.h"
#include "bind/Shadow.h"
#include "ir/DerivedParts.h"
#include "ir/Identifiers.h"
#include "ir/Walk.h"
#include "print/DerivedParameters.h"
#include "print/Members.h"
#include "print/PrintClasses.h"
#include "print/PrintPullback.h"

#include <algorithm>

namespace treelize::print {

using bind::declare;
using bind::KernelModel;
using bind::Parameter;
using ir::Role;
using ir::TypeKind;

namespace {

bool movesOn(const Parameter& parameter) {
  return !parameter.byReference && !parameter.type->isScalar() && !parameter.type->isView();
}

std::string oneOf(const ir::Type& real) {
  if (real.real == ir::RealKind::Float)
    return "1.0F";
  return real.real == ir::RealKind::LongDouble ? "1.0L" : "1.0";
}

} // namespace

std::string list(const std::vector<std::string>& parts) {
  std::string result;
  for (const std::string& part : parts)
    if (!part.empty())
      result += (result.empty() ? "" : ", ") + part;
  return result;
}

std::vector<std::string> parameterTypes(const KernelModel& kernel) {
  std::vector<std::string> types;
  for (const Parameter& parameter : kernel.parameters)
    types.push_back(declare(parameter.declarator, ""));
  return types;
}

std::string parameterList(const KernelModel& kernel) {
  std::vector<std::string> parts;
  for (const Parameter& parameter : kernel.parameters)
    parts.push_back(declare(parameter.declarator, parameter.name));
  return list(parts);
}

std::string argumentList(const KernelModel& kernel, bool isLastUse) {
  std::vector<std::string> parts;
  for (const Parameter& parameter : kernel.parameters)
    parts.push_back(isLastUse && movesOn(parameter) ? "std::move(" + parameter.name + ")"
                                                    : parameter.name);
  return list(parts);
}

std::string primalCall(const KernelModel& kernel, std::size_t overload, const std::string& object,
                       const std::string& arguments) {
  if (kernel.isPrivate) {
    const std::string tag = "<treelize::" + privateKernelTag(kernel, overload) + ">(";
    return kernel.isBound() ? "treelize::call_member" + tag + list({object, arguments}) + ")"
                            : "treelize::call_static" + tag + arguments + ")";
  }
  if (kernel.isBound())
    return object + "." + kernel.method + "(" + arguments + ")";
  // A kernel object may have a member of the function's name.
  const bool isGlobal =
      !kernel.isMethod() && kernel.namespaces.empty() && kernel.inlineNamespaces.empty();
  return (isGlobal ? "::" : "") + kernel.callee + "(" + arguments + ")";
}

std::vector<std::string> adjointParameters(const KernelCode& code) {
  std::vector<std::string> parts;
  for (const DerivedParameter& parameter : derivedParameters(code.model, code.adjoint))
    parts.push_back(declare(adjointDeclarator(parameter), parameter.name()));
  return parts;
}

std::vector<std::string> tangentParameters(const KernelCode& code) {
  std::vector<std::string> parts;
  for (const DerivedParameter& parameter : derivedParameters(code.model, *code.tangent))
    parts.push_back(declare(parameter.primal->declarator, parameter.name()));
  return parts;
}

std::vector<std::string> directionParameters(const KernelCode& code) {
  std::vector<std::string> parts;
  for (const DerivedParameter& parameter : derivedParameters(code.model, *code.hessianProduct))
    if (parameter.variable->role == Role::Parameter)
      parts.push_back(declare(parameter.primal->declarator, parameter.name()));
  return parts;
}

std::vector<std::string> hessianProductParameters(const KernelCode& code) {
  std::vector<std::string> parts = directionParameters(code);
  for (const DerivedParameter& shadow : shadows(code.model, *code.hessianProduct))
    parts.push_back(declare(adjointDeclarator(shadow), shadow.name()));
  return parts;
}

std::vector<std::string> parametersOverLanes(const KernelCode& code, const ir::Kernel& derived) {
  std::vector<std::string> parts;
  for (const DerivedParameter& parameter : derivedParameters(code.model, derived))
    if (parameter.variable->role != Role::Seed || ir::isOverLanes(*parameter.variable->type))
      parts.push_back(declare(declaratorOf(parameter, derived, /*isTangent=*/true), parameter.name()));
  return parts;
}

/// Its shadow has the length that it gets, which is known in the sweep alone.
static bool isResized(const KernelCode& code, const std::string& parameter) {
  return std::ranges::any_of(analysis::resizedByKernel(code.primal), [&](ir::VarId id) {
    return code.primal[id].role == Role::Parameter && code.primal[id].name == parameter;
  });
}

static std::vector<const bind::Member*> resizedMembers(const KernelCode& code) {
  std::vector<const bind::Member*> result;
  for (const ir::VarId id : analysis::resizedByKernel(code.primal))
    if (code.primal[id].role == Role::Member && !code.primal[id].nondiff)
      result.push_back(&memberOf(code.model.object, code.primal[id]));
  return result;
}

std::string placeOf(const KernelCode& code, const std::string& parameter) {
  return "{\"" + code.model.name + "\", \"" + parameter + "\"}";
}

std::string sizeObjectShadow(const KernelCode& code, const std::string& shadow,
                             const std::string& object) {
  const std::vector<const bind::Member*> resized = resizedMembers(code);
  if (resized.empty())
    return "treelize::size_like(" + list({shadow, object, placeOf(code, "")}) + ");\n";
  std::string result;
  for (const bind::Member& member : code.model.object.members)
    if (member.isReachable() && std::ranges::find(resized, &member) == resized.end())
      result +=
          "treelize::size_like(" +
          list({accessTo(member, shadow), accessTo(member, object), placeOf(code, member.name)}) +
          ");\n";
  return result;
}

std::string emptyResizedMembers(const KernelCode& code, const std::string& shadow) {
  std::string result;
  for (const bind::Member* member : resizedMembers(code))
    result += "treelize::empty_containers(" + accessTo(*member, shadow) + ");\n";
  return result;
}

std::string sizeShadows(const KernelCode& code) {
  std::string result;
  for (const DerivedParameter& shadow : shadows(code.model, code.adjoint))
    if (ir::mayBeDerived(*shadow.primal->type))
      result += checkClasses({shadow.variable->name, shadow.primal->name, "size_like", ""},
                             *shadow.primal->type);
    else if (holdsContainer(*shadow.primal->type) && !isResized(code, shadow.primal->name))
      result +=
          "treelize::size_like(" +
          list({shadow.variable->name, shadow.primal->name, placeOf(code, shadow.primal->name)}) +
          ");\n";
  return result;
}

static std::string checkShapes(const KernelCode& code,
                               const std::vector<DerivedParameter>& tangents) {
  std::string result;
  for (const DerivedParameter& shadow : tangents)
    if (ir::mayBeDerived(*shadow.primal->type))
      result += checkClasses({shadow.variable->name, shadow.primal->name, "check_shape", "const "},
                             *shadow.primal->type);
    else if (holdsContainer(*shadow.primal->type))
      result +=
          "treelize::check_shape(" +
          list({shadow.variable->name, shadow.primal->name, placeOf(code, shadow.primal->name)}) +
          ");\n";
  return result;
}

std::string checkTangents(const KernelCode& code) {
  return checkShapes(code, shadows(code.model, *code.tangent));
}

std::string checkDirections(const KernelCode& code) {
  std::vector<DerivedParameter> directions = derivedParameters(code.model, *code.hessianProduct);
  std::erase_if(directions,
                [](const DerivedParameter& p) { return !ir::isDirection(*p.variable); });
  return checkShapes(code, directions);
}

std::string nameBeside(const KernelModel& kernel, std::string name) {
  return ir::freeName(std::move(name), [&](const std::string& taken) {
    return std::ranges::count(kernel.parameters, taken, &Parameter::name) > 0;
  });
}

std::string objectShadow(const KernelCode& code, bool isTangent) {
  return isTangent ? freeName("self_t", *code.tangent) : freeName("self_b", code.adjoint);
}

std::string privateKernelTag(const KernelModel& kernel, std::size_t overload) {
  return ir::joined(ir::joined("tag_" + bind::identifier(kernel.owner), kernel.name),
                    std::to_string(overload));
}

std::string gradientName(const KernelCode& code, std::size_t overload) {
  return nameBeside(code.model,
                    overload == 0 ? "gradient" : "gradient" + std::to_string(overload + 1));
}

bool hasSeed(const KernelCode& code) {
  return std::ranges::any_of(code.adjoint.parameters,
                             [&](ir::VarId id) { return code.adjoint[id].role == Role::Seed; });
}

std::vector<std::string> seedAndShadows(const KernelCode& code) {
  std::vector<std::string> parts;
  for (const DerivedParameter& parameter : derivedParameters(code.model, code.adjoint))
    if (parameter.variable->role != Role::Parameter)
      parts.push_back(parameter.variable->name);
  return parts;
}

std::vector<std::string> seedAndGradient(const KernelCode& code) {
  const std::string result = nameBeside(code.model, "result");
  std::vector<std::string> parts;
  for (const DerivedParameter& parameter : derivedParameters(code.model, code.adjoint))
    if (parameter.variable->role == Role::Seed)
      parts.push_back(oneOf(*parameter.variable->type));
    else if (parameter.variable->role == Role::Shadow)
      parts.push_back(result + "." + parameter.primal->name);
  return parts;
}

std::vector<std::string> tangentNames(const KernelCode& code) {
  std::vector<std::string> parts;
  for (const DerivedParameter& shadow : shadows(code.model, *code.tangent))
    parts.push_back(shadow.variable->name);
  return parts;
}

std::vector<std::string> directionsAndShadows(const KernelCode& code, const std::string& gradient) {
  std::vector<std::string> parts;
  for (const DerivedParameter& parameter : derivedParameters(code.model, *code.hessianProduct))
    if (parameter.variable->role == Role::Seed)
      parts.push_back(oneOf(*parameter.variable->type));
    else if (parameter.variable->role == Role::Shadow && !gradient.empty())
      parts.push_back(gradient + "." + parameter.primal->name);
    else if (!parameter.isPrimal())
      parts.push_back(parameter.name());
  return parts;
}

std::string gradientStruct(const KernelCode& code, const std::string& name) {
  std::string result = "struct " + name + " {\n";
  if (code.model.isBound())
    result += code.model.owner + " " + nameBeside(code.model, "self") + ";\n";
  for (const DerivedParameter& shadow : shadows(code.model, code.adjoint))
    result += declare(bind::gradientDeclarator(*shadow.primal->type), shadow.primal->name) + ";\n";
  return result + "};\n";
}

std::vector<std::string> gradientInitializers(const KernelCode& code) {
  std::vector<std::string> parts;
  for (const DerivedParameter& shadow : shadows(code.model, code.adjoint)) {
    const bool isPlain = shadow.primal->type->isScalar() || shadow.primal->type->isBuiltinArray ||
                         isResized(code, shadow.primal->name);
    parts.push_back(isPlain ? "{}" : "treelize::zeros_like(" + shadow.primal->name + ")");
  }
  return parts;
}

std::string tangentResult(const KernelCode& code) {
  if (code.tangent->outputs.empty())
    return "void";
  if (code.tangent->outputs.size() == 1)
    return code.model.returnValue->spelling;
  return "treelize::tangent_result<" + code.model.returnValue->spelling + ">";
}

bool hasAdjoint(const KernelCode& code) {
  return code.wanted.adjoint || code.model.isMethod();
}

bool hasGrad(const KernelCode& code) {
  return hasAdjoint(code) && bind::gradAbsence(code.model) == bind::GradAbsence::none;
}

bool hasGradient(const KernelCode& code) {
  return bind::gradAbsence(code.model) == bind::GradAbsence::none || hasPullback(code);
}

} // namespace treelize::print
