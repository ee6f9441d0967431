#include "print/PrintMatrices.h"

#include "bind/Shadow.h"
#include "ir/Walk.h"
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

/// Is the tangent compiled in short enough a time that the number of columns may choose among
/// several numbers of lanes? (0 as the member's default.) What is over lanes takes most of it.
static bool isSmall(const KernelCode& code) {
  constexpr int largest = 100;
  if (!code.tangentOverLanes)
    return false;
  const ir::Kernel& tangent = *code.tangentOverLanes;
  int wide = 0;
  ir::forEachStmt(tangent.body, [&](const ir::Stmt& stmt) {
    ir::forEachWritten(tangent, stmt,
                       [&](const ir::Place& to) { wide += ir::isOverLanes(*to.type); });
  });
  return wide <= largest;
}

/// A template, so that it costs nothing where nobody calls it.
static std::string denseMember(const KernelCode& code, const std::string& name,
                               int lanesByDefault) {
  const std::string lanes = nameBeside(code.model, "Lanes");
  return "template <int " + lanes + " = " + std::to_string(lanesByDefault) + "> treelize::matrix " +
         name + "(" + parameterList(code.model) + ") const {\nreturn treelize::detail::" + name +
         "<" + lanes + ">(" + list({"*this", argumentList(code.model, false)}) + ");\n}\n\n";
}

std::string matrixMembers(const KernelCode& code) {
  std::string text;
  if (jacobianAbsence(code) == JacobianAbsence::none)
    text += commentOnJacobian() + denseMember(code, "jacobian", isSmall(code) ? 0 : 8);
  if (hessianAbsence(code) == HessianAbsence::none)
    text += commentOnHessian() + denseMember(code, "hessian", 8);
  return text;
}

} // namespace treelize::print
