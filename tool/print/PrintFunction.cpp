#include "print/PrintFunction.h"

#include "ir/ExprText.h"
#include "ir/Walk.h"
#include "print/KernelText.h"
#include "print/Marks.h"

#include <algorithm>

namespace treelize::print {

using ir::Role;

namespace {

std::string parameter(const ir::Variable& variable, bool isMentioned, bool isWritten) {
  const ir::Type& type = *variable.type;
  const std::string name = isMentioned ? variable.name : "";
  const bool isConsumed =
      variable.role == Role::Seed && isWritten; // where a part of the result is overwritten
  if (type.isView() || isConsumed || (type.isScalar() && !variable.byReference))
    return type.spelling + " " + name;
  const bool isConst = variable.isConst || !variable.byReference;
  const std::string declared =
      type.isBuiltinArray ? ir::declarator(type, "(&" + name + ")") : type.spelling + "& " + name;
  return (isConst ? "const " : "") + declared;
}

std::string returnType(const ir::Kernel& kernel) {
  if (kernel.outputs.empty())
    return "void";
  const std::string& value = kernel.returnType->spelling;
  return kernel.outputs.size() == 1 ? value : "treelize::tangent_result<" + value + ">";
}

std::string functionText(const ir::Function& function, const Remarks& remarks) {
  const ir::Kernel& kernel = *function.as;
  const std::vector<bool> mentioned = ir::mentioned(kernel);
  std::set<ir::VarId> written;
  ir::forEachStmt(kernel.body, [&](const ir::Stmt& stmt) {
    ir::forEachWritten(kernel, stmt, [&](const ir::Place& place) { written.insert(place.base); });
  });
  std::vector<std::string> parameters;
  for (ir::VarId id : kernel.parameters)
    parameters.push_back(parameter(kernel[id], mentioned[id.index], written.contains(id)));
  if (function.takesTape)
    parameters.push_back(std::string("treelize::tape& ") +
                         (ir::usesTape(kernel.body) ? tapeName(kernel) : ""));
  return (remarks.areLinesMarked ? mark(kernel.location) : "") + "static " + returnType(kernel) + " " + function.name + "(" + list(parameters) + ") {\n" +
         accessors(kernel) + printFunctionBody(kernel, remarks) + returnStatement(kernel) +
         "}\n";
}

} // namespace

std::string functionsOf(const ir::Kernel& derived, const Remarks& remarks,
                        std::set<std::string>& printed) {
  std::string result;
  for (const ir::Function& function : derived.functions)
    if (printed.insert(functionText(function, {})).second)
      result += functionText(function, remarks) + "\n";
  return result;
}

bool functionsEndAsPrimal(const ir::Kernel& derived) {
  return std::ranges::any_of(
      derived.functions, [](const ir::Function& f) { return ir::endsAsPrimal(f.as->body); });
}

std::string endingAsPrimal(const ir::Kernel& derived, const PrimalCall& primal,
                           const std::string& body) {
  return functionsEndAsPrimal(derived)
             ? "try {\n" + body + "} catch (const treelize::detail::left_to_primal&) {\n" +
                   endAsPrimal(primal) + "}\n"
             : body;
}

std::string accessors(const ir::Kernel& derived) {
  std::string result;
  for (const auto& [accessor, name] : derived.accessors) {
    result += "constexpr treelize::accessor<" + accessor + "> " + name + "{};\n";
  }
  return result;
}

std::string returnStatement(const ir::Kernel& derived) {
  std::vector<std::string> names;
  for (ir::VarId id : derived.outputs)
    names.push_back(derived[id].name);
  if (names.empty())
    return "";
  return names.size() == 1 ? "return " + names[0] + ";\n" : "return {" + list(names) + "};\n";
}

} // namespace treelize::print
