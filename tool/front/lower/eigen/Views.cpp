// Methods of Eigen that name some of the coefficients of a matrix, in place: blocks, rows, the
// transpose.
#include "front/lower/eigen/MatrixExpr.h"
#include "front/lower/expressions/Expressions.h"

#include "clang/AST/DeclTemplate.h"

#include <set>

namespace treelize::front {

using namespace clang;
using ir::ExprRef;

namespace {

/// The numbers that a block is given by: template arguments, then arguments.
std::vector<ExprRef> numbersOf(const EigenCall& call) {
  std::vector<ExprRef> numbers;
  if (const auto* given = call.callee->getTemplateSpecializationArgs())
    for (const TemplateArgument& argument : given->asArray())
      if (argument.getKind() == TemplateArgument::Integral)
        numbers.push_back(extentOf(argument.getAsIntegral().getExtValue()));
  for (const Expr* argument : call.arguments)
    if (argument->getType()->isIntegralOrEnumerationType())
      numbers.push_back(indexOf(call.l, argument));
    else
      call.refuse();
  return numbers;
}

/// `size - count`
ExprRef remaining(Lowering& l, const ExprRef& size, const ExprRef& count) {
  const auto a = knownValue(size), b = knownValue(count);
  return a && b ? extentOf(*a - *b) : l.frozen(difference(l, size, count));
}

/// Of a vector, lying or standing.
Block segment(const MatrixExpr& vector, const ExprRef& start, const ExprRef& count) {
  const ExprRef zero = extentOf(0), one = extentOf(1);
  return isOne(vector.rows) ? Block{zero, start, one, count} : Block{start, zero, count, one};
}

using BlockFn = Block (*)(Lowering& l, const MatrixExpr& m, const std::vector<ExprRef>& n);
struct BlockMethod {
  std::size_t numbers;
  BlockFn block;
};

using Numbers = std::vector<ExprRef>;

/// Each by the numbers that it takes; a fixed size stands before the position.
const std::map<std::string, BlockMethod>& blockMethods() {
  static const std::map<std::string, BlockMethod> methods = {
      {"head",
       {1, [](Lowering&, const MatrixExpr& m,
              const Numbers& n) { return segment(m, extentOf(0), n[0]); }}},
      {"tail",
       {1, [](Lowering& l, const MatrixExpr& m,
              const Numbers& n) { return segment(m, remaining(l, sizeOf(m), n[0]), n[0]); }}},
      {"row",
       {1, [](Lowering&, const MatrixExpr& m,
              const Numbers& n) { return Block{n[0], extentOf(0), extentOf(1), m.columns}; }}},
      {"col",
       {1, [](Lowering&, const MatrixExpr& m,
              const Numbers& n) { return Block{extentOf(0), n[0], m.rows, extentOf(1)}; }}},
      {"topRows",
       {1, [](Lowering&, const MatrixExpr& m,
              const Numbers& n) { return Block{extentOf(0), extentOf(0), n[0], m.columns}; }}},
      {"leftCols",
       {1, [](Lowering&, const MatrixExpr& m,
              const Numbers& n) { return Block{extentOf(0), extentOf(0), m.rows, n[0]}; }}},
      {"bottomRows",
       {1,
        [](Lowering& l, const MatrixExpr& m, const Numbers& n) {
          return Block{remaining(l, m.rows, n[0]), extentOf(0), n[0], m.columns};
        }}},
      {"rightCols",
       {1,
        [](Lowering& l, const MatrixExpr& m, const Numbers& n) {
          return Block{extentOf(0), remaining(l, m.columns, n[0]), m.rows, n[0]};
        }}},
      {"topLeftCorner",
       {2, [](Lowering&, const MatrixExpr&,
              const Numbers& n) { return Block{extentOf(0), extentOf(0), n[0], n[1]}; }}},
      {"topRightCorner",
       {2,
        [](Lowering& l, const MatrixExpr& m, const Numbers& n) {
          return Block{extentOf(0), remaining(l, m.columns, n[1]), n[0], n[1]};
        }}},
      {"bottomLeftCorner",
       {2,
        [](Lowering& l, const MatrixExpr& m, const Numbers& n) {
          return Block{remaining(l, m.rows, n[0]), extentOf(0), n[0], n[1]};
        }}},
      {"bottomRightCorner",
       {2,
        [](Lowering& l, const MatrixExpr& m, const Numbers& n) {
          return Block{remaining(l, m.rows, n[0]), remaining(l, m.columns, n[1]), n[0], n[1]};
        }}},
  };
  return methods;
}

/// Those that take a position and a size, in an order that depends on where the size is given.
std::optional<Block> placedBlock(const EigenCall& call, const MatrixExpr& m, const Numbers& n) {
  const bool isFixed = call.arguments.size() < n.size();
  if (call.name == "segment" && n.size() == 2)
    return isFixed ? segment(m, n[1], n[0]) : segment(m, n[0], n[1]);
  if (call.name == "block" && n.size() == 4)
    return isFixed ? Block{n[2], n[3], n[0], n[1]} : Block{n[0], n[1], n[2], n[3]};
  if (call.name == "middleRows" && n.size() == 2)
    return isFixed ? Block{n[1], extentOf(0), n[0], m.columns}
                   : Block{n[0], extentOf(0), n[1], m.columns};
  if (call.name == "middleCols" && n.size() == 2)
    return isFixed ? Block{extentOf(0), n[1], m.rows, n[0]}
                   : Block{extentOf(0), n[0], m.rows, n[1]};
  return std::nullopt;
}

bool isBlockName(const std::string& name) {
  return blockMethods().contains(name) || name == "segment" || name == "block" ||
         name == "middleRows" || name == "middleCols";
}

MatrixExpr blockCall(const EigenCall& call) {
  const MatrixExpr m = readable(call.l, matrixOf(call.l, call.object), call.at);
  const Numbers numbers = numbersOf(call);
  if (const std::optional<Block> block = placedBlock(call, m, numbers))
    return blockOf(call.l, m, *block, call.at);
  const auto method = blockMethods().find(call.name);
  if (method == blockMethods().end() || method->second.numbers != numbers.size())
    call.refuse();
  return blockOf(call.l, m, method->second.block(call.l, m, numbers), call.at);
}

/// x.replicate<2, 1>(), x.replicate(2, 1)
MatrixExpr replicate(const EigenCall& call) {
  const Numbers times = numbersOf(call);
  if (times.size() != 2)
    call.refuse();
  return replicated(call.l, matrixOf(call.l, call.object), times[0], times[1]);
}

/// a.diagonal(), a.diagonal<1>(), a.diagonal(-1)
MatrixExpr diagonal(const EigenCall& call) {
  Lowering& l = call.l;
  MatrixExpr m = matrixOf(l, call.object);
  const Numbers numbers = numbersOf(call);
  if (numbers.empty())
    return diagonalOf(l, std::move(m), call.at);
  const auto* given = call.callee->getTemplateSpecializationArgs();
  const std::optional<std::int64_t> known =
      call.arguments.size() == 1 ? wholeNumber(l, call.arguments[0]) : std::nullopt;
  std::int64_t offset = 0;
  if (given && given->size() > 0 && given->get(0).getKind() == TemplateArgument::Integral)
    offset = given->get(0).getAsIntegral().getExtValue();
  else if (known)
    offset = *known;
  else
    l.notYet(call.where, "a diagonal whose number is known only when the program runs",
             "write a loop");
  const ExprRef above = extentOf(std::max<std::int64_t>(offset, 0)),
                below = extentOf(std::max<std::int64_t>(-offset, 0));
  const Block rest{below, above, remaining(l, m.rows, below), remaining(l, m.columns, above)};
  return diagonalOf(l, blockOf(l, std::move(m), rest, call.at), call.at);
}

/// Of real numbers all the same.
bool isSameMatrix(const std::string& method) {
  static const std::set<std::string> names = {
      "array",         "matrix",           "derived", "const_cast_derived", "conjugate", "real",
      "toDenseMatrix", "nestedExpression", "nested"};
  return names.contains(method);
}

} // namespace

std::optional<MatrixExpr> viewCall(const EigenCall& call) {
  if (!call.object)
    return std::nullopt;
  if (isBlockName(call.name))
    return blockCall(call);
  if (call.name == "diagonal")
    return diagonal(call);
  if (call.name == "replicate")
    return replicate(call);
  if (!call.arguments.empty())
    return std::nullopt;
  if (std::optional<MatrixExpr> shape = shapeCall(call))
    return shape;
  if (call.name == "reverse")
    return reversed(call.l, matrixOf(call.l, call.object), true, true, call.at);
  if (call.name == "cast" && call.expr->isLValue()) // to the type that they have
    return matrixOf(call.l, call.object);
  if (isSameMatrix(call.name))
    return matrixOf(call.l, call.object);
  if (call.name == "eval")
    return materialised(call.l, matrixOf(call.l, call.object), "evaluated", call.at);
  if (call.name == "transpose" || call.name == "adjoint") // of real numbers
    return transposed(call.l, matrixOf(call.l, call.object), call.at);
  if (call.name == "noalias") {
    MatrixExpr e = matrixOf(call.l, call.object);
    e.isNoAlias = true;
    return e;
  }
  return std::nullopt;
}

} // namespace treelize::front
