#include "print/PrintPattern.h"

namespace treelize::print {

std::string patternMembers(const KernelCode& code) {
  const bind::KernelModel& model = code.model;
  const bool isJacobian = code.pattern->matrix == pattern::Matrix::Jacobian;
  const std::string name = isJacobian ? "jacobian" : "hessian";
  const std::string title = isJacobian ? "Jacobian" : "Hessian";
  const std::string parameters = parameterList(model), arguments = argumentList(model, false);
  const std::string matrix = nameBeside(model, "matrix"), all = nameBeside(model, "all");
  const std::string signature = "signature(" + arguments + ")";
  const std::string fill = "treelize::detail::fill_" + name + "(" + list({"*this", matrix, arguments}) + ");\n";
  return "/// Where the " + title + " may have entries that are not zero, whatever its real numbers are; without "
         "values.\n"
         "treelize::csr " + name + "_pattern(" + parameters + ") const {\n"
         "return treelize::detail::" + name + "_pattern(" +
         list({signature, "[](auto&... " + all + ") { return " + patternSweepName(code) + "(" + all + "...); }",
               arguments}) +
         ");\n}\n\n"
         "/// The sparse " + title + ".\n"
         "treelize::csr " + name + "_csr(" + parameters + ") const {\n"
         "treelize::csr " + matrix + " = " + name + "_pattern(" + arguments + ");\n" +
         fill + "return " + matrix + ";\n}\n\n"
         "/// Takes new values into the matrix of an earlier call.\n"
         "void " + name + "_csr(" + list({parameters, "treelize::csr& " + matrix}) + ") const {\n"
         "treelize::detail::check_pattern(" + list({"\"" + model.name + "\"", signature, matrix, arguments}) +
         ");\n" + fill + "}\n\n";
}

} // namespace treelize::print
