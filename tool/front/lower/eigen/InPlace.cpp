// Methods that change a matrix by its own coefficients, or its size: `a.transposeInPlace()`,
// `x.swap(y)`, `x.resize(n)`.
#include "front/lower/eigen/MatrixExpr.h"
#include "front/lower/expressions/Expressions.h"

namespace treelize::front {

using namespace clang;
using ir::AssignOp;
using ir::ExprRef;
using ir::Op;

namespace {

Value transposeInPlace(const EigenCall& call) {
  const MatrixExpr target = matrixOf(call.l, call.object);
  MatrixExpr turned =
      transposed(call.l, materialised(call.l, target, "transposed", call.at), call.at);
  assignMatrix(call.l, target, std::move(turned), AssignOp::Set, call.where);
  return {};
}

Value reverseInPlace(const EigenCall& call) {
  const MatrixExpr target = matrixOf(call.l, call.object);
  MatrixExpr turned =
      reversed(call.l, materialised(call.l, target, "reversed", call.at), true, true, call.at);
  assignMatrix(call.l, target, std::move(turned), AssignOp::Set, call.where);
  return {};
}

Value normalize(const EigenCall& call) {
  const MatrixExpr target = matrixOf(call.l, call.object);
  assignMatrix(call.l, target, normalized(call.l, target, call.at), AssignOp::Set, call.where);
  return {};
}

/// Two rows or columns of one matrix may change places, also the same one with itself.
Value swapMatrices(const EigenCall& call) {
  Lowering& l = call.l;
  const std::vector<MatrixExpr> sides = matricesOf(l, {call.object, call.arguments[0]}, call.where);
  const MatrixExpr first = materialised(l, sides[0], "swapped", call.at),
                   second = materialised(l, sides[1], "swapped", call.at);
  assignMatrix(l, sides[0], second, AssignOp::Set, call.where);
  assignMatrix(l, sides[1], first, AssignOp::Set, call.where);
  return {};
}

/// A matrix that has the size already keeps its coefficients; of any other they may be anything.
Value resize(const EigenCall& call) {
  Lowering& l = call.l;
  const MatrixExpr target = matrixOf(l, call.object);
  if (!target.whole || call.arguments.empty() || call.arguments.size() > 2)
    call.refuse();
  std::vector<ExprRef> extents;
  for (const Expr* argument : call.arguments)
    extents.push_back(converted(indexOf(l, argument), ir::offsetType()));
  const ir::Type& type = *target.whole->type;
  if (ir::hasFixedSize(type))
    return {};
  const auto differs = [&](const ExprRef& a, const ExprRef& b) {
    return ir::apply(Op::ne_, {a, b}, ir::boolType(), call.at);
  };
  const bool isVector = type.rows == 1 || type.columns == 1;
  if (isVector && extents.size() == 2)
    extents = {type.rows == 1 ? extents[1] : extents[0]};
  ExprRef changes = differs(isVector ? sizeOf(target) : target.rows, extents[0]);
  if (!isVector)
    changes = ir::apply(Op::lor_, {changes, differs(target.columns, extents.at(1))}, ir::boolType(),
                        call.at);
  ir::If change{l.keep(std::move(changes), "changes"), {}, {}};
  change.thenBlock.push_back(ir::assign(
      *target.whole, AssignOp::Set, ir::construct(target.whole->type, extents, call.at), call.at));
  l.emit({call.at, std::move(change)});
  return {};
}

/// x.applyOnTheLeft(a): x becomes a * x.
Value applyOnTheLeft(const EigenCall& call) {
  const std::vector<MatrixExpr> sides =
      matricesOf(call.l, {call.arguments[0], call.object}, call.where);
  assignMatrix(call.l, sides[1], productOf(call.l, sides[0], sides[1], call.at), AssignOp::Set,
               call.where);
  return {};
}

/// a.applyOnTheRight(b): a becomes a * b.
Value applyOnTheRight(const EigenCall& call) {
  const std::vector<MatrixExpr> sides =
      matricesOf(call.l, {call.object, call.arguments[0]}, call.where);
  assignMatrix(call.l, sides[0], productOf(call.l, sides[0], sides[1], call.at), AssignOp::Set,
               call.where);
  return {};
}

struct Method {
  std::size_t arguments;
  Value (*change)(const EigenCall& call);
};

const std::map<std::string, Method>& methods() {
  static const std::map<std::string, Method> table = {
      {"transposeInPlace", {0, transposeInPlace}}, {"adjointInPlace", {0, transposeInPlace}},
      {"reverseInPlace", {0, reverseInPlace}},     {"normalize", {0, normalize}},
      {"stableNormalize", {0, normalize}},         {"swap", {1, swapMatrices}},
      {"applyOnTheLeft", {1, applyOnTheLeft}},     {"applyOnTheRight", {1, applyOnTheRight}},
  };
  return table;
}

} // namespace

std::optional<Value> inPlaceCall(const EigenCall& call) {
  if (!call.object)
    return std::nullopt;
  if (call.name == "resize")
    return resize(call);
  const auto method = methods().find(call.name);
  if (method == methods().end())
    return std::nullopt;
  if (method->second.arguments != call.arguments.size())
    call.refuse();
  return method->second.change(call);
}

} // namespace treelize::front
