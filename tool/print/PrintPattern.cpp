#include "print/PrintPattern.h"

#include "print/PrintMatrices.h"
#include "print/PrintSweeps.h"

namespace treelize::print {

namespace {

bool isJacobian(const KernelCode& code) {
  return code.pattern->matrix == pattern::Matrix::Jacobian;
}

/// Templates, so that they cost nothing where nobody calls them.
class PatternMembers {
public:
  explicit PatternMembers(const KernelCode& code)
      : code(code), model(code.model), name(isJacobian(code) ? "jacobian" : "hessian"),
        title(isJacobian(code) ? "Jacobian" : "Hessian"), parameters(parameterList(model)),
        arguments(argumentList(model, false)), matrix(nameBeside(model, "matrix")),
        type(nameBeside(model, "Csr")), signature("signature(" + arguments + ")") {}

  std::string pattern() const {
    const std::string all = nameBeside(model, "all");
    return "/// Where the " + title +
           " may have entries that are not zero, whatever its real numbers are: no values.\n" +
           head(type, "_pattern", parameters) + "return treelize::detail::" + name + "_pattern(" +
           list({signature,
                 "[](auto&... " + all + ") { return " + patternSweepName(code) + "(" + all + "...); }",
                 arguments}) +
           ");\n}\n\n";
  }

  std::string values() const {
    return "/// The sparse " + title + ".\n" + head(type, "_csr", parameters) + type + " " + matrix +
           " = " + name + "_pattern(" + arguments + ");\n" + fill() + "return " + matrix +
           ";\n}\n\n" + "/// Takes new values into the matrix of an earlier call.\n" +
           head("void", "_csr", list({parameters, "std::type_identity_t<" + type + ">& " + matrix})) +
           "treelize::detail::check_pattern(" +
           list({"\"" + model.name + "\"", signature, matrix + ".state.key", arguments}) + ");\n" + fill() +
           "}\n\n";
  }

private:
  const KernelCode& code;
  const bind::KernelModel& model;
  const std::string name, title, parameters, arguments, matrix, type, signature;

  std::string head(const std::string& result, const std::string& what,
                   const std::string& taken) const {
    return "template <class " + type + " = treelize::csr> " + result + " " + name + what + "(" +
           taken + ") const {\n";
  }
  std::string fill() const {
    return "treelize::detail::fill_" + name + "(" + list({"*this", matrix, arguments}) + ");\n";
  }
};

} // namespace

bool hasSparseValues(const KernelCode& code) {
  return code.pattern && (isJacobian(code) ? jacobianAbsence(code) == JacobianAbsence::none
                                           : hessianAbsence(code) == HessianAbsence::none);
}

std::string patternMembers(const KernelCode& code) {
  if (!code.pattern)
    return "";
  const PatternMembers members(code);
  return members.pattern() + (hasSparseValues(code) ? members.values() : "");
}

} // namespace treelize::print
