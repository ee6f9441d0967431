// Values over time: what a later effect would change is kept in a local before it.
#include "front/lower/Lowering.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"

#include "ir/Walk.h"

#include <algorithm>

namespace treelize::front {

namespace {

/// What the statements may write; a variable of their own is fresh and does not count.
std::vector<ir::Place> writes(const ir::Kernel& kernel, const ir::Block& block) {
  std::vector<ir::Place> result;
  ir::forEachStmt(block, [&](const ir::Stmt& stmt) {
    if (!std::holds_alternative<ir::Declare>(stmt.node))
      ir::forEachWritten(kernel, stmt, [&](const ir::Place& place) { result.push_back(place); });
  });
  return result;
}

bool reads(const ir::ExprRef& expr, const std::vector<ir::Place>& places) {
  bool found = false;
  ir::forEachRead(*expr, [&](const ir::Place& read) {
    found = found ||
            std::ranges::any_of(places, [&](const ir::Place& p) { return mayOverlap(p, read); });
  });
  return found;
}

/// The places that the value is made of.
void addPlaces(const Value& value, std::vector<ir::Place>& places) {
  const auto add = [&](const std::optional<ir::Place>& place) {
    if (place)
      places.push_back(*place);
  };
  if (const auto* place = std::get_if<ir::Place>(&value))
    add(*place);
  if (const auto* pointer = std::get_if<HeapPointer>(&value))
    add(pointer->number);
  if (const auto* choice = std::get_if<Choice>(&value))
    places.insert(places.end(), choice->places.begin(), choice->places.end());
  if (const auto* pointer = std::get_if<MovingView>(&value)) {
    const MovingView::State& state = *pointer->state;
    add(state.offset);
    for (const auto& part : {state.size, state.row, state.selector, state.isSet})
      add(part);
  }
  if (const auto* object = std::get_if<Object>(&value)) {
    for (const Value& element : object->state->elements)
      addPlaces(element, places);
    for (const auto& [field, member] : object->state->members)
      addPlaces(member, places);
    if (object->state->column)
      forEachVector(*object->state->column, add);
  }
}

/// Changes every number that tells where a value is, and the value itself where it is one.
class Renumbering {
public:
  using Change = std::function<ir::ExprRef(const ir::ExprRef&, const char* name)>;

  Renumbering(Lowering& lowering, Change numberChange)
      : l(lowering), change(std::move(numberChange)) {}

  Value value(const Value& from) {
    return std::visit([this](const auto& kind) { return Value(this->of(kind)); }, from);
  }

  ir::Place of(ir::Place place) {
    for (ir::Selector& selector : place.path)
      for (ir::ExprRef& index : selector.indices)
        index = number(index, "index");
    return place;
  }

  View of(View view) {
    view.base = of(std::move(view.base));
    for (ir::Place& other : view.others)
      other = of(std::move(other));
    view.offset = number(view.offset, view.heap ? "object" : "offset");
    view.size = number(view.size, "size");
    view.selector = number(view.selector, "base");
    view.isSet = number(view.isSet, "is_set");
    view.column = column(view.column);
    if (view.target && !isInObject) // which may point at itself
      view.target = ifChanged(view.target, [&](Designated& target) {
        target.value = value(target.value);
      });
    return view;
  }

private:
  Lowering& l;
  Change change;
  bool hasChanged = false, isInObject = false;

  ir::ExprRef number(const ir::ExprRef& from, const char* name) {
    if (!from)
      return from;
    ir::ExprRef to = change(from, name);
    hasChanged = hasChanged || to != from;
    return to;
  }

  /// A copy where a number in it is another one now; what others share stays what it is.
  template <class T, class Fn>
  std::shared_ptr<T> ifChanged(const std::shared_ptr<T>& original, const Fn& fn) {
    const bool before = std::exchange(hasChanged, false);
    auto copy = std::make_shared<std::remove_const_t<T>>(*original);
    fn(*copy);
    const bool isAnother = std::exchange(hasChanged, before || hasChanged);
    return isAnother ? std::shared_ptr<T>(std::move(copy)) : original;
  }

  std::shared_ptr<Column> column(const std::shared_ptr<Column>& original) {
    if (!original)
      return original;
    return ifChanged(original, [&](Column& copy) {
      std::vector<ir::Place*> vectors;
      collectVectors(copy, vectors);
      for (ir::Place* vector : vectors)
        *vector = of(std::move(*vector));
    });
  }

  ir::ExprRef of(const ir::ExprRef& expr) { return number(expr, "value"); }

  MovingView of(const MovingView& pointer) {
    return {ifChanged(pointer.state, [&](MovingView::State& state) {
      state.offset = of(std::move(state.offset));
      for (std::optional<ir::Place>* part :
           {&state.size, &state.row, &state.selector, &state.isSet})
        if (*part)
          **part = of(std::move(**part));
    })};
  }

  ConstantObject of(ConstantObject constant) {
    for (ir::ExprRef& arg : constant.args)
      arg = number(arg, "index");
    return constant;
  }

  Object of(const Object& object) {
    if (object.state->heap)
      return onHeap(object);
    const bool wasInObject = std::exchange(isInObject, true);
    Object result{ifChanged(object.state, [&](ObjectState& state) {
      for (Value& element : state.elements)
        element = value(element);
      for (auto& [field, member] : state.members)
        member = value(member);
      state.column = column(state.column);
      state.home = column(state.home);
      state.index = number(state.index, "index");
    })};
    isInObject = wasInObject;
    return result;
  }

  /// The same object by another expression for its number.
  Object onHeap(const Object& object) {
    const ObjectState& state = *object.state;
    const ir::ExprRef to = number(state.number, "object");
    return to == state.number ? object
                              : std::get<Object>(heapObject(l, state.heap, to, state.exactly));
  }

  Choice of(Choice choice) {
    for (ir::Place& place : choice.places)
      place = of(std::move(place));
    choice.selector = number(choice.selector, "base");
    return choice;
  }

  HeapPointer of(HeapPointer pointer) {
    pointer.number = of(std::move(pointer.number));
    return pointer;
  }

  template <class Fixed>
  Fixed of(const Fixed& nothingToChange) {
    return nothingToChange;
  }
};

} // namespace

bool Lowering::isStable(const ir::Place& place) const {
  for (const ir::Selector& selector : place.path)
    for (const ir::ExprRef& index : selector.indices)
      if (!isStable(index))
        return false;
  return true;
}

bool Lowering::isStable(const ir::Expr& expr) const {
  const auto* load = std::get_if<ir::Load>(&expr.node);
  if (load && !stable_.contains(load->place.base.index))
    return false;
  // The length of what cannot be resized is as good as a constant.
  const auto* size = std::get_if<ir::Size>(&expr.node);
  if (size &&
      (size->container.type->is(ir::TypeKind::Vector) ||
       size->container.type->is(ir::TypeKind::Matrix)) &&
      !stable_.contains(size->container.base.index))
    return false;
  bool stable = true;
  ir::forEachOperand(expr, [&](const ir::Expr& operand) { stable = stable && isStable(operand); });
  return stable;
}

static Renumbering freezing(Lowering& l) {
  return {l, [&l](const ir::ExprRef& number, const char* name) {
            return l.isStable(number) ? number : l.keep(number, name);
          }};
}

ir::ExprRef Lowering::frozen(ir::ExprRef expr) {
  return isStable(expr) ? expr : keep(expr);
}

ir::Place Lowering::frozen(ir::Place place) {
  return freezing(*this).of(std::move(place));
}

View Lowering::frozen(View view) {
  return freezing(*this).of(std::move(view));
}

Value Lowering::frozen(Value value) {
  return freezing(*this).value(value);
}

Value Lowering::frozenAgainst(const Value& value, const std::vector<ir::Place>& written) {
  return Renumbering(*this,
                     [&](const ir::ExprRef& number, const char* name) {
                       return reads(number, written) ? keep(number, name) : number;
                     })
      .value(value);
}

std::vector<Value> Lowering::frozenAgainstWrites(const std::vector<Value>& objects) {
  std::vector<ir::Place> written;
  for (const Value& object : objects)
    addPlaces(object, written);
  std::vector<Value> result;
  for (const Value& object : objects)
    result.push_back(frozenAgainst(object, written));
  return result;
}

Value Lowering::evaluated(Value value) {
  const auto place = [this](const ir::Place& at) {
    for (const ir::Selector& selector : at.path)
      for (const ir::ExprRef& index : selector.indices)
        steps_.evaluated(index);
  };
  if (const auto* number = std::get_if<ir::ExprRef>(&value))
    steps_.evaluated(*number);
  if (const auto* at = std::get_if<ir::Place>(&value))
    place(*at);
  if (const auto* pointer = std::get_if<HeapPointer>(&value))
    place(pointer->number);
  if (const auto* choice = std::get_if<Choice>(&value)) {
    std::ranges::for_each(choice->places, place);
    steps_.evaluated(choice->selector);
  }
  if (const auto* view = std::get_if<View>(&value)) {
    place(view->base);
    std::ranges::for_each(view->others, place);
    for (const ir::ExprRef& number : {view->offset, view->size, view->selector, view->isSet})
      steps_.evaluated(number);
  }
  if (const auto* object = std::get_if<Object>(&value)) {
    steps_.evaluated(object->state->index);
    steps_.evaluated(object->state->number);
  }
  return value;
}

std::vector<Value> Lowering::inOrder(const std::vector<std::function<Value()>>& operands) {
  std::vector<Value> values;
  for (const auto& operand : operands) {
    Value next;
    ir::Block effects = collect([&] { next = operand(); });
    if (!effects.empty())
      for (Value& earlier : values)
        earlier = frozenAgainst(earlier, writes(kernel, effects));
    append(std::move(effects));
    values.push_back(evaluated(std::move(next)));
  }
  return values;
}

} // namespace treelize::front
