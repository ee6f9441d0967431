#include "grad/normalize/LoopTests.h"

#include "ir/Builder.h"
#include "ir/Literals.h"
#include "ir/Loops.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

namespace treelize::grad {

using namespace ir;

namespace {

/// `!e`; of whole numbers the opposite comparison.
ExprRef opposite(const ExprRef& e) {
  const auto* test = std::get_if<Apply>(&e->node);
  if (test && test->op == Op::lnot_)
    return test->args[0];
  constexpr std::pair<Op, Op> opposites[] = {{Op::lt_, Op::ge_}, {Op::le_, Op::gt_},
                                             {Op::gt_, Op::le_}, {Op::ge_, Op::lt_},
                                             {Op::eq_, Op::ne_}, {Op::ne_, Op::eq_}};
  for (const auto& [op, other] : opposites)
    if (test && test->op == op && test->args[0]->type->is(TypeKind::Integer))
      return apply(other, test->args, e->type, e->location);
  return logicalNot(e);
}

/// The test of a loop that a flag keeps going, and what stands before and behind it.
struct Test {
  std::span<const Stmt> before;
  const If* branch;
  const If* step; // taken where the loop goes on; null: none
};

bool clears(const Block& block, VarId flag) {
  const auto* s = block.size() == 1 ? std::get_if<Assign>(&block.front().node) : nullptr;
  return s && s->target.base == flag && literalTruth(*s->value) == false;
}

std::size_t mentionsOf(std::span<const Stmt> statements, VarId var) {
  std::size_t count = 0;
  for (const Stmt& stmt : statements)
    forEachMention(stmt, [&](VarId named) { count += named == var; });
  return count;
}

/// Nothing where anything else asks for the flag.
std::optional<Test> testOf(const While& loop, const Place& flag) {
  const std::span<const Stmt> body = loop.body;
  const auto at = std::ranges::find_if(
      body, [](const Stmt& stmt) { return std::holds_alternative<If>(stmt.node); });
  const auto* branch = at == body.end() ? nullptr : std::get_if<If>(&at->node);
  if (!branch || !clears(branch->thenBlock, flag.base))
    return std::nullopt;
  const auto position = static_cast<std::size_t>(at - body.begin());
  const std::span<const Stmt> behind = body.subspan(position + 1);
  const auto* step = behind.size() == 1 ? std::get_if<If>(&behind.front().node) : nullptr;
  const bool isStep = step && isLoadOf(*step->condition, flag) && step->elseBlock.empty();
  if (!(behind.empty() || isStep) || mentionsOf(body, flag.base) != (isStep ? 2u : 1u))
    return std::nullopt;
  return Test{body.first(position), branch, isStep ? step : nullptr};
}

/// A step of a counter of the kernel's own.
const Assign* counterStep(const Kernel& kernel, const Stmt& stmt) {
  const auto* s = std::get_if<Assign>(&stmt.node);
  const bool isStep = s && s->op != AssignOp::Set && s->target.path.empty() &&
                      s->target.type->is(TypeKind::Integer) && literalOf(s->value) &&
                      !kernel[s->target.base].byReference;
  return isStep ? s : nullptr;
}

/// The loop, and what is done before and after it.
struct Rotated {
  While loop;
  Block before, after;
};

void moveOn(const Test& test, Block& body) {
  std::ranges::copy(test.branch->elseBlock, std::back_inserter(body));
  if (test.step)
    std::ranges::copy(test.step->thenBlock, std::back_inserter(body));
}

/// `let old = n; n -= 1; if (old > 0) ...`
std::optional<Rotated> stepBehindTest(const Kernel& kernel, const While& loop, const Test& test) {
  const auto* old = std::get_if<Declare>(&test.before[0].node);
  const Assign* step = counterStep(kernel, test.before[1]);
  if (!old || !old->value || !step || !isLoadOf(*old->value, step->target) ||
      mentionsOf(loop.body, old->var) != 2)
    return std::nullopt;
  std::size_t reads = 0;
  bool isOfOld = true;
  forEachRead(*test.branch->condition, [&](const Place& p) {
    reads += p.base == old->var;
    isOfOld = isOfOld && p.base != step->target.base;
  });
  if (reads != 1 || !isOfOld)
    return std::nullopt;
  const ExprRef goesOn =
      opposite(replaceLoads(test.branch->condition, old->var, load(step->target)));
  Rotated made{{goesOn, {test.before[1]}, {}}, {}, {test.before[1]}};
  moveOn(test, made.loop.body);
  return made;
}

std::optional<Rotated> rotated(const Kernel& kernel, const While& loop, const Test& test) {
  if (test.before.size() == 2)
    return stepBehindTest(kernel, loop, test);
  if (test.before.size() > 1 || (test.before.size() == 1 && !counterStep(kernel, test.before[0])))
    return std::nullopt;
  const Block step(test.before.begin(), test.before.end());
  Rotated made{{opposite(test.branch->condition), {}, {}}, step, {}};
  moveOn(test, made.loop.body);
  std::ranges::copy(step, std::back_inserter(made.loop.body));
  return made;
}

/// Where the flag of the loop begins its life as true, right before the loop but for declarations
/// that do not ask for it.
std::optional<std::size_t> beginningOf(VarId flag, const Block& before) {
  for (std::size_t i = before.size(); i-- > 0;) {
    const auto* local = std::get_if<Declare>(&before[i].node);
    if (local && local->var == flag)
      return local->value && literalTruth(*local->value) == true ? std::optional(i) : std::nullopt;
    if (!local || mentions(before[i], flag))
      return std::nullopt;
  }
  return std::nullopt;
}

/// Does the step leave its number to nobody?
bool isSpent(const Stmt& step, const Block& before, std::span<const Stmt> rest) {
  const VarId counter = namedPlace(step)->base;
  return !mentions(rest, counter) &&
         std::ranges::any_of(before, [&](const Stmt& stmt) { return declared(stmt) == counter; });
}

void testFirst(const Kernel& kernel, Block& statements) {
  Block out;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    Stmt& stmt = statements[i];
    for (Block* inner : blocks(stmt))
      testFirst(kernel, *inner);
    const auto* loop = std::get_if<While>(&stmt.node);
    const auto* flag = loop ? std::get_if<Load>(&loop->condition->node) : nullptr;
    const std::optional<std::size_t> begin =
        flag && flag->place.path.empty() ? beginningOf(flag->place.base, out) : std::nullopt;
    std::optional<Rotated> made;
    if (begin && loop->step.empty() &&
        !mentions(std::span(statements).subspan(i + 1), flag->place.base))
      if (const std::optional<Test> test = testOf(*loop, flag->place))
        made = rotated(kernel, *loop, *test);
    if (!made) {
      out.push_back(std::move(stmt));
      continue;
    }
    if (!made->after.empty() &&
        isSpent(made->after.front(), out, std::span(statements).subspan(i + 1)))
      made->after.clear();
    out.erase(out.begin() + static_cast<std::ptrdiff_t>(*begin));
    std::ranges::move(made->before, std::back_inserter(out));
    out.push_back(Stmt{stmt.location, std::move(made->loop)});
    std::ranges::move(made->after, std::back_inserter(out));
  }
  statements = std::move(out);
}

} // namespace

void testFirst(Kernel& kernel) {
  testFirst(kernel, kernel.body);
}

} // namespace treelize::grad
