// Pointers, iterators and spans that get new values: an offset, and a number for the container
// where there may be several.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/PointerBases.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "ir/ExprText.h"
#include "ir/Intrinsics.h"
#include "ir/Same.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::Op;

Motion motionOf(const WrittenVariables& written, const ValueDecl* variable) {
  return {.changesBase = written.getsPointer(variable),
          .mayBeNull = written.getsNull(variable),
          .steps = written.steps(variable)};
}

namespace {

bool isVarying(const ir::ExprRef& index) {
  return !std::holds_alternative<ir::Literal>(index->node);
}

/// The base of a pointer that may get others: the rows of a matrix are one.
Base generalised(const ir::Place& place) {
  Base base{place, std::nullopt};
  std::size_t varying = 0;
  for (std::size_t i = 0; i < place.path.size(); ++i) {
    const std::vector<ir::ExprRef>& indices = place.path[i].indices;
    varying += static_cast<std::size_t>(std::ranges::count_if(indices, isVarying));
    const bool isLast = i + 1 == place.path.size() && varying == 0;
    if (indices.size() == 1 && (isVarying(indices[0]) || isLast))
      base.rowAt = i;
  }
  if (varying > 1 || !base.rowAt)
    return {place, std::nullopt};
  base.place.path[*base.rowAt].indices = {ir::integer(0)};
  return base;
}

bool isSame(const Base& a, const Base& b) {
  return a.rowAt == b.rowAt && ir::isSame(a.place, b.place);
}

/// The index that tells the place from the others of the base; null where there is none.
ir::ExprRef rowIn(const Base& base, const ir::Place& place) {
  return base.rowAt ? place.path[*base.rowAt].indices[0] : nullptr;
}

/// A part of a pointer that it turns out to need after it was declared: what it has been so far, is
/// `start`.
ir::Place latePart(Lowering& l, const Bases& bases, const char* name, const ir::ExprRef& start,
                   SourceLocation where) {
  if (l.ownFrames > 0)
    l.refuse(Diag::pointer_bases, where, {bases.name});
  const ir::VarId part = l.addLocal(bases.name + name, start->type, {}, toLocation(where));
  l.globals.push_back(ir::declare(part, start, toLocation(where)));
  return l.placeOf(part);
}

ir::Place declared(Lowering& l, const std::string& name, const ir::TypeRef& type, ir::ExprRef value,
                   Location at) {
  const ir::VarId id = l.addLocal(name, type, {}, at);
  l.emit(ir::declare(id, std::move(value), at));
  return l.placeOf(id);
}

} // namespace

void addBase(Bases& bases, const ir::Place& place) {
  const Base base = generalised(place);
  if (std::ranges::none_of(bases.known, [&](const Base& known) { return isSame(known, base); }))
    bases.known.push_back(base);
}

Value movingView(Lowering& l, const std::string& name, std::optional<View> start, bool isSpan,
                 Location at, Motion motion) {
  if (start && start->target && !motion.changesBase && !start->isSet)
    return l.frozen(*start); // it has no elements to move to
  auto state = std::make_shared<MovingView::State>();
  state->bases = std::make_shared<Bases>();
  const ir::TypeRef& offsetType = l.types.offsetType();
  const ir::ExprRef zero = ir::integer(0, offsetType);
  state->offset = declared(l, name, offsetType,
                           !start          ? nullptr
                           : start->offset ? converted(start->offset, offsetType)
                                           : zero,
                           at);
  state->bases->name = l.kernel[state->offset.base].name;
  state->bases->loopDepth = l.loopDepth;
  state->bases->kernel = &l.kernel;
  state->bases->isStepped = motion.steps || (start && mayBeBehind(*start));
  if (start) {
    const View fixed = l.frozen(*start);
    state->bases->column = fixed.column;
    if (fixed.target) {
      l.sink.report(
          Diag::construct_not_yet, at,
          {"a pointer to pointers, or to an object that holds some, which gets new values",
           "use the object itself"},
          l.wayHere());
      throw Refused();
    }
    state->bases->isObject = fixed.isObject;
    std::vector<ir::Place> places = fixed.others;
    if (fixed.base.type)
      places.insert(places.begin(), fixed.base);
    for (const ir::Place& place : places) {
      const Base base =
          motion.changesBase && places.size() == 1 ? generalised(place) : Base{place, std::nullopt};
      if (base.rowAt)
        state->row =
            declared(l, name + "_row", offsetType, converted(rowIn(base, place), offsetType), at);
      state->bases->known.push_back(base);
    }
  }
  if (motion.block) {
    if (!state->row)
      state->row = declared(l, name + "_row", offsetType, zero, at);
    addBase(*state->bases, *motion.block);
  }
  if (isSpan)
    state->size = declared(l, name + "_size", ir::sizeType(),
                           start ? converted(start->size, ir::sizeType()) : nullptr, at);
  if (motion.changesBase || state->bases->known.size() > 1)
    state->selector = declared(l, name + "_base", ir::intType(),
                               start && start->selector ? start->selector : ir::integer(0), at);
  if (motion.mayBeNull || (start && start->isSet))
    state->isSet = declared(l, name + "_is_set", ir::boolType(),
                            start ? isSet(l, *start, {}) : ir::boolean(false), at);
  return MovingView{std::move(state)};
}

namespace {

/// What the base is, for the row that the pointer has now.
ir::Place placed(const MovingView::State& state, const Base& base) {
  ir::Place place = base.place;
  if (base.rowAt)
    place.path[*base.rowAt].indices = {ir::load(*state.row)};
  return place;
}

/// The containers of the caller's are no variables of a function that stays a call.
void refuseForeign(Lowering& l, const Bases& bases, SourceLocation where) {
  if (bases.kernel != &l.kernel)
    l.notYet(where, "a pointer to elements that is stored in an object, in a recursive function,",
             "keep an index");
}

} // namespace

unsigned numberOf(Lowering& l, MovingView::State& state, const ir::Place& place,
                  SourceLocation where, bool isEarly) {
  Bases& bases = *state.bases;
  refuseForeign(l, bases, where);
  for (unsigned i = 0; i < bases.known.size(); ++i)
    if (!bases.known[i].rowAt && ir::isSame(bases.known[i].place, place))
      return i;
  const bool isFirst = bases.known.empty();
  const bool mayGetOthers =
      state.selector || bases.loopDepth == 0; // else it would have to be told anew in each run
  const Base base = mayGetOthers || isFirst ? generalised(place) : Base{place, std::nullopt};
  for (unsigned i = 0; i < bases.known.size(); ++i)
    if (isSame(bases.known[i], base))
      return i;
  // An index of a base must keep its value as long as the pointer lives.
  const bool isLate = !isFirst && !isEarly && l.loopDepth != bases.loopDepth;
  if (!(isFirst || mayGetOthers) || !hasFixedIndices(base.place) || isLate)
    l.refuse(Diag::pointer_bases, where, {bases.name});
  if (!isFirst && !state.selector)
    state.selector = latePart(l, bases, "_base", ir::integer(0), where);
  if (base.rowAt && !state.row)
    state.row = latePart(l, bases, "_row", ir::integer(0, l.types.offsetType()), where);
  bases.known.push_back(base);
  return static_cast<unsigned>(bases.known.size() - 1);
}

std::vector<ir::Place> basesOf(const View& view) {
  if (!view.base.type)
    return {};
  std::vector<ir::Place> bases = {view.base};
  bases.insert(bases.end(), view.others.begin(), view.others.end());
  return bases;
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
      branch(std::move(isThis), [&] { write(choice->places[i]); }, [&] { from(i + 1); });
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
  if (view.target || view.column)
    return ir::boolean(true);
  const auto isCallers = [&](const ir::Place& base) {
    return !view.isObject && base.type->is(ir::TypeKind::Pointer);
  };
  const std::vector<ir::Place> bases = basesOf(view);
  if (std::ranges::none_of(bases, isCallers))
    return ir::boolean(true);
  if (bases.size() > 1)
    l.notYet(where, "a test for null of a pointer that may be one of several of the caller's",
             "test the caller's pointers");
  return ir::intrinsic(ir::Intrinsic::is_not_null, {ir::load(view.base)}, ir::boolType(),
                       toLocation(where));
}

/// Where a pointer to a single object stands is asked only if it may step. In a loop, what has been
/// lowered without the question comes again after the step.
static void noteStep(Lowering& l, MovingView::State& state, const View& to, SourceLocation where) {
  Bases& bases = *state.bases;
  if (bases.isStepped || !mayBeBehind(to))
    return;
  const bool isLate = l.loopDepth > bases.loopDepth && bases.unsteppedIn == l.outermostLoops;
  if (state.isElement || isLate)
    l.notYet(where, "arithmetic on a pointer to a single object at this place",
             "point into an array, or step a local variable");
  bases.isStepped = true;
}

NewBase newBase(Lowering& l, MovingView::State& state, const View& to, SourceLocation where) {
  const Location at = toLocation(where);
  Bases& bases = *state.bases;
  const bool isFirst = bases.known.empty();
  if (isFirst && l.loopDepth > bases.loopDepth && bases.askedIn == l.outermostLoops)
    l.notYet(where, "a pointer that a loop asks for before it points anywhere",
             "let it point somewhere before the loop");
  if (isFirst)
    bases.isObject = to.isObject;
  noteStep(l, state, to, where);
  const std::vector<ir::Place> places = basesOf(to);
  if (bases.isObject != to.isObject ||
      (places.size() > 1 && !state.selector && state.bases->loopDepth > 0))
    l.refuse(Diag::pointer_bases, where, {bases.name});
  NewBase result;
  for (std::size_t i = places.size(); i-- > 0;) {
    const unsigned number = numberOf(l, state, places[i], where, /*isEarly=*/isFirst);
    const ir::ExprRef selector = ir::integer(number), row = rowIn(bases.known[number], places[i]);
    if (result.selector) {
      const ir::ExprRef isThis = ir::apply(
          Op::eq_, {to.selector, ir::integer(static_cast<std::int64_t>(i))}, ir::boolType(), at);
      result.selector = ir::select(isThis, selector, result.selector, at);
      result.row = row && result.row ? ir::select(isThis, row, result.row, at)
                   : row             ? row
                                     : result.row;
    } else {
      result = {selector, row};
    }
  }
  return result;
}

View presentView(Lowering& l, const MovingView::State& state) {
  View view;
  if (state.isSet)
    view.isSet = converted(ir::load(*state.isSet), ir::boolType());
  const std::vector<Base>& known = state.bases->known;
  if (state.bases->column) {
    view.column = state.bases->column;
    view.offset = ir::load(state.offset);
    if (state.size)
      view.size = ir::load(*state.size);
    return view;
  }
  if (known.empty())
    return view;
  refuseForeign(l, *state.bases, {});
  view.base = placed(state, known[0]);
  view.isObject = state.bases->isObject;
  if (!view.isObject || state.bases->isStepped)
    view.offset = ir::load(state.offset);
  else
    state.bases->unsteppedIn = l.outermostLoops;
  if (state.size)
    view.size = ir::load(*state.size);
  for (std::size_t i = 1; i < known.size(); ++i)
    view.others.push_back(placed(state, known[i]));
  if (known.size() > 1)
    view.selector = ir::load(*state.selector);
  return view;
}

/// The pointer points into one vector that is taken apart, and stays in it.
static void moveInColumn(Lowering& l, MovingView::State& state, const View& to,
                         SourceLocation where) {
  const Location at = toLocation(where);
  Bases& bases = *state.bases;
  const bool isFirst = !bases.column;
  if (isFirst && l.loopDepth > bases.loopDepth && bases.askedIn == l.outermostLoops)
    l.notYet(where, "a pointer that a loop asks for before it points anywhere",
             "let it point somewhere before the loop");
  if (isFirst)
    bases.column = to.column;
  const bool isSame = to.column && (to.column == bases.column ||
                                    ir::isSame(anyVector(*to.column), anyVector(*bases.column)));
  if ((!to.isNull() && !isSame) || state.size || state.isElement)
    l.notYet(where,
             "a pointer into one of several vectors of objects that hold texts, pointers or "
             "constants",
             "use a pointer for each vector, or indices");
  const ir::ExprRef present = to.isSet || state.isSet ? l.frozen(isSet(l, to, where)) : nullptr;
  if (present && !state.isSet)
    l.notYet(where, "a pointer that may be null, for '" + bases.name + "', which never was,",
             "declare it with a null pointer");
  const ir::TypeRef& type = l.types.offsetType();
  if (!to.isNull())
    l.emit(ir::assign(state.offset, ir::AssignOp::Set,
                      to.offset ? converted(to.offset, type) : ir::integer(0, type), at));
  if (present)
    l.emit(ir::assign(*state.isSet, ir::AssignOp::Set, converted(present, state.isSet->type), at));
}

void moveView(Lowering& l, const Value& pointer, const View& to, SourceLocation where) {
  if (const auto* onHeap = std::get_if<HeapPointer>(&pointer))
    return l.emit(
        ir::assign(onHeap->number, ir::AssignOp::Set, heapNumber(l, to, where), toLocation(where)));
  if (const auto* choice = std::get_if<Choice>(&pointer); choice && choice->heap) {
    const ir::ExprRef number = l.frozen(heapNumber(l, to, where));
    return write(l, pointer, where, [&](const ir::Place& place) {
      l.emit(ir::assign(place, ir::AssignOp::Set, number, toLocation(where)));
    });
  }
  if (!std::holds_alternative<MovingView>(pointer))
    l.notYet(where,
             "the assignment of a pointer, a span or an iterator that is stored in an object",
             "keep it in a local variable");
  auto& state = *std::get<MovingView>(pointer).state;
  const Location at = toLocation(where);
  if (to.heap || to.target || (to.column && !state.bases->known.empty()))
    l.notYet(where, "a pointer to pointers, or to an object that holds some, which gets new values",
             "use the object itself");
  if (to.column || state.bases->column)
    return moveInColumn(l, state, to, where);
  if (to.isSet && !state.isSet && !state.isElement && l.loopDepth == 0 &&
      state.bases->loopDepth == 0 && l.ownFrames == 0)
    state.isSet = latePart(l, *state.bases, "_is_set", ir::boolean(true), where);
  if (to.isSet && !state.isSet)
    l.notYet(where, "a pointer that may be null, for '" + state.bases->name + "', which never was,",
             "declare it with a null pointer");
  if (to.isNull())
    return l.emit(
        ir::assign(*state.isSet, ir::AssignOp::Set, converted(to.isSet, state.isSet->type), at));
  for (const ir::Place& place : basesOf(to))
    if (l.allocated.contains(place.base.index) &&
        std::ranges::none_of(state.bases->known,
                             [&](const Base& known) { return known.place.base == place.base; }))
      l.notYet(where, "a new block of memory for a pointer that exists",
               "make it where the pointer is declared");
  // The new values may be made of the old ones: they are computed first.
  const auto settled = [&](const ir::ExprRef& number, const char* name) {
    return number && !l.isStable(number) ? l.keep(number, name) : number;
  };
  const NewBase base = newBase(l, state, to, where);
  const ir::ExprRef size = state.size ? settled(to.size, "size") : nullptr;
  const ir::ExprRef present = state.isSet ? settled(isSet(l, to, where), "is_set") : nullptr;
  const bool movesBase = state.selector && (state.bases->known.size() > 1 || state.isElement);
  const ir::ExprRef selector = movesBase ? settled(base.selector, "base") : nullptr;
  const ir::ExprRef row =
      base.row ? settled(converted(base.row, l.types.offsetType()), "row") : nullptr;
  const ir::ExprRef offset =
      to.offset ? converted(to.offset, l.types.offsetType()) : ir::integer(0, l.types.offsetType());
  l.emit(ir::assign(state.offset, ir::AssignOp::Set, offset, at));
  if (row)
    l.emit(ir::assign(*state.row, ir::AssignOp::Set, row, at));
  if (movesBase)
    l.emit(ir::assign(*state.selector, ir::AssignOp::Set, selector, at));
  if (present)
    l.emit(ir::assign(*state.isSet, ir::AssignOp::Set, converted(present, state.isSet->type), at));
  if (state.size && !size)
    l.notYet(where, "a span without a known size", "make it from a container");
  if (state.size)
    l.emit(ir::assign(*state.size, ir::AssignOp::Set, converted(size, ir::sizeType()), at));
}

void swapViews(Lowering& l, const Value& one, const Value& other, SourceLocation where) {
  const std::vector<Value> sides = l.frozenAgainstWrites({one, other}); // p->next, p->next->next
  const View first = l.frozen(nullableViewOf(l, sides[0], where)),
             second = l.frozen(nullableViewOf(l, sides[1], where));
  moveView(l, sides[0], second, where);
  moveView(l, sides[1], first, where);
}

} // namespace treelize::front
