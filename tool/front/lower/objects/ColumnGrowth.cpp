// What changes the length of a vector whose elements are taken apart (Column): resize, clear,
// insert, erase, assign. All of its vectors change alike, by single appends and drops.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/statements/Statements.h"
#include "ir/Same.h"

namespace treelize::front {

using namespace clang;
using ir::ExprRef;
using ir::Op;

namespace {

class ColumnChange {
public:
  ColumnChange(Lowering& lowering, const Growth& growth, const Value& changed)
      : l(lowering), call(growth), vector(changed), column(std::get<Object>(changed).state->column),
        at(toLocation(growth.where)) {}

  void resize() {
    const ExprRef wanted =
        call.name == "clear" ? none() : l.keep(asIndex(rvalue(l, call.arguments[0])), "length");
    const bool isGiven = call.arguments.size() == 2;
    const Value given =
        isGiven ? l.frozen(newElement(l, with({call.arguments[1]}), *column)) : Value();
    const ExprRef present = l.keep(size(), "present");
    countedLoop(l, wanted, present, at, [&](const ExprRef&) { drop(l, *column, at); });
    if (call.name != "clear")
      countedLoop(l, present, wanted, at, [&](const ExprRef&) {
        append(l, *column, isGiven ? given : newElement(l, with({}), *column), call.where);
      });
  }

  /// The new elements go to the end, and what is behind their position moves up.
  Value insert() {
    const ExprRef position = positionOf(call.arguments[0]), old = l.keep(size(), "present");
    const std::vector<const Expr*> rest(call.arguments.begin() + 1, call.arguments.end());
    if (rest.size() == 2 && isPointerLike(rest[0]->getType()))
      appendRange(rest[0], rest[1]);
    else if (call.name == "emplace" || rest.size() == 1)
      append(l, *column, newElement(l, with(rest), *column), call.where);
    else
      refuse();
    turn(position, old);
    return iterator(position);
  }

  /// What is behind moves down, and the end goes.
  Value erase() {
    const ExprRef first = positionOf(call.arguments[0]);
    const ExprRef count = call.arguments.size() == 1
                              ? one()
                              : l.keep(minus(positionOf(call.arguments[1]), first), "count");
    const ExprRef rest = l.keep(minus(size(), count), "rest");
    countedLoop(l, first, rest, at, [&](const ExprRef& i) { move(i, plus(i, count)); });
    countedLoop(l, none(), count, at, [&](const ExprRef&) { drop(l, *column, at); });
    return iterator(first);
  }

  Value assign() {
    const ExprRef present = l.keep(size(), "present");
    if (call.arguments.size() == 2 && isPointerLike(call.arguments[0]->getType()))
      appendRange(call.arguments[0], call.arguments[1]);
    else
      refuse();
    const ExprRef count = l.keep(minus(size(), present), "count");
    countedLoop(l, none(), count, at, [&](const ExprRef& i) { move(i, plus(i, present)); });
    countedLoop(l, none(), present, at, [&](const ExprRef&) { drop(l, *column, at); });
    return Value();
  }

private:
  Lowering& l;
  const Growth& call;
  const Value& vector;
  const std::shared_ptr<Column> column;
  Location at;

  static ExprRef none() { return ir::integer(0, ir::sizeType()); }
  static ExprRef one() { return ir::integer(1, ir::sizeType()); }
  ExprRef size() const { return columnSize(vector, call.where); }
  ExprRef plus(const ExprRef& a, const ExprRef& b) const {
    return ir::apply(Op::add, {a, b}, ir::sizeType(), at);
  }
  ExprRef minus(const ExprRef& a, const ExprRef& b) const {
    return ir::apply(Op::sub, {a, b}, ir::sizeType(), at);
  }
  Growth with(std::vector<const Expr*> arguments) const {
    return {call.name, call.object, std::move(arguments), call.where, call.element};
  }
  [[noreturn]] void refuse() const {
    l.notYet(call.where, "this form of '" + call.name + "' of a vector of such objects",
             "write a loop with push_back");
  }

  View iterator(const ExprRef& position) const {
    View element;
    element.column = column;
    element.offset = converted(position, l.types.offsetType());
    return element;
  }
  ExprRef positionOf(const Expr* given) {
    const View pointer = view(l, given);
    if (!pointer.column || !ir::isSame(anyVector(*pointer.column), anyVector(*column)))
      l.notYet(call.where, "'" + call.name + "' at an iterator of another vector",
               "use an iterator of the vector itself");
    return pointer.offset ? l.keep(converted(asIndex(pointer.offset), ir::sizeType()), "position")
                          : none();
  }
  /// [first, last)
  void appendRange(const Expr* first, const Expr* last) {
    const std::vector<Value> ends = l.inOrder(
        {[&]() -> Value { return view(l, first); }, [&]() -> Value { return view(l, last); }});
    const View start = l.frozen(std::get<View>(ends[0]));
    const ExprRef count = distance(l, start, std::get<View>(ends[1]), call.where);
    countedLoop(l, none(), l.frozen(converted(count ? count : ir::integer(0), ir::sizeType())), at,
                [&](const ExprRef& i) {
                  append(l, *column, dereference(l, start, i, call.where), call.where);
                });
  }

  /// v[to] = v[from]
  void move(const ExprRef& to, const ExprRef& from) {
    forEachVector(*column, [&](const ir::Place& part) {
      l.emit(ir::assign(ir::element(part, {to}), ir::AssignOp::Set,
                        ir::load(ir::element(part, {from})), at));
    });
  }
  /// What stands from `middle` on comes to stand at `first`.
  void turn(const ExprRef& first, const ExprRef& middle) {
    View start = iterator(first);
    const ExprRef end = l.keep(size(), "length");
    const ExprRef added = l.keep(minus(end, middle), "added");
    const ExprRef count = l.keep(minus(end, first), "count"), before = minus(middle, first);
    const ir::Place order =
        l.placeOf(l.addLocal("order", ir::vectorOf(ir::sizeType()), {.isStable = true}, at));
    l.emit(ir::declare(order.base, ir::construct(order.type, {count}, at), at));
    countedLoop(l, none(), count, at, [&](const ExprRef& i) {
      const ExprRef isNew = ir::apply(Op::lt_, {i, added}, ir::boolType(), at);
      l.emit(ir::assign(ir::element(order, {i}), ir::AssignOp::Set,
                        ir::select(isNew, plus(i, before), minus(i, added), at), at));
    });
    permute(l, start, count, order, call.where);
  }
};

} // namespace

std::optional<Value> columnGrowth(Lowering& l, const Growth& call, const Value& vector) {
  const Column& column = *std::get<Object>(vector).state->column;
  if (column.holdsNumbers && heapOf(l, column.type))
    return std::nullopt;
  ColumnChange change(l, call, vector);
  if (call.name == "clear" || call.name == "resize") {
    if (column.holdsNumbers && call.name == "resize")
      return std::nullopt;
    change.resize();
    return Value();
  }
  if (call.name == "insert" || call.name == "emplace")
    return change.insert();
  if (call.name == "erase")
    return change.erase();
  return call.name == "assign" ? std::optional(change.assign()) : std::nullopt;
}

} // namespace treelize::front
