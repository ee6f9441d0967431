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
#include "front/lower/statements/AdaptedRange.h"
#include "front/lower/statements/RangeFor.h"
#include "front/lower/statements/Statements.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::ExprRef;
using ir::Op;

namespace {

bool callsFunction(const Adaptor& adaptor) {
  return adaptor.name == "transform" || adaptor.name == "filter" || adaptor.name == "take_while" ||
         adaptor.name == "drop_while";
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
      return forEachSlotted(
          l, walked, walkedType, where,
          [&](const Value& next) {
            current = next;
            step(ir::integer(0, ir::sizeType()), 0);
          },
          isReversed);
    if (!count)
      l.notYet(where, "a loop over a view without an end", "take a number of its elements");
    const ExprRef last = isReversed
                             ? l.keep(apply(Op::sub, count, ir::integer(1, ir::sizeType())), "last")
                             : nullptr;
    countedLoop(l, ir::integer(0, ir::sizeType()), count, at,
                [&](const ExprRef& i) { step(isReversed ? apply(Op::sub, last, i) : i, 0); });
  }

private:
  using Element = std::function<Value(const ExprRef& i)>;
  /// Where the place of an element does not say how many there are before it.
  struct Stage {
    std::string name; // of the adaptor
    Element element;
    FunctionObject predicate;
    ir::Place state; // how many are still to be taken or dropped; is it still dropping?
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
  std::vector<Stage> stages;
  bool isReversed = false;

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
    if (adaptor.name == "keys" || adaptor.name == "values" || adaptor.name == "elements")
      return project(adaptor.name == "values" ? 1 : adaptor.part);
    const bool isByPlace = stages.empty() && !walked;
    const bool needsEnd = adaptor.name != "take" && isByPlace && !count;
    if ((adaptor.name != "reverse" && adaptor.name != "take" && adaptor.name != "drop") ||
        needsEnd || (adaptor.name == "reverse" && std::ranges::any_of(stages, counts)))
      l.notYet(adaptor.where, "'std::views::" + adaptor.name + "' here",
               "write the loop out with an index");
    if (adaptor.name == "reverse" && isByPlace)
      return reverse();
    if (adaptor.name == "reverse") {
      isReversed = !isReversed;
      return;
    }
    const ExprRef number = std::get<ExprRef>(given);
    if (!isByPlace)
      return stages.push_back({adaptor.name, element, {}, variable("left", number)});
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
    if (adaptor.name == "drop_while")
      return stages.push_back(
          {adaptor.name, element, std::move(function), variable("drops", ir::boolean(true))});
    if (adaptor.name != "transform")
      return stages.push_back({adaptor.name, element, std::move(function), {}});
    element = [this, inner = element, function](const ExprRef& i) -> Value {
      return called(l, function, {inner(i)}, where);
    };
  }

  void project(std::size_t index) {
    element = [this, inner = element, index](const ExprRef& i) {
      return tupleElement(l, inner(i), index, where);
    };
  }

  static bool counts(const Stage& stage) { return stage.name != "filter"; }

  ir::Place variable(const char* name, const ExprRef& value) {
    const ir::VarId id = l.addLocal(name, value->type, {}, at);
    l.emit(ir::declare(id, value, at));
    return l.placeOf(id);
  }

  // --- what happens to an element, from this stage on ---
  void step(const ExprRef& i, std::size_t next) {
    if (next == stages.size())
      return body(i);
    const Stage& stage = stages[next];
    const auto goOn = [&] { step(i, next + 1); };
    if (stage.name == "take" || stage.name == "drop")
      return counted(stage, goOn);
    if (stage.name == "drop_while") {
      ir::If dropping{ir::load(stage.state), {}, {}};
      dropping.thenBlock = l.collect(
          [&] { l.emit(ir::assign(stage.state, ir::AssignOp::Set, test(stage, i), at)); });
      l.emit({at, std::move(dropping)});
      return when(ir::logicalNot(ir::load(stage.state)), goOn);
    }
    const ExprRef holds = test(stage, i);
    if (stage.name == "filter")
      return when(holds, goOn);
    stop(ir::logicalNot(holds));
    goOn();
  }
  void counted(const Stage& stage, const std::function<void()>& goOn) {
    const ExprRef left = ir::load(stage.state), zero = ir::integer(0, left->type);
    const auto count = [&] {
      l.emit(ir::assign(stage.state, ir::AssignOp::Sub, ir::integer(1, left->type), at));
    };
    if (stage.name == "take") {
      stop(ir::apply(Op::eq_, {left, zero}, ir::boolType(), at));
      count();
      return goOn();
    }
    ir::If dropped{ir::apply(Op::gt_, {left, zero}, ir::boolType(), at), {}, {}};
    dropped.thenBlock = l.collect(count);
    dropped.elseBlock = l.collect(goOn);
    l.emit({at, std::move(dropped)});
  }
  ExprRef test(const Stage& stage, const ExprRef& i) {
    return loaded(l, called(l, stage.predicate, {stage.element(i)}, where), where);
  }
  void when(ExprRef condition, const std::function<void()>& fn) {
    ir::If branch{std::move(condition), {}, {}};
    branch.thenBlock = l.collect(fn);
    l.emit({at, std::move(branch)});
  }
  void stop(ExprRef condition) {
    when(std::move(condition), [&] { l.emit({at, ir::Break{}}); });
  }
  void body(const ExprRef& i) {
    Value value = element(i);
    if (const auto* expr = std::get_if<ExprRef>(&value))
      value = l.frozen(*expr);
    bindElement(l, stmt, value);
    statement(l, stmt->getBody());
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
