#include "grad/finish/sums/GatherSums.h"

#include "analysis/Indices.h"
#include "analysis/OnlyValues.h"
#include "grad/loops/LoopGuards.h"
#include "grad/rules/Value.h"
#include "ir/Builder.h"
#include "ir/Walk.h"

#include <algorithm>
#include <set>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

/// Elements further apart are not gathered: so many iterations at either end run one by one.
constexpr std::int64_t widest = 8;

/// A sum of integers, its literals together at the end.
ExprRef withLiteralLast(const ExprRef& e) {
  const auto* sum = std::get_if<Apply>(&e->node);
  if (!sum || !e->type->is(TypeKind::Integer) || (sum->op != Op::add && sum->op != Op::sub))
    return e;
  const ExprRef &a = sum->args[0], &b = sum->args[1];
  const bool isSum = sum->op == Op::add;
  if (const auto literal = literalOf(b))
    return plus(a, isSum ? *literal : -*literal);
  const std::int64_t first = analysis::constantOf(*a),
                     second = isSum ? analysis::constantOf(*b) : 0;
  const ExprRef rest = apply(sum->op, {plus(a, -first), plus(b, -second)}, e->type);
  return plus(rest, first + second);
}

ExprRef replaced(const ExprRef& e, VarId var, const ExprRef& by) {
  return rewrite(e, [&](const ExprRef& part) {
    const auto* read = std::get_if<Load>(&part->node);
    return read && read->place.path.empty() && read->place.base == var ? by : withLiteralLast(part);
  });
}

/// What is added to one element of a row.
struct Sum {
  std::size_t at; // its position in the loop's body
  std::int64_t offset;
};

class Gatherer {
public:
  Gatherer(Kernel& kernel, const For& loop, Location at)
      : kernel(kernel), loop(loop), upper(upperWhereRuns(loop)), at(at), own(declaredIn(loop.body)),
        values(kernel, loop.body) {}

  /// The sums to neighbours of this one, itself among them; nothing where there are none.
  std::vector<Sum> neighboursOf(std::size_t first, const LoopPart& sums) const {
    const Place& target = sumAt(first).target;
    const analysis::LoopFacts facts(kernel, loop);
    if (!analysis::runsAlong(kernel, target, facts))
      return {};
    std::vector<Sum> found;
    for (std::size_t other : sums)
      if (const auto away = distance(target, sumAt(other).target);
          away && *away % loop.step == 0 && isFormula(other))
        found.push_back({other, offsetOf(other)});
    if (found.empty())
      return {};
    const auto [low, high] = std::ranges::minmax(found, {}, &Sum::offset);
    const std::int64_t width = high.offset - low.offset;
    return width > 0 && width <= widest ? found : std::vector<Sum>{};
  }

  Stmt gathered(const std::vector<Sum>& sums) {
    const auto [low, high] = std::ranges::minmax(sums, {}, &Sum::offset);
    first = low.offset;
    last = high.offset;
    If result;
    result.condition = isLongerThan(last - first);
    result.thenBlock = {end(sums, loop.lower, plus(loop.lower, last - first), /*isLower=*/true),
                        middle(sums), end(sums, lastStart(last - first), upper, /*isLower=*/false)};
    LoopPart all;
    for (const Sum& sum : sums)
      all.insert(sum.at);
    result.elseBlock = {Stmt{at, partOf(kernel, loop, all)}};
    return {at, std::move(result)};
  }

private:
  Kernel& kernel;
  const For& loop;
  ExprRef upper; // where the loop runs
  Location at;
  const std::set<VarId> own;
  const analysis::OnlyValues values;
  std::int64_t first = 0, last = 0; // offsets

  /// Of unsigned numbers `lower + width + 2 < n`, not `lower + width < n - 2`.
  ExprRef isLongerThan(std::int64_t width) const {
    const auto* less = upper == loop.upper ? nullptr : std::get_if<Apply>(&upper->node);
    const auto shift = less ? literalOf(less->args[1]) : std::nullopt;
    return shift ? isFurther(loop.lower, width + *shift, less->args[0])
                 : isFurther(loop.lower, width, loop.upper);
  }

  /// The first counter that is less than the width below the upper bound.
  ExprRef lastStart(std::int64_t width) const {
    if (loop.step == 1)
      return plus(upper, -width);
    const TypeRef& type = kernel[loop.counter].type;
    const ExprRef number = integer(loop.step, type);
    const ExprRef length = apply(Op::sub, {plus(upper, loop.step - 1 - width), loop.lower}, type);
    const ExprRef steps = apply(Op::div, {length, number}, type);
    return apply(Op::add, {loop.lower, apply(Op::mul, {steps, number}, type)}, type);
  }

  const Assign& sumAt(std::size_t position) const {
    return std::get<Assign>(loop.body[position].node);
  }

  /// Of the element from the one at the counter.
  std::int64_t offsetOf(std::size_t position) const {
    return analysis::constantOf(*analysis::lastIndex(sumAt(position).target));
  }

  For over(ExprRef lower, ExprRef upper, Block body) {
    const VarId counter = addLocal(kernel, kernel[loop.counter].name, kernel[loop.counter].type);
    kernel[counter].wish = kernel[loop.counter].wish;
    replaceLoadsIn(body, counter);
    return {counter, std::move(lower), std::move(upper), loop.step, false, std::move(body)};
  }

  void replaceLoadsIn(Block& body, VarId counter) const {
    const ExprRef now = load(kernel, counter);
    for (Stmt& stmt : body) {
      forEachExprSlot(stmt, [&](ExprRef& e) { e = replaced(e, loop.counter, now); });
      for (Block* inner : blocks(stmt))
        replaceLoadsIn(*inner, counter);
    }
  }

  /// Do declarations alone say what is added?
  bool isFormula(std::size_t sum) const {
    bool isFormula = true;
    forEachRead(*valueOf({sum, 0}), [&](const Place& p) {
      isFormula = isFormula && !(own.contains(p.base) && values.isAssigned(p.base));
    });
    return isFormula;
  }

  /// What an iteration adds, of the elements and the loop's counter alone.
  ExprRef valueOf(const Sum& sum) const {
    ExprRef value = sumAt(sum.at).value;
    for (std::size_t i = sum.at; i-- > 0;)
      if (const auto* local = std::get_if<Declare>(&loop.body[i].node))
        if (const ExprRef known = values.of(local->var))
          value = replaced(value, local->var, known);
    return value;
  }

  /// Iterations all of whose elements are there: each element takes what it gets from the others.
  Stmt middle(const std::vector<Sum>& sums) {
    const Sum& own = *std::ranges::min_element(
        sums, {}, [](const Sum& s) { return s.offset < 0 ? -s.offset : s.offset; });
    Value total = 0.0;
    for (const Sum& sum : sums) {
      const ExprRef then = plus(load(kernel, loop.counter), own.offset - sum.offset);
      const Value part = replaced(valueOf(sum), loop.counter, then);
      total = sumAt(sum.at).op == AssignOp::Sub ? total - part : total + part;
    }
    const Place& target = sumAt(own.at).target;
    Block body{assign(target, AssignOp::Add, total.expr(target.type), loop.body[own.at].location)};
    return {at, over(plus(loop.lower, last - own.offset), plus(upper, first - own.offset),
                     std::move(body))};
  }

  /// The iterations at an end add to the elements there, and to no others.
  Stmt end(const std::vector<Sum>& sums, ExprRef from, ExprRef to, bool isLower) {
    Block body;
    for (const Sum& sum : sums) {
      const std::int64_t reach = isLower ? last - sum.offset : sum.offset - first;
      if (reach == 0)
        continue;
      Stmt added =
          assign(sumAt(sum.at).target, sumAt(sum.at).op, valueOf(sum), loop.body[sum.at].location);
      if (reach == last - first) {
        body.push_back(std::move(added));
        continue;
      }
      const ExprRef now = load(kernel, loop.counter);
      If near;
      near.condition = isLower ? apply(Op::lt_, {now, plus(loop.lower, reach)}, boolType())
                               : apply(Op::ge_, {now, plus(upper, -reach)}, boolType());
      near.thenBlock.push_back(std::move(added));
      body.push_back({at, std::move(near)});
    }
    return {at, over(std::move(from), std::move(to), std::move(body))};
  }
};

} // namespace

Block gatherSums(Kernel& kernel, const For& loop, LoopPart& sums, Location at) {
  Gatherer gatherer(kernel, loop, at);
  Block result;
  const LoopPart all = sums;
  for (std::size_t sum : all) {
    const std::vector<Sum> together =
        sums.contains(sum) ? gatherer.neighboursOf(sum, sums) : std::vector<Sum>{};
    if (together.empty())
      continue;
    result.push_back(gatherer.gathered(together));
    for (const Sum& done : together)
      sums.erase(done.at);
  }
  return result;
}

} // namespace treelize::grad
