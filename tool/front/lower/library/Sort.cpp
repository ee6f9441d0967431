// Sorting by a comparison of the user's: a merge sort of positions, in the kernel language, after
// which the elements move.
//
// What is compared carries no derivative, what moves does. Where elements are equal they keep their
// order, which is std::stable_sort's answer and one of those that std::sort may give.
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"
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
    move();
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
  ExprRef positionOf(const ir::Place& element) { return ir::load(ir::element(order, {ir::load(element)})); }

  void move() {
    const ir::Place unsorted =
        variable("unsorted", ir::construct(ir::vectorOf(start.base.type->element), {count}, at));
    forEach(zero(), count, [&](const ExprRef& i) {
      set(ir::element(unsorted, {i}), loaded(l, dereference(l, start, i, where), where));
    });
    forEach(zero(), count, [&](const ExprRef& i) {
      set(target(l, dereference(l, start, i, where), where),
          ir::load(ir::element(unsorted, {ir::load(ir::element(order, {i}))})));
    });
  }
};

} // namespace

void sortBy(Lowering& l, const View& start, const ExprRef& count, const Comparison& less,
            SourceLocation where) {
  const bool hasElements =
      !start.isObject && start.others.empty() && start.base.type->isIndexable();
  if (!hasElements || !start.base.type->element->defaultConstructible ||
      holdsView(*start.base.type->element))
    l.notYet(where, "a sort of these objects", "sort positions: a std::vector<int>");
  MergeSort(l, start, count, less, where).run();
}

} // namespace treelize::front
