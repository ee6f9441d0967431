#include "print/PrintKernel.h"

#include "bind/Shadow.h"
#include "print/PrintBound.h"
#include "print/PrintFields.h"
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

/// Overloads of the functions around one kernel, as members of its object.
std::string kernelMembers(const KernelCode& code, const std::string& gradient) {
  const KernelModel& model = code.model;
  const bool hasGradient = bind::gradAbsence(model) == bind::GradAbsence::none;
  const std::string parameters = parameterList(model);
  const std::string returns = model.returnsVoid() ? "" : "return ";

  std::string text = description(code);
  text += model.returnType + " operator()(" + parameters + ") const { " + returns + model.callee +
          "(" + argumentList(model, true) + "); }\n\n";

  text += "void adjoint(" + list(adjointParameters(code)) + ") const {\n" + sizeShadows(code) +
          "sweep(" + list({argumentList(model, true), list(seedAndShadows(code))}) + ");\n}\n\n";

  const std::string result = tangentResult(code);
  text += result + " tangent(" + list(tangentParameters(code)) + ") const {\n" +
          checkTangents(code) + (result == "void" ? "" : "return ") + "tangent_sweep(" +
          list({argumentList(model, true), list(tangentNames(code))}) + ");\n}\n\n";
  if (!hasGradient)
    return text;

  const std::string initial = gradient + " result{" + list(gradientInitializers(code)) + "};\n";
  const std::string sweep =
      "sweep(" + list({argumentList(model, true), list(seedAndGradient(code))}) + ");\n";
  text += gradient + " grad(" + parameters + ") const {\n" + initial + sweep + "return result;\n}\n\n";

  const std::string type = model.returnValue->spelling;
  text += "treelize::value_and_gradient<" + type + ", " + gradient + "> value_and_grad(" +
          parameters + ") const {\n" + initial + "const " + type + " value = " + sweep +
          "return {value, std::move(result)};\n}\n\n";
  return text;
}

std::string gradientName(std::size_t overload) {
  return overload == 0 ? "gradient" : "gradient" + std::to_string(overload + 1);
}

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
  const bool isInternal = std::ranges::any_of(overloads, [](const KernelCode* code) {
    return code->model.hasInternalLinkage;
  });
  const std::string type = model.name + "_kernel";
  std::string text = openNamespaces(model);
  // What names an entity of this file alone must itself be of this file alone.
  text += isInternal ? "namespace {\n" : "";
  text += kernelStruct(overloads, type);
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
  std::string gradients, members, sweeps, absence;
  for (std::size_t i = 0; i < overloads.size(); ++i) {
    const KernelCode& code = *overloads[i];
    if (bind::gradAbsence(code.model) == bind::GradAbsence::none)
      gradients += gradientStruct(code, gradientName(i)) + "\n";
    else
      absence = absentGradient(code.model);
    members += kernelMembers(code, gradientName(i));
    sweeps += sweepFunction(code) + "\n" + tangentFunction(code) + "\n";
  }
  return "struct " + name + " {\n" + gradients + members + absence + "private:\n" + sweeps + "};\n";
}

void printKernels(const std::vector<KernelCode>& kernels,
                  const std::vector<bind::ClassModel>& classes,
                  const std::vector<bind::RecordModel>& records, Unit& unit) {
  if (kernels.empty() && classes.empty())
    return;
  unit.runtimeIncludes.insert("treelize/kernel.hpp");
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
