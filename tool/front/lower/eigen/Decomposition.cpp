// Linear systems: `a.llt().solve(b)`, decompositions that have a name, and what else is asked of
// them. A decomposition stands for a copy of its matrix; Eigen itself decomposes it, where
// something is asked.
#include "front/lower/eigen/EigenCalls.h"
#include "front/lower/eigen/MatrixExpr.h"
#include "front/lower/types/MatrixType.h"
#include "front/lower/types/Specialization.h"

#include "clang/AST/DeclTemplate.h"

#include <set>

namespace treelize::front {

using namespace clang;
using ir::ExprRef;

namespace {

bool isCholesky(llvm::StringRef name) {
  return name == "LLT" || name == "LDLT";
}
bool solvesLeastSquares(llvm::StringRef name) {
  return name.ends_with("HouseholderQR");
}

/// A decomposition, as its type says, of a matrix.
struct Decomposition {
  std::string name; // Eigen's: LLT
  bool isUpper;     // of a Cholesky decomposition: which triangle it reads
  ir::Place matrix;
  /// Of a system that is triangular already: Eigen's mode
  std::optional<std::int64_t> triangle = std::nullopt;

  /// As generated code names it.
  std::string type() const {
    if (triangle)
      return "treelize::eigen::triangular_system<" + matrix.type->spelling + ", " +
             std::to_string(*triangle) + ">";
    return "Eigen::" + name + "<" + matrix.type->spelling + (isUpper ? ", Eigen::Upper>" : ">");
  }
};

bool isTriangularView(QualType type) {
  const ClassTemplateSpecializationDecl* record =
      libraryOf(type) == Library::eigen ? specializationOf(type) : nullptr;
  return record && record->getName() == "TriangularView";
}

Decomposition decompositionOf(const EigenCall& call) {
  Lowering& l = call.l;
  const Expr* object = withoutCasts(call.object);
  const ClassTemplateSpecializationDecl* type = specializationOf(object->getType());
  const MatrixExpr matrix = matrixOf(l, object);
  const std::string name = type->getNameAsString();
  if (isTriangularView(object->getType()))
    return {name, false, settledMatrix(l, matrix, "triangle", call.at), integerArgument(type, 1)};
  const bool isUpper = isCholesky(name) && integerArgument(type, 1) == 2;
  return {name, isUpper, settledMatrix(l, matrix, "decomposed", call.at)};
}

bool isKnownNotSquare(const ir::Type& matrix) {
  return ir::hasFixedSize(matrix) && matrix.rows != matrix.columns;
}

MatrixExpr solution(const EigenCall& call, const Decomposition& of) {
  Lowering& l = call.l;
  const ir::Type& a = *of.matrix.type;
  const bool isWide = ir::hasFixedSize(a) && a.rows < a.columns;
  if (isKnownNotSquare(a) && (isWide || !solvesLeastSquares(of.name)))
    l.notYet(
        call.where, "'" + of.name + "' of this matrix, which is not square,",
        "solve a square system, or the least squares of a tall one by 'colPivHouseholderQr()'");
  const ir::Place b = settledMatrix(l, matrixOf(l, call.arguments[0]), "right_side", call.at);
  const RuntimeFunction function{"linear_solution", "<" + of.type() + ">",
                                 matrixType(a.element, a.columns, b.type->columns)};
  return matrixAt(l, l.placeOf(runtimeCall(l, function, {of.matrix, b}, call.where)), call.at);
}

/// The factors that have a derivative: L and its transpose, of A = L L^T.
MatrixExpr factor(const EigenCall& call, const Decomposition& of) {
  Lowering& l = call.l;
  const RuntimeFunction function{"cholesky_factor", "<" + of.type() + ">", of.matrix.type};
  MatrixExpr lower =
      matrixAt(l, l.placeOf(runtimeCall(l, function, {of.matrix}, call.where)), call.at);
  return call.name == "matrixU" ? transposed(l, std::move(lower), call.at) : lower;
}

} // namespace

bool isDecomposition(QualType type) {
  static const std::set<llvm::StringRef> names = {"LLT",
                                                  "LDLT",
                                                  "PartialPivLU",
                                                  "FullPivLU",
                                                  "HouseholderQR",
                                                  "ColPivHouseholderQR",
                                                  "FullPivHouseholderQR"};
  const ClassTemplateSpecializationDecl* record =
      libraryOf(type) == Library::eigen ? specializationOf(type) : nullptr;
  return record && names.contains(record->getName());
}

ir::Place settledMatrix(Lowering& l, const MatrixExpr& e, const char* name, Location at) {
  const bool stays =
      e.whole && e.whole->type->is(ir::TypeKind::Matrix) && l.isStable(ir::load(*e.whole));
  return stays ? *e.whole : *materialised(l, e, name, at).whole;
}

std::optional<MatrixExpr> decomposedMatrix(Lowering& l, const Expr* expr) {
  if (!isDecomposition(expr->getType()))
    return std::nullopt;
  if (const auto* made = dyn_cast<CXXConstructExpr>(expr)) {
    if (made->getNumArgs() == 0 || !made->getArg(0)->getType()->isRecordType())
      l.notYet(expr->getExprLoc(), "this constructor of a decomposition", "give it the matrix");
    return matrixOf(l, made->getArg(0));
  }
  const auto* call = dyn_cast<CXXMemberCallExpr>(expr);
  const Expr* object = call ? withoutCasts(call->getImplicitObjectArgument()) : nullptr;
  if (!object || isDecomposition(object->getType()))
    return std::nullopt;
  const ClassTemplateSpecializationDecl* type = specializationOf(object->getType());
  const auto* view =
      type && type->getName() == "SelfAdjointView" ? dyn_cast<CXXMemberCallExpr>(object) : nullptr;
  return matrixOf(l, view ? view->getImplicitObjectArgument() : object);
}

Value decompositionVariable(Lowering& l, const Slot& slot, const Expr* init) {
  const Location at = toLocation(slot.where);
  const auto* made = init ? dyn_cast<CXXConstructExpr>(withoutCasts(init)) : nullptr;
  const bool isEmpty =
      !init || (made && (made->getNumArgs() == 0 || !made->getArg(0)->getType()->isRecordType()));
  if (!isEmpty)
    return MatrixView{
        std::make_shared<MatrixExpr>(materialised(l, matrixOf(l, init), slot.name, at))};
  const ir::TypeRef type = l.types.of(typeArgument(specializationOf(slot.type), 0));
  if (!type->is(ir::TypeKind::Matrix))
    l.notYet(slot.where, "a decomposition in place", "let it decompose a matrix of its own");
  const ir::VarId id = l.addLocal(slot.name, type, {}, at);
  l.emit(ir::declare(id, nullptr, at));
  return MatrixView{std::make_shared<MatrixExpr>(matrixAt(l, l.placeOf(id), at))};
}

std::optional<MatrixExpr> decompositionCall(const EigenCall& call) {
  const QualType asked = call.object ? withoutCasts(call.object)->getType() : QualType();
  if (asked.isNull() || !(isDecomposition(asked) || isTriangularView(asked)))
    return std::nullopt;
  if (call.name == "solve" && call.arguments.size() == 1)
    return solution(call, decompositionOf(call));
  const std::string type =
      specializationOf(withoutCasts(call.object)->getType())->getNameAsString();
  if ((call.name == "matrixL" || call.name == "matrixU") && type == "LLT")
    return factor(call, decompositionOf(call));
  return std::nullopt;
}

std::optional<Value> decompositionNumber(const EigenCall& call) {
  if (call.object && call.name == "solveInPlace" &&
      isTriangularView(withoutCasts(call.object)->getType())) {
    const MatrixExpr target = matrixOf(call.l, call.arguments[0]);
    assignMatrix(call.l, target, solution(call, decompositionOf(call)), ir::AssignOp::Set,
                 call.where);
    return Value();
  }
  if (!call.object || !isDecomposition(withoutCasts(call.object)->getType()))
    return std::nullopt;
  static const std::set<std::string> questions = {"info", "isInvertible", "rank", "isPositive",
                                                  "isInjective"};
  if (questions.contains(call.name) && call.arguments.empty()) {
    const Decomposition of = decompositionOf(call);
    return ir::opaque(of.type() + "($0)." + call.name + "()", {ir::load(of.matrix)},
                      call.l.types.of(call.expr->getType()), call.at);
  }
  if (call.name != "compute" || call.arguments.size() != 1)
    return std::nullopt;
  const MatrixExpr variable = matrixOf(call.l, call.object);
  assignMatrix(call.l, variable, matrixOf(call.l, call.arguments[0]), ir::AssignOp::Set,
               call.where);
  return MatrixView{std::make_shared<MatrixExpr>(variable)};
}

} // namespace treelize::front
