#include "grad/normalize/Recurrences.h"

#include "analysis/Regions.h"
#include "grad/loops/LoopGuards.h"
#include "grad/normalize/ClosedSums.h"
#include "ir/Builder.h"
#include "ir/Exchanges.h"
#include "ir/Existence.h"
#include "ir/Literals.h"
#include "ir/Loops.h"
#include "ir/Same.h"
#include "ir/Walk.h"
#include "ir/WriteCounts.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

bool reads(const ExprRef& value, const Place& place) {
  bool found = false;
  forEachRead(*value, [&](const Place& p) { found = found || analysis::overlap(p, place); });
  return found;
}

void nameSum(Assign& s) {
  if (s.op == AssignOp::Set)
    if (const std::optional<Assign> sum = sumInto(s.target, s.value))
      s = *sum;
}

/// Integers of at least the width of int: their arithmetic does not change their type.
bool isPlainInteger(const Type& type) {
  return type.is(TypeKind::Integer) && type.bits >= 32;
}

class CounterSolver {
public:
  explicit CounterSolver(Kernel& kernel) : kernel(kernel) {}

  void block(Block& statements) {
    Block out;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      for (Block* inner : blocks(statements[i]))
        block(*inner);
      auto* loop = std::get_if<For>(&statements[i].node);
      Block after = loop && loop->step == 1 && !loop->descending ? solve(*loop, out) : Block{};
      std::erase_if(after, [&](const Stmt& stmt) {
        return isOver(out, std::span(statements).subspan(i + 1), namedPlace(stmt)->base);
      });
      Block settled;
      for (Stmt& stmt : after)
        if (isAlwaysThere(kernel, *std::get<Assign>(stmt.node).value))
          settled.push_back(std::move(stmt));
        else
          appendWhereRuns(kernel, *loop, {std::move(stmt)}, statements[i].location, settled);
      out.push_back(std::move(statements[i]));
      std::ranges::move(settled, std::back_inserter(out));
    }
    statements = std::move(out);
  }

private:
  Kernel& kernel;

  struct Counter {
    VarId var;
    ClosedSum sum;
  };

  /// Does the variable's life begin in this block, and is the rest of the block without interest in
  /// it?
  static bool isOver(const Block& before, std::span<const Stmt> rest, VarId var) {
    return std::ranges::any_of(before, [&](const Stmt& stmt) { return declared(stmt) == var; }) &&
           !mentions(rest, var);
  }

  /// The variable's value after the statements: a number, if that is known.
  ExprRef valueAfter(std::span<const Stmt> before, VarId var) const {
    ExprRef value;
    for (const Stmt& stmt : before) {
      const auto* s = std::get_if<Declare>(&stmt.node);
      if (s && s->var == var)
        value = s->value && std::holds_alternative<Literal>(s->value->node)
                    ? convert(s->value, kernel[var].type)
                    : nullptr;
      else if (analysis::writesOf(kernel, std::span(&stmt, 1)).overlaps(place(kernel, var)))
        value = nullptr;
    }
    return value ? value : load(kernel, var);
  }

  /// What is left to do after the loop.
  Block solve(For& loop, std::span<const Stmt> before) {
    Block after;
    for (std::size_t i = 0; i < loop.body.size();)
      if (const std::optional<Counter> counter = counted(loop, i)) {
        after.push_back(solve(loop, i, *counter, valueAfter(before, counter->var)));
      } else {
        ++i;
      }
    return after;
  }

  /// The variable that the statement increases, and no other statement of the loop changes.
  std::optional<Counter> counted(const For& loop, std::size_t at) const {
    const auto* s = std::get_if<Assign>(&loop.body[at].node);
    if (!s || s->op != AssignOp::Add || !s->target.path.empty() || !isPlainInteger(*s->target.type))
      return std::nullopt;
    const VarId var = s->target.base;
    if (kernel[var].role != Role::Local || kernel[var].byReference ||
        declaredIn(loop.body).contains(var))
      return std::nullopt;
    const bool isThere = isAlwaysThere(kernel, *s->value) || !mayAbandon(loop.body);
    const std::optional<ClosedSum> sum = writesTo(var, kernel, loop.body).all() == 1 && isThere
                                             ? closedSum(kernel, loop, s->value, kernel[var].type)
                                             : std::nullopt;
    return sum ? std::optional(Counter{var, *sum}) : std::nullopt;
  }

  Stmt solve(For& loop, std::size_t at, const Counter& counter, const ExprRef& start) {
    const Stmt step = loop.body[at];
    const ExprRef increment = std::get<Assign>(step.node).value;
    const TypeRef type = kernel[counter.var].type;
    loop.body.erase(loop.body.begin() + static_cast<std::ptrdiff_t>(at));
    if (mentions(loop.body, counter.var)) {
      const ExprRef before = counter.sum.isCount ? sum(start, counter.sum.before, type)
                                                 : nameValue(loop, counter, start, step.location);
      at += counter.sum.isCount ? 0 : 1;
      for (std::size_t i = counter.sum.isCount ? 0 : 1; i < loop.body.size(); ++i)
        replaceLoads(loop.body[i], counter.var,
                     i < at ? before : sum(before, convert(increment, type), type));
    }
    return assign(place(kernel, counter.var), AssignOp::Add, counter.sum.total, step.location);
  }

  /// A local of the iteration with the counter's value at its beginning.
  ExprRef nameValue(For& loop, const Counter& counter, const ExprRef& start, Location at) {
    const TypeRef type = kernel[counter.var].type;
    const VarId here = addLocal(kernel, kernel[counter.var].name + "_here", type, at);
    const TypeRef wide = counter.sum.before->type;
    const ExprRef value = convert(sum(convert(start, wide), counter.sum.before, wide), type);
    loop.body.insert(loop.body.begin(), declare(here, value, at));
    return load(kernel, here);
  }

  static ExprRef sum(const ExprRef& a, const ExprRef& b, const TypeRef& type) {
    return isZero(*a) ? b : apply(Op::add, {a, b}, type);
  }
};

void nameSums(Block& statements) {
  for (Stmt& stmt : statements) {
    if (auto* s = std::get_if<Assign>(&stmt.node))
      nameSum(*s);
    for (Block* inner : blocks(stmt))
      nameSums(*inner);
  }
}

} // namespace

void nameSums(Kernel& kernel) {
  nameSums(kernel.body);
}

void solveCounters(Kernel& kernel) {
  CounterSolver(kernel).block(kernel.body);
}

/// `sign = -sign`, `flag = !flag`
static bool isInvolution(const Assign& s) {
  const auto* change = s.op == AssignOp::Set ? std::get_if<Apply>(&s.value->node) : nullptr;
  return change && isLoadOf(*change->args[0], s.target) &&
         ((change->op == Op::neg && isPlainInteger(*s.target.type)) || change->op == Op::lnot_);
}

std::optional<Assign> sumInto(const Place& target, const ExprRef& value) {
  const auto* sum = std::get_if<Apply>(&value->node);
  const bool isSum = sum && (sum->op == Op::add || sum->op == Op::sub) &&
                     isSameInCpp(*value->type, *target.type);
  if (!isSum)
    return std::nullopt;
  const ExprRef first = sum->args[0], second = sum->args[1];
  const AssignOp op = sum->op == Op::add ? AssignOp::Add : AssignOp::Sub;
  if (isLoadOf(*first, target) && !reads(second, target))
    return Assign{target, op, second};
  if (op == AssignOp::Add && isLoadOf(*second, target) && !reads(first, target))
    return Assign{target, op, first};
  return std::nullopt;
}

std::optional<Stmt> inverseOf(const Kernel& kernel, const Stmt& stmt) {
  if (exchangeOf(stmt))
    return stmt;
  const auto* s = std::get_if<Assign>(&stmt.node);
  if (!s)
    return std::nullopt;
  if (s->target.path.empty() && isInvolution(*s))
    return stmt;
  if (s->op == AssignOp::Set || !isPlainInteger(*s->target.type))
    return std::nullopt;
  bool isSteady = true; // what is cheap to keep until then
  forEachRead(*s->value, [&](const Place& p) {
    isSteady = isSteady && p.path.empty() && !kernel[p.base].type->isView();
  });
  if (!isSteady || reads(s->value, s->target))
    return std::nullopt;
  return assign(s->target, s->op == AssignOp::Add ? AssignOp::Sub : AssignOp::Add, s->value,
                stmt.location);
}

} // namespace treelize::grad
