#include "print/PrintSignature.h"

#include "bind/Shadow.h"

namespace treelize::print {

namespace {

/// The constant parts of a value, each followed by a space: `.rate .layers[].mean `. Whatever is no
/// member of a record counts as an element.
std::string constantParts(const ir::Type& type, const std::string& path) {
  std::string result;
  for (const ir::RecordField& field : type.fields) {
    const std::string inner = path + (field.accessor.isName() ? "." + field.name : "[]");
    result += field.nondiff ? inner + " " : constantParts(*field.type, inner);
  }
  return type.element ? result + constantParts(*type.element, path + "[]") : result;
}

std::string constantMembers(const ir::Kernel& primal) {
  std::string result;
  for (ir::VarId id : primal.members) {
    const ir::Variable& member = primal[id];
    const std::string path = "." + (member.member.empty() ? member.name : member.member);
    result += member.nondiff ? path + " " : constantParts(*member.type, path);
  }
  return result;
}

std::string described(const std::string& name, const std::string& constants,
                      const std::string& use = "") {
  return "{\"" + name + "\", \"" + constants + "\"" + use + "}";
}

/// Of the n-th parameter, where it is more than read.
std::string use(const KernelCode& code, std::size_t n) {
  const analysis::ParameterUse use = code.uses[n];
  if (use == analysis::ParameterUse::Read)
    return "";
  return std::string(", treelize::parameter_use::") +
         (use == analysis::ParameterUse::Written ? "written" : "updated");
}

} // namespace

std::string signatureFunction(const KernelCode& code) {
  const bind::KernelModel& model = code.model;
  if (bind::gradAbsence(model) == bind::GradAbsence::cannotOwn)
    return "";
  const std::vector<std::string> types = parameterTypes(model);
  std::vector<std::string> arguments{model.returnValue->spelling}, parameters;
  if (model.isBound())
    parameters.push_back(described("self", constantMembers(code.primal)));
  for (std::size_t i = 0; i < types.size(); ++i) {
    const bind::Parameter& parameter = model.parameters[i];
    arguments.push_back(parameter.hasShadow() ? types[i]
                                              : "treelize::without_shadow<" + types[i] + ">");
    parameters.push_back(
        described(parameter.name, constantParts(*parameter.type, ""), use(code, i)));
  }
  const std::string type = model.isBound() ? "treelize::bound_signature" : "treelize::signature";
  const std::string constness = model.isBound() && !model.isConst ? "" : " const";
  return "auto signature(" + list(types) + ")" + constness + " {\nreturn " + type + "<" +
         list(arguments) + ">{" + (parameters.empty() ? "" : "{{" + list(parameters) + "}}") +
         "};\n}\n\n";
}

} // namespace treelize::print
