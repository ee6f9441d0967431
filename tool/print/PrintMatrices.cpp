#include "print/PrintMatrices.h"

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
  if (!hasAdjoint(code))
    return JacobianAbsence::leftOut;
  bool hasRow = ir::isDifferentiable(*model.returnValue);
  for (std::size_t i = 0; i < model.parameters.size(); ++i) {
    const bind::Parameter& parameter = model.parameters[i];
    const bool isWritten = code.uses[i] != ParameterUse::Read;
    hasRow = hasRow || isWritten;
    if ((parameter.hasShadow() || isWritten) && !bind::canOwnShadow(parameter))
      return JacobianAbsence::unknownExtent;
  }
  return hasRow ? JacobianAbsence::none : JacobianAbsence::noRow;
}

HessianAbsence hessianAbsence(const KernelCode& code) {
  if (code.model.isMethod())
    return HessianAbsence::isMethod;
  if (!code.model.returnsReal())
    return HessianAbsence::severalNumbers;
  if (!code.hessianProduct)
    return HessianAbsence::noProduct;
  return bind::gradAbsence(code.model) == bind::GradAbsence::none ? HessianAbsence::none
                                                                  : HessianAbsence::unknownExtent;
}

/// A template, so that it costs nothing where nobody calls it.
static std::string denseMember(const KernelCode& code, const std::string& name) {
  const std::string lanes = nameBeside(code.model, "Lanes");
  return "template <int " + lanes + " = 8> treelize::matrix " + name + "(" +
         parameterList(code.model) + ") const {\nreturn treelize::detail::" + name + "<" + lanes +
         ">(" + list({"*this", argumentList(code.model, false)}) + ");\n}\n\n";
}

std::string matrixMembers(const KernelCode& code) {
  std::string text;
  if (jacobianAbsence(code) == JacobianAbsence::none)
    text += commentOnJacobian() + denseMember(code, "jacobian");
  if (hessianAbsence(code) == HessianAbsence::none)
    text += commentOnHessian() + denseMember(code, "hessian");
  return text;
}

} // namespace treelize::print
