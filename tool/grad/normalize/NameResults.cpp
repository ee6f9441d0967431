// Values of costly operators get names.
#include "grad/normalize/Normalize.h"

#include "grad/rules/StatementAdjoint.h"
#include "ir/Builder.h"
#include "ir/Operators.h"
#include "ir/Walk.h"
#include "ir/WriteCounts.h"

#include <algorithm>
#include <span>
#include <utility>

namespace treelize::grad {

using namespace ir;

namespace {

bool isCostlyResult(const Expr& expr) {
  const auto* e = std::get_if<Apply>(&expr.node);
  return e && expr.type->is(TypeKind::Real) && isCostly(e->op);
}

bool hasCostly(const Expr& expr) {
  return any(expr, isCostlyResult);
}

class ResultNamer {
public:
  explicit ResultNamer(Kernel& kernel) : kernel(kernel), writes(kernel) {}

  void block(Block& statements) {
    Block out;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      Stmt& stmt = statements[i];
      if (auto* s = std::get_if<Declare>(&stmt.node); s && s->value) {
        const bool isLost = s->value->type->is(TypeKind::Real) &&
                            differentiatesFromResult(*s->value) &&
                            isChangedInside(s->var, std::span(statements).subspan(i + 1));
        s->value = root(s->value, kernel[s->var].type->isScalar() && !isLost, out);
        if (isLost && std::holds_alternative<Apply>(s->value->node))
          s->value = named("quotient", s->value, out);
      }
      if (auto* s = std::get_if<Assign>(&stmt.node))
        s->value = root(s->value, false, out);
      if (auto* s = std::get_if<Append>(&stmt.node); s && s->value)
        s->value = root(s->value, false, out);
      if (auto* s = std::get_if<Call>(&stmt.node))
        for (Argument& argument : s->arguments)
          if (argument.value)
            argument.value = root(argument.value, false, out);
      for (Block* inner : blocks(stmt))
        block(*inner);
      out.push_back(std::move(stmt));
    }
    statements = std::move(out);
  }

private:
  Kernel& kernel;
  const WriteCounts writes;

  /// Do loops and branches among the statements change the variable, so that the value that its
  /// declaration gives it is lost to its derivative?
  bool isChangedInside(VarId var, std::span<const Stmt> statements) const {
    const auto isChange = [&](const Stmt& stmt) {
      const auto* s = std::get_if<Assign>(&stmt.node);
      return s && s->target.base == var;
    };
    return writes.of(var).later() > std::ranges::count_if(statements, isChange);
  }

  ExprRef named(const std::string& wish, const ExprRef& value, Block& out) {
    const VarId var = addLocal(kernel, wish, value->type, value->location);
    out.push_back(declare(var, value, value->location));
    return load(kernel, var);
  }

  /// The value of a statement; with `mayStay` a costly operator at its root keeps its place.
  ExprRef root(const ExprRef& expr, bool mayStay, Block& out) {
    if (!expr->type->is(TypeKind::Real) || !hasCostly(*expr))
      return expr;
    if (mayStay && isCostlyResult(*expr))
      return operands(expr, out);
    return name(expr, out);
  }

  ExprRef operands(const ExprRef& expr, Block& out) {
    Expr copy = *expr;
    for (ExprRef& arg : std::get<Apply>(copy.node).args)
      arg = name(arg, out);
    return std::make_shared<Expr>(std::move(copy));
  }

  ExprRef name(const ExprRef& expr, Block& out) {
    if (!expr->type->is(TypeKind::Real) || !hasCostly(*expr))
      return expr;
    if (const auto* e = std::get_if<Select>(&expr->node))
      return choice(*expr, *e, out);
    if (const auto* e = std::get_if<Cast>(&expr->node))
      return cast(name(e->arg, out), expr->type, expr->location);
    if (!std::holds_alternative<Apply>(expr->node))
      return expr;
    ExprRef inner = operands(expr, out);
    if (!isCostlyResult(*inner))
      return inner;
    const auto& e = std::get<Apply>(inner->node);
    return named(std::string(info(e.op).name) + "_value", inner, out);
  }

  /// Only the branch that is taken may be evaluated.
  ExprRef choice(const Expr& expr, const Select& e, Block& out) {
    VarId var = addLocal(kernel, "chosen", expr.type, expr.location);
    out.push_back(declare(var, real(0.0, expr.type), expr.location));
    auto branch = [&](const ExprRef& value) {
      Block inner;
      ExprRef named = name(value, inner);
      inner.push_back(assign(place(kernel, var), AssignOp::Set, named, expr.location));
      return inner;
    };
    Block yes = branch(e.ifTrue), no = branch(e.ifFalse);
    out.push_back(Stmt{expr.location, If{e.condition, std::move(yes), std::move(no)}});
    return load(kernel, var);
  }
};

} // namespace

void nameResults(Kernel& kernel) {
  ResultNamer(kernel).block(kernel.body);
}

} // namespace treelize::grad
