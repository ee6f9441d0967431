// Constructors of Eigen::Matrix and Eigen::Array: of nothing, of extents, of coefficients, of an
// expression.
#include "front/lower/eigen/MatrixExpr.h"
#include "front/lower/objects/Objects.h"

namespace treelize::front {

using namespace clang;
using ir::AssignOp;
using ir::ExprRef;

namespace {

[[noreturn]] void refuseConstructor(Lowering& l, SourceLocation where) {
  l.notYet(where, "this constructor of a matrix",
           "give its extents, its coefficients or an expression");
}

void begin(Lowering& l, Destination& to, ExprRef value) {
  if (to.isFresh)
    l.emit(ir::declare(to.place.base, std::move(value), to.at));
  else if (value)
    l.emit(ir::assign(to.place, AssignOp::Set, std::move(value), to.at));
  to.isFresh = false;
}

void constructFrom(Lowering& l, Destination& to, const Expr* from, MatrixExpr value) {
  if (to.isFresh)
    declareMatrix(l, to.place, std::move(value), to.at);
  else
    assignMatrix(l, matrixAt(l, to.place, to.at), std::move(value), AssignOp::Set,
                 from->getExprLoc());
  to.isFresh = false;
}

/// VectorXd(n), MatrixXd(rows, columns): the coefficients may be anything.
void constructSized(Lowering& l, Destination& to, const std::vector<const Expr*>& arguments) {
  std::vector<ExprRef> extents;
  for (const Expr* argument : arguments)
    extents.push_back(indexOf(l, argument));
  begin(l, to,
        ir::hasFixedSize(*to.place.type) ? nullptr
                                         : ir::construct(to.place.type, std::move(extents), to.at));
}

/// Vector3d(x, y, z)
void constructCoefficients(Lowering& l, Destination& to,
                           const std::vector<const Expr*>& arguments) {
  std::vector<ExprRef> numbers;
  for (const Expr* argument : arguments)
    numbers.push_back(numberOf(l, argument, to.place.type->element));
  begin(l, to, nullptr);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const ir::Place coefficient = ir::element(to.place, {extentOf(static_cast<std::int64_t>(i))});
    l.emit(ir::assign(coefficient, AssignOp::Set, numbers[i], to.at));
  }
}

} // namespace

void constructMatrix(Lowering& l, Destination& to, const Expr* from) {
  const auto* made = dyn_cast<CXXConstructExpr>(from);
  if (!made || libraryOf(made->getType()) != Library::matrix)
    return constructFrom(l, to, from, matrixOf(l, from));
  std::vector<const Expr*> arguments;
  for (const Expr* argument : made->arguments())
    if (!isa<CXXDefaultArgExpr>(argument))
      arguments.push_back(argument);
  if (arguments.empty())
    return begin(l, to, nullptr);
  const ir::Type& type = *to.place.type;
  if (arguments.size() == 1 && isMatrixLike(arguments[0]->getType()))
    return constructFrom(l, to, arguments[0], matrixOf(l, arguments[0]));
  if (arguments.size() == 1)
    if (std::optional<MatrixExpr> turn = rotationMatrix(l, withoutCasts(arguments[0])))
      return constructFrom(l, to, arguments[0], *turn);
  for (const Expr* argument : arguments)
    if (!argument->getType()->isArithmeticType())
      refuseConstructor(l, made->getExprLoc());
  const bool isFixed = ir::hasFixedSize(type);
  if (isFixed && type.rows * type.columns == arguments.size() &&
      (type.rows == 1 || type.columns == 1))
    return constructCoefficients(l, to, arguments);
  const bool isVector = type.rows == 1 || type.columns == 1;
  const bool areExtents =
      std::ranges::all_of(arguments, [](const Expr* e) { return e->getType()->isIntegerType(); });
  if (!areExtents || (isFixed ? arguments.size() > 2 : arguments.size() != (isVector ? 1u : 2u)))
    refuseConstructor(l, made->getExprLoc());
  constructSized(l, to, arguments);
}

} // namespace treelize::front
