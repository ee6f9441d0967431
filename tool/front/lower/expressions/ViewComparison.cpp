// Comparisons and differences of pointers and iterators.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Foreign.h"
#include "ir/Literals.h"
#include "ir/Same.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::Op;
using ir::TypeKind;

namespace {

ir::ExprRef both(const ir::ExprRef& a, const ir::ExprRef& b, Location at) {
  return ir::literalTruth(*a) == true   ? b
         : ir::literalTruth(*b) == true ? a
                                        : ir::apply(Op::land_, {a, b}, ir::boolType(), at);
}

/// A table of the program's, of unknown length, is reached by a pointer of each use's own.
bool isTable(const ir::Kernel& kernel, const ir::Place& place) {
  const ir::Variable& variable = kernel[place.base];
  return variable.role == ir::Role::Local && variable.type->is(TypeKind::Pointer);
}

/// Are two places the same? Nothing where one may be a part of the other.
std::optional<ir::ExprRef> isOnePlace(Lowering& l, const ir::Place& a, const ir::Place& b,
                                      Location at) {
  if (ir::isSame(a, b)) // one call of the function
    return ir::boolean(true);
  if ((isTable(l.kernel, a) && isTable(l.kernel, b)) || isUnseen(l, a) || isUnseen(l, b))
    return std::nullopt;
  if (!mayOverlap(a, b))
    return ir::boolean(false);
  if (a.path.size() != b.path.size())
    return std::nullopt;
  ir::ExprRef result = ir::boolean(true);
  for (std::size_t i = 0; i < a.path.size(); ++i)
    for (std::size_t k = 0; k < a.path[i].indices.size(); ++k) {
      const ir::ExprRef &x = a.path[i].indices[k], &y = b.path[i].indices[k];
      if (!ir::isSame(*x, *y))
        result =
            both(result,
                 ir::apply(Op::eq_,
                           {converted(x, l.types.offsetType()), converted(y, l.types.offsetType())},
                           ir::boolType(), at),
                 at);
    }
  return result;
}

/// Into which it points: of a vector that is taken apart, one that holds a part of its elements.
ir::Place containerOf(const View& view) {
  return view.column ? anyVector(*view.column) : view.base;
}

std::vector<ir::Place> containersOf(const View& view) {
  std::vector<ir::Place> places = view.others;
  if (view.column || view.base.type)
    places.insert(places.begin(), containerOf(view));
  return places;
}

/// May both point into one container? Then they do: C++ asks for it where they are subtracted, or
/// are the ends of a range.
bool mayShareContainer(Lowering& l, const View& a, const View& b) {
  for (const ir::Place& x : containersOf(a))
    for (const ir::Place& y : containersOf(b)) {
      const std::optional<ir::ExprRef> isOne = isOnePlace(l, x, y, {});
      if (isOne && ir::literalTruth(**isOne) != false)
        return true;
    }
  return false;
}

/// a == b, of which each may point into one of several containers, or at one of several objects.
ir::ExprRef isSameElement(Lowering& l, const View& left, const View& right, SourceLocation where) {
  const Location at = toLocation(where);
  const auto isChosen = [&](const View& view, std::size_t i) {
    return view.others.empty()
               ? ir::boolean(true)
               : ir::apply(Op::eq_, {view.selector, ir::integer(static_cast<std::int64_t>(i))},
                           ir::boolType(), at);
  };
  const ir::ExprRef zero = ir::integer(0, l.types.offsetType());
  const ir::ExprRef sameOffset =
      ir::apply(Op::eq_,
                {left.offset ? converted(left.offset, zero->type) : zero,
                 right.offset ? converted(right.offset, zero->type) : zero},
                ir::boolType(), at);
  const bool areUnmoved = left.isObject && right.isObject && !left.offset && !right.offset;
  const std::vector<ir::Place> lefts = containersOf(left), rights = containersOf(right);
  ir::ExprRef result;
  for (std::size_t i = 0; i < lefts.size(); ++i)
    for (std::size_t j = 0; j < rights.size(); ++j) {
      const std::optional<ir::ExprRef> isOne = isOnePlace(l, lefts[i], rights[j], at);
      const bool isNever = isOne && ir::literalTruth(**isOne) == false;
      if (!isOne || (!isNever && left.isObject != right.isObject))
        l.notYet(where, "a comparison of pointers into different objects",
                 "compare pointers into one container, or use indices");
      if (isNever)
        continue;
      const ir::ExprRef chosen = both(isChosen(left, i), isChosen(right, j), at);
      ir::ExprRef here =
          both(both(chosen, *isOne, at), areUnmoved ? ir::boolean(true) : sameOffset, at);
      result = result ? ir::apply(Op::lor_, {result, std::move(here)}, ir::boolType(), at)
                      : std::move(here);
    }
  return result ? result : ir::boolean(false);
}

/// A variable, or an element, that belongs to this object alone: part of what the object is taken
/// apart into.
const ir::Place* ownPlace(const Value& part) {
  if (const auto* moving = std::get_if<MovingView>(&part))
    return &moving->state->offset;
  if (const auto* pointer = std::get_if<HeapPointer>(&part))
    return &pointer->number;
  return std::get_if<ir::Place>(&part);
}

/// Are two objects of one class, which are taken apart, the same? Then they share what stands for
/// their members.
std::optional<ir::ExprRef> isOneObject(Lowering& l, const ObjectState& a, const ObjectState& b,
                                       Location at) {
  if (&a == &b)
    return ir::boolean(true);
  const FieldDecl* first = nullptr;
  for (const auto& [field, part] : a.members) {
    const auto other = b.members.find(field);
    const bool tellsApart = !field->getType()->isReferenceType() && other != b.members.end() &&
                            ownPlace(part) && ownPlace(other->second);
    if (tellsApart && (!first || field->getLocation() < first->getLocation()))
      first = field;
  }
  return first ? isOnePlace(l, *ownPlace(a.members.at(first)), *ownPlace(b.members.at(first)), at)
               : std::nullopt;
}

std::optional<ir::ExprRef> isOneObject(Lowering& l, const View& a, const View& b, Location at) {
  const auto isKernels = [](const View& view) {
    return view.target && std::holds_alternative<KernelObject>(view.target->value);
  };
  if (isKernels(a) || isKernels(b)) // no argument is the kernel's own object
    return ir::boolean(isKernels(a) && isKernels(b));
  if (a.column && b.column)
    return std::nullopt;
  const auto pointee = [&](const View& view) -> Value {
    if (view.column && view.column->depth == 0)
      return elementOf(l, *view.column, view.offset ? view.offset : ir::integer(0), {});
    return view.target ? view.target->value : Value();
  };
  const Value first = pointee(a), second = pointee(b);
  const auto *left = std::get_if<Object>(&first), *right = std::get_if<Object>(&second);
  return left && right ? isOneObject(l, *left->state, *right->state, at) : std::nullopt;
}

} // namespace

static ir::ExprRef compared(Lowering& l, BinaryOperatorKind op, const View& left, const View& right,
                            SourceLocation where) {
  const bool isEquality = op == BO_EQ || op == BO_NE;
  if ((left.target && left.offset) || (right.target && right.offset))
    l.notYet(where, "arithmetic on a pointer to a single object",
             "point into an array, or at the object alone");
  if (const std::optional<ir::ExprRef> same =
          isEquality ? isOneObject(l, left, right, toLocation(where)) : std::nullopt)
    return op == BO_EQ ? *same : negated(*same);
  const std::vector<ir::Place> lefts = containersOf(left), rights = containersOf(right);
  const bool areKnown = !lefts.empty() && !rights.empty();
  const bool areInOne = areKnown && !left.isObject && !right.isObject && lefts.size() == 1 &&
                        rights.size() == 1 && ir::isSame(lefts[0], rights[0]);
  if (isEquality && areKnown && !areInOne) {
    const ir::ExprRef same = isSameElement(l, left, right, where);
    return op == BO_EQ ? same : negated(same);
  }
  const bool areObjects = left.isObject || right.isObject;
  const bool isPossible = areKnown && (areObjects ? lefts.size() == 1 && rights.size() == 1 &&
                                                        ir::isSame(lefts[0], rights[0])
                                                  : mayShareContainer(l, left, right));
  if (!isPossible)
    l.notYet(where, "a comparison of pointers into different objects",
             "compare pointers into one container, or use indices");
  ir::ExprRef zero = ir::integer(0, l.types.offsetType());
  if (op == BO_Sub)
    return difference(l, left.offset ? left.offset : zero, right.offset);
  ir::ExprRef x = left.offset ? left.offset : zero, y = right.offset ? right.offset : zero;
  x = converted(x, l.types.offsetType());
  y = converted(y, l.types.offsetType());
  static const std::map<BinaryOperatorKind, Op> operators = {{BO_EQ, Op::eq_}, {BO_NE, Op::ne_},
                                                             {BO_LT, Op::lt_}, {BO_LE, Op::le_},
                                                             {BO_GT, Op::gt_}, {BO_GE, Op::ge_}};
  const auto found = operators.find(op);
  if (found == operators.end())
    l.notYet(where, "this operator on pointers", "compare them or take their difference");
  return ir::apply(found->second, {x, y}, ir::boolType(), toLocation(where));
}

/// a == b, where one of them may be null.
static ir::ExprRef equalOrBothNull(Lowering& l, const View& left, const View& right,
                                   SourceLocation where) {
  const Location at = toLocation(where);
  if (left.heap || right.heap)
    return ir::apply(Op::eq_, {heapNumber(l, left, where), heapNumber(l, right, where)},
                     ir::boolType(), at);
  const auto join = [&](Op op, ir::ExprRef a, ir::ExprRef b) {
    return ir::apply(op, {std::move(a), std::move(b)}, ir::boolType(), at);
  };
  const ir::ExprRef leftIsSet = isSet(l, left, where), rightIsSet = isSet(l, right, where);
  if (const auto known = ir::literalTruth(*leftIsSet); known && left.isNull() && right.isNull())
    return *known ? rightIsSet : negated(rightIsSet);
  if (left.isNull() || right.isNull())
    return left.isNull() == right.isNull() ? join(Op::eq_, leftIsSet, rightIsSet)
                                           : negated(left.isNull() ? rightIsSet : leftIsSet);
  return join(Op::land_, join(Op::eq_, leftIsSet, rightIsSet),
              join(Op::lor_, ir::logicalNot(leftIsSet), compared(l, BO_EQ, left, right, where)));
}

ir::ExprRef viewComparison(Lowering& l, BinaryOperatorKind op, const Expr* a, const Expr* b,
                           SourceLocation where) {
  std::vector<Value> sides = l.inOrder({[&]() -> Value { return nullableView(l, a); },
                                        [&]() -> Value { return nullableView(l, b); }});
  const View& left = std::get<View>(sides[0]);
  const View& right = std::get<View>(sides[1]);
  const bool mayBeNull = left.isSet || right.isSet || left.heap || right.heap;
  if (op == BO_EQ && mayBeNull)
    return equalOrBothNull(l, left, right, where);
  if (op == BO_NE && mayBeNull)
    return negated(equalOrBothNull(l, left, right, where));
  return compared(l, op, left, right, where);
}

ir::ExprRef distance(Lowering& l, const View& first, const View& last, SourceLocation where) {
  if (first.isObject != last.isObject || !mayShareContainer(l, first, last))
    l.notYet(where, "a range between two objects", "give both ends in one container");
  return difference(l, last.offset, first.offset);
}

} // namespace treelize::front
