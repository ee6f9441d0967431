// Names for coefficients that somebody else has: variables and parameters that are a Map, a Ref or
// a block. A name for any other expression is refused.
#include "front/lower/eigen/EigenCalls.h"
#include "front/lower/eigen/MatrixExpr.h"

#include <algorithm>
#include <set>

namespace treelize::front {

using namespace clang;

/// A decomposition, as opposed to an expression.
static bool computes(const CXXRecordDecl* record) {
  return std::ranges::any_of(record->decls(), [](const Decl* decl) {
    const auto* method = dyn_cast<NamedDecl>(decl);
    return method && method->getDeclName().isIdentifier() && method->getName() == "compute";
  });
}

void refuseLazyMatrix(Lowering& l, const Slot& slot) {
  static const std::set<llvm::StringRef> bases = {"MatrixBase", "ArrayBase", "DenseBase",
                                                  "PlainObjectBase", "EigenBase"};
  const CXXRecordDecl* record = slot.type.getNonReferenceType()->getAsCXXRecordDecl();
  // A template's `const MatrixBase<T>&` may be bound to any expression: to its value here.
  const bool isBase = record && slot.type->isReferenceType() && record->getIdentifier() &&
                      bases.contains(record->getName());
  if (record && libraryOf(record) == Library::eigen && !isBase && !isMatrixView(slot.type) &&
      !isDecomposition(slot.type))
    l.notYet(slot.where, "a variable of Eigen's type '" + record->getNameAsString() + "'",
             computes(record) ? "solve by LLT, LDLT, a LU or a QR decomposition, or give a function "
                                "that uses it an adjoint of yours"
                              : "declare it as a matrix or a vector, not by 'auto'");
}

Value passedOn(Lowering& l, const MatrixExpr& e, Location at) {
  if (e.whole)
    return *e.whole;
  if (e.isNamed)
    return MatrixView{std::make_shared<MatrixExpr>(e)};
  return *materialised(l, e, "matrix", at).whole;
}

Value matrixValue(Lowering& l, const Expr* expr) {
  return passedOn(l, matrixOf(l, expr), toLocation(expr->getExprLoc()));
}

Value matrixView(Lowering& l, const Slot& slot, const Expr* init) {
  MatrixExpr e = matrixOf(l, init);
  if (!e.isNamed)
    l.notYet(slot.where, "a variable of Eigen's that refers to an expression",
             "declare it as a matrix or a vector, not by 'auto'");
  e.whole.reset();
  return MatrixView{std::make_shared<MatrixExpr>(std::move(e))};
}

} // namespace treelize::front
