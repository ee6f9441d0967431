// What Eigen makes one number of: sums, norms, products of all coefficients. They run over the
// coefficients once.
#include "front/lower/eigen/MatrixExpr.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"

#include "clang/AST/DeclTemplate.h"

namespace treelize::front {

using namespace clang;
using ir::ExprRef;
using ir::Op;
using Index = MatrixExpr::Index;

namespace {

using TermFn = std::function<ExprRef(Index, Index)>;

ExprRef applied(Op op, const ExprRef& a, const ExprRef& b, Location at) {
  return ir::apply(op, {a, b}, a->type, at);
}

/// The sum of the terms.
ExprRef summed(Lowering& l, const MatrixExpr& shape, const TermFn& term, Location at) {
  const ir::VarId sum = l.addLocal("sum", shape.scalar, {}, at);
  l.emit(ir::declare(sum, numberLike(shape.scalar, 0), at));
  forEachCoefficient(l, shape, at, [&](Index i, Index j) {
    l.emit(ir::assign(l.placeOf(sum), ir::AssignOp::Add, term(i, j), at));
  });
  l.markStable(sum);
  return l.loadOf(sum);
}

/// From the first coefficient on, each one joined to what there is.
ExprRef joined(Lowering& l, const MatrixExpr& e, Op op, const char* name, Location at) {
  const ir::VarId result = l.addLocal(name, e.scalar, {}, at);
  const bool isProduct = op == Op::mul;
  l.emit(ir::declare(
      result, isProduct ? numberLike(e.scalar, 1) : e.coefficient(extentOf(0), extentOf(0)), at));
  forEachCoefficient(l, e, at, [&](Index i, Index j) {
    const ExprRef number = e.coefficient(i, j);
    l.emit(ir::assign(l.placeOf(result), ir::AssignOp::Set,
                      applied(op, l.loadOf(result), number, at), at));
  });
  l.markStable(result);
  return l.loadOf(result);
}

ExprRef sumOf(Lowering& l, const MatrixExpr& e, Location at) {
  return summed(l, e, e.coefficient, at);
}

ExprRef rootOf(const ExprRef& square, Location at) {
  return ir::apply(Op::sqrt, {square}, square->type, at);
}

ExprRef meanOf(Lowering& l, const MatrixExpr& e, Location at) {
  return applied(Op::div, sumOf(l, e, at), converted(sizeOf(e), e.scalar), at);
}

ExprRef normOf(Lowering& l, const MatrixExpr& e, Location at) {
  return rootOf(squaredNorm(l, e, at), at);
}

ExprRef absolute(const ExprRef& x, Location at) {
  return ir::apply(Op::fabs, {x}, x->type, at);
}

/// The sum of |x|^p.
ExprRef powerSum(Lowering& l, const MatrixExpr& e, std::int64_t p, Location at) {
  return summed(
      l, e,
      [&](Index i, Index j) {
        const ExprRef size = absolute(e.coefficient(i, j), at);
        return p == 1 ? size
                      : ir::apply(Op::pow, {size, numberLike(e.scalar, static_cast<int>(p))},
                                  e.scalar, at);
      },
      at);
}

/// x.lpNorm<p>(), where -1 says infinity.
ExprRef lpNorm(const EigenCall& call) {
  Lowering& l = call.l;
  const MatrixExpr e = readable(l, matrixOf(l, call.object), call.at);
  const std::int64_t p =
      call.callee->getTemplateSpecializationArgs()->get(0).getAsIntegral().getExtValue();
  if (p == 2)
    return normOf(l, e, call.at);
  if (p == -1)
    return joined(l,
                  coefficientwise(
                      l, {e},
                      [&](const std::vector<ExprRef>& x) { return absolute(x[0], call.at); },
                      call.at),
                  Op::max, "greatest", call.at);
  const ExprRef sum = powerSum(l, e, p, call.at);
  const ExprRef exponent = ir::apply(
      Op::div, {numberLike(e.scalar, 1), numberLike(e.scalar, static_cast<int>(p))}, e.scalar);
  return p == 1 ? sum : ir::apply(Op::pow, {sum, exponent}, e.scalar, call.at);
}

/// x.minCoeff(&i), a.maxCoeff(&i, &j): the first such coefficient and where it stands.
ExprRef foundExtreme(const EigenCall& call) {
  Lowering& l = call.l;
  const bool isLeast = call.name == "minCoeff";
  const MatrixExpr e = readable(l, matrixOf(l, call.object), call.at);
  std::vector<ir::Place> found;
  for (const Expr* argument : call.arguments) {
    found.push_back(target(l, l.frozen(dereference(l, argument, call.where)), call.where));
    l.emit(ir::assign(found.back(), ir::AssignOp::Set, ir::integer(0, found.back().type), call.at));
  }
  const ir::VarId best = l.addLocal(isLeast ? "least" : "greatest", e.scalar, {}, call.at);
  l.emit(ir::declare(best, e.coefficient(extentOf(0), extentOf(0)), call.at));
  forEachCoefficient(l, e, call.at, [&](Index i, Index j) {
    const ExprRef number = plainNumber(l, e.coefficient(i, j));
    ir::If better{
        ir::apply(isLeast ? Op::lt_ : Op::gt_, {number, l.loadOf(best)}, ir::boolType(), call.at),
        {},
        {}};
    better.thenBlock = l.collect([&] {
      l.emit(ir::assign(l.placeOf(best), ir::AssignOp::Set, number, call.at));
      const std::vector<ExprRef> at =
          found.size() == 2 ? std::vector{i, j} : std::vector{isOne(e.rows) ? j : i};
      for (std::size_t k = 0; k < found.size(); ++k)
        l.emit(ir::assign(found[k], ir::AssignOp::Set, converted(at[k], found[k].type), call.at));
    });
    l.emit({call.at, std::move(better)});
  });
  l.markStable(best);
  return l.loadOf(best);
}

const std::map<std::string, Reduction>& reductions() {
  static const std::map<std::string, Reduction> table = {
      {"sum", sumOf},
      {"mean", meanOf},
      {"squaredNorm", squaredNorm},
      {"norm", normOf},
      {"stableNorm", normOf},
      {"blueNorm", normOf},
      {"hypotNorm", normOf},
      {"trace", [](Lowering& l, const MatrixExpr& e,
                   Location at) { return sumOf(l, diagonalOf(l, e, at), at); }},
      {"prod", [](Lowering& l, const MatrixExpr& e,
                  Location at) { return joined(l, e, Op::mul, "product", at); }},
      {"minCoeff", [](Lowering& l, const MatrixExpr& e,
                      Location at) { return joined(l, e, Op::min, "least", at); }},
      {"maxCoeff", [](Lowering& l, const MatrixExpr& e,
                      Location at) { return joined(l, e, Op::max, "greatest", at); }},
  };
  return table;
}

/// x.redux(f): f(f(x0, x1), x2), ... as Eigen may order it only of functions for which no order
/// matters.
ExprRef folded(const EigenCall& call) {
  call.l.notYet(call.where, "'redux' of Eigen, whose order is open,", "write a loop");
}

/// x.dot(y): each may lie or stand.
ExprRef dotProduct(const EigenCall& call) {
  Lowering& l = call.l;
  std::vector<MatrixExpr> sides = matricesOf(l, call.operands(), call.where);
  for (MatrixExpr& side : sides)
    side = readable(l, std::move(side), call.at);
  MatrixExpr shape = sides[0];
  shape.rows = better(l, sizeOf(sides[0]), sizeOf(sides[1]));
  shape.columns = extentOf(1);
  return summed(
      l, shape,
      [&](Index i, Index) {
        const ExprRef left = vectorCoefficient(sides[0], i);
        return applied(Op::mul, left, vectorCoefficient(sides[1], i), call.at);
      },
      call.at);
}

} // namespace

const Reduction* reductionNamed(const std::string& name) {
  const auto found = reductions().find(name);
  return found == reductions().end() ? nullptr : &found->second;
}

ExprRef squaredNorm(Lowering& l, const MatrixExpr& e, Location at) {
  return summed(
      l, e,
      [&](Index i, Index j) {
        const ExprRef number = plainNumber(l, e.coefficient(i, j));
        return applied(Op::mul, number, number, at);
      },
      at);
}

std::optional<Value> reductionCall(const EigenCall& call) {
  if (!call.object)
    return std::nullopt;
  if (call.name == "dot" && call.arguments.size() == 1)
    return dotProduct(call);
  if (call.name == "determinant")
    return determinantCall(call);
  if (call.name == "lpNorm")
    return lpNorm(call);
  if (call.name == "redux" && call.arguments.size() == 1)
    return folded(call);
  const Reduction* reduction = reductionNamed(call.name);
  if (!reduction)
    return std::nullopt;
  const bool wantsPosition = call.name == "minCoeff" || call.name == "maxCoeff";
  if (wantsPosition && !call.arguments.empty())
    return foundExtreme(call);
  if (!call.arguments.empty())
    call.refuse();
  const MatrixExpr e = readable(call.l, matrixOf(call.l, call.object), call.at);
  return (*reduction)(call.l, e, call.at);
}

} // namespace treelize::front
