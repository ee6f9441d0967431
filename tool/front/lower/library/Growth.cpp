// What changes the length of a std::vector: push_back, emplace_back, insert, erase, pop_back,
// resize, clear, and std::erase_if.
//
// They become single Appends and Drops, so that the reverse sweep can take back each of them. The
// shadow of a parameter or a member has the length that these get; that of a global variable could
// have no shape.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Elements.h"
#include "front/lower/library/FunctionObject.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/statements/Statements.h"
#include "ir/Same.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::Op;

namespace {

ir::Place growing(Lowering& l, const Value& object, const std::string& method,
                  SourceLocation where) {
  const ir::Place place = target(l, object, where);
  const ir::Variable& owner = l.kernel[place.base];
  if (ir::isGlobal(owner) || owner.type->isView())
    l.notYet(where,
             "'" + method +
                 "' on a vector that is no parameter or member of the kernel and no local,",
             "build a local vector, or let the caller give it its final length");
  const bool holdsFields =
      ir::anyPart(*place.type, [](const ir::Type& type) { return type.is(ir::TypeKind::Field); });
  if (owner.role == ir::Role::Member && holdsFields)
    l.notYet(where, "'" + method + "' on a vector of objects that hold fields",
             "give it its final length before the kernel, or keep the numbers in vectors");
  return place;
}

/// The element as one value: a number, or an object in a place of its own.
ir::ExprRef elementValue(Lowering& l, const Expr* from) {
  if (l.types.of(from->getType())->isScalar())
    return rvalue(l, from);
  if (holdsView(*l.types.of(from->getType())))
    l.notYet(from->getExprLoc(), "a vector of pointers or spans that grows", "keep indices");
  const Expr* inner = bare(from);
  return inner->isLValue() ? rvalue(l, inner) : ir::load(temporary(l, from, "element"));
}

/// The element that these arguments make.
ir::ExprRef elementOf(Lowering& l, const Growth& call, const ir::TypeRef& element,
                      std::vector<const Expr*> arguments) {
  const ir::TypeRef given = l.types.of(arguments[0]->getType());
  const bool isOne = arguments.size() == 1 &&
                     (element->isScalar() ? given->isScalar() : isSameInCpp(*given, *element));
  if (isOne)
    return element->isScalar() ? converted(elementValue(l, arguments[0]), element)
                               : elementValue(l, arguments[0]);
  const Expr* made = l.options.construction
                         ? l.options.construction(call.element, arguments, call.where)
                         : nullptr;
  if (!made || holdsView(*element))
    l.notYet(call.where, "'" + call.name + "' with these arguments",
             "use push_back with an object");
  return ir::load(temporary(l, made, "element"));
}

Value append(Lowering& l, const Growth& call) {
  const ir::Place place = growing(l, l.frozen(call.object()), call.name, call.where);
  ir::ExprRef value =
      call.arguments.empty() ? nullptr : elementOf(l, call, place.type->element, call.arguments);
  l.emit(ir::append(place, std::move(value), toLocation(call.where)));
  if (call.name == "push_back")
    return {};
  return l.frozen(ir::lastElement(place));
}

/// `for (i in [from, to)) step`
void repeat(Lowering& l, ir::ExprRef from, ir::ExprRef to, const ir::Stmt& step, Location at) {
  countedLoop(l, std::move(from), std::move(to), at, [&](const ir::ExprRef&) { l.emit(step); });
}

/// What is too much goes, what is missing comes.
void resize(Lowering& l, const Growth& call) {
  const Location at = toLocation(call.where);
  const ir::Place place = growing(l, l.frozen(call.object()), call.name, call.where);
  if (call.name == "clear" && l.statics.contains(place.base) && place.path.empty()) {
    // Whatever it held: nobody asks for its length before.
    l.emit(ir::assign(place, ir::AssignOp::Set, ir::construct(place.type, {}), at));
    return;
  }
  ir::ExprRef wanted = call.name == "clear"
                           ? ir::integer(0, ir::sizeType())
                           : l.keep(asIndex(rvalue(l, call.arguments[0])), "length");
  ir::ExprRef fill;
  if (call.arguments.size() == 2)
    fill = l.frozen(elementValue(l, call.arguments[1]));
  if (fill && place.type->element->isScalar())
    fill = converted(std::move(fill), place.type->element);
  const ir::ExprRef present = l.keep(ir::size(place, at), "present");
  repeat(l, wanted, present, ir::drop(place, at), at);
  if (call.name == "resize")
    repeat(l, present, wanted, ir::append(place, fill, at), at);
}

/// The position that an iterator into the vector stands for.
ir::ExprRef positionOf(Lowering& l, const Growth& call, const ir::Place& vector,
                       const Expr* iterator) {
  const View at = view(l, iterator);
  const auto isIt = [&](const ir::Place& base) { return ir::isSame(base, vector); };
  if (!at.base.type || (!isIt(at.base) && std::ranges::none_of(at.others, isIt)))
    l.notYet(call.where, "'" + call.name + "' at an iterator of another vector",
             "use an iterator of the vector itself");
  return at.offset ? l.keep(converted(asIndex(at.offset), ir::sizeType()), "position")
                   : ir::integer(0, ir::sizeType());
}

/// `v[i] = v[from]` for i in [first, last), backwards if asked for.
void shift(Lowering& l, const ir::Place& vector, ir::ExprRef first, ir::ExprRef last, Op direction,
           const ir::ExprRef& by, Location at) {
  countedLoop(
      l, std::move(first), std::move(last), at,
      [&](const ir::ExprRef& i) {
        const ir::ExprRef from = ir::apply(direction, {i, by}, ir::sizeType(), at);
        l.emit(ir::assign(ir::element(vector, {i}), ir::AssignOp::Set,
                          ir::load(ir::element(vector, {from})), at));
      },
      direction == Op::sub);
}

/// The value that an element gets.
ir::ExprRef valueFor(Lowering& l, const ir::TypeRef& element, const Value& given,
                     SourceLocation where) {
  ir::ExprRef value = loaded(l, given, where);
  return element->isScalar() ? converted(std::move(value), element) : value;
}

/// {a, b, c}
Elements listedElements(Lowering& l, const Growth& call, const ir::TypeRef& element,
                        const CXXStdInitializerListExpr* made) {
  const auto* list = cast<InitListExpr>(bare(made->getSubExpr()));
  const Location at = toLocation(call.where);
  Destination to{l.placeOf(l.addLocal("list", ir::vectorOf(element), {.isStable = true}, at)),
                 /*isFresh=*/true, at};
  constructList(l, to, list);
  const ir::Place place = to.place;
  return {ir::integer(list->getNumInits(), ir::sizeType()),
          [place](const ir::ExprRef& i) -> Value { return ir::element(place, {i}); }};
}

Elements elementsOf(Lowering& l, const Growth& call, const ir::TypeRef& element,
                    llvm::ArrayRef<const Expr*> arguments) {
  if (const auto* made = dyn_cast<CXXStdInitializerListExpr>(bare(arguments[0])))
    return listedElements(l, call, element, made);
  if (arguments.size() == 2)
    if (const std::optional<Elements> range =
            elementsBetween(l, arguments[0], arguments[1], call.where))
      return *range;
  if (arguments.size() != 2 || !arguments[0]->getType()->isIntegerType())
    l.notYet(call.where, "this form of '" + call.name + "'", "write a loop with push_back");
  const ir::ExprRef count = l.frozen(converted(rvalue(l, arguments[0]), ir::sizeType()));
  const ir::ExprRef value = l.frozen(elementOf(l, call, element, {arguments[1]}));
  return {count, [value](const ir::ExprRef&) -> Value { return value; }};
}

/// What is behind the position moves up by their number.
Value insertSeveral(Lowering& l, const Growth& call, const ir::Place& vector,
                    const ir::ExprRef& position) {
  const Location at = toLocation(call.where);
  const Elements given =
      elementsOf(l, call, vector.type->element, llvm::ArrayRef(call.arguments).drop_front());
  const auto sum = [&](const ir::ExprRef& a, const ir::ExprRef& b) {
    return ir::apply(Op::add, {a, b}, ir::sizeType(), at);
  };
  repeat(l, ir::integer(0, ir::sizeType()), given.count, ir::append(vector, nullptr, at), at);
  shift(l, vector, sum(position, given.count), ir::size(vector, at), Op::sub, given.count, at);
  countedLoop(l, ir::integer(0, ir::sizeType()), given.count, at, [&](const ir::ExprRef& i) {
    setConverted(l, ir::element(vector, {sum(position, i)}),
                 valueFor(l, vector.type->element, given.at(i), call.where), call.where);
  });
  return View{vector, converted(position, l.types.offsetType()), nullptr};
}

/// assign(first, last), assign({a, b}): a new vector in the place of the old one.
Value assignElements(Lowering& l, const Growth& call) {
  const Location at = toLocation(call.where);
  const ir::Place vector = growing(l, l.frozen(call.object()), call.name, call.where);
  const Elements given = elementsOf(l, call, vector.type->element, call.arguments);
  l.emit(ir::assign(vector, ir::AssignOp::Set, ir::construct(vector.type, {given.count}, at), at));
  countedLoop(l, ir::integer(0, ir::sizeType()), given.count, at, [&](const ir::ExprRef& i) {
    setConverted(l, ir::element(vector, {i}),
                 valueFor(l, vector.type->element, given.at(i), call.where), call.where);
  });
  return {};
}

/// The element goes to the end, and what is behind its position moves up.
Value insert(Lowering& l, const Growth& call) {
  const Location at = toLocation(call.where);
  const ir::Place vector = growing(l, l.frozen(call.object()), call.name, call.where);
  const bool isOne = call.arguments.size() == 2 || call.name == "emplace";
  const ir::ExprRef position = positionOf(l, call, vector, call.arguments[0]),
                    one = ir::integer(1, ir::sizeType());
  if (!isOne || isa<CXXStdInitializerListExpr>(bare(call.arguments[1])))
    return insertSeveral(l, call, vector, position);
  const ir::ExprRef value = l.frozen(
      elementOf(l, call, vector.type->element, {call.arguments.begin() + 1, call.arguments.end()}));
  l.emit(ir::append(vector, value, at));
  shift(l, vector, ir::apply(Op::add, {position, one}, ir::sizeType(), at), ir::size(vector, at),
        Op::sub, one, at);
  l.emit(ir::assign(ir::element(vector, {position}), ir::AssignOp::Set, value, at));
  return View{vector, converted(position, l.types.offsetType()), nullptr};
}

/// What is behind moves down, and the end goes.
Value erase(Lowering& l, const Growth& call) {
  const Location at = toLocation(call.where);
  const ir::Place vector = growing(l, l.frozen(call.object()), call.name, call.where);
  const ir::ExprRef first = positionOf(l, call, vector, call.arguments[0]);
  const ir::ExprRef count =
      call.arguments.size() == 1
          ? ir::integer(1, ir::sizeType())
          : l.keep(ir::apply(Op::sub, {positionOf(l, call, vector, call.arguments[1]), first},
                             ir::sizeType(), at),
                   "count");
  const ir::ExprRef rest =
      l.keep(ir::apply(Op::sub, {ir::size(vector, at), count}, ir::sizeType(), at), "rest");
  shift(l, vector, first, rest, Op::add, count, at);
  repeat(l, ir::integer(0, ir::sizeType()), count, ir::drop(vector, at), at);
  return View{vector, converted(first, l.types.offsetType()), nullptr};
}

} // namespace

/// std::erase_if of a vector whose elements are taken apart: those that stay move down.
static Value eraseFromColumn(Lowering& l, const CallExpr* expr) {
  const SourceLocation where = expr->getExprLoc();
  const Location at = toLocation(where);
  const Value vector = l.frozen(glvalue(l, expr->getArg(0)));
  const std::shared_ptr<Column> column = std::get<Object>(vector).state->column;
  const FunctionObject predicate =
      functionObject(l, expr->getArg(1), elementOfVector(expr->getArg(0)->getType()));
  const ir::ExprRef length = l.keep(columnSize(vector, where), "length"),
                    none = ir::integer(0, ir::sizeType());
  const ir::Place kept = l.placeOf(l.addLocal("kept", ir::sizeType(), {}, at));
  l.emit(ir::declare(kept.base, none, at));
  countedLoop(l, none, length, at, [&](const ir::ExprRef& i) {
    const ir::ExprRef isGone =
        loaded(l, called(l, predicate, {elementIn(l, column, i, where)}, where), where);
    ir::If stays{negated(isGone), {}, {}};
    forEachVector(*column, [&](const ir::Place& part) {
      stays.thenBlock.push_back(ir::assign(ir::element(part, {ir::load(kept)}), ir::AssignOp::Set,
                                           ir::load(ir::element(part, {i})), at));
    });
    stays.thenBlock.push_back(
        ir::assign(kept, ir::AssignOp::Add, ir::integer(1, ir::sizeType()), at));
    l.emit({at, std::move(stays)});
  });
  const ir::ExprRef gone =
      l.keep(ir::apply(Op::sub, {length, ir::load(kept)}, ir::sizeType(), at), "gone");
  countedLoop(l, none, gone, at, [&](const ir::ExprRef&) { drop(l, *column, at); });
  return gone;
}

std::optional<Value> eraseCall(Lowering& l, const CallExpr* expr, const std::string& name) {
  const bool isErase = (name == "erase" || name == "erase_if") && expr->getNumArgs() == 2;
  if (isErase && name == "erase_if" && libraryOf(expr->getArg(0)->getType()) == Library::vector &&
      isColumnType(l, expr->getArg(0)->getType()))
    return eraseFromColumn(l, expr);
  if (!isErase || libraryOf(expr->getArg(0)->getType()) != Library::vector ||
      dissolves(l, expr->getArg(0)->getType()))
    return std::nullopt;
  const SourceLocation where = expr->getExprLoc();
  const Location at = toLocation(where);
  const ir::Place vector = growing(l, l.frozen(glvalue(l, expr->getArg(0))), name, where);
  const bool asks = name == "erase_if";
  const FunctionObject predicate =
      asks ? functionObject(l, expr->getArg(1), elementOfVector(expr->getArg(0)->getType()))
           : FunctionObject();
  const ir::ExprRef unwanted =
      asks ? nullptr : l.frozen(converted(rvalue(l, expr->getArg(1)), vector.type->element));
  const ir::ExprRef length = l.keep(ir::size(vector, at), "length"),
                    none = ir::integer(0, ir::sizeType());
  const ir::Place kept = l.placeOf(l.addLocal("kept", ir::sizeType(), {}, at));
  l.emit(ir::declare(kept.base, none, at));
  countedLoop(l, none, length, at, [&](const ir::ExprRef& i) {
    const ir::Place element = ir::element(vector, {i});
    const ir::ExprRef isGone =
        asks ? loaded(l, called(l, predicate, {element}, where), where)
             : ir::apply(Op::eq_, {ir::load(element), unwanted}, ir::boolType(), at);
    ir::If stays{negated(isGone), {}, {}};
    stays.thenBlock.push_back(ir::assign(ir::element(vector, {ir::load(kept)}), ir::AssignOp::Set,
                                         ir::load(element), at));
    stays.thenBlock.push_back(
        ir::assign(kept, ir::AssignOp::Add, ir::integer(1, ir::sizeType()), at));
    l.emit({at, std::move(stays)});
  });
  const ir::ExprRef gone =
      l.keep(ir::apply(Op::sub, {length, ir::load(kept)}, ir::sizeType(), at), "gone");
  repeat(l, none, gone, ir::drop(vector, at), at);
  return gone;
}

std::optional<Value> growthCall(Lowering& l, const Growth& call) {
  if (call.name == "push_back" || call.name == "emplace_back")
    return append(l, call);
  if (call.name == "resize" || call.name == "clear") {
    resize(l, call);
    return Value();
  }
  if (call.name == "insert" || call.name == "emplace")
    return insert(l, call);
  if (call.name == "erase")
    return erase(l, call);
  if (call.name == "assign")
    return assignElements(l, call);
  if (call.name != "pop_back")
    return std::nullopt;
  const ir::Place place = growing(l, l.frozen(call.object()), call.name, call.where);
  l.emit(ir::drop(place, toLocation(call.where)));
  return Value();
}

} // namespace treelize::front
