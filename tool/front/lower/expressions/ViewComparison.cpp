// Comparisons and differences of pointers and iterators.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "ir/Same.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::Op;
using ir::TypeKind;

namespace {

/// Is it one place whatever the indices are, or never; or does that depend on them?
std::optional<bool> isOnePlace(const ir::Place& a, const ir::Place& b) {
  if (ir::isSame(a, b))
    return true;
  if (!mayOverlap(a, b))
    return false;
  return a.path.size() != b.path.size() || !hasFixedIndices(a) || !hasFixedIndices(b) ? std::nullopt : std::optional(false);
}

/// a == b, of which each may point into one of several containers, or at one of several objects.
ir::ExprRef isSameElement(Lowering& l, const View& left, const View& right, SourceLocation where) {
  const Location at = toLocation(where);
  const auto placesOf = [](const View& view) {
    std::vector<ir::Place> places = view.others;
    places.insert(places.begin(), view.base);
    return places;
  };
  const auto isChosen = [&](const View& view, std::size_t i) {
    return view.others.empty() ? ir::boolean(true)
                               : ir::apply(Op::eq_, {view.selector, ir::integer(static_cast<std::int64_t>(i))}, ir::boolType(), at);
  };
  const auto both = [&](const ir::ExprRef& a, const ir::ExprRef& b) {
    return knownTruth(a) ? b : knownTruth(b) ? a : ir::apply(Op::land_, {a, b}, ir::boolType(), at);
  };
  const ir::ExprRef zero = ir::integer(0, l.types.offsetType());
  const ir::ExprRef sameOffset = ir::apply(Op::eq_, {left.offset ? converted(left.offset, zero->type) : zero,
                                                     right.offset ? converted(right.offset, zero->type) : zero}, ir::boolType(), at);
  const bool areObjects = left.isObject && right.isObject;
  const std::vector<ir::Place> lefts = placesOf(left), rights = placesOf(right);
  ir::ExprRef result;
  for (std::size_t i = 0; i < lefts.size(); ++i)
    for (std::size_t j = 0; j < rights.size(); ++j) {
      const std::optional<bool> isOne = isOnePlace(lefts[i], rights[j]);
      if (!isOne || (*isOne && left.isObject != right.isObject))
        l.notYet(where, "a comparison of pointers into different objects", "compare pointers into one container, or use indices");
      if (!*isOne)
        continue;
      ir::ExprRef here = both(both(isChosen(left, i), isChosen(right, j)), areObjects ? ir::boolean(true) : sameOffset);
      result = result ? ir::apply(Op::lor_, {result, std::move(here)}, ir::boolType(), at) : std::move(here);
    }
  return result ? result : ir::boolean(false);
}

} // namespace

static ir::ExprRef compared(Lowering& l, BinaryOperatorKind op, const View& left, const View& right, SourceLocation where) {
  const bool isEquality = op == BO_EQ || op == BO_NE;
  if (isEquality && left.base.type && right.base.type && (left.isObject || right.isObject || !ir::isSame(left.base, right.base) || !left.others.empty() || !right.others.empty())) {
    const ir::ExprRef same = isSameElement(l, left, right, where);
    return op == BO_EQ ? same : negated(same);
  }
  if (left.isNull() || right.isNull() || !left.base.type || !right.base.type || !ir::isSame(left.base, right.base) || !left.others.empty() || !right.others.empty())
    l.notYet(where, "a comparison of pointers into different objects",
             "compare pointers into one container, or use indices");
  ir::ExprRef zero = ir::integer(0, l.types.offsetType());
  if (op == BO_Sub)
    return difference(l, left.offset ? left.offset : zero, right.offset);
  ir::ExprRef x = left.offset ? left.offset : zero, y = right.offset ? right.offset : zero;
  x = converted(x, l.types.offsetType());
  y = converted(y, l.types.offsetType());
  static const std::map<BinaryOperatorKind, Op> operators = {
      {BO_EQ, Op::eq_}, {BO_NE, Op::ne_}, {BO_LT, Op::lt_},
      {BO_LE, Op::le_}, {BO_GT, Op::gt_}, {BO_GE, Op::ge_}};
  const auto found = operators.find(op);
  if (found == operators.end())
    l.notYet(where, "this operator on pointers", "compare them or take their difference");
  return ir::apply(found->second, {x, y}, ir::boolType(), toLocation(where));
}

/// a == b, where one of them may be null.
static ir::ExprRef equal(Lowering& l, const View& left, const View& right, SourceLocation where) {
  const Location at = toLocation(where);
  if (left.heap || right.heap)
    return ir::apply(Op::eq_, {heapNumber(l, left, where), heapNumber(l, right, where)}, ir::boolType(), at);
  const auto join = [&](Op op, ir::ExprRef a, ir::ExprRef b) {
    return ir::apply(op, {std::move(a), std::move(b)}, ir::boolType(), at);
  };
  const ir::ExprRef leftIsSet = isSet(l, left, where), rightIsSet = isSet(l, right, where);
  if (left.isNull() || right.isNull())
    return left.isNull() == right.isNull() ? join(Op::eq_, leftIsSet, rightIsSet)
                                           : negated(left.isNull() ? rightIsSet : leftIsSet);
  return join(Op::land_, join(Op::eq_, leftIsSet, rightIsSet),
              join(Op::lor_, ir::logicalNot(leftIsSet), compared(l, BO_EQ, left, right, where)));
}

/// An object that is taken apart: `this`, `&object`.
static std::shared_ptr<ObjectState> objectAt(Lowering& l, const Expr* pointer) {
  pointer = pointer->IgnoreParenImpCasts();
  const auto* address = dyn_cast<UnaryOperator>(pointer);
  const Expr* named = address && address->getOpcode() == UO_AddrOf ? address->getSubExpr()->IgnoreParenImpCasts() : nullptr;
  const Value object = isa<CXXThisExpr>(pointer) ? l.frame().self : named && isa<DeclRefExpr>(named) ? glvalue(l, named) : Value();
  const auto* found = std::get_if<Object>(&object);
  return found && !found->state->heap ? found->state : nullptr;
}

/// Are all members variables of the object alone? Then no other object is the same.
static bool isAlone(const ObjectState& object) {
  return std::ranges::all_of(object.members, [](const auto& member) {
    const auto* place = std::get_if<ir::Place>(&member.second);
    return place && place->path.empty();
  });
}

/// `this != &other` of objects that are taken apart.
static std::optional<bool> isSameObject(Lowering& l, const Expr* a, const Expr* b) {
  const std::shared_ptr<ObjectState> left = objectAt(l, a), right = left ? objectAt(l, b) : nullptr;
  if (!right || (left != right && !(isAlone(*left) && isAlone(*right))))
    return std::nullopt;
  return left == right;
}

ir::ExprRef viewComparison(Lowering& l, BinaryOperatorKind op, const Expr* a, const Expr* b, SourceLocation where) {
  if (const std::optional<bool> isSame = op == BO_EQ || op == BO_NE ? isSameObject(l, a, b) : std::nullopt)
    return ir::boolean(*isSame == (op == BO_EQ));
  std::vector<Value> sides = l.inOrder(
      {[&]() -> Value { return nullableView(l, a); }, [&]() -> Value { return nullableView(l, b); }});
  const View& left = std::get<View>(sides[0]);
  const View& right = std::get<View>(sides[1]);
  const bool mayBeNull = left.isSet || right.isSet || left.heap || right.heap;
  if (op == BO_EQ && mayBeNull)
    return equal(l, left, right, where);
  if (op == BO_NE && mayBeNull)
    return negated(equal(l, left, right, where));
  return compared(l, op, left, right, where);
}

} // namespace treelize::front
