#include "print/PrintKernel.h"

#include "bind/Shadow.h"
#include "ir/Identifiers.h"
#include "print/AbsentMembers.h"
#include "print/Documentation.h"
#include "print/PrintBound.h"
#include "print/PrintFields.h"
#include "print/PrintMatrices.h"
#include "print/PrintPattern.h"
#include "print/PrintPullback.h"
#include "print/PrintSignature.h"
#include "print/PrintSweeps.h"
#include "print/Unit.h"

#include <algorithm>

namespace treelize::print {

using bind::KernelModel;

namespace {

/// `Kernel `energy` (spring.hpp:12)` and what it is differentiated for.
std::string description(const KernelCode& code) {
  const KernelModel& model = code.model;
  std::string result = "/// `" + model.callee + "(";
  std::vector<std::string> names;
  for (const bind::Parameter& parameter : model.parameters)
    names.push_back(parameter.name);
  result += list(names) + ")`";
  return result + (model.place.empty() ? "" : ", " + model.place) + ".\n";
}

/// The functions around one kernel, as members of its object.
class MemberPrinter {
public:
  MemberPrinter(const KernelCode& code, std::size_t overload)
      : code(code), model(code.model), gradient(gradientName(code, overload)),
        call(primalCall(model, overload, "", argumentList(model, true))),
        parameters(parameterList(model)),
        result(nameBeside(model, "result")), overload(overload) {}

  std::string run() const {
    std::string text = usersComment(model, /*isWhole=*/true) + description(code) + primal() + (hasAdjoint(code) ? adjoint() : "") +
                       (code.tangent ? tangent() : "") + signatureFunction(code);
    if (hasGrad(code))
      text += grad() + valueAndGrad();
    return text + (code.hessianProduct ? hessianProduct() : "") + matrixMembers(code) +
           patternMembers(code) +
           (hasPullback(code) ? pullbackMember(code, overload) : "");
  }

private:
  const KernelCode& code;
  const KernelModel& model;
  const std::string gradient, call, parameters, result;
  const std::size_t overload;

  std::string primal() const {
    return model.returnType + " operator()(" + parameters + ") const { " +
           (model.returnsVoid() ? "" : "return ") + call + "; }\n\n";
  }
  std::string sweep(const std::string& name, const std::vector<std::string>& rest) const {
    return name + "(" + list({argumentList(model, true), list(rest)}) + ");\n";
  }
  std::string adjoint() const {
    return commentOnAdjoint() + "void adjoint(" + list(adjointParameters(code)) + ") const {\n" + sizeShadows(code) +
           sweep(sweepName(code, false), seedAndShadows(code)) + "}\n\n" +
           overLanes("adjoint", nameBeside(model, "sweep"), code.adjointOverLanes, seedAndShadows(code));
  }
  /// For several seeds at once.
  std::string overLanes(const std::string& name, const std::string& function,
                        const std::optional<ir::Kernel>& derived,
                        const std::vector<std::string>& shadows) const {
    if (!derived)
      return "";
    return "template <int Lanes> void " + name + "(" + list(parametersOverLanes(code, *derived)) +
           ") const {\n" + sweep(function, shadows) + "}\n\n";
  }
  std::string tangent() const {
    const std::string type = tangentResult(code);
    return commentOnTangent(code) + type + " tangent(" + list(tangentParameters(code)) + ") const {\n" +
           checkTangents(code) + (type == "void" ? "" : "return ") +
           sweep(nameBeside(model, "tangent_sweep"), tangentNames(code)) + "}\n\n" +
           overLanes("tangent", nameBeside(model, "tangent_sweep"), code.tangentOverLanes, tangentNames(code));
  }
  std::string hessianProduct() const {
    const std::string function = nameBeside(model, "hvp_sweep");
    std::string text;
    if (bind::gradAbsence(model) == bind::GradAbsence::none)
      text += commentOnHessianProduct() + gradient + " hvp(" + list(directionParameters(code)) +
              ") const {\n" + checkDirections(code) + declareResult() +
              sweep(function, directionsAndShadows(code, result)) + "return " + result + ";\n}\n\n";
    if (directionsAndShadows(code, "").size() < 2) // nothing to differentiate for
      return text;
    return text + commentOnAddedHessianProduct() + "void hvp(" + list(hessianProductParameters(code)) +
           ") const {\n" + checkDirections(code) + sizeShadows(code) +
           sweep(function, directionsAndShadows(code, "")) + "}\n\n" +
           overLanes("hvp", function, code.hessianProductOverLanes, directionsAndShadows(code, ""));
  }
  std::string declareResult() const {
    const std::vector<std::string> values = gradientInitializers(code);
    const bool isPlain = std::ranges::count(values, "{}") == std::ssize(values);
    return gradient + " " + result + "{" + (isPlain ? "" : list(values)) + "};\n";
  }
  std::string grad() const {
    return commentOnGrad(model) + gradient + " grad(" + parameters + ") const {\n" + declareResult() +
           sweep(sweepName(code, false), seedAndGradient(code)) + "return " + result + ";\n}\n\n";
  }
  std::string valueAndGrad() const {
    const std::string type = model.returnValue->spelling, value = nameBeside(model, "value");
    return commentOnValueAndGrad(model) + "treelize::value_and_gradient<" + type + ", " + gradient + "> value_and_grad(" +
           parameters + ") const {\n" + declareResult() + "const " + type + " " + value + " = " +
           sweep(sweepName(code, true), seedAndGradient(code)) + "return {" + value + ", std::move(" + result +
           ")};\n}\n\n";
  }
};

std::string openNamespaces(const KernelModel& model) {
  std::string path;
  for (const std::string& name : model.namespaces)
    path += name + "::";
  return "namespace " + path + "kernels {\n";
}

/// `namespace kernels = app::kernels;` within each inline namespace.
std::string inlineAliases(const KernelModel& model) {
  std::string target, open, close, result;
  for (const std::string& name : model.namespaces)
    target += "::" + name;
  if (!target.empty()) {
    open = "namespace " + target.substr(2) + " {\n";
    close = "}\n";
  }
  for (const std::string& name : model.inlineNamespaces) {
    open += "inline namespace " + name + " {\n";
    close += "}\n";
    result += open + "namespace kernels = " + target + "::kernels;\n" + close;
  }
  return result;
}

/// One object and its struct.
std::string freeKernel(const std::vector<const KernelCode*>& overloads) {
  const KernelModel& model = overloads.front()->model;
  const bool isInternal = std::ranges::any_of(
      overloads, [](const KernelCode* code) { return code->model.hasInternalLinkage; });
  const std::string type = ir::joined(model.name, "kernel");
  std::string text = openNamespaces(model);
  // What names an entity of this file alone must itself be of this file alone.
  text += isInternal ? "namespace {\n" : "";
  text += kernelStruct(overloads, type);
  text += usersComment(model, /*isWhole=*/false) + description(*overloads.front());
  text += isInternal ? "[[maybe_unused]] constexpr " : "inline constexpr ";
  text += type + " " + model.name + "{};\n";
  text += isInternal ? "}\n" : "";
  return text + "}\n" + inlineAliases(model);
}

bool areOverloads(const KernelModel& a, const KernelModel& b) {
  return a.name == b.name && a.namespaces == b.namespaces && a.isMethod() == b.isMethod();
}

} // namespace

std::string kernelStruct(const std::vector<const KernelCode*>& overloads, const std::string& name) {
  std::string gradients, members;
  for (std::size_t i = 0; i < overloads.size(); ++i) {
    const KernelCode& code = *overloads[i];
    if (hasGradient(code))
      gradients += gradientStruct(code, gradientName(code, i)) + "\n";
    members += MemberPrinter(code, i).run();
  }
  return "struct " + name + " {\n" + gradients + members +
         absentMembers(overloads) + "private:\n" +
         sweepFunctions(overloads) + "};\n";
}

static bool isMatrix(const ir::Type& type) {
  return type.is(ir::TypeKind::Matrix);
}

static bool isGeometry(const ir::Type& type) {
  return std::ranges::any_of(type.fields, [](const ir::RecordField& field) {
    return field.accessor.kind == ir::AccessorKind::Coefficients;
  });
}

static bool uses(const KernelCode& code, bool (*isWanted)(const ir::Type&)) {
  return std::ranges::any_of(code.adjoint.variables,
                             [&](const ir::Variable& v) { return ir::anyPart(*v.type, isWanted); });
}

/// The headers of the rules of the runtime's that the kernels use.
static void includeRules(const std::vector<KernelCode>& kernels, Unit& unit) {
  for (const KernelCode& code : kernels)
    for (const ir::Function& function : code.primal.functions)
      if (!function.header.empty())
        unit.runtimeIncludes.insert(function.header);
}

void printKernels(const std::vector<KernelCode>& kernels,
                  const std::vector<bind::ClassModel>& classes,
                  const std::vector<bind::RecordModel>& records, Unit& unit) {
  if (kernels.empty() && classes.empty())
    return;
  unit.runtimeIncludes.insert("treelize/kernel.hpp");
  const auto anyUses = [&](bool (*isWanted)(const ir::Type&)) {
    return std::ranges::any_of(kernels,
                               [&](const KernelCode& code) { return uses(code, isWanted); });
  };
  if (anyUses(isMatrix))
    unit.runtimeIncludes.insert("treelize/adapt/eigen.hpp");
  if (anyUses(isGeometry))
    unit.runtimeIncludes.insert("treelize/adapt/eigen_geometry.hpp");
  if (std::ranges::any_of(kernels, [](const KernelCode& code) { return code.pattern.has_value(); }))
    unit.runtimeIncludes.insert("treelize/detail/pattern.hpp");
  includeRules(kernels, unit);
  if (std::ranges::count(kernels, JacobianAbsence::none, jacobianAbsence) > 0)
    unit.runtimeIncludes.insert("treelize/detail/jacobian.hpp");
  if (std::ranges::count(kernels, HessianAbsence::none, hessianAbsence) > 0)
    unit.runtimeIncludes.insert("treelize/detail/hessian.hpp");
  std::string fields = printFields(records);
  if (!fields.empty())
    unit.kernels.push_back(std::move(fields));

  std::vector<bool> isPrinted(kernels.size());
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    if (isPrinted[i] || kernels[i].model.isMethod())
      continue;
    std::vector<const KernelCode*> overloads;
    for (std::size_t j = i; j < kernels.size(); ++j)
      if (areOverloads(kernels[i].model, kernels[j].model)) {
        overloads.push_back(&kernels[j]);
        isPrinted[j] = true;
      }
    unit.kernels.push_back(freeKernel(overloads));
  }
  if (!classes.empty())
    unit.runtimeIncludes.insert("treelize/bound.hpp");
  for (const bind::ClassModel& model : classes)
    unit.kernels.push_back(printClass(model, kernels));
}

} // namespace treelize::print
