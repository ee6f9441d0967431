// Sorting by a comparison of the user's: a merge sort of positions, in the kernel language, after
// which the elements move.
//
// What is compared carries no derivative, what moves does. Where elements are equal they keep their
// order, which is std::stable_sort's answer and one of those that std::sort may give.
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/PassiveText.h"
#include "front/lower/statements/Statements.h"

namespace treelize::front {

using namespace clang;
using ir::ExprRef;
using ir::Op;

namespace {

class MergeSort {
public:
  MergeSort(Lowering& lowering, View first, ExprRef number, const Comparison& comparison,
            SourceLocation callSite)
      : l(lowering), start(std::move(first)), count(std::move(number)), less(comparison),
        where(callSite), at(toLocation(callSite)) {}

  void run() {
    order = positions("order");
    merged = positions("merged");
    forEach(zero(), count, [&](const ExprRef& i) { set(ir::element(order, {i}), i); });
    const ir::Place width = variable("width", one());
    whileLess(width, count, [&] {
      pass(width);
      forEach(zero(), count, [&](const ExprRef& i) {
        set(ir::element(order, {i}), ir::load(ir::element(merged, {i})));
      });
      set(width, ir::apply(Op::mul, {ir::load(width), ir::integer(2, ir::sizeType())},
                           ir::sizeType(), at));
    });
    permute(l, start, count, order, where);
  }

private:
  Lowering& l;
  const View start;
  const ExprRef count;
  const Comparison& less;
  SourceLocation where;
  Location at;
  ir::Place order, merged;

  static ExprRef zero() { return ir::integer(0, ir::sizeType()); }
  static ExprRef one() { return ir::integer(1, ir::sizeType()); }
  ExprRef sum(const ExprRef& a, const ExprRef& b) {
    return ir::apply(Op::add, {a, b}, ir::sizeType(), at);
  }
  ExprRef isLess(const ExprRef& a, const ExprRef& b) {
    return ir::apply(Op::lt_, {a, b}, ir::boolType(), at);
  }
  ExprRef smaller(const ExprRef& a, const ExprRef& b) { return ir::select(isLess(a, b), a, b, at); }

  ir::Place variable(const char* name, ExprRef value) {
    const ir::VarId id = l.addLocal(name, value->type, {}, at);
    l.emit(ir::declare(id, std::move(value), at));
    return l.placeOf(id);
  }
  ir::Place positions(const char* name) {
    return variable(name, ir::construct(ir::vectorOf(ir::sizeType()), {count}, at));
  }
  void set(const ir::Place& to, ExprRef value) {
    l.emit(ir::assign(to, ir::AssignOp::Set, std::move(value), at));
  }
  void increase(const ir::Place& number) {
    l.emit(ir::assign(number, ir::AssignOp::Add, one(), at));
  }

  void forEach(const ExprRef& from, const ExprRef& to,
               const std::function<void(const ExprRef&)>& body) {
    countedLoop(l, from, to, at, body);
  }
  void whileLess(const ir::Place& number, const ExprRef& bound, const std::function<void()>& body) {
    ir::While loop;
    loop.condition = isLess(ir::load(number), bound);
    loop.body = l.collectRepeated(body);
    l.emit({at, std::move(loop)});
  }

  /// Merges neighbours of this width.
  void pass(const ir::Place& width) {
    const ir::Place begin = variable("begin", zero());
    whileLess(begin, count, [&] {
      const ExprRef middle =
          l.keep(smaller(sum(ir::load(begin), ir::load(width)), count), "middle");
      const ExprRef end = l.keep(smaller(sum(middle, ir::load(width)), count), "end");
      const ir::Place left = variable("left", ir::load(begin)), right = variable("right", middle);
      forEach(ir::load(begin), end, [&](const ExprRef& i) { merge(i, left, middle, right, end); });
      set(begin, end);
    });
  }

  /// The next one comes from the right if the left is used up, or greater.
  void merge(const ExprRef& to, const ir::Place& left, const ExprRef& middle,
             const ir::Place& right, const ExprRef& end) {
    const ir::Place isRight = variable("isRight", isLess(ir::load(right), end));
    ir::If both{ir::apply(Op::land_, {ir::load(isRight), isLess(ir::load(left), middle)},
                          ir::boolType(), at),
                {},
                {}};
    both.thenBlock = l.collect([&] { set(isRight, less(positionOf(right), positionOf(left))); });
    l.emit({at, std::move(both)});
    const auto take = [&](const ir::Place& from) {
      return l.collect([&] {
        set(ir::element(merged, {to}), ir::load(ir::element(order, {ir::load(from)})));
        increase(from);
      });
    };
    ir::If choice{ir::load(isRight), take(right), take(left)};
    l.emit({at, std::move(choice)});
  }
  ExprRef positionOf(const ir::Place& element) {
    return ir::load(ir::element(order, {ir::load(element)}));
  }
};

} // namespace

void permute(Lowering& l, const View& start, const ExprRef& count, const ir::Place& order,
             SourceLocation where) {
  if (start.column)
    return forEachVector(*start.column, [&](const ir::Place& part) {
      permute(l, {part, start.offset, nullptr}, count, order, where);
    });
  const Location at = toLocation(where);
  const ir::TypeRef type = ir::vectorOf(start.base.type->element);
  const ir::Place before = l.placeOf(l.addLocal("unsorted", type, {}, at));
  l.emit(ir::declare(before.base, ir::construct(type, {count}, at), at));
  const auto move = [&](const std::function<void(const ExprRef&)>& body) {
    countedLoop(l, ir::integer(0, ir::sizeType()), count, at, body);
  };
  move([&](const ExprRef& i) {
    l.emit(ir::assign(ir::element(before, {i}), ir::AssignOp::Set,
                      loaded(l, dereference(l, start, i, where), where), at));
  });
  move([&](const ExprRef& i) {
    ir::ExprRef moved = ir::load(ir::element(before, {ir::load(ir::element(order, {i}))}));
    l.emit(ir::assign(target(l, dereference(l, start, i, where), where), ir::AssignOp::Set,
                      std::move(moved), at));
  });
}

static void refuseUnmovable(Lowering& l, const View& start, SourceLocation where) {
  if (start.column)
    return;
  const bool hasElements =
      start.base.type && !start.isObject && start.others.empty() && start.base.type->isIndexable();
  if (!hasElements || !start.base.type->element->defaultConstructible ||
      holdsView(*start.base.type->element))
    l.notYet(where, "a sort of these objects", "sort positions: a std::vector<int>");
}

void sortBy(Lowering& l, const View& start, const ExprRef& count, const Comparison& less,
            SourceLocation where) {
  refuseUnmovable(l, start, where);
  MergeSort(l, start, count, less, where).run();
}

bool isShuffle(const CallExpr* expr) {
  const FunctionDecl* callee = expr->getDirectCallee();
  return callee && isInStd(callee) && callee->getDeclName().isIdentifier() &&
         callee->getName() == "shuffle" && expr->getNumArgs() == 3 &&
         isPointerLike(expr->getArg(0)->getType());
}

void shuffle(Lowering& l, const View& start, const ExprRef& count, const Expr* random,
             SourceLocation where) {
  refuseUnmovable(l, start, where);
  const Location at = toLocation(where);
  PassiveText text(l);
  const ExprRef engine = text.operand(random);
  text.changes(random);
  const ir::TypeRef positions = ir::vectorOf(ir::sizeType());
  const ir::Place order = l.placeOf(l.addLocal("order", positions, {.isStable = true}, at));
  l.emit(ir::declare(order.base, nullptr, at));
  l.emit({at, ir::Perform{
                  ir::opaque("treelize::shuffled_order($0, $1)", {count, engine}, positions, at),
                  text.changed, order.base}});
  permute(l, start, count, order, where);
}

} // namespace treelize::front
