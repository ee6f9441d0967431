#include "print/PrintMatrices.h"

#include "analysis/ParameterUses.h"
#include "bind/Shadow.h"
#include "print/Documentation.h"

namespace treelize::print {

using analysis::ParameterUse;

JacobianAbsence jacobianAbsence(const KernelCode& code) {
  const bind::KernelModel& model = code.model;
  if (model.isBound())
    return JacobianAbsence::isBound;
  if (model.returnsReal())
    return JacobianAbsence::oneNumber;
  bool hasRow = ir::isDifferentiable(*model.returnValue);
  for (std::size_t i = 0; i < model.parameters.size(); ++i) {
    const bind::Parameter& parameter = model.parameters[i];
    const bool isWritten =
        analysis::useOf(code.primal, code.primal.parameters[i]) != ParameterUse::Read;
    hasRow = hasRow || isWritten;
    if ((parameter.hasShadow() || isWritten) && !bind::canOwnShadow(parameter))
      return JacobianAbsence::unknownExtent;
  }
  return hasRow ? JacobianAbsence::none : JacobianAbsence::noRow;
}

std::string jacobianMember(const KernelCode& code) {
  if (jacobianAbsence(code) != JacobianAbsence::none)
    return "";
  // A template, so that it costs nothing where nobody calls it.
  const std::string lanes = nameBeside(code.model, "Lanes");
  return commentOnJacobian() + "template <int " + lanes + " = 8> treelize::matrix jacobian(" +
         parameterList(code.model) + ") const {\nreturn treelize::detail::jacobian<" + lanes +
         ">(" + list({"*this", argumentList(code.model, false)}) + ");\n}\n\n";
}

} // namespace treelize::print
