// A matrix expression of Eigen's while it is lowered: its extents, and what each coefficient is.
//
// As in Eigen, nothing is computed before a matrix is assigned: `y = a * x + b` becomes one loop
// over the coefficients of y. What a coefficient would be asked for more than once, an operand of a
// product for one, is materialised: computed into a local first.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

/// How the coefficients of a Map lie in an array: (i, j) at start + i inner + j outer, or by row
/// the other way round. Literals where they are known.
struct Layout {
  ir::ExprRef start, inner, outer;
  ir::ExprRef rows, columns;
  ir::ExprRef span; // from the first to behind the last; null: unknown
  bool isRowwise = false;
};

/// Coefficients of a matrix that an expression reads or an assignment writes: coefficient (i, j) of
/// the expression is (row + i, column + j) of the matrix, or (row + j, column + i) if it is
/// transposed.
struct Window {
  ir::Place matrix;
  ir::ExprRef row, column;   // null: 0
  ir::ExprRef rows, columns; // null: all of them
  bool isTransposed = false;
  bool isEvaluated = false; // the operand of a product, which Eigen computes before it assigns
  bool isDiagonal = false;  // only those on the diagonal
  bool isScattered = false; // any coefficients, in any order
  std::shared_ptr<const Layout> layout = nullptr; // of a Map, whose array is `matrix`
};

struct MatrixExpr {
  using Index = const ir::ExprRef&;

  ir::TypeRef scalar;
  ir::ExprRef rows, columns; // literals where the types say them
  std::vector<Window> reads;
  /// May emit statements. Empty of a product that is better accumulated.
  std::function<ir::ExprRef(Index row, Index column)> coefficient;
  /// Empty where there is nothing to write to.
  std::function<ir::Place(Index row, Index column)> place;
  /// `target += *this` or `-=`; empty where the coefficients do as well.
  std::function<void(const MatrixExpr& target, ir::AssignOp op)> accumulate;
  bool isCheap = false;           // a coefficient costs a load, or nothing
  bool isZero = false;            // every coefficient is
  bool isRowwise = false;         // the coefficients of a row lie side by side in memory
  bool isNoAlias = false;         // `x.noalias()`
  bool isNamed = false;           // coefficients that somebody else has: it may have a name
  std::optional<ir::Place> whole; // the matrix object that it is
  std::optional<std::int64_t>
      triangle; // Eigen's mode of a triangle: what is written goes there alone
  std::shared_ptr<const MatrixExpr> diagonal; // the vector on it, of a matrix with zeros elsewhere
};

// --- extents ---
ir::ExprRef extentOf(std::int64_t value);
/// Of positions and extents; a null one is 0.
ir::ExprRef plus(Lowering& l, const ir::ExprRef& a, const ir::ExprRef& b);
/// The product of two such numbers.
ir::ExprRef scaled(const ir::ExprRef& a, const ir::ExprRef& b);
/// The value of a number that is known now.
std::optional<std::int64_t> knownValue(const ir::ExprRef& number);
bool isOne(const ir::ExprRef& extent);
/// A literal of this type.
ir::ExprRef numberLike(const ir::TypeRef& scalar, int value);
/// Of two equal extents the one that says more.
ir::ExprRef better(Lowering& l, const ir::ExprRef& a, const ir::ExprRef& b);
ir::ExprRef sizeOf(const MatrixExpr& e);
/// A loop over 0, 1, ... below the extent; none where it is one.
void forEachBelow(Lowering& l, const ir::ExprRef& extent, const char* counter, Location at,
                  const std::function<void(const ir::ExprRef&)>& body);
void forEachCoefficient(
    Lowering& l, const MatrixExpr& shape, Location at,
    const std::function<void(const ir::ExprRef& row, const ir::ExprRef& column)>& body);

// --- what there is ---
/// An object of Eigen::Matrix or Eigen::Array.
MatrixExpr matrixAt(Lowering& l, const ir::Place& place, Location at);
/// Where coefficient (i, j) lies.
ir::ExprRef positionIn(Lowering& l, const Layout& layout, const ir::ExprRef& i,
                       const ir::ExprRef& j);
/// Elements of an array, which nobody moves meanwhile, or a single number.
MatrixExpr mappedMatrix(Lowering& l, const ir::Place& array, std::shared_ptr<const Layout> layout,
                        Location at);
/// The same number everywhere.
MatrixExpr constantMatrix(const ir::ExprRef& value, const ir::ExprRef& rows,
                          const ir::ExprRef& columns);
/// One on the diagonal.
MatrixExpr identityMatrix(const ir::TypeRef& scalar, const ir::ExprRef& rows,
                          const ir::ExprRef& columns);
/// A coefficient of a vector, lying or standing.
ir::ExprRef vectorCoefficient(const MatrixExpr& vector, const ir::ExprRef& index);

// --- what is made of it ---
MatrixExpr transposed(Lowering& l, MatrixExpr e, Location at);
struct Block {
  ir::ExprRef row, column, rows, columns;
};
MatrixExpr blockOf(Lowering& l, MatrixExpr e, const Block& block, Location at);
MatrixExpr diagonalOf(Lowering& l, MatrixExpr e, Location at);
/// With the last row first, or the last column.
MatrixExpr reversed(Lowering& l, MatrixExpr e, bool isByRow, bool isByColumn, Location at);
/// So many copies, below and beside each other.
MatrixExpr replicated(Lowering& l, MatrixExpr e, const ir::ExprRef& below,
                      const ir::ExprRef& beside);
/// `fn` of the coefficients of each operand.
using CoefficientFn = std::function<ir::ExprRef(const std::vector<ir::ExprRef>&)>;
MatrixExpr coefficientwise(Lowering& l, std::vector<MatrixExpr> operands, const CoefficientFn& fn,
                           Location at);
/// As Eigen does it: the zero vector stays what it is.
MatrixExpr normalized(Lowering& l, MatrixExpr e, Location at);
MatrixExpr productOf(Lowering& l, MatrixExpr a, MatrixExpr b, Location at);
/// The product with a matrix that has coefficients on its diagonal alone.
MatrixExpr scaledByDiagonal(Lowering& l, const MatrixExpr& a, const MatrixExpr& b, Location at);

// --- where it goes ---
/// Eigen::Matrix of this shape.
ir::TypeRef plainType(const MatrixExpr& e);
/// With coefficients that may be asked for.
MatrixExpr readable(Lowering& l, MatrixExpr e, Location at);
MatrixExpr materialised(Lowering& l, const MatrixExpr& e, const std::string& name, Location at);
/// A number that may be used twice.
ir::ExprRef plainNumber(Lowering& l, ir::ExprRef number, const char* name = "coefficient");
/// Begins the life of a local matrix, with this value.
void declareMatrix(Lowering& l, const ir::Place& fresh, MatrixExpr value, Location at);
/// The same of the coefficients of a triangle, where nothing overlaps.
void assignTriangle(Lowering& l, const MatrixExpr& target, const MatrixExpr& value, ir::AssignOp op,
                    Location at);
/// `target op= value`, with Eigen's meaning where the target is read.
void assignMatrix(Lowering& l, const MatrixExpr& target, MatrixExpr value, ir::AssignOp op,
                  clang::SourceLocation where);

// --- from Clang's syntax tree (Eigen, Expression) ---
/// Is the expression a matrix, or an expression of matrices?
bool isMatrixLike(clang::QualType type);
/// An expression that is an object of members, and writes its value by its `evalTo`.
bool isReturnedByValue(clang::QualType type);
/// What such an expression writes; nothing of any other.
std::optional<MatrixExpr> returnedMatrix(Lowering& l, const clang::Expr* expr);
/// The matrix of a rotation: `Matrix3d(quaternion)`; nothing of any other object.
std::optional<MatrixExpr> rotationMatrix(Lowering& l, const clang::Expr* expr);
/// Without the conversions to bases and constants.
const clang::Expr* withoutCasts(const clang::Expr* expr);
MatrixExpr matrixOf(Lowering& l, const clang::Expr* expr);
/// The operands in order; an operand that changes another one is refused.
std::vector<MatrixExpr> matricesOf(Lowering& l, const std::vector<const clang::Expr*>& operands,
                                   clang::SourceLocation where);
/// A name for an expression of Eigen's: it would be computed where it is used.
void refuseLazyMatrix(Lowering& l, const Slot& slot);
/// What stands for the expression where it is passed on: the matrix that it is, a view of
/// somebody's coefficients, or a matrix with its value.
Value passedOn(Lowering& l, const MatrixExpr& e, Location at);
/// A Map over a pointer, a Ref to a matrix, or a copy of such.
MatrixExpr constructedView(Lowering& l, const clang::CXXConstructExpr* made);
/// A number that keeps its value until the statement ends.
ir::ExprRef numberOf(Lowering& l, const clang::Expr* expr, const ir::TypeRef& type);
/// An extent or a position.
ir::ExprRef indexOf(Lowering& l, const clang::Expr* expr);
/// What a method is called on, and what it is given.
struct EigenCall {
  Lowering& l;
  const clang::CallExpr* expr;
  const clang::FunctionDecl* callee;
  std::string name;
  const clang::Expr* object; // null of a static function, an operator that is no member
  std::vector<const clang::Expr*> arguments;
  clang::SourceLocation where;
  Location at;

  /// The object, then the arguments.
  std::vector<const clang::Expr*> operands() const;
  [[noreturn]] void refuse() const;
};
/// A matrix that is made of others; nothing if the call makes none.
std::optional<MatrixExpr> matrixCall(const EigenCall& call);
/// `p.digamma()`: an operation of Eigen's that says by its body what it makes of each coefficient.
std::optional<MatrixExpr> mappedByBody(const EigenCall& call);
std::optional<MatrixExpr> viewCall(const EigenCall& call);
/// LLT, FullPivLU, ...: those whose solutions have a derivative.
bool isDecomposition(clang::QualType type);
/// What such an expression decomposes; nothing of one that has a name.
std::optional<MatrixExpr> decomposedMatrix(Lowering& l, const clang::Expr* expr);
Value decompositionVariable(Lowering& l, const Slot& slot, const clang::Expr* init);
/// `a.llt().solve(b)`, `a.llt().matrixL()`
std::optional<MatrixExpr> decompositionCall(const EigenCall& call);
/// `llt.info()`, `llt.compute(a)`
std::optional<Value> decompositionNumber(const EigenCall& call);
/// A matrix whose coefficients stay what they are.
ir::Place settledMatrix(Lowering& l, const MatrixExpr& e, const char* name, Location at);
/// A function of the runtime's that has a derivative, with its template arguments.
struct RuntimeFunction {
  std::string name, arguments;
  ir::TypeRef result;
};
/// The variable that takes the result.
ir::VarId runtimeCall(Lowering& l, const RuntimeFunction& function,
                      const std::vector<ir::Place>& operands, clang::SourceLocation where);
/// `T::Zero(rows, columns)`, `x.setConstant(2)`: extents, where the shape is not that of `like`,
/// then numbers.
MatrixExpr generatedMatrix(const EigenCall& call, const std::string& generator,
                           const MatrixExpr& like);
/// VectorXd::LinSpaced(n, a, b), Vector3d::UnitX(), ...
std::optional<MatrixExpr> generatorCall(const EigenCall& call);
/// `a.triangularView<Lower>()`, `a.selfadjointView<Lower>()`, `x.asDiagonal()`
std::optional<MatrixExpr> shapeCall(const EigenCall& call);
/// `a.colwise().sum()`, `a.rowwise() - x`, ...; nothing if the object is no such thing.
std::optional<MatrixExpr> vectorwiseCall(const EigenCall& call);
std::optional<Value> vectorwiseStatement(const EigenCall& call);
/// The object and the arguments; of a number a matrix of the others' shape.
std::vector<MatrixExpr> operandsOf(const EigenCall& call);
/// `x.array() < y.array()`: coefficients that are true or false.
MatrixExpr compared(const EigenCall& call);
MatrixExpr selected(const EigenCall& call);
/// Of a matrix of up to three rows, by cofactors.
std::optional<MatrixExpr> inverseCall(const EigenCall& call);
ir::ExprRef determinantCall(const EigenCall& call);
/// `x.dot(y)`, `x.sum()`, ...: a number.
std::optional<Value> reductionCall(const EigenCall& call);
/// What makes a number of all coefficients, by its name: sum, norm, ...; null if it is none.
using Reduction = ir::ExprRef (*)(Lowering& l, const MatrixExpr& e, Location at);
const Reduction* reductionNamed(const std::string& name);
ir::ExprRef squaredNorm(Lowering& l, const MatrixExpr& e, Location at);
/// `x.data()`; nothing of any other call.
std::optional<Value> dataCall(const EigenCall& call);
/// `x.setZero()`, `x << 1, 2`, ...
std::optional<Value> mutatorCall(const EigenCall& call);
/// `(x.array() > 0).all()`, `x.hasNaN()`
std::optional<Value> conditionCall(const EigenCall& call);
/// The product and the conjugate of quaternions, which Eigen leaves to instructions of the machine.
std::optional<Value> quaternionCall(const EigenCall& call);
/// `a.transposeInPlace()`, `x.swap(y)`, `x.resize(n)`
std::optional<Value> inPlaceCall(const EigenCall& call);
/// `x << a, b` as far as the expression goes; the matrix that it fills.
MatrixExpr commaInitialized(Lowering& l, const clang::Expr* expr);

} // namespace treelize::front
