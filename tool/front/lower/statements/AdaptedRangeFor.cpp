// for (auto x : range | std::views::filter(f) | std::views::transform(g)): a counted loop over the
// range, in which the adaptors say where an element is, what is made of it, and whether it is
// skipped.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/library/FunctionObject.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/SlotWalk.h"
#include "front/lower/passive/Slots.h"
#include "front/lower/statements/RangeFor.h"
#include "front/lower/statements/Statements.h"

#include "clang/AST/RecursiveASTVisitor.h"

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
  const auto* call = dyn_cast<CXXOperatorCallExpr>(bare(expr)->IgnoreImplicit());
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

/// A variable that stands for such a view.
const VarDecl* namedView(const Expr* range) {
  const auto* use = dyn_cast<DeclRefExpr>(bare(range)->IgnoreParenImpCasts());
  const auto* variable = use ? dyn_cast<VarDecl>(use->getDecl()) : nullptr;
  const bool isLocal = variable && !isa<ParmVarDecl>(variable) && variable->isLocalVarDecl() &&
                       !variable->getType()->isReferenceType();
  return isLocal && variable->hasInit() && adapted(variable->getInit()).range ? variable : nullptr;
}

/// Where a variable is the range of a loop, alone or behind adaptors, and where it is used at all.
class UseFinder : public RecursiveASTVisitor<UseFinder> {
public:
  explicit UseFinder(const VarDecl* variable) : name(variable) {}
  unsigned uses = 0, loops = 0;

  bool VisitDeclRefExpr(DeclRefExpr* use) {
    uses += use->getDecl() == name;
    return true;
  }
  bool VisitCXXForRangeStmt(CXXForRangeStmt* loop) {
    const Adapted view = adapted(loop->getRangeInit());
    loops += namedView(view.range ? view.range : loop->getRangeInit()) == name;
    return true;
  }

private:
  const VarDecl* name;
};

/// Do loops alone ask for the elements of the view?
bool isAdaptedVariable(const VarDecl* variable) {
  const auto* function = dyn_cast<FunctionDecl>(variable->getDeclContext());
  if (!function || !function->hasBody(function))
    return false;
  UseFinder finder(variable);
  finder.TraverseStmt(function->getBody());
  return finder.uses > 0 && finder.uses == finder.loops;
}

/// The variable, where it stands for the parts of a view (adaptedVariable).
const VarDecl* knownView(const Expr* range) {
  const VarDecl* name = namedView(range);
  return name && isAdaptedVariable(name) ? name : nullptr;
}

bool isNumbers(const Expr* range) {
  const CXXOperatorCallExpr* iota = asOperator(range, OO_Call);
  return iota && viewName(iota->getArg(0)) == "iota";
}

bool callsFunction(const Adaptor& adaptor) {
  return adaptor.name == "transform" || adaptor.name == "filter";
}

/// What a view is made of: the range, or the numbers that it counts, and what its adaptors were
/// given.
std::vector<Value> partsOf(Lowering& l, const Adapted& view) {
  std::vector<Value> parts;
  if (isNumbers(view.range)) {
    const CXXOperatorCallExpr* iota = asOperator(view.range, OO_Call);
    if (!l.types.of(iota->getArg(1)->getType())->is(ir::TypeKind::Integer))
      l.notYet(iota->getExprLoc(), "'std::views::iota' of anything but integers",
               "write the loop out");
    for (unsigned i = 1; i < iota->getNumArgs(); ++i)
      parts.push_back(l.frozen(rvalue(l, iota->getArg(i))));
  } else if (holdsSlots(view.range->getType())) {
    const Value container = glvalue(l, view.range);
    refuseForeignSlots(l, loaded(l, container, view.range->getExprLoc()), view.range->getType(),
                       view.range->getExprLoc());
    parts.push_back(container);
  } else if (!knownView(view.range)) {
    const std::optional<Value> known = knownRange(l, view.range);
    if (!known)
      l.notYet(view.range->getExprLoc(), "a view of this kind of range",
               "loop over an array, a vector or a span");
    parts.push_back(*known);
  }
  for (const Adaptor& adaptor : view.adaptors)
    if (adaptor.argument)
      parts.push_back(callsFunction(adaptor) ? functionObject(l, adaptor.argument, {}).value
                                             : Value(l.frozen(converted(rvalue(l, adaptor.argument),
                                                                        ir::sizeType()))));
  return parts;
}

class AdaptedLoop {
public:
  AdaptedLoop(Lowering& lowering, const CXXForRangeStmt* loop)
      : l(lowering), stmt(loop), where(loop->getForLoc()), at(toLocation(where)) {}

  void run(const Adapted& view, const std::vector<Value>& parts) {
    add(view, parts);
    if (walked)
      return forEachSlotted(l, walked, walkedType, where, [&](const Value& next) {
        current = next;
        step(ir::integer(0, ir::sizeType()), 0);
      });
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
  ExprRef count;  // null: without an end
  ExprRef walked; // a container that is gone through by iterators, and the element of the iteration
  QualType walkedType;
  Value current;
  Element element;
  std::vector<Filter> filters;

  ExprRef apply(Op op, const ExprRef& a, const ExprRef& b) {
    return ir::apply(op, {a, b}, a->type, at);
  }
  ExprRef smaller(const ExprRef& a, const ExprRef& b) {
    return ir::select(ir::apply(Op::lt_, {a, b}, ir::boolType(), at), a, b, at);
  }

  /// The parts as `partsOf` has them.
  void add(const Adapted& view, const std::vector<Value>& parts) {
    std::size_t next = 0;
    if (const VarDecl* name = knownView(view.range))
      add(adapted(name->getInit()), std::get<Object>(l.bindings.at(name)).state->elements);
    else
      next = start(view.range, parts);
    for (const Adaptor& adaptor : view.adaptors)
      apply(adaptor, adaptor.argument ? parts.at(next++) : Value());
  }
  /// How many parts it is made of.
  std::size_t start(const Expr* range, const std::vector<Value>& parts) {
    if (isNumbers(range))
      return startNumbers(l.types.of(asOperator(range, OO_Call)->getArg(1)->getType()), parts,
                          asOperator(range, OO_Call)->getNumArgs() - 1);
    if (holdsSlots(range->getType())) {
      walked = loaded(l, parts.at(0), where);
      walkedType = range->getType();
      element = [this](const ExprRef&) { return current; };
      return 1;
    }
    count = l.frozen(converted(sizeOf(l, parts.at(0), where), ir::sizeType()));
    element = [this, known = parts[0]](const ExprRef& i) {
      return elementOf(l, known, {i}, where);
    };
    return 1;
  }
  std::size_t startNumbers(const ir::TypeRef& type, const std::vector<Value>& parts,
                           std::size_t given) {
    const ExprRef first = std::get<ExprRef>(parts.at(0));
    if (given == 2)
      count = l.frozen(converted(
          apply(Op::sub, converted(std::get<ExprRef>(parts.at(1)), type), first), ir::sizeType()));
    element = [this, first, type](const ExprRef& i) -> Value {
      return apply(Op::add, first, converted(i, type));
    };
    return given;
  }

  void apply(const Adaptor& adaptor, const Value& given) {
    if (adaptor.name == "all" || adaptor.name == "common")
      return;
    if (callsFunction(adaptor))
      return applyFunction(adaptor, given);
    if (adaptor.name == "keys" || adaptor.name == "values")
      return project(adaptor.name == "keys" ? 0 : 1);
    const bool needsEnd = adaptor.name != "take" && !count;
    if ((adaptor.name != "reverse" && adaptor.name != "take" && adaptor.name != "drop") ||
        !filters.empty() || walked || needsEnd)
      l.notYet(adaptor.where, "'std::views::" + adaptor.name + "' here",
               "write the loop out with an index");
    if (adaptor.name == "reverse")
      return reverse();
    const ExprRef number = std::get<ExprRef>(given);
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
  void applyFunction(const Adaptor& adaptor, const Value& given) {
    FunctionObject function{given, adaptor.argument->getType(), {}};
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
  const Adapted view = knownView(stmt->getRangeInit()) ? Adapted{stmt->getRangeInit(), {}}
                                                       : adapted(stmt->getRangeInit());
  if (!view.range)
    return false;
  const std::vector<Value> parts = partsOf(l, view);
  AdaptedLoop(l, stmt).run(view, parts);
  return true;
}

std::optional<Value> adaptedVariable(Lowering& l, const VarDecl* variable) {
  const bool isLocal = variable->isLocalVarDecl() && !isa<ParmVarDecl>(variable) &&
                       !variable->getType()->isReferenceType() && variable->hasInit();
  const Adapted view = isLocal ? adapted(variable->getInit()) : Adapted();
  if (!view.range || !isAdaptedVariable(variable))
    return std::nullopt;
  Object range{std::make_shared<ObjectState>()};
  range.state->elements = partsOf(l, view);
  return range;
}

} // namespace treelize::front
