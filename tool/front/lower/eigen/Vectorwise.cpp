// `a.colwise()`, `a.rowwise()`: what is done to each column or row of a matrix.
#include "front/lower/eigen/MatrixExpr.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/types/Specialization.h"

#include "clang/AST/DeclTemplate.h"

namespace treelize::front {

using namespace clang;
using ir::AssignOp;
using ir::ExprRef;
using ir::Op;
using Index = MatrixExpr::Index;

namespace {

/// The columns of a matrix, or its rows.
struct Lines {
  MatrixExpr matrix;
  bool areColumns;

  ExprRef count() const { return areColumns ? matrix.columns : matrix.rows; }
  ExprRef length() const { return areColumns ? matrix.rows : matrix.columns; }
  Block at(const ExprRef& line) const {
    return areColumns ? Block{extentOf(0), line, matrix.rows, extentOf(1)}
                      : Block{line, extentOf(0), extentOf(1), matrix.columns};
  }
};

bool areLines(QualType type) {
  const CXXRecordDecl* record = libraryOf(type) == Library::eigen
                                    ? type.getNonReferenceType()->getAsCXXRecordDecl()
                                    : nullptr;
  return record && record->getName() == "VectorwiseOp";
}

std::optional<Lines> linesOf(const EigenCall& call) {
  if (!call.object || !areLines(call.object->getType()))
    return std::nullopt;
  const auto* access = dyn_cast<CXXMemberCallExpr>(withoutCasts(call.object));
  if (!access)
    call.l.notYet(call.where, "the columns or rows of a matrix under a name",
                  "write 'colwise()' or 'rowwise()' where they are used");
  const bool areColumns = integerArgument(specializationOf(call.object->getType()), 1) == 0;
  return Lines{readable(call.l, matrixOf(call.l, access->getImplicitObjectArgument()), call.at),
               areColumns};
}

/// A shape like the matrix's; nothing is said of its coefficients.
MatrixExpr shapeLike(const MatrixExpr& e) {
  MatrixExpr result;
  result.scalar = e.scalar;
  result.rows = e.rows;
  result.columns = e.columns;
  result.reads = e.reads;
  return result;
}

void scatterReads(MatrixExpr& e) {
  for (Window& read : e.reads)
    read.isScattered = true;
}

/// One number of each line.
MatrixExpr reduced(Lowering& l, const Lines& lines, const Reduction& reduction, Location at) {
  MatrixExpr result = shapeLike(lines.matrix);
  (lines.areColumns ? result.rows : result.columns) = extentOf(1);
  scatterReads(result);
  result.coefficient = [&l, lines, reduction, at](Index i, Index j) {
    return reduction(l, blockOf(l, lines.matrix, lines.at(lines.areColumns ? j : i), at), at);
  };
  return result;
}

/// A vector in place of each line. Eigen computes it first where that pays.
MatrixExpr extended(Lowering& l, const Lines& lines, MatrixExpr vector, Location at) {
  if (!vector.isCheap) {
    MatrixExpr computed = materialised(l, vector, "line", at);
    if (knownValue(lines.count()))
      computed.reads = vector.reads;
    vector = std::move(computed);
  }
  MatrixExpr result = shapeLike(lines.matrix);
  result.reads = vector.reads;
  scatterReads(result);
  result.coefficient = [vector, areColumns = lines.areColumns](Index i, Index j) {
    return vectorCoefficient(vector, areColumns ? i : j);
  };
  return result;
}

MatrixExpr combined(Lowering& l, const Lines& lines, Op op, const MatrixExpr& vector, Location at) {
  return coefficientwise(
      l, {lines.matrix, vector},
      [op, at](const std::vector<ExprRef>& x) { return ir::apply(op, x, x[0]->type, at); }, at);
}

/// Each line by its norm, zero or not.
MatrixExpr normalizedLines(Lowering& l, Lines& lines, Location at) {
  if (!lines.matrix.isCheap)
    lines.matrix = materialised(l, lines.matrix, "lines", at);
  Lines turned = lines;
  turned.areColumns = !lines.areColumns;
  const MatrixExpr norms =
      materialised(l, reduced(l, lines, *reductionNamed("norm"), at), "norms", at);
  return combined(l, lines, Op::div, extended(l, turned, norms, at), at);
}

MatrixExpr crossed(const EigenCall& call, Lines lines) {
  Lowering& l = call.l;
  if (knownValue(lines.length()).value_or(3) != 3)
    call.refuse();
  const Location at = call.at;
  MatrixExpr other = matrixOf(l, call.arguments[0]);
  if (!other.isCheap)
    other = materialised(l, other, "factor", at);
  if (!lines.matrix.isCheap)
    lines.matrix = materialised(l, lines.matrix, "lines", at);
  const MatrixExpr result = materialised(
      l, constantMatrix(numberLike(other.scalar, 0), lines.matrix.rows, lines.matrix.columns),
      "cross", at);
  forEachBelow(l, lines.count(), "line", at, [&](Index line) {
    const MatrixExpr from = blockOf(l, lines.matrix, lines.at(line), at),
                     to = blockOf(l, result, lines.at(line), at);
    for (int i = 0; i < 3; ++i) {
      const auto product = [&](int a, int b) {
        const ExprRef x = vectorCoefficient(from, extentOf(a % 3)),
                      y = vectorCoefficient(other, extentOf(b % 3));
        return ir::apply(Op::mul, {x, y}, other.scalar, at);
      };
      const ir::Place place = lines.areColumns ? to.place(extentOf(i), extentOf(0))
                                               : to.place(extentOf(0), extentOf(i));
      l.emit(ir::assign(
          place, AssignOp::Set,
          ir::apply(Op::sub, {product(i + 1, i + 2), product(i + 2, i + 1)}, other.scalar, at),
          at));
    }
  });
  return result;
}

std::optional<Op> operatorNamed(const std::string& name) {
  static const std::map<std::string, Op> operators = {{"operator+", Op::add},
                                                      {"operator-", Op::sub},
                                                      {"operator*", Op::mul},
                                                      {"operator/", Op::div}};
  const auto found = operators.find(name.ends_with("=") ? name.substr(0, name.size() - 1) : name);
  return found == operators.end() ? std::nullopt : std::optional(found->second);
}

} // namespace

std::optional<MatrixExpr> vectorwiseCall(const EigenCall& call) {
  std::optional<Lines> lines = linesOf(call);
  if (!lines)
    return std::nullopt;
  Lowering& l = call.l;
  const bool hasOne = call.arguments.size() == 1;
  if (const Reduction* reduction = reductionNamed(call.name); reduction && call.arguments.empty())
    return reduced(l, *lines, *reduction, call.at);
  if (const auto op = operatorNamed(call.name); op && hasOne && !call.name.ends_with("="))
    return combined(l, *lines, *op, extended(l, *lines, matrixOf(l, call.arguments[0]), call.at),
                    call.at);
  if (call.name == "normalized" && call.arguments.empty())
    return normalizedLines(l, *lines, call.at);
  if (call.name == "cross" && hasOne)
    return crossed(call, *lines);
  if (call.name == "reverse" && call.arguments.empty())
    return reversed(l, lines->matrix, lines->areColumns, !lines->areColumns, call.at);
  if (call.name == "replicate" && hasOne) {
    const ExprRef times = indexOf(l, call.arguments[0]);
    return lines->areColumns ? replicated(l, lines->matrix, times, extentOf(1))
                             : replicated(l, lines->matrix, extentOf(1), times);
  }
  call.refuse();
}

std::optional<Value> vectorwiseStatement(const EigenCall& call) {
  const auto op = operatorNamed(call.name);
  const bool isAssignment = call.name == "operator=" || (op && call.name.ends_with("="));
  const bool isNormalize = call.name == "normalize" && call.arguments.empty();
  if (!isAssignment && !isNormalize)
    return std::nullopt;
  std::optional<Lines> lines = linesOf(call);
  if (!lines)
    return std::nullopt;
  Lowering& l = call.l;
  const MatrixExpr target = lines->matrix;
  if (isNormalize) {
    assignMatrix(l, target, normalizedLines(l, *lines, call.at), AssignOp::Set, call.where);
    return Value();
  }
  MatrixExpr value = extended(l, *lines, matrixOf(l, call.arguments[0]), call.at);
  if (op == Op::mul || op == Op::div)
    value = combined(l, *lines, *op, value, call.at);
  const AssignOp how = op == Op::add   ? AssignOp::Add
                       : op == Op::sub ? AssignOp::Sub
                                       : AssignOp::Set;
  assignMatrix(l, target, std::move(value), how, call.where);
  return Value();
}

} // namespace treelize::front
