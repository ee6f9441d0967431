// Pointers, iterators and spans that get new values: an offset, and a number for the container
// where there may be several.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/Heap.h"
#include "ir/ExprText.h"
#include "ir/Same.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::Op;

Motion motionOf(const WrittenVariables& written, const ValueDecl* variable) {
  return {written.getsPointer(variable), written.getsNull(variable)};
}

Value movingView(Lowering& l, const std::string& name, std::optional<View> start, bool isSpan, Location at, Motion motion) {
  auto state = std::make_shared<MovingView::State>();
  state->offset = l.addLocal(name, l.types.offsetType(), {}, at);
  state->loopDepth = l.loopDepth;
  if (start) {
    const View fixed = l.frozen(*start);
    if (!fixed.isNull())
      state->base = fixed.base;
    state->others = fixed.others;
    state->isObject = fixed.isObject;
  }
  ir::ExprRef offset = start && start->offset ? converted(start->offset, l.types.offsetType())
                                              : ir::integer(0, l.types.offsetType());
  l.emit(ir::declare(state->offset, start ? offset : nullptr, at));
  if (isSpan) {
    state->size = l.addLocal(name + "_size", ir::sizeType(), {}, at);
    l.emit(ir::declare(*state->size, start ? converted(start->size, ir::sizeType()) : nullptr, at));
  }
  if (motion.changesBase || !state->others.empty()) {
    state->selector = l.addLocal(name + "_base", ir::intType(), {}, at);
    l.emit(ir::declare(*state->selector,
                       start && start->selector ? start->selector : ir::integer(0), at));
  }
  if (motion.mayBeNull || (start && start->isSet)) {
    state->isSet = l.addLocal(name + "_is_set", ir::boolType(), {}, at);
    l.emit(ir::declare(*state->isSet, start ? isSet(l, *start, {}) : ir::boolean(false), at));
  }
  return MovingView{std::move(state)};
}

namespace {

/// The number of a container among those that a pointer may point into; a new one is added. Within
/// a loop that repeats uses of the pointer, it would come too late.
unsigned numberOf(Lowering& l, MovingView::State& state, const ir::Place& base,
                  SourceLocation where, bool isEarly) {
  if (!state.base)
    state.base = base;
  if (ir::isSame(*state.base, base))
    return 0;
  for (unsigned i = 0; i < state.others.size(); ++i)
    if (ir::isSame(state.others[i], base))
      return i + 1;
  // An index of a base must keep its value as long as the pointer lives.
  if (!state.selector || !hasFixedIndices(base) || (!isEarly && l.loopDepth != state.loopDepth))
    l.refuse(Diag::pointer_bases, where, {l.kernel[state.offset].name});
  state.others.push_back(base);
  return static_cast<unsigned>(state.others.size());
}

std::vector<ir::Place> basesOf(const View& view) {
  if (view.isNull() || view.heap)
    return {};
  std::vector<ir::Place> bases = {view.base};
  bases.insert(bases.end(), view.others.begin(), view.others.end());
  return bases;
}

/// Pointer to pointer, in the loop that assigns them to one another.
class AssignmentFinder : public RecursiveASTVisitor<AssignmentFinder> {
public:
  std::vector<std::pair<const ValueDecl*, const ValueDecl*>> found; // to, from

  bool VisitBinaryOperator(BinaryOperator* assignment) {
    if (assignment->getOpcode() == BO_Assign)
      add(assignment->getLHS(), assignment->getRHS());
    return true;
  }
  bool VisitVarDecl(VarDecl* variable) {
    if (variable->getInit() && (isView(variable->getType()) || variable->getType()->isReferenceType()))
      add(variable, variable->getInit());
    return true;
  }
  bool VisitCXXForRangeStmt(CXXForRangeStmt* loop) {
    add(loop->getLoopVariable(), loop->getRangeInit());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr* call) {
    if (call->getOperator() == OO_Equal)
      add(call->getArg(0), call->getArg(1));
    return true;
  }
  bool VisitCallExpr(CallExpr* call) {
    for (const Expr* to : pointersByReference(call)) {
      for (const Expr* from : call->arguments())
        if (from != to)
          add(to, from);
      if (const auto* method = dyn_cast<CXXMemberCallExpr>(call))
        add(to, method->getImplicitObjectArgument());
    }
    return true;
  }

private:
  void add(const Expr* to, const Expr* from) {
    const auto* target = dyn_cast<DeclRefExpr>(to->IgnoreParenImpCasts());
    if (target && isView(to->getType()))
      add(target->getDecl(), from);
  }
  void add(const ValueDecl* to, const Expr* from) {
    std::vector<const Stmt*> work = {from};
    while (!work.empty()) {
      const Stmt* next = work.back();
      work.pop_back();
      if (const auto* use = dyn_cast_or_null<DeclRefExpr>(next))
        found.emplace_back(to, use->getDecl());
      else if (next)
        work.insert(work.end(), next->child_begin(), next->child_end());
    }
  }
};

void addBases(const Column& column, std::vector<ir::Place>& bases) {
  if (column.start)
    bases.push_back(column.start->base);
  for (const Column& member : column.members)
    addBases(member, bases);
}

void addBases(const Value& part, std::vector<ir::Place>& bases) {
  if (const auto* view = std::get_if<View>(&part))
    std::ranges::copy(basesOf(*view), std::back_inserter(bases));
  if (const auto* moving = std::get_if<MovingView>(&part); moving && moving->state->base) {
    bases.push_back(*moving->state->base);
    std::ranges::copy(moving->state->others, std::back_inserter(bases));
  }
  const auto* object = std::get_if<Object>(&part);
  if (!object)
    return;
  if (object->state->column)
    addBases(*object->state->column, bases);
  for (const auto& [field, member] : object->state->members)
    addBases(member, bases);
}

/// What the pointers of an object may point into, in an order that every run of the tool has.
std::vector<ir::Place> basesIn(const Lowering& l, const Object& object) {
  std::vector<ir::Place> bases;
  addBases(object, bases);
  std::ranges::sort(bases, {}, [&](const ir::Place& base) { return ir::text(l.kernel, base); });
  return bases;
}

/// Is it a container of what the pointer points at? One that is null so far may point into any.
bool mayPointInto(Lowering& l, const ValueDecl* pointer, const MovingView::State& state, const ir::Place& base) {
  if (!base.type->element || (!state.base && !state.isSet))
    return false;
  const ir::TypeRef pointee = state.base ? state.base->type->element : l.types.of(pointer->getType())->element;
  return pointee && base.type->element->spelling == pointee->spelling;
}

} // namespace

/// A body may read a pointer before it assigns it: the next run then reads through another base.
void widenPointers(Lowering& l, const Stmt* loop) {
  AssignmentFinder assignments;
  assignments.TraverseStmt(const_cast<Stmt*>(loop));
  std::map<const ValueDecl*, std::vector<ir::Place>> inside; // of pointers that the loop declares
  const auto basesAt = [&](const ValueDecl* from) -> std::vector<ir::Place> {
    const auto source = l.bindings.find(from);
    if (source == l.bindings.end())
      return inside[from];
    if (std::holds_alternative<MovingView>(source->second))
      return basesOf(nullableViewOf(l, source->second, loop->getBeginLoc()));
    if (const auto* fixed = std::get_if<View>(&source->second))
      return basesOf(*fixed);
    if (const auto* object = std::get_if<Object>(&source->second))
      return basesIn(l, *object);
    const auto* place = std::get_if<ir::Place>(&source->second);
    return place && place->type->isIndexable() ? std::vector{*place} : std::vector<ir::Place>();
  };
  for (bool grew = true; grew;) {
    grew = false;
    for (const auto& [to, from] : assignments.found) {
      const auto target = l.bindings.find(to);
      for (const ir::Place& base : basesAt(from)) {
        if (target == l.bindings.end()) {
          std::vector<ir::Place>& known = inside[to];
          if (std::ranges::none_of(known,
                                   [&](const ir::Place& p) { return ir::isSame(p, base); })) {
            known.push_back(base);
            grew = true;
          }
          continue;
        }
        const auto* moving = std::get_if<MovingView>(&target->second);
        if (!moving || !mayPointInto(l, to, *moving->state, base))
          continue;
        const bool hadBase = moving->state->base.has_value();
        const std::size_t before = moving->state->others.size();
        numberOf(l, *moving->state, base, loop->getBeginLoc(), /*isEarly=*/true);
        grew = grew || !hadBase || moving->state->others.size() != before;
      }
    }
  }
}

void write(Lowering& l, const Value& target, SourceLocation where,
           const std::function<void(const ir::Place&)>& write) {
  const auto* choice = std::get_if<Choice>(&target);
  if (!choice)
    return write(front::target(l, target, where));
  const Location at = toLocation(where);
  const auto branch = [&](ir::ExprRef condition, const std::function<void()>& yes,
                          const std::function<void()>& no) {
    ir::If stmt{std::move(condition), l.collect(yes), l.collect(no)};
    l.emit({at, std::move(stmt)});
  };
  const std::function<void(const ir::ExprRef&)> chosen = [&](const ir::ExprRef& selector) {
    if (const auto* literal = std::get_if<ir::Literal>(&selector->node))
      return write(choice->places.at(std::stoul(literal->text)));
    if (const auto* select = std::get_if<ir::Select>(&selector->node))
      return branch(
          select->condition, [&] { chosen(select->ifTrue); }, [&] { chosen(select->ifFalse); });
    const std::function<void(std::size_t)> from = [&](std::size_t i) {
      if (i + 1 == choice->places.size())
        return write(choice->places[i]);
      ir::ExprRef isThis = ir::apply(Op::eq_, {selector, ir::integer(static_cast<std::int64_t>(i))},
                                     ir::boolType(), at);
      branch(
          std::move(isThis), [&] { write(choice->places[i]); }, [&] { from(i + 1); });
    };
    from(0);
  };
  chosen(choice->selector);
}

ir::ExprRef isSet(Lowering& l, const View& view, SourceLocation where) {
  if (view.heap)
    return ir::apply(Op::ne_, {view.offset, noObject(l)}, ir::boolType(), toLocation(where));
  if (view.isSet)
    return view.isSet;
  const auto isCallers = [&](const ir::Place& base) { return !view.isObject && base.type->is(ir::TypeKind::Pointer); };
  const std::vector<ir::Place> bases = basesOf(view);
  if (std::ranges::none_of(bases, isCallers))
    return ir::boolean(true);
  if (bases.size() > 1)
    l.notYet(where, "a test for null of a pointer that may be one of several of the caller's", "test the caller's pointers");
  return ir::opaque("$0 != nullptr", {ir::load(view.base)}, ir::boolType(), toLocation(where));
}

void moveView(Lowering& l, const Value& pointer, const View& to, SourceLocation where) {
  if (const auto* onHeap = std::get_if<HeapPointer>(&pointer))
    return l.emit(ir::assign(onHeap->number, ir::AssignOp::Set, heapNumber(l, to, where), toLocation(where)));
  if (const auto* choice = std::get_if<Choice>(&pointer); choice && choice->heap) {
    const ir::ExprRef number = l.frozen(heapNumber(l, to, where));
    return write(l, pointer, where, [&](const ir::Place& place) { l.emit(ir::assign(place, ir::AssignOp::Set, number, toLocation(where))); });
  }
  if (!std::holds_alternative<MovingView>(pointer))
    l.notYet(where, "the assignment of a pointer, a span or an iterator that is stored in an object", "keep it in a local variable");
  const MovingView& target = std::get<MovingView>(pointer);
  for (const ir::Place& base : basesOf(to))
    if (l.allocated.contains(base.base.index) &&
        !(target.state->base && ir::isSame(*target.state->base, base)) &&
        std::ranges::none_of(target.state->others,
                             [&](const ir::Place& p) { return ir::isSame(p, base); }))
      l.notYet(where, "a new block of memory for a pointer that exists",
               "make it where the pointer is declared");
  auto& state = *target.state;
  const Location at = toLocation(where);
  if (to.isSet && !state.isSet)
    l.notYet(where, "a pointer that may be null, for '" + l.kernel[state.offset].name + "', which never was,",
             "declare it with a null pointer");
  if (to.isNull())
    return l.emit(ir::assign(l.placeOf(*state.isSet), ir::AssignOp::Set, to.isSet, at));
  ir::ExprRef selector;
  if (!state.base) {
    // The base outlives the loop that this may stand in: its indices must be constants.
    for (const ir::Place& base : basesOf(to))
      if (!hasFixedIndices(base))
        l.notYet(where, "a pointer that is declared without a value and assigned later",
                 "declare it where it gets its value");
    if (!to.others.empty() && !state.selector)
      l.refuse(Diag::pointer_bases, where, {l.kernel[state.offset].name});
    state.base = to.base;
    state.others = to.others;
    state.isObject = to.isObject;
    selector = to.selector;
  } else {
    if (state.isObject != to.isObject)
      l.refuse(Diag::pointer_bases, where, {l.kernel[state.offset].name});
    const std::vector<ir::Place> bases = basesOf(to);
    selector = ir::integer(numberOf(l, state, bases[0], where, /*isEarly=*/false));
    for (unsigned i = 1; i < bases.size(); ++i) {
      ir::ExprRef isThis = ir::apply(Op::eq_, {to.selector, ir::integer(i)}, ir::boolType(), at);
      selector = ir::select(std::move(isThis),
                            ir::integer(numberOf(l, state, bases[i], where, /*isEarly=*/false)),
                            std::move(selector), at);
    }
  }
  // The new values may be made of the old ones: they are computed first.
  const auto settled = [&](const ir::ExprRef& number, const char* name) {
    return number && !l.isStable(number) ? l.keep(number, name) : number;
  };
  const ir::ExprRef size = state.size ? settled(to.size, "size") : nullptr;
  const ir::ExprRef present = state.isSet ? settled(isSet(l, to, where), "is_set") : nullptr;
  const bool movesBase = state.selector && !state.others.empty();
  if (movesBase)
    selector = settled(selector, "base");
  ir::ExprRef offset =
      to.offset ? converted(to.offset, l.types.offsetType()) : ir::integer(0, l.types.offsetType());
  l.emit(ir::assign(l.placeOf(state.offset), ir::AssignOp::Set, std::move(offset), at));
  if (movesBase)
    l.emit(ir::assign(l.placeOf(*state.selector), ir::AssignOp::Set, std::move(selector), at));
  if (present)
    l.emit(ir::assign(l.placeOf(*state.isSet), ir::AssignOp::Set, present, at));
  if (state.size) {
    if (!size)
      l.notYet(where, "a span without a known size", "make it from a container");
    l.emit(
        ir::assign(l.placeOf(*state.size), ir::AssignOp::Set, converted(size, ir::sizeType()), at));
  }
}

} // namespace treelize::front
