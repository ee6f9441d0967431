#include "grad/plan/SkipIterations.h"

#include "analysis/ElementRanges.h"
#include "analysis/Regions.h"
#include "grad/rules/Guards.h"
#include "grad/rules/Value.h"
#include "ir/Builder.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

/// More comparisons than this may cost more than they save.
constexpr std::size_t seedLimit = 2;

/// Compilers unroll a loop that runs so often, and make better code of it without a branch before
/// it.
constexpr std::int64_t fewTrips = 4;

constexpr const char* significance = "treelize::is_significant($0)";

/// Walks the reverse of an iteration as if all seeds were zero, and finds which places these are.
class SeedFinder {
public:
  SeedFinder(const Kernel& kernel, VarId counter, std::span<const Stmt> code, IterationsOwn own)
      : kernel(kernel), counter(counter), zero(std::move(own.zeroShadows)),
        scratch(std::move(own.scratch)), declaredInside(declaredIn(code)),
        written(analysis::writesOf(kernel, code)) {}

  std::vector<Place> seeds;

  void declare(const Declare& s) {
    if (s.value && isZero(*s.value))
      zero.insert(s.var);
    else
      scratch.insert(s.var);
  }

  /// Does the code change nothing that lasts?
  bool isIdle(std::span<const Stmt> code) {
    return std::ranges::all_of(code, [&](const Stmt& stmt) { return isIdle(stmt); });
  }

private:
  const Kernel& kernel;
  const VarId counter;
  std::set<VarId> zero, scratch;
  const std::set<VarId> declaredInside;
  const analysis::RegionSet written;

  bool isIdle(const Stmt& stmt) {
    if (const auto* s = std::get_if<Declare>(&stmt.node)) {
      declare(*s);
      return true;
    }
    if (const auto* s = std::get_if<Assign>(&stmt.node))
      return isIdle(*s);
    if (const auto* s = std::get_if<If>(&stmt.node))
      return isIdle(s->thenBlock) && isIdle(s->elseBlock);
    if (const auto* s = std::get_if<For>(&stmt.node))
      return isIdle(s->body);
    return std::holds_alternative<Comment>(stmt.node);
  }

  bool isIdle(const Assign& s) {
    if (scratch.contains(s.target.base))
      return true;
    if (!isZero(*s.value))
      return false;
    return s.op != AssignOp::Set || zero.contains(s.target.base) || isSeed(s.target);
  }

  bool isSeed(const Place& place) const {
    return std::ranges::any_of(seeds, [&](const Place& seed) { return isSame(seed, place); });
  }

  bool isZero(const Expr& e) {
    if (const auto* s = std::get_if<Load>(&e.node))
      return zero.contains(s->place.base) || isSeed(s->place) || becomesSeed(s->place);
    if (const auto* s = std::get_if<Cast>(&e.node))
      return isZero(*s->arg);
    if (const auto* s = std::get_if<Select>(&e.node))
      return isZero(*s->ifTrue) && isZero(*s->ifFalse);
    if (const auto* s = std::get_if<Construct>(&e.node))
      return s->args.size() < 2 && isDifferentiable(*e.type);
    if (const auto* s = std::get_if<Apply>(&e.node))
      return isZero(*s);
    if (const std::optional<Guarded> product = guardedSum(e))
      return isZero(*product->value);
    return std::holds_alternative<ZerosLike>(e.node) || numberOf(std::make_shared<Expr>(e)) == 0.0;
  }

  bool isZero(const Apply& e) {
    switch (e.op) {
    case Op::mul:
      return isZero(*e.args[0]) || isZero(*e.args[1]);
    case Op::div:
    case Op::neg:
      return isZero(*e.args[0]);
    case Op::add:
    case Op::sub:
      return isZero(*e.args[0]) && isZero(*e.args[1]);
    default:
      return false;
    }
  }

  /// A number in a shadow that outlives the iteration, at a place that stays the same in it but not
  /// in the next one.
  bool becomesSeed(const Place& place) {
    const Variable& shadow = kernel[place.base];
    const bool isShadow = shadow.shadowOf || shadow.role == Role::Seed;
    if (!isShadow || scratch.contains(place.base) || !place.type->is(TypeKind::Real) ||
        seeds.size() == seedLimit)
      return false;
    bool isSteady = true, varies = false;
    forEachIndexRead(place, [&](const Place& p) {
      varies = varies || p.base == counter;
      isSteady = isSteady && !declaredInside.contains(p.base) && !written.overlaps(p);
    });
    if (isSteady && varies)
      seeds.push_back(place);
    return isSteady && varies;
  }
};

bool hasLongLoop(std::span<const Stmt> code) {
  bool found = false;
  forEachStmt(code, [&](const Stmt& stmt) {
    const auto* loop = std::get_if<For>(&stmt.node);
    found = found || (loop && !analysis::isShort(*loop, fewTrips));
  });
  return found;
}

} // namespace

void skipWithoutSeeds(const Kernel& kernel, VarId counter, Block& iteration, std::size_t first,
                      IterationsOwn own) {
  const std::span<const Stmt> code = std::span(iteration).subspan(first);
  SeedFinder finder(kernel, counter, code, std::move(own));
  for (const Stmt& stmt : std::span(iteration).first(first))
    if (const auto* s = std::get_if<Declare>(&stmt.node))
      finder.declare(*s);
  if (!hasLongLoop(code) || !finder.isIdle(code) || finder.seeds.empty())
    return;
  ExprRef counts;
  for (const Place& seed : finder.seeds) {
    const ExprRef one = opaque(significance, {load(seed)}, boolType());
    counts = counts ? apply(Op::lor_, {counts, one}, boolType()) : one;
  }
  Block skipped(std::make_move_iterator(iteration.begin() + static_cast<std::ptrdiff_t>(first)),
                std::make_move_iterator(iteration.end()));
  iteration.resize(first);
  const Location at = skipped.front().location;
  iteration.push_back(Stmt{at, If{counts, std::move(skipped), {}}});
}

std::optional<Place> skippedSeed(const Expr& condition) {
  const auto* question = std::get_if<Opaque>(&condition.node);
  const bool isOne = question && question->text == significance;
  const auto* seed = isOne ? std::get_if<Load>(&question->args[0]->node) : nullptr;
  return seed ? std::optional(seed->place) : std::nullopt;
}

} // namespace treelize::grad
