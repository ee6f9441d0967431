#include "front/lower/passive/SlotWalk.h"

#include "front/lower/calls/Calls.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/FunctionObject.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/passive/SlotCursor.h"
#include "front/lower/passive/Slots.h"
#include "front/lower/statements/Statements.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::ExprRef;
using ir::Op;

namespace {

class SlotAlgorithm {
public:
  SlotAlgorithm(Lowering& lowering, const CallExpr* call)
      : l(lowering), expr(call), where(call->getExprLoc()), at(toLocation(where)), walk(l, where) {}

  Value run() {
    const std::string name = expr->getDirectCallee()->getNameAsString();
    if (isa<CXXMemberCallExpr>(expr))
      return sortedList();
    if (name == "sort" || name == "stable_sort")
      return sorted(expr->getArg(0), expr->getArg(1),
                    expr->getNumArgs() > 2 ? expr->getArg(2) : nullptr);
    const Cursor first = walk.cursor(expr->getArg(0));
    const auto isLeft = walk.upTo(first, expr->getArg(1));
    if (name == "accumulate" || name == "reduce")
      return folded(first, isLeft);
    if (name == "inner_product")
      return innerProduct(first, isLeft);
    if (name == "for_each")
      return each(first, isLeft);
    if (name == "transform" || name == "copy")
      return transformed(first, isLeft, name == "copy");
    if (name == "fill")
      return filled(first, isLeft);
    if (name == "count" || name == "count_if")
      return counted(first, isLeft, name == "count");
    if (name == "max_element" || name == "min_element")
      return extreme(first, isLeft, name == "max_element");
    return found(first, isLeft, name);
  }

private:
  using Condition = std::function<ExprRef()>;

  Lowering& l;
  const CallExpr* expr;
  SourceLocation where;
  Location at;
  Walk walk;

  unsigned count() const { return expr->getNumArgs(); }
  FunctionObject callable(unsigned i) { return functionObject(l, expr->getArg(i), QualType()); }
  ExprRef asked(const FunctionObject& function, std::vector<Value> values) {
    return loaded(l, called(l, function, std::move(values), where), where);
  }
  ExprRef same(const Value& element, const ExprRef& wanted) {
    const ExprRef value = loaded(l, element, where);
    return ir::apply(Op::eq_, {value, converted(wanted, value->type)}, ir::boolType(), at);
  }
  /// sum = sum + value, or what the function makes of both.
  void add(const Value& sum, const Value& value, const FunctionObject* function) {
    const QualType type = expr->getType();
    if (function)
      return assignValue(l, type, sum, called(l, *function, {sumOf(sum), value}, where), where);
    const ir::Place place = placeFor(l, sum, where);
    const ExprRef part = loaded(l, value, where);
    if (!place.type->isScalar())
      l.notYet(where, "a sum of these objects", "write a loop over the elements");
    const bool isWider = part->type->is(ir::TypeKind::Real) && !place.type->is(ir::TypeKind::Real);
    if (!isWider)
      return l.emit(ir::assign(place, ir::AssignOp::Add, converted(part, place.type), at));
    const ExprRef whole =
        ir::apply(Op::add, {converted(ir::load(place), part->type), part}, part->type, at);
    l.emit(ir::assign(place, ir::AssignOp::Set, converted(whole, place.type), at));
  }
  static Value sumOf(const Value& sum) {
    const auto* place = std::get_if<ir::Place>(&sum);
    return place && place->type->isScalar() ? Value(ir::load(*place)) : sum;
  }

  Value folded(const Cursor& first, const Condition& isLeft) {
    const Value sum = initialized(l, {"sum", expr->getType(), where}, expr->getArg(2));
    const FunctionObject function = count() > 3 ? callable(3) : FunctionObject();
    walk.loop(isLeft, {&first},
              [&] { add(sum, first.element(), count() > 3 ? &function : nullptr); });
    return sumOf(sum);
  }
  Value innerProduct(const Cursor& first, const Condition& isLeft) {
    const Cursor second = walk.cursor(expr->getArg(2));
    const Value sum = initialized(l, {"sum", expr->getType(), where}, expr->getArg(3));
    walk.loop(isLeft, {&first, &second}, [&] {
      const ExprRef a = loaded(l, first.element(), where), b = loaded(l, second.element(), where);
      const ir::TypeRef type = a->type->is(ir::TypeKind::Real) ? a->type : b->type;
      add(sum, ir::apply(Op::mul, {converted(a, type), converted(b, type)}, type, at), nullptr);
    });
    return sumOf(sum);
  }
  Value each(const Cursor& first, const Condition& isLeft) {
    const FunctionObject function = callable(2);
    walk.loop(isLeft, {&first}, [&] { called(l, function, {first.element()}, where); });
    return function.value;
  }
  Value transformed(const Cursor& first, const Condition& isLeft, bool isCopy) {
    const bool isBinary = !isCopy && count() == 5;
    const Cursor second = isBinary ? walk.cursor(expr->getArg(2)) : Cursor();
    const Cursor to = walk.cursor(expr->getArg(isBinary ? 3 : 2));
    const FunctionObject function = isCopy ? FunctionObject() : callable(count() - 1);
    std::vector<const Cursor*> all = {&first, &to};
    if (isBinary)
      all.push_back(&second);
    walk.loop(isLeft, all, [&] {
      std::vector<Value> values = {first.element()};
      if (isBinary)
        values.push_back(second.element());
      const Value result = isCopy ? values[0] : called(l, function, std::move(values), where);
      to.store(std::holds_alternative<ExprRef>(result) ? l.frozen(result) : result);
    });
    return to.position();
  }
  Value filled(const Cursor& first, const Condition& isLeft) {
    const Value given = l.frozen(value(l, expr->getArg(2)));
    walk.loop(isLeft, {&first}, [&] { first.store(given); });
    return {};
  }
  Value counted(const Cursor& first, const Condition& isLeft, bool isEqual) {
    const ir::Place number = l.placeOf(l.addLocal("count", l.types.offsetType(), {}, at));
    l.emit(ir::declare(number.base, ir::integer(0, number.type), at));
    walk.loop(isLeft, {&first}, [&, test = tested(isEqual)] {
      ir::If counts{test(first.element()), {}, {}};
      counts.thenBlock.push_back(
          ir::assign(number, ir::AssignOp::Add, ir::integer(1, number.type), at));
      l.emit({at, std::move(counts)});
    });
    return ir::load(number);
  }
  /// Is an element the wanted one?
  std::function<ExprRef(const Value&)> tested(bool isEqual) {
    if (!isEqual)
      return [this, function = callable(2)](const Value& element) {
        return asked(function, {element});
      };
    return [this, wanted = l.frozen(rvalue(l, expr->getArg(2)))](const Value& element) {
      return same(element, wanted);
    };
  }
  Value found(const Cursor& first, const Condition& isLeft, const std::string& name) {
    const bool wants = name != "find_if_not" && name != "all_of";
    walk.loop(isLeft, {&first}, [&, test = tested(name == "find")] {
      const ExprRef is = test(first.element());
      ir::If stop{wants ? is : ir::logicalNot(is), {}, {}};
      stop.thenBlock.push_back({at, ir::Break{}});
      l.emit({at, std::move(stop)});
    });
    if (name.starts_with("find"))
      return first.position();
    const ExprRef isFound = l.keep(isLeft(), "found");
    return name == "any_of" ? isFound : ir::logicalNot(isFound);
  }
  Value extreme(const Cursor& first, const Condition& isLeft, bool isGreatest) {
    const QualType iterator = expr->getArg(0)->getType().getNonReferenceType().getUnqualifiedType();
    const ExprRef start = std::get<ExprRef>(first.position());
    const ir::VarId best = l.addLocal("best", start->type, {}, at);
    followIterator(l, best, start);
    l.emit(ir::declare(best, start, at));
    const FunctionObject function = count() > 2 ? callable(2) : FunctionObject();
    walk.loop(isLeft, {&first}, [&] {
      Value a = walk.elementAt(l.loadOf(best), pointedAt(iterator)), b = first.element();
      if (!isGreatest)
        std::swap(a, b);
      const ExprRef isLess = count() > 2 ? asked(function, {a, b}) : less(a, b);
      ir::If better{isLess, {}, {}};
      better.thenBlock = l.collect([&] {
        walk.step("$0 = $1", {l.loadOf(best), std::get<ExprRef>(first.position())},
                  l.placeOf(best));
      });
      l.emit({at, std::move(better)});
    });
    return l.loadOf(best);
  }
  ExprRef less(const Value& a, const Value& b) {
    if (std::holds_alternative<Object>(a))
      l.notYet(where,
               "a comparison of these objects, or of entries of a map, by their operator '<'",
               "give a comparison: a lambda");
    const ExprRef x = loaded(l, a, where), y = loaded(l, b, where);
    if (!x->type->isScalar())
      l.notYet(where, "a comparison of these objects by their operator '<'",
               "give a comparison: a lambda");
    return ir::apply(Op::lt_, {x, y}, ir::boolType(), at);
  }

  // --- sorting: the elements go to a vector, and back ---
  Value sorted(const Expr* first, const Expr* last, const Expr* order) {
    const Value elements = gathered(l, first, last, where);
    sortElements(elements, order);
    putBack(elements, walk.cursor(first));
    return {};
  }
  Value sortedList() {
    const Expr* object = cast<CXXMemberCallExpr>(expr)->getImplicitObjectArgument();
    const ir::Place list = placeFor(l, glvalue(l, object), where);
    refuseForeignSlots(l, ir::load(list), object->getType(), where);
    const QualType type = elementOfSlots(object->getType());
    const Value elements = emptyElements(l, "elements", type, where);
    const auto each = [&](const std::function<void(const Value&)>& body) {
      forEachSlotted(l, ir::load(list), object->getType(), where, body);
    };
    each([&](const Value& element) { addElement(l, elements, element, where); });
    sortElements(elements, count() > 0 ? expr->getArg(0) : nullptr);
    const ir::Place i = counter();
    each([&](const Value& element) {
      assignValue(l, type, element, elementOf(l, elements, {ir::load(i)}, where), where);
      l.emit(ir::assign(i, ir::AssignOp::Add, ir::integer(1, i.type), at));
    });
    return {};
  }
  ir::Place counter() {
    const ir::Place i = l.placeOf(l.addLocal("i", ir::sizeType(), {}, at));
    l.emit(ir::declare(i.base, ir::integer(0, i.type), at));
    return i;
  }
  void sortElements(const Value& elements, const Expr* order) {
    const FunctionObject function = order ? functionObject(l, order, QualType()) : FunctionObject();
    const ExprRef number = l.keep(lengthOf(elements, where), "count");
    View start = wholeOf(l, elements, where);
    start.size = nullptr;
    sortBy(
        l, start, number,
        [&](const ExprRef& i, const ExprRef& j) {
          const Value a = elementOf(l, elements, {i}, where),
                      b = elementOf(l, elements, {j}, where);
          return order ? asked(function, {a, b}) : less(a, b);
        },
        where);
  }
  void putBack(const Value& elements, const Cursor& to) {
    countedLoop(l, ir::integer(0, ir::sizeType()), l.keep(lengthOf(elements, where), "count"), at,
                [&](const ExprRef& i) {
                  const Value element = elementOf(l, elements, {i}, where);
                  to.store(isColumn(elements) ? element : Value(loaded(l, element, where)));
                  to.advance();
                });
  }
};

} // namespace

bool isSlotAlgorithm(const CallExpr* expr) {
  static const std::set<llvm::StringRef> names = {
      "accumulate",  "reduce",  "inner_product", "for_each",    "transform",
      "copy",        "fill",    "count",         "count_if",    "max_element",
      "min_element", "find",    "find_if",       "find_if_not", "any_of",
      "all_of",      "none_of", "sort",          "stable_sort"};
  const FunctionDecl* callee = expr->getDirectCallee();
  if (!callee || !isInStd(callee) || !callee->getDeclName().isIdentifier() ||
      !names.contains(callee->getName()))
    return false;
  if (const auto* member = dyn_cast<CXXMemberCallExpr>(expr)) {
    const QualType object = member->getImplicitObjectArgument()->getType();
    return callee->getName() == "sort" && isStdClass(object, "list") && holdsSlots(object);
  }
  const bool isFold = callee->getName() == "accumulate" || callee->getName() == "reduce";
  if (isa<CXXMethodDecl>(callee) || expr->getNumArgs() < (isFold ? 3U : 2U))
    return false;
  const auto isKnown = [](const Expr* e) {
    return isWalking(e->getType()) || isPointerLike(e->getType());
  };
  return isKnown(expr->getArg(0)) && isKnown(expr->getArg(1)) &&
         std::ranges::any_of(expr->arguments(),
                             [](const Expr* e) { return isWalking(e->getType()); });
}

void forEachSlotted(Lowering& l, const ExprRef& container, QualType type, SourceLocation where,
                    const std::function<void(const Value&)>& body, bool isReversed) {
  const Location at = toLocation(where);
  const std::string r = isReversed ? "r" : "";
  Walk walk(l, where);
  const ir::VarId it = l.addLocal("it", opaqueType(), {}, at);
  const ExprRef start = ir::opaque("$0." + r + "begin()", {container}, opaqueType(), at);
  followIterator(l, it, start);
  l.emit(ir::declare(it, start, at));
  const auto* record =
      cast<ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  const QualType first = record->getTemplateArgs()[0].getAsType();
  ir::While loop;
  loop.condition =
      ir::opaque("$0 != $1." + r + "end()", {l.loadOf(it), container}, ir::boolType(), at);
  loop.body = l.collectRepeated([&] {
    body(isMap(type) ? walk.entryAt(l.loadOf(it), first, elementOfSlots(type))
                     : partOf(l, "*$0", {l.loadOf(it)}, first, where));
  });
  loop.step = l.collect([&] { walk.step("++$0", {l.loadOf(it)}, l.placeOf(it)); });
  l.emit({at, std::move(loop)});
}

Value slotAlgorithm(Lowering& l, const CallExpr* expr) {
  return SlotAlgorithm(l, expr).run();
}

bool isEntryIterator(QualType type) {
  return isWalking(type) && isEntry(pointedAt(type));
}

void forEachBetween(Lowering& l, const Expr* first, const Expr* last, SourceLocation where,
                    const std::function<void(const Value&)>& body) {
  Walk walk(l, where);
  const Cursor from = walk.cursor(first);
  walk.loop(walk.upTo(from, last), {&from}, [&] { body(from.element()); });
}

Value gathered(Lowering& l, const Expr* first, const Expr* last, SourceLocation where) {
  const QualType type = pointedAt(first->getType());
  if (isEntry(type))
    l.notYet(where, "the entries of a map as elements of a vector here",
             "write a loop over the map");
  const Value elements = emptyElements(l, "elements", type, where);
  forEachBetween(l, first, last, where,
                 [&](const Value& element) { addElement(l, elements, element, where); });
  return elements;
}

} // namespace treelize::front
