#include "print/KernelText.h"

#include "Bug.h"
#include "analysis/Lengths.h"
#include "bind/Shadow.h"
#include "ir/DerivedParts.h"
#include "ir/Identifiers.h"
#include "ir/Walk.h"
#include "print/Marks.h"
#include "print/Members.h"
#include "print/PrintChecks.h"
#include "print/PrintClasses.h"
#include "print/PrintFunction.h"
#include "print/PrintPullback.h"
#include "print/body/PrintBody.h"

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

/// A parameter of a derived kernel beside the parameter of the user's that it belongs to.
struct DerivedParameter {
  ir::VarId id;
  const ir::Variable* variable;
  const Parameter* primal; // null: the seed

  bool isPrimal() const { return variable->role == Role::Parameter && !ir::isDirection(*variable); }
  const std::string& name() const { return isPrimal() ? primal->name : variable->name; }
};

std::vector<DerivedParameter> derivedParameters(const KernelModel& model,
                                                const ir::Kernel& derived) {
  std::vector<ir::VarId> primals;
  std::vector<DerivedParameter> result;
  for (ir::VarId id : derived.parameters) {
    const ir::Variable& variable = derived[id];
    const Parameter* primal = nullptr;
    if (variable.role == Role::Parameter && !ir::isDirection(variable)) {
      require(primals.size() < model.parameters.size(), "a derived kernel has too many parameters");
      primal = &model.parameters[primals.size()];
      primals.push_back(id);
    } else if (variable.shadowOf) {
      const auto of = std::ranges::find(primals, *variable.shadowOf);
      require(of != primals.end(), "a shadow without its parameter");
      primal = &model.parameters[static_cast<std::size_t>(of - primals.begin())];
    }
    result.push_back({id, &variable, primal});
  }
  return result;
}

std::vector<DerivedParameter> shadows(const KernelModel& model, const ir::Kernel& derived) {
  std::vector<DerivedParameter> result = derivedParameters(model, derived);
  std::erase_if(result, [](const DerivedParameter& p) { return p.variable->role != Role::Shadow; });
  return result;
}

std::string adjointDeclarator(const DerivedParameter& parameter) {
  if (parameter.variable->role == Role::Seed)
    return parameter.variable->type->spelling + " $";
  return parameter.variable->role == Role::Shadow ? bind::shadowDeclarator(*parameter.primal->type)
                                                  : parameter.primal->declarator;
}

bool isSet(const ir::Kernel& derived, ir::VarId id) {
  bool is = false;
  ir::forEachStmt(derived.body, [&](const ir::Stmt& stmt) {
    ir::forEachWritten(derived, stmt, [&](const ir::Place& place) { is = is || place.base == id; });
  });
  return is;
}

/// Lanes that came by value would make GCC tell of its version 4.6, which passed them otherwise.
std::string declaratorOverLanes(const DerivedParameter& parameter, const ir::Kernel& derived) {
  const ir::Variable& variable = *parameter.variable;
  const std::string& type = variable.type->spelling;
  if (variable.byReference)
    return type + "& $";
  return variable.type->is(TypeKind::Real) && !isSet(derived, parameter.id) ? "const " + type + "& $"
                                                                            : type + " $";
}

/// As the derived function declares it.
std::string declaratorOf(const DerivedParameter& parameter, const ir::Kernel& derived,
                         bool isTangent) {
  const ir::Variable& variable = *parameter.variable;
  if (ir::isOverLanes(*variable.type))
    return declaratorOverLanes(parameter, derived);
  return isTangent ? parameter.primal->declarator : adjointDeclarator(parameter);
}

/// A name that no variable of the kernel has.
std::string freeName(std::string name, const ir::Kernel& kernel) {
  return ir::freeName(std::move(name), [&](const std::string& taken) {
    return std::ranges::count(kernel.variables, taken, &ir::Variable::name) > 0;
  });
}

/// A pattern sweep runs on copies, which share nothing.
std::vector<analysis::SharedMemory> sharedMemory(const KernelCode& code, const ir::Kernel& derived) {
  const bool isOnCopies = code.pattern && &derived == &code.pattern->sweep;
  return isOnCopies ? std::vector<analysis::SharedMemory>()
                    : analysis::sharedMemory(code.primal, derived);
}

/// The text of one derived function.
class FunctionPrinter {
public:
  FunctionPrinter(const KernelCode& code, std::size_t overload, const ir::Kernel& derived,
                  bool isTangent)
      : model(code.model), remarks(code.remarks), overload(overload), derived(derived), isTangent(isTangent),
        functionsEnd(std::ranges::any_of(
            derived.functions, [](const ir::Function& f) { return ir::endsAsPrimal(f.as->body); })),
        endsAsPrimal(functionsEnd || ir::endsAsPrimal(derived.body)),
        uses(sharedMemory(code, derived)), mentioned(ir::mentioned(derived)),
        self(freeName("self", derived)), selfShadow(objectShadow(code, isTangent)) {
    for (const analysis::SharedMemory& use : uses)
      mentioned[use.var.index] = true;
    for (const ir::VarId id : derived.parameters)
      if (endsAsPrimal && isPrimal(id))
        mentioned[id.index] = true;
  }

  std::string run(const std::string& head) const {
    const std::string body = accessors(derived) + memberReferences() +
                             checkDistinct(model.callee, derived, uses) +
                             printBody(derived, primal(), remarks, !isTangent) + returnStatement(derived);
    return (remarks.areLinesMarked ? mark(derived.location) : "") + head + "(" + parameters() + ") {\n" + (functionsEnd ? guarded(body) : body) + "}\n";
  }

private:
  const KernelModel& model;
  const Remarks& remarks;
  const std::size_t overload;
  const ir::Kernel& derived;
  const bool isTangent;
  const bool functionsEnd, endsAsPrimal; // as the primal does
  const std::vector<analysis::SharedMemory> uses;
  std::vector<bool> mentioned; // by the body or by its checks
  const std::string self, selfShadow;

  bool isPrimal(ir::VarId id) const {
    return derived[id].role == Role::Parameter && !ir::isDirection(derived[id]);
  }

  /// One of the functions may leave an end to the primal.
  std::string guarded(const std::string& body) const {
    return "try {\n" + body + "} catch (const treelize::detail::left_to_primal&) {\n" +
           endAsPrimal(primal()) + "}\n";
  }

  PrimalCall primal() const {
    std::vector<std::string> arguments;
    for (const ir::VarId id : derived.parameters)
      if (isPrimal(id))
        arguments.push_back(derived[id].name);
    return {model.callee, primalCall(model, overload, self, list(arguments))};
  }

  /// `auto& x = self.x; auto& x_b = self_b.x;` for the members that the body uses.
  std::string memberReferences() const {
    std::string result;
    for (ir::VarId id : derived.members) {
      if (!mentioned[id.index])
        continue;
      const ir::Variable& variable = derived[id];
      const bool isShadow = variable.role == Role::Shadow;
      const bind::Member& member =
          memberOf(model.object, isShadow ? derived[*variable.shadowOf] : variable);
      result += (member.isBitField ? "const auto " : "auto& ") + variable.name + " = " +
                accessTo(member, isShadow ? selfShadow : self) + ";\n";
    }
    return result;
  }

  bool mentionsMember(Role role) const {
    return std::ranges::any_of(derived.members, [&](ir::VarId id) {
      return mentioned[id.index] && derived[id].role == role;
    });
  }

  /// The parameters of a derived function as it defines them: nameless where the body has no use.
  std::string parameters() const {
    std::vector<std::string> parts;
    const std::string object = model.owner + "& ";
    const auto addShadow = [&] {
      if (model.isBound())
        parts.push_back(object + (mentionsMember(Role::Shadow) ? selfShadow : ""));
    };
    if (model.isBound())
      parts.push_back((model.isConst ? "const " : "") + object +
                      (mentionsMember(Role::Member) || endsAsPrimal ? self : ""));
    bool hasObjectShadow = false;
    for (const DerivedParameter& parameter : derivedParameters(model, derived)) {
      if (parameter.variable->role == Role::Shadow && !hasObjectShadow) {
        addShadow();
        hasObjectShadow = true;
      }
      const bool isMentioned = mentioned[parameter.id.index];
      const std::string declarator = declaratorOf(parameter, derived, isTangent);
      // What is only read overlaps nothing that is written: see the guide.
      const ir::Variable& variable = *parameter.variable;
      const bool isOnlyRead =
          !isTangent && variable.type->is(TypeKind::Pointer) && variable.type->constElement;
      const std::string qualifier = isOnlyRead ? "__restrict " : "";
      parts.push_back(declare(declarator, isMentioned ? qualifier + parameter.variable->name : ""));
    }
    if (!hasObjectShadow)
      addShadow();
    return list(parts);
  }
};

std::string oneOf(const ir::Type& real) {
  if (real.spelling == "float")
    return "1.0F";
  return real.spelling == "long double" ? "1.0L" : "1.0";
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

static std::string asTemplate(const ir::Kernel& adjoint) {
  return adjoint.wantsOutputs ? "template <bool " + adjoint[*adjoint.wantsOutputs].name + "> " : "";
}

std::string sweepName(const KernelCode& code, bool wantsValue) {
  const std::string argument = wantsValue ? "<true>" : "<false>";
  return nameBeside(code.model, "sweep") + (code.adjoint.wantsOutputs ? argument : "");
}

std::string patternSweepName(const KernelCode& code) {
  return nameBeside(code.model, "pattern_sweep");
}

static std::string patternSweep(const KernelCode& code, std::size_t overload) {
  if (!code.pattern)
    return "";
  return FunctionPrinter(code, overload, code.pattern->sweep, /*isTangent=*/true)
             .run("static " + code.model.returnValue->spelling + " " + patternSweepName(code)) +
         "\n";
}

/// `hvp_sweep`, and the same over lanes.
static std::string secondSweeps(const KernelCode& code, std::size_t overload,
                                std::set<std::string>& printed) {
  const std::string name = nameBeside(code.model, "hvp_sweep");
  std::string text;
  if (code.hessianProduct)
    text += functionsOf(*code.hessianProduct, code.remarks, printed) + FunctionPrinter(code, overload, *code.hessianProduct, /*isTangent=*/false)
                .run("static void " + name) +
            "\n";
  if (code.hessianProductOverLanes)
    text += FunctionPrinter(code, overload, *code.hessianProductOverLanes, /*isTangent=*/false)
                .run("template <int Lanes> static void " + name) +
            "\n";
  return text;
}

/// `sweep`, and the same over lanes.
static std::string adjointSweeps(const KernelCode& code, std::size_t overload,
                                 std::set<std::string>& printed) {
  const std::string name = nameBeside(code.model, "sweep"),
                    type = code.adjoint.outputs.empty() ? "void" : code.model.returnValue->spelling;
  std::string text =
      functionsOf(code.adjoint, code.remarks, printed) +
      FunctionPrinter(code, overload, code.adjoint, /*isTangent=*/false)
          .run(asTemplate(code.adjoint) + "static " + type + " " + name) +
      "\n";
  if (code.adjointOverLanes)
    text += FunctionPrinter(code, overload, *code.adjointOverLanes, /*isTangent=*/false)
                .run("template <int Lanes> static void " + name) +
            "\n";
  return text;
}

std::string sweepFunctions(const std::vector<const KernelCode*>& overloads) {
  std::string text;
  std::set<std::string> printed;
  for (std::size_t i = 0; i < overloads.size(); ++i) {
    const KernelCode* code = overloads[i];
    if (hasAdjoint(*code))
      text += adjointSweeps(*code, i, printed);
    if (!code->tangent)
      continue;
    text += functionsOf(*code->tangent, code->remarks, printed);
    text += FunctionPrinter(*code, i, *code->tangent, /*isTangent=*/true)
                .run("static " + tangentResult(*code) + " " +
                     nameBeside(code->model, "tangent_sweep")) +
            "\n";
    if (code->tangentOverLanes)
      text +=
          FunctionPrinter(*code, i, *code->tangentOverLanes, /*isTangent=*/true)
              .run("template <int Lanes> static void " + nameBeside(code->model, "tangent_sweep")) +
          "\n";
  }
  for (std::size_t i = 0; i < overloads.size(); ++i) {
    text += secondSweeps(*overloads[i], i, printed) + patternSweep(*overloads[i], i);
    if (hasPullback(*overloads[i]))
      text += functionsOf(*overloads[i]->pullback, overloads[i]->remarks, printed);
  }
  return text;
}

} // namespace treelize::print
