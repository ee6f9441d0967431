// for (auto x : range | std::views::filter(f) | std::views::transform(g)): a counted loop over the
// range, in which the adaptors say where an element is, what is made of it, and whether it is
// skipped.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/library/FunctionObject.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/statements/RangeFor.h"
#include "front/lower/statements/Statements.h"

namespace treelize::front {

using namespace clang;
using ir::ExprRef;
using ir::Op;

namespace {

/// std::views::take(3), behind the range that it adapts.
struct Adaptor {
  std::string name;
  const Expr* argument; // or null
  SourceLocation where;
};

struct Adapted {
  const Expr* range = nullptr;   // null: no view
  std::vector<Adaptor> adaptors; // the first one first
};

/// `reverse` of std::views::reverse; empty for any other expression.
std::string viewName(const Expr* expr) {
  const auto* use = dyn_cast<DeclRefExpr>(bare(expr)->IgnoreParenImpCasts());
  const auto* space = use ? dyn_cast<NamespaceDecl>(use->getDecl()->getDeclContext()) : nullptr;
  const bool isView = space && space->getName() == "views" && isInStd(use->getDecl());
  return isView ? use->getDecl()->getNameAsString() : std::string();
}

const CXXOperatorCallExpr* asOperator(const Expr* expr, OverloadedOperatorKind op) {
  const auto* call = dyn_cast<CXXOperatorCallExpr>(bare(expr));
  return call && call->getOperator() == op ? call : nullptr;
}

/// What stands on the right of `|`.
std::optional<Adaptor> adaptorOf(const Expr* expr) {
  if (std::string name = viewName(expr); !name.empty())
    return Adaptor{std::move(name), nullptr, expr->getExprLoc()};
  const CXXOperatorCallExpr* call = asOperator(expr, OO_Call);
  if (!call || call->getNumArgs() != 2 || viewName(call->getArg(0)).empty())
    return std::nullopt;
  return Adaptor{viewName(call->getArg(0)), call->getArg(1), expr->getExprLoc()};
}

Adapted adapted(const Expr* expr) {
  if (const CXXOperatorCallExpr* pipe = asOperator(expr, OO_Pipe)) {
    const std::optional<Adaptor> adaptor = adaptorOf(pipe->getArg(1));
    if (!adaptor)
      return {};
    Adapted result = adapted(pipe->getArg(0));
    if (!result.range)
      result.range = pipe->getArg(0);
    result.adaptors.push_back(*adaptor);
    return result;
  }
  const CXXOperatorCallExpr* call = asOperator(expr, OO_Call);
  const std::string name = call ? viewName(call->getArg(0)) : std::string();
  if (name.empty() || call->getNumArgs() < 2)
    return {};
  if (name == "iota")
    return {expr, {}};
  Adapted result = adapted(call->getArg(1));
  if (!result.range)
    result.range = call->getArg(1);
  result.adaptors.push_back(
      {name, call->getNumArgs() == 3 ? call->getArg(2) : nullptr, call->getExprLoc()});
  return result;
}

class AdaptedLoop {
public:
  AdaptedLoop(Lowering& lowering, const CXXForRangeStmt* loop)
      : l(lowering), stmt(loop), where(loop->getForLoc()), at(toLocation(where)) {}

  void run(const Adapted& view) {
    start(view.range);
    for (const Adaptor& adaptor : view.adaptors)
      apply(adaptor);
    if (!count)
      l.notYet(where, "a loop over a view without an end", "take a number of its elements");
    countedLoop(l, ir::integer(0, ir::sizeType()), count, at,
                [&](const ExprRef& i) { step(i, 0); });
  }

private:
  using Element = std::function<Value(const ExprRef& i)>;
  struct Filter {
    Element element;
    FunctionObject predicate;
  };

  Lowering& l;
  const CXXForRangeStmt* stmt;
  SourceLocation where;
  Location at;
  ExprRef count; // null: without an end
  Element element;
  std::vector<Filter> filters;

  ExprRef apply(Op op, const ExprRef& a, const ExprRef& b) {
    return ir::apply(op, {a, b}, a->type, at);
  }
  ExprRef smaller(const ExprRef& a, const ExprRef& b) {
    return ir::select(ir::apply(Op::lt_, {a, b}, ir::boolType(), at), a, b, at);
  }

  void start(const Expr* range) {
    if (const CXXOperatorCallExpr* iota = asOperator(range, OO_Call);
        iota && viewName(iota->getArg(0)) == "iota")
      return startNumbers(iota);
    const std::optional<Value> known = knownRange(l, range);
    if (!known)
      l.notYet(where, "a view of this kind of range", "loop over an array, a vector or a span");
    count = l.frozen(converted(sizeOf(l, *known, where), ir::sizeType()));
    element = [this, known = *known](const ExprRef& i) { return elementOf(l, known, {i}, where); };
  }
  void startNumbers(const CXXOperatorCallExpr* iota) {
    const ir::TypeRef type = l.types.of(iota->getArg(1)->getType());
    if (!type->is(ir::TypeKind::Integer))
      l.notYet(where, "'std::views::iota' of anything but integers", "write the loop out");
    const ExprRef first = l.frozen(rvalue(l, iota->getArg(1)));
    if (iota->getNumArgs() == 3)
      count = l.frozen(converted(apply(Op::sub, converted(rvalue(l, iota->getArg(2)), type), first),
                                 ir::sizeType()));
    element = [this, first, type](const ExprRef& i) -> Value {
      return apply(Op::add, first, converted(i, type));
    };
  }

  void apply(const Adaptor& adaptor) {
    if (adaptor.name == "all" || adaptor.name == "common")
      return;
    if (adaptor.name == "transform" || adaptor.name == "filter")
      return applyFunction(adaptor);
    if (adaptor.name == "keys" || adaptor.name == "values")
      return project(adaptor.name == "keys" ? 0 : 1);
    const bool needsEnd = adaptor.name != "take" && !count;
    if ((adaptor.name != "reverse" && adaptor.name != "take" && adaptor.name != "drop") ||
        !filters.empty() || needsEnd)
      l.notYet(adaptor.where, "'std::views::" + adaptor.name + "' here",
               "write the loop out with an index");
    if (adaptor.name == "reverse")
      return reverse();
    const ExprRef number = l.frozen(converted(rvalue(l, adaptor.argument), ir::sizeType()));
    if (adaptor.name == "take")
      count = count ? l.keep(smaller(number, count), "taken") : number;
    else
      drop(l.keep(smaller(number, count), "dropped"));
  }
  void reverse() {
    const ExprRef last = l.keep(apply(Op::sub, count, ir::integer(1, ir::sizeType())), "last");
    element = [this, inner = element, last](const ExprRef& i) {
      return inner(apply(Op::sub, last, i));
    };
  }
  void drop(const ExprRef& number) {
    count = l.keep(apply(Op::sub, count, number), "rest");
    element = [this, inner = element, number](const ExprRef& i) {
      return inner(apply(Op::add, i, number));
    };
  }
  void applyFunction(const Adaptor& adaptor) {
    FunctionObject function = functionObject(l, adaptor.argument, {});
    if (adaptor.name == "filter")
      return filters.push_back({element, std::move(function)});
    element = [this, inner = element, function](const ExprRef& i) -> Value {
      return called(l, function, {inner(i)}, where);
    };
  }

  void project(std::size_t index) {
    element = [this, inner = element, index](const ExprRef& i) {
      return tupleElement(l, inner(i), index, where);
    };
  }

  /// From this filter on.
  void step(const ExprRef& i, std::size_t filter) {
    if (filter == filters.size()) {
      Value value = element(i);
      if (const auto* expr = std::get_if<ExprRef>(&value))
        value = l.frozen(*expr);
      bindElement(l, stmt, value);
      return statement(l, stmt->getBody());
    }
    const Filter& test = filters[filter];
    ir::If kept{loaded(l, called(l, test.predicate, {test.element(i)}, where), where), {}, {}};
    kept.thenBlock = l.collect([&] { step(i, filter + 1); });
    l.emit({at, std::move(kept)});
  }
};

} // namespace

bool adaptedRangeFor(Lowering& l, const CXXForRangeStmt* stmt) {
  const Adapted view = adapted(stmt->getRangeInit());
  if (view.range)
    AdaptedLoop(l, stmt).run(view);
  return view.range != nullptr;
}

} // namespace treelize::front
