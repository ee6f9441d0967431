#include "grad/plan/CarriedElements.h"

#include "analysis/Indices.h"
#include "ir/Builder.h"
#include "ir/Literals.h"
#include "ir/Loops.h"
#include "ir/Same.h"

#include <algorithm>
#include <iterator>

namespace treelize::grad {

using namespace ir;
using analysis::History;
using analysis::NestedCounter;

namespace {

/// The elements [begin, end).
struct Range {
  ExprRef begin, end;
};

class Carrier {
public:
  Carrier(Kernel& kernel, const History& history, VarId from, VarId to)
      : kernel(kernel), history(history), from(from), to(to) {}

  Block run(const ExprRef& length) {
    const ExprRef zero = integer(0, sizeType());
    Block left, inside, all;
    const Range set = around(0, inside);
    add({zero, set.begin}, left);
    std::ranges::move(inside, std::back_inserter(left));
    if (!history.setsLast)
      add({set.end, length}, left);
    if (left.empty())
      return left;
    add({zero, length}, all);
    return {Stmt{location(), If{runs(), std::move(left), std::move(all)}}};
  }

private:
  Kernel& kernel;
  const History& history;
  const VarId from, to;

  Location location() const { return history.maker->location; }

  /// From the first element that the loops from this depth on set to behind the last one; what they
  /// leave out between is copied.
  Range around(std::size_t depth, Block& inside) {
    const NestedCounter& loop = history.nest[depth];
    auto at = [&](const ExprRef& index, const ExprRef& number) {
      return replaceLoads(index, loop.counter, convert(number, kernel[loop.counter].type));
    };
    if (depth + 1 == history.nest.size())
      return {at(history.index, loop.lower), at(history.index, loop.upper)};
    const TypeRef& type = kernel[loop.counter].type;
    const ExprRef last = plus(convert(loop.upper, type), -1);
    const VarId counter = addLocal(kernel, kernel[loop.counter].name, type);
    Block deeper, between;
    const Range one = around(depth + 1, deeper);
    if (!deeper.empty()) {
      For each{counter, loop.lower, loop.upper, 1, false, {}};
      for (Stmt& stmt : deeper)
        replaceLoads(stmt, loop.counter, load(kernel, counter));
      each.body = std::move(deeper);
      inside.push_back(Stmt{location(), std::move(each)});
    }
    const ExprRef here = load(kernel, counter);
    add({at(one.end, here), at(one.begin, plus(here, 1))}, between);
    if (!between.empty())
      inside.push_back(
          Stmt{location(), For{counter, loop.lower, last, 1, false, std::move(between)}});
    return {at(one.begin, loop.lower), at(one.end, last)};
  }

  void add(const Range& range, Block& out) {
    if (analysis::expandedDistance(*range.begin, *range.end) == 0)
      return;
    auto element = [&](VarId row) {
      return [this, row](const ExprRef& at) { return ir::element(place(kernel, row), {at}); };
    };
    out.push_back(
        copyElements(kernel, range.begin, range.end, element(to), element(from), location()));
  }

  /// Does every loop of the nest?
  ExprRef runs() const {
    ExprRef all;
    std::vector<ExprRef> asked;
    for (const NestedCounter& loop : history.nest) {
      const ExprRef one =
          runsAtAll(kernel, For{loop.counter, loop.lower, loop.upper, 1, false, {}});
      const bool isNew =
          std::ranges::none_of(asked, [&](const ExprRef& known) { return isSame(*known, *one); });
      if (!isNew)
        continue;
      asked.push_back(one);
      all = all ? apply(Op::land_, {all, one}, boolType()) : one;
    }
    return all;
  }
};

} // namespace

Stmt copyElements(Kernel& kernel, ExprRef begin, ExprRef end, const NamedElement& target,
                  const NamedElement& source, Location at) {
  const VarId counter = addLocal(kernel, "at", sizeType());
  const ExprRef index = load(kernel, counter);
  return Stmt{at, For{counter,
                      convert(std::move(begin), sizeType()),
                      convert(std::move(end), sizeType()),
                      1,
                      false,
                      {assign(target(index), AssignOp::Set, load(source(index)), at)}}};
}

Block carryElements(Kernel& kernel, const History& history, VarId from, VarId to,
                    const ExprRef& length) {
  return Carrier(kernel, history, from, to).run(length);
}

} // namespace treelize::grad
