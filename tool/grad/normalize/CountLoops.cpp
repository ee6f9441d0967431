#include "grad/normalize/CountLoops.h"

#include "analysis/Regions.h"
#include "grad/normalize/CounterBounds.h"
#include "ir/Builder.h"
#include "ir/Existence.h"
#include "ir/Intrinsics.h"
#include "ir/Literals.h"
#include "ir/Loops.h"
#include "ir/Walk.h"
#include "ir/WriteCounts.h"

#include <algorithm>
#include <set>
#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

/// `while (counter < bound)`, and where its body increases the counter; or `while (counter >
/// bound)`, and where its body counts down by one.
struct Count {
  VarId counter;
  ExprRef bound, step;
  std::size_t at;
  bool mayWrap = false; // `counter != bound`, unsigned and by ones
  bool isDown = false;
};

/// A step that the loop can take as it stands, because the counter does not wrap; zero: none such.
std::int64_t literalStep(const Expr& step, const Type& counter) {
  const auto* literal = std::get_if<Literal>(&step.node);
  const std::int64_t number = literal ? literal->number.value_or(0) : 0;
  return !counter.isSigned && mayWrapUnsigned(counter.bits, number) ? 0 : number;
}

/// Does the step count upwards whenever the loop ends? A signed counter would overflow otherwise,
/// and trips of an unsigned one are counted as they are; but a throw leaves any loop.
bool isForwards(const Expr& step, const Type& counter, const Block& body) {
  const auto* literal = std::get_if<Literal>(&step.node);
  if (literal && literal->number && counter.isSigned)
    return *literal->number > 0;
  return literalStep(step, counter) > 0 || !mayAbandon(body);
}

/// `(counter + 1) - 1` is the counter.
ExprRef joined(const ExprRef& e, VarId counter) {
  const auto* step = std::get_if<Apply>(&e->node);
  const auto* now =
      step && step->op == Op::sub ? std::get_if<Apply>(&step->args[0]->node) : nullptr;
  const auto* read = now && now->op == Op::add ? std::get_if<Load>(&now->args[0]->node) : nullptr;
  const bool isOfCounter = read && read->place.base == counter;
  const auto number = isOfCounter ? literalOf(step->args[1]) : std::nullopt;
  return number ? plus(step->args[0], -*number) : e;
}

void joinSteps(Block& block, VarId counter) {
  for (Stmt& stmt : block) {
    forEachExprSlot(stmt, [&](ExprRef& slot) {
      slot = rewrite(slot, [&](const ExprRef& e) { return joined(e, counter); });
    });
    for (Block* inner : blocks(stmt))
      joinSteps(*inner, counter);
  }
}

class LoopCounter {
public:
  explicit LoopCounter(Kernel& kernel) : kernel(kernel) {}

  void block(Block& statements) {
    Block out;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      Stmt& stmt = statements[i];
      for (Block* inner : blocks(stmt))
        block(*inner);
      const auto* loop = std::get_if<While>(&stmt.node);
      if (const std::optional<Count> count = loop ? countOf(*loop, out) : std::nullopt)
        rewrite(*loop, *count, stmt.location, std::span(statements).subspan(i + 1), out);
      else
        out.push_back(std::move(stmt));
    }
    statements = std::move(out);
  }

private:
  Kernel& kernel;

  std::optional<Count> countOf(const While& loop, const Block& before) const {
    const auto isNonNegative = [&](VarId counter) {
      const Declare* start = startOf(counter, before);
      return start && literalOf(start->value).value_or(-1) >= 0;
    };
    std::optional<Count> count;
    std::set<VarId> tried;
    forEachRead(*loop.condition, [&](const Place& p) {
      if (!count && p.path.empty() && isCounter(p.base) && tried.insert(p.base).second)
        if (const std::optional<ExprRef> bound = upperBound(
                kernel, loop.condition, {p.base, isNonNegative(p.base), mayAbandon(loop.body)}))
          count = countUp(loop, p.base, *bound, /*isInequality=*/false);
    });
    const auto* test = std::get_if<Apply>(&loop.condition->node);
    if (count || !test || test->args.size() != 2)
      return count;
    const ExprRef &left = test->args[0], &right = test->args[1];
    if (test->op == Op::ne_) {
      count = countTo(loop, left, right);
      count = count ? count : countTo(loop, right, left);
    }
    if (!count && (test->op == Op::gt_ || test->op == Op::ne_))
      count = countDown(loop, test->op, left, right);
    if (!count && test->op == Op::lt_)
      count = countDown(loop, test->op, right, left);
    return count;
  }

  /// The declaration of the counter with a value, if that is the last statement before the loop.
  static const Declare* startOf(VarId counter, const Block& before) {
    const auto* start = before.empty() ? nullptr : std::get_if<Declare>(&before.back().node);
    return start && start->var == counter && start->value ? start : nullptr;
  }

  std::optional<Count> countTo(const While& loop, const ExprRef& counter,
                               const ExprRef& bound) const {
    const std::optional<VarId> var = counterOf(counter, bound);
    return var ? countUp(loop, *var, bound, /*isInequality=*/true) : std::nullopt;
  }

  /// The variable that the loop compares with a number of its type; nothing if it is no counter.
  std::optional<VarId> counterOf(const ExprRef& counter, const ExprRef& bound) const {
    const auto* read = std::get_if<Load>(&counter->node);
    const bool isCompared = read && read->place.path.empty() && isCounter(read->place.base) &&
                            counter->type->bits == bound->type->bits &&
                            counter->type->isSigned == bound->type->isSigned;
    return isCompared ? std::optional(read->place.base) : std::nullopt;
  }

  /// `counter != bound` only with zero for the bound: a signed counter that begins below it would
  /// overflow, unless the loop is left by a throw.
  std::optional<Count> countDown(const While& loop, Op test, const ExprRef& counter,
                                 const ExprRef& bound) const {
    const std::optional<VarId> var = counterOf(counter, bound);
    const std::optional<std::size_t> at =
        var ? onlyStep(loop.body, *var, AssignOp::Sub) : std::nullopt;
    if (!at || (test == Op::ne_ &&
                (!isZero(*bound) || (counter->type->isSigned && mayAbandon(loop.body)))))
      return std::nullopt;
    const ExprRef step = std::get<Assign>(loop.body[*at].node).value;
    return literalOf(step) == 1 && isSteady(*bound, loop.body)
               ? std::optional(Count{*var, bound, step, *at, false, /*isDown=*/true})
               : std::nullopt;
  }

  std::optional<Count> countUp(const While& loop, VarId counter, const ExprRef& bound,
                               bool isInequality) const {
    const Type& type = *kernel[counter].type;
    const std::optional<std::size_t> at = onlyStep(loop.body, counter, AssignOp::Add);
    if (!at)
      return std::nullopt;
    const ExprRef step = std::get<Assign>(loop.body[*at].node).value;
    // A signed counter beyond its bound would overflow, unless the loop is left by a throw.
    if (isInequality && (literalStep(*step, type) != 1 || (type.isSigned && mayAbandon(loop.body))))
      return std::nullopt;
    const bool mayWrap = isInequality && !type.isSigned;
    return isForwards(*step, type, loop.body) && isSteady(*bound, loop.body) &&
                   isSteady(*step, loop.body) && isAlwaysThere(kernel, *step)
               ? std::optional(Count{counter, bound, step, *at, mayWrap})
               : std::nullopt;
  }

  bool isCounter(VarId var) const {
    const Variable& v = kernel[var];
    return v.role == Role::Local && !v.byReference && v.type->is(TypeKind::Integer) &&
           v.type->bits >= 32;
  }

  /// The one statement of the body that writes the variable, if that is such a step.
  std::optional<std::size_t> onlyStep(const Block& body, VarId var, AssignOp op) const {
    const auto found = std::ranges::find_if(body, [&](const Stmt& stmt) {
      const auto* s = std::get_if<Assign>(&stmt.node);
      return s && s->op == op && s->target.base == var;
    });
    return writesTo(var, kernel, body).all() == 1 && found != body.end()
               ? std::optional(static_cast<std::size_t>(found - body.begin()))
               : std::nullopt;
  }

  /// Does the expression, which calls nothing unknown, keep its value while the loop runs?
  bool isSteady(const Expr& expr, const Block& body) const {
    const bool callsUnknown = any(expr, [](const Expr& e) {
      const auto* call = std::get_if<Opaque>(&e.node);
      return call && !(call->row && (*call->row == Intrinsic::trip_count ||
                                     info(*call->row).nature == Nature::Operation));
    });
    return !callsUnknown && !analysis::mayChange(expr, analysis::writesOf(kernel, body));
  }

  void rewrite(const While& loop, const Count& count, Location at, std::span<const Stmt> rest,
               Block& out) {
    const TypeRef type = kernel[count.counter].type;
    // A counter that was declared for the loop alone becomes the loop's own.
    const Declare* start = startOf(count.counter, out);
    const bool isForLoop = start && !mentions(rest, count.counter);
    const std::int64_t knownStep = literalStep(*count.step, *type);
    const bool isKnownStep = knownStep > 0;
    const bool isReadOnce = isKnownStep && !count.mayWrap; // before the first iteration
    const bool isOwn = isForLoop && (isReadOnce || isSteady(*start->value, loop.body));
    const ExprRef lower = isOwn ? convert(start->value, type) : load(kernel, count.counter);
    if (isOwn)
      out.pop_back();

    Variable variable = kernel[count.counter];
    variable.wish = variable.name;
    For counted{addVariable(kernel, std::move(variable)), lower, count.bound, 1, false, loop.body};
    ExprRef now = load(kernel, counted.counter);
    const bool isFromZero = isZero(*lower);
    if (count.isDown) { // the loop's own counter is what the step leaves
      std::swap(counted.lower, counted.upper);
      counted.descending = true;
      now = plus(now, 1);
    } else if (count.mayWrap &&
               !isFromZero) { // the unsigned difference is the number of trips even so
      now = apply(Op::add, {lower, now}, type);
      counted.lower = integer(0, type);
      counted.upper = apply(Op::sub, {count.bound, lower}, type);
    } else if (isKnownStep) {
      counted.step = knownStep;
    } else {
      const ExprRef trips = intrinsic(Intrinsic::trip_count, type->spelling,
                                      {lower, count.bound, count.step}, sizeType());
      now = apply(Op::mul, {now, convert(count.step, type)}, type);
      if (!isFromZero)
        now = apply(Op::add, {lower, now}, type);
      counted.lower = integer(0, type);
      counted.upper = convert(trips, type);
    }
    const ExprRef past = count.isDown ? load(kernel, counted.counter)
                                      : apply(Op::add, {now, convert(count.step, type)}, type);
    for (std::size_t i = 0; i < counted.body.size(); ++i)
      replaceLoads(counted.body[i], count.counter, i < count.at ? now : past);
    if (count.isDown)
      joinSteps(counted.body, counted.counter);
    counted.body.erase(counted.body.begin() + static_cast<std::ptrdiff_t>(count.at));
    const ExprRef trips = tripCount(kernel, counted);
    out.push_back(Stmt{at, std::move(counted)});
    const Place counter = place(kernel, count.counter);
    if (isForLoop)
      return;
    if (count.mayWrap)
      out.push_back(assign(counter, AssignOp::Set, count.bound, at));
    else
      out.push_back(assign(counter, count.isDown ? AssignOp::Sub : AssignOp::Add,
                           apply(Op::mul, {convert(trips, type), convert(count.step, type)}, type),
                           at));
  }
};

} // namespace

void countLoops(Kernel& kernel) {
  LoopCounter(kernel).block(kernel.body);
}

} // namespace treelize::grad
