// Algorithms over a range, as the counted loops that a person would write.
//
// The library's own bodies would do, but they walk with iterators: a counted loop is what the
// analyses understand, and what reads well. Algorithms that are not here are inlined
// (Library).
#include "front/lower/calls/Calls.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Elements.h"
#include "front/lower/library/Followers.h"
#include "front/lower/library/FunctionObject.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/statements/Statements.h"
#include "ir/Intrinsics.h"

#include "clang/AST/DeclTemplate.h"

namespace treelize::front {

using namespace clang;
using ir::ExprRef;
using ir::Op;
using ir::TypeKind;

namespace {

/// `*a < *b` as the library's own body hands it on, with the operator that was found where it was
/// instantiated.
const FunctionDecl* usualLess(const FunctionDecl* algorithm, QualType iterator) {
  const FunctionDecl* definition = nullptr;
  const auto* body =
      algorithm->hasBody(definition) ? dyn_cast<CompoundStmt>(definition->getBody()) : nullptr;
  const Stmt* end = body && !body->body_empty() ? body->body_back() : nullptr;
  if (const auto* exit = dyn_cast_or_null<ReturnStmt>(end))
    end = exit->getRetValue();
  const auto* last = dyn_cast_or_null<Expr>(end);
  const auto* call = last ? dyn_cast<CallExpr>(last->IgnoreImplicit()) : nullptr;
  const CXXRecordDecl* less =
      call && call->getNumArgs() > 0
          ? call->getArg(call->getNumArgs() - 1)->getType()->getAsCXXRecordDecl()
          : nullptr;
  return less ? instanceFor(less, iterator) : nullptr;
}

class Algorithm {
public:
  Algorithm(Lowering& lowering, const CallExpr* call)
      : l(lowering), expr(call), where(call->getExprLoc()), at(toLocation(where)) {}

  std::optional<Value> run(const std::string& name) {
    const unsigned count = expr->getNumArgs();
    if (count >= 2 && isReversed(expr->getArg(0)->getType()))
      return backwards(name);
    if (count < 2 || !isPointerLike(expr->getArg(0)->getType()) || writesElsewhere())
      return std::nullopt;
    if ((name == "copy" || name == "move") && count == 3)
      return copied(range(0, 1), pointer(2));
    if (name == "copy_n" && count == 3)
      return copied(counted(0, 1), pointer(2));
    if (name == "fill" && count == 3)
      return filled(range(0, 1));
    if (name == "fill_n" && count == 3)
      return filled(counted(0, 1));
    if (name == "reverse" && count == 2)
      return reversed(range(0, 1));
    if (name == "swap_ranges" && count == 3)
      return swapped(range(0, 1), pointer(2));
    if (name == "for_each" && count == 3)
      return each(range(0, 1));
    if (name == "transform")
      return transformed();
    if (name == "accumulate" || name == "reduce")
      return folded();
    if (name == "inner_product" || (name == "transform_reduce" && count >= 4))
      return innerProduct(name);
    if (name == "sort" || name == "stable_sort")
      return sorted(1);
    if (name == "nth_element" || name == "partial_sort" || name == "inplace_merge")
      return sorted(2);
    if (isShuffle(expr))
      return shuffled();
    if (name == "minmax_element")
      return extremes();
    if (name == "rotate" && count == 3)
      return rotated();
    if ((name == "copy_backward" || name == "move_backward") && count == 3)
      return copiedBackward(range(0, 1), pointer(2));
    if (name == "equal" && isPointerLike(expr->getArg(2)->getType()))
      return equal();
    return std::nullopt;
  }

private:
  Lowering& l;
  const CallExpr* expr;
  SourceLocation where;
  Location at;

  struct Range {
    View start;
    ExprRef count;
  };

  /// Through an iterator that is none into a container: std::back_inserter.
  bool writesElsewhere() const {
    return std::ranges::any_of(expr->arguments(), [](const Expr* argument) {
      const CXXRecordDecl* record = argument->getType()->getAsCXXRecordDecl();
      return record && record->isInStdNamespace() && libraryOf(record) == Library::none;
    });
  }

  View pointer(unsigned i) { return l.frozen(view(l, expr->getArg(i))); }
  Range range(unsigned first, unsigned last) {
    const std::vector<Value> ends =
        l.inOrder({[&]() -> Value { return view(l, expr->getArg(first)); },
                   [&]() -> Value { return view(l, expr->getArg(last)); }});
    const View &start = std::get<View>(ends[0]), &end = std::get<View>(ends[1]);
    const ExprRef count = l.frozen(converted(distance(l, start, end, where), ir::sizeType()));
    return {l.frozen(start), count};
  }
  Range counted(unsigned first, unsigned number) {
    const View start = pointer(first);
    return {start, l.frozen(converted(rvalue(l, expr->getArg(number)), ir::sizeType()))};
  }
  View after(const Range& range) { return advanced(l, range.start, range.count); }

  void loop(const ExprRef& count, const std::function<void(const ExprRef& i)>& body) {
    countedLoop(l, ir::integer(0, ir::sizeType()), count, at, body);
  }
  Value element(const View& start, const ExprRef& i) { return dereference(l, start, i, where); }
  ExprRef read(const View& start, const ExprRef& i) { return loaded(l, element(start, i), where); }
  void set(const Value& to, ExprRef value) {
    if (std::holds_alternative<Choice>(to))
      value = l.frozen(std::move(value));
    write(l, to, where, [&](const ir::Place& place) { setConverted(l, place, value, where); });
  }

  /// The element gets a value, of whatever type.
  void store(const View& to, const ExprRef& i, const Value& from) {
    const Value target = element(to, i);
    if (to.column)
      return assignValue(l, to.column->type, target, from, where);
    set(target, loaded(l, from, where));
  }

  /// A function object, evaluated once.
  FunctionObject callable(unsigned i) {
    return functionObject(l, expr->getArg(i), elementOfIterator(expr->getArg(0)->getType()));
  }
  Value called(const FunctionObject& function, std::vector<Value> values) {
    return front::called(l, function, std::move(values), where);
  }

  // --- the algorithms ---
  /// Of reverse iterators: the range as it lies, with the elements the other way round.
  std::optional<Value> backwards(const std::string& name) {
    const auto at = [&](unsigned i) { return l.frozen(reversedEnd(l, expr->getArg(i))); };
    if (name == "rotate" && expr->getNumArgs() == 3) {
      const View last = at(0), middle = at(1), first = at(2);
      rotated(first, middle, last);
      return Value();
    }
    if (name != "sort" && name != "stable_sort")
      return std::nullopt;
    const View last = at(0), first = at(1);
    const Range range{first, l.frozen(converted(distance(l, first, last, where), ir::sizeType()))};
    reversed(range);
    sort(range, 2);
    reversed(range);
    return Value();
  }
  Value copied(const Range& from, const View& to) {
    loop(from.count, [&](const ExprRef& i) { store(to, i, element(from.start, i)); });
    return advanced(l, to, from.count);
  }
  Value filled(const Range& to) {
    const Value given =
        l.frozen(to.start.column ? value(l, expr->getArg(2)) : Value(rvalue(l, expr->getArg(2))));
    loop(to.count, [&](const ExprRef& i) { store(to.start, i, given); });
    return after(to);
  }
  void swap(const View& left, const ExprRef& i, const View& right, const ExprRef& j) {
    const std::vector<Value> sides = l.frozenAgainstWrites({element(left, i), element(right, j)});
    const Value &a = sides[0], &b = sides[1];
    if (left.column && right.column)
      return exchange(l, left.column->type, a, b, where);
    refuseFollowers(l, a, where);
    refuseFollowers(l, b, where);
    ExprRef kept = l.keep(loaded(l, a, where), "swapped");
    set(a, loaded(l, b, where));
    set(b, std::move(kept));
  }
  Value reversed(const Range& range) {
    const ExprRef two = ir::literal("2", ir::sizeType()), one = ir::literal("1", ir::sizeType());
    const ExprRef half = l.keep(ir::apply(Op::div, {range.count, two}, ir::sizeType(), at), "half");
    const ExprRef last = l.keep(ir::apply(Op::sub, {range.count, one}, ir::sizeType(), at), "last");
    loop(half, [&](const ExprRef& i) {
      swap(range.start, i, range.start, ir::apply(Op::sub, {last, i}, ir::sizeType(), at));
    });
    return {};
  }
  /// The last element goes first: the ranges may overlap.
  Value copiedBackward(const Range& from, const View& end) {
    const View to = l.frozen(retreated(l, end, converted(from.count, l.types.offsetType())));
    countedLoop(
        l, ir::integer(0, ir::sizeType()), from.count, at,
        [&](const ExprRef& i) { store(to, i, element(from.start, i)); }, /*isDescending=*/true);
    return to;
  }
  /// Both parts are reversed, and then the whole.
  Value rotated() { return rotated(pointer(0), pointer(1), pointer(2)); }
  Value rotated(const View& first, const View& middle, const View& last) {
    const auto between = [&](const View& from, const View& to) {
      return Range{from, l.frozen(converted(distance(l, from, to, where), ir::sizeType()))};
    };
    const Range right = between(middle, last);
    reversed(between(first, middle));
    reversed(right);
    reversed(between(first, last));
    return advanced(l, first, converted(right.count, l.types.offsetType()));
  }
  /// Elements are read as long as they are equal.
  std::optional<Value> equal() {
    const bool hasEnd = expr->getNumArgs() > 3 && isPointerLike(expr->getArg(3)->getType());
    const unsigned predicateAt = hasEnd ? 4 : 3;
    const bool hasPredicate = expr->getNumArgs() > predicateAt;
    const auto isNumber = [&](unsigned i) {
      return l.types.of(elementOfIterator(expr->getArg(i)->getType()))->isScalar();
    };
    if (!hasPredicate && (!isNumber(0) || !isNumber(2)))
      return std::nullopt;
    const Range left = range(0, 1);
    const View right = pointer(2);
    const ir::Place isEqual = l.placeOf(l.addLocal("isEqual", ir::boolType(), {}, at));
    const ExprRef hasLength =
        hasEnd ? ir::apply(Op::eq_, {left.count, range(2, 3).count}, ir::boolType(), at)
               : ir::boolean(true);
    l.emit(ir::declare(isEqual.base, hasLength, at));
    const FunctionObject predicate = hasPredicate ? callable(predicateAt) : FunctionObject();
    loop(left.count, [&](const ExprRef& i) {
      ir::If next{ir::load(isEqual), {}, {}};
      next.thenBlock = l.collect([&] {
        const Value result = hasPredicate
                                 ? called(predicate, {element(left.start, i), element(right, i)})
                                 : same(read(left.start, i), read(right, i));
        set(isEqual, loaded(l, result, where));
      });
      l.emit({at, std::move(next)});
    });
    return ir::load(isEqual);
  }
  ExprRef same(const ExprRef& a, const ExprRef& b) {
    const ir::TypeRef& type = b->type->is(TypeKind::Real) ? b->type : a->type;
    return ir::apply(Op::eq_, {converted(a, type), converted(b, type)}, ir::boolType(), at);
  }
  Value swapped(const Range& a, const View& b) {
    loop(a.count, [&](const ExprRef& i) { swap(a.start, i, b, i); });
    return advanced(l, b, a.count);
  }
  Value each(const Range& range) {
    const FunctionObject function = callable(2);
    loop(range.count, [&](const ExprRef& i) { called(function, {element(range.start, i)}); });
    return function.value;
  }
  Value transformed() {
    const bool isBinary = expr->getNumArgs() == 5;
    const Range from = range(0, 1);
    const View second = pointer(2), to = isBinary ? pointer(3) : second;
    const unsigned last = expr->getNumArgs() - 1;
    const FunctionObject function = callable(last);
    loop(from.count, [&](const ExprRef& i) {
      std::vector<Value> args = {element(from.start, i)};
      if (isBinary)
        args.push_back(element(second, i));
      store(to, i, called(function, std::move(args)));
    });
    return advanced(l, to, from.count);
  }
  /// s = op(s, e) for every e, in order.
  ir::Place sumVariable(ExprRef start) {
    const ir::VarId id = l.addLocal("sum", start->type, {}, at);
    l.emit(ir::declare(id, std::move(start), at));
    return l.placeOf(id);
  }
  std::optional<Value> folded() {
    const bool hasOperation = expr->getNumArgs() == 4;
    if (!l.types.of(expr->getType())->isScalar() || expr->getNumArgs() > 4)
      return std::nullopt;
    const Range from = range(0, 1);
    const ir::TypeRef type = l.types.of(expr->getType());
    ExprRef start =
        expr->getNumArgs() > 2 ? converted(rvalue(l, expr->getArg(2)), type) : ir::real(0.0, type);
    if (expr->getNumArgs() == 2 && !type->is(TypeKind::Real))
      return std::nullopt;
    const ir::Place sum = sumVariable(std::move(start));
    const FunctionObject function = hasOperation ? callable(3) : FunctionObject();
    loop(from.count, [&](const ExprRef& i) {
      if (!hasOperation)
        return add(sum, read(from.start, i));
      ExprRef next = loaded(l, called(function, {ir::load(sum), element(from.start, i)}), where);
      set(sum, std::move(next));
    });
    return ir::load(sum);
  }
  void add(const ir::Place& sum, ExprRef value) {
    const bool isSame = value->type->kind == sum.type->kind && value->type->bits <= sum.type->bits;
    if (!isSame) // computed in the wider type, as `sum = sum + value`
      value = converted(
          ir::apply(Op::add, {converted(ir::load(sum), value->type), value}, value->type, at),
          sum.type);
    l.emit(ir::assign(sum, isSame ? ir::AssignOp::Add : ir::AssignOp::Set,
                      isSame ? converted(value, sum.type) : value, at));
  }
  std::optional<Value> innerProduct(const std::string& name) {
    const unsigned count = expr->getNumArgs();
    const bool isUnary =
        name == "transform_reduce" && count == 5; // (first, last, start, reduce, transform)
    if (isUnary && isPointerLike(expr->getArg(2)->getType()))
      return std::nullopt;
    const unsigned startAt = isUnary ? 2 : 3;
    const bool hasOperations = isUnary || count == 6;
    if (!l.types.of(expr->getType())->is(TypeKind::Real) || (!isUnary && count != 4 && count != 6))
      return std::nullopt;
    const Range from = range(0, 1);
    const View other = isUnary ? from.start : pointer(2);
    const ir::Place sum =
        sumVariable(converted(rvalue(l, expr->getArg(startAt)), l.types.of(expr->getType())));
    const FunctionObject reduce = hasOperations ? callable(count - 2) : FunctionObject(),
                         combine = hasOperations ? callable(count - 1) : FunctionObject();
    loop(from.count, [&](const ExprRef& i) {
      if (!hasOperations) {
        ExprRef a = read(from.start, i), b = read(other, i);
        const ir::TypeRef type =
            a->type->is(TypeKind::Real) && a->type->bits >= b->type->bits ? a->type : b->type;
        return add(sum, ir::apply(Op::mul, {converted(a, type), converted(b, type)}, type, at));
      }
      std::vector<Value> args = {element(from.start, i)};
      if (!isUnary)
        args.push_back(element(other, i));
      ExprRef part = l.frozen(loaded(l, called(combine, std::move(args)), where));
      set(sum, loaded(l, called(reduce, {ir::load(sum), part}), where));
    });
    return ir::load(sum);
  }
  /// a < b of the elements at two positions, by the function object that was given, or by the usual
  /// operator.
  Comparison comparison(const View& start, unsigned givenAt) {
    if (expr->getNumArgs() > givenAt)
      return [this, &start, function = callable(givenAt)](const ExprRef& a, const ExprRef& b) {
        return loaded(l, called(function, {element(start, a), element(start, b)}), where);
      };
    const QualType iterator = expr->getArg(0)->getType();
    const FunctionDecl* less =
        isReversed(iterator) ? nullptr : usualLess(expr->getDirectCallee(), iterator);
    if (!less)
      l.notYet(where, "a sort of these objects by their operator '<'",
               "give a comparison: a lambda");
    return [this, &start, less](const ExprRef& a, const ExprRef& b) {
      const std::vector<Argument> positions = {{nullptr, advanced(l, start, a), where},
                                               {nullptr, advanced(l, start, b), where}};
      return loaded(l, inlineCall(l, less, [] { return Value(); }, positions, where), where);
    };
  }
  /// The first of the least elements, and the last of the greatest.
  Value extremes() {
    const Range range = this->range(0, 1);
    const Comparison less = comparison(range.start, 2);
    const auto position = [&](const char* name) {
      const ir::Place place = l.placeOf(l.addLocal(name, ir::sizeType(), {}, at));
      l.emit(ir::declare(place.base, ir::integer(0, ir::sizeType()), at));
      return place;
    };
    const ir::Place least = position("least"), greatest = position("greatest");
    const auto moveIf = [&](ExprRef condition, const ir::Place& to, const ExprRef& i) {
      ir::If choice{std::move(condition), {}, {}};
      choice.thenBlock = l.collect([&] { set(to, i); });
      l.emit({at, std::move(choice)});
    };
    loop(range.count, [&](const ExprRef& i) {
      moveIf(less(i, ir::load(least)), least, i);
      moveIf(ir::logicalNot(less(i, ir::load(greatest))), greatest, i);
    });
    Object pair{std::make_shared<ObjectState>()};
    for (const ir::Place& found : {least, greatest})
      pair.state->elements.push_back(
          l.frozen(advanced(l, range.start, converted(ir::load(found), l.types.offsetType()))));
    return pair;
  }
  /// From the first argument to this one. What only has to be sorted in part is sorted as a whole.
  Value sorted(unsigned lastAt) {
    sort(range(0, lastAt), lastAt + 1);
    return {};
  }
  void sort(const Range& range, unsigned comparisonAt) {
    const bool isUsual = expr->getNumArgs() == comparisonAt;
    const CXXRecordDecl* record =
        isUsual ? nullptr : expr->getArg(comparisonAt)->getType()->getAsCXXRecordDecl();
    const bool isDescending =
        libraryOf(record) == Library::functor && record->getName() == "greater";
    const bool isAscending =
        isUsual || (libraryOf(record) == Library::functor && record->getName() == "less");
    const View& start = range.start;
    const bool isOfNumbers = start.base.type && !start.isObject && start.others.empty() &&
                             start.base.type->isIndexable() &&
                             start.base.type->element->is(TypeKind::Real);
    if (isOfNumbers && (isAscending || isDescending))
      sortNumbers(range, isDescending);
    else
      sortBy(l, start, range.count, comparison(start, comparisonAt), where);
  }
  Value shuffled() {
    const Range range = this->range(0, 1);
    shuffle(l, range.start, range.count, expr->getArg(2), where);
    return {};
  }
  /// The order is found at run time; the numbers then move.
  void sortNumbers(const Range& range, bool isDescending) {
    const View& start = range.start;
    const ExprRef first =
        start.offset ? converted(start.offset, ir::sizeType()) : ir::integer(0, ir::sizeType());
    const ir::Place order =
        l.placeOf(l.addLocal("order", ir::vectorOf(ir::sizeType()), {.isStable = true}, at));
    l.emit(ir::declare(order.base,
                       ir::intrinsic(ir::Intrinsic::sorted_order, isDescending ? "true" : "false",
                                     {ir::load(start.base), first, range.count}, order.type, at),
                       at));
    permute(l, start, range.count, order, where);
  }
};

} // namespace

std::optional<Value> algorithmCall(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  if (!isInStd(callee) || isa<CXXMethodDecl>(callee) || !callee->getDeclName().isIdentifier())
    return std::nullopt;
  if (std::optional<Value> erased = eraseCall(l, expr, callee->getNameAsString()))
    return erased;
  return Algorithm(l, expr).run(callee->getNameAsString());
}

} // namespace treelize::front
