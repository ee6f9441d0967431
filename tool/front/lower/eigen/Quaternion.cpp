// What Eigen's quaternions do not say in plain C++. All else of them is lowered as it stands.
#include "front/lower/eigen/MatrixExpr.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/types/Specialization.h"

#include <array>

namespace treelize::front {

using namespace clang;
using ir::ExprRef;
using ir::Op;

namespace {

/// Where a quaternion, or what is known of one by its base, keeps its coefficients.
const FieldDecl* coefficientsField(const EigenCall& call, QualType quaternion) {
  const CXXRecordDecl* record = quaternion.getNonReferenceType()->getAsCXXRecordDecl();
  if (record && record->getName() == "QuaternionBase")
    record = typeArgument(record, 0)->getAsCXXRecordDecl();
  if (record && record->hasDefinition())
    for (const FieldDecl* field : record->getDefinition()->fields())
      if (field->getName() == "m_coeffs")
        return field;
  call.refuse();
}

/// x, y, z, w
MatrixExpr coefficientsOf(const EigenCall& call, const Expr* quaternion) {
  const FieldDecl* field = coefficientsField(call, quaternion->getType());
  const Value part = member(call.l, glvalue(call.l, quaternion), field, quaternion->getExprLoc());
  if (const auto* view = std::get_if<MatrixView>(&part))
    return *view->matrix;
  if (const auto* place = std::get_if<ir::Place>(&part))
    return matrixAt(call.l, *place, call.at);
  call.refuse();
}

/// One coefficient of the product: the sum of four products of these coefficients, by these signs.
struct Term {
  int a, b, sign;
};
constexpr int x = 0, y = 1, z = 2, w = 3;
constexpr Term products[4][4] = {{{w, x, 1}, {x, w, 1}, {y, z, 1}, {z, y, -1}},
                                 {{w, y, 1}, {y, w, 1}, {z, x, 1}, {x, z, -1}},
                                 {{w, z, 1}, {z, w, 1}, {x, y, 1}, {y, x, -1}},
                                 {{w, w, 1}, {x, x, -1}, {y, y, -1}, {z, z, -1}}};

Value quaternionOf(const EigenCall& call, const std::array<ExprRef, 4>& coefficients) {
  Lowering& l = call.l;
  const FieldDecl* field = coefficientsField(call, call.callee->getReturnType());
  const ir::VarId result =
      l.addLocal("quaternion", l.types.of(field->getType()), {.isStable = true}, call.at);
  l.emit(ir::declare(result, nullptr, call.at));
  for (int i = 0; i < 4; ++i)
    l.emit(ir::assign(ir::element(l.placeOf(result), {extentOf(i)}), ir::AssignOp::Set,
                      coefficients[static_cast<std::size_t>(i)], call.at));
  Object object{std::make_shared<ObjectState>()};
  object.state->members[field] = l.placeOf(result);
  return object;
}

ExprRef productCoefficient(const MatrixExpr& a, const MatrixExpr& b, const Term (&terms)[4],
                           Location at) {
  ExprRef sum;
  for (const Term& term : terms) {
    const ExprRef left = vectorCoefficient(a, extentOf(term.a)),
                  right = vectorCoefficient(b, extentOf(term.b));
    const ExprRef product = ir::apply(Op::mul, {left, right}, a.scalar, at);
    sum =
        sum ? ir::apply(term.sign > 0 ? Op::add : Op::sub, {sum, product}, a.scalar, at) : product;
  }
  return sum;
}

bool isRunOf(const EigenCall& call, llvm::StringRef helper) {
  const auto* method = dyn_cast<CXXMethodDecl>(call.callee);
  return method && call.name == "run" && method->getParent()->getIdentifier() &&
         method->getParent()->getName() == helper;
}

} // namespace

std::optional<Value> quaternionCall(const EigenCall& call) {
  std::array<ExprRef, 4> result;
  if (isRunOf(call, "quat_product") && call.arguments.size() == 2) {
    const MatrixExpr a = coefficientsOf(call, call.arguments[0]),
                     b = coefficientsOf(call, call.arguments[1]);
    for (std::size_t i = 0; i < result.size(); ++i)
      result[i] = productCoefficient(a, b, products[i], call.at);
  } else if (isRunOf(call, "quat_conj") && call.arguments.size() == 1) {
    const MatrixExpr a = coefficientsOf(call, call.arguments[0]);
    for (int i = 0; i < 4; ++i) {
      const ExprRef coefficient = vectorCoefficient(a, extentOf(i));
      result[static_cast<std::size_t>(i)] =
          i == w ? coefficient : ir::apply(Op::neg, {coefficient}, a.scalar, call.at);
    }
  } else {
    return std::nullopt;
  }
  return quaternionOf(call, result);
}

} // namespace treelize::front
