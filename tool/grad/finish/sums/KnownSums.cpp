#include "grad/finish/sums/KnownSums.h"

#include "analysis/Indices.h"
#include "analysis/LoopFacts.h"
#include "analysis/OnlyValues.h"
#include "grad/loops/LoopGuards.h"
#include "grad/rules/Guards.h"
#include "ir/Builder.h"
#include "ir/Loops.h"
#include "ir/Same.h"
#include "ir/Walk.h"
#include "ir/WriteCounts.h"

#include <algorithm>
#include <optional>
#include <set>

namespace treelize::grad {

using namespace ir;

namespace {

/// What a loop adds up, one element of `kept` for each iteration.
struct KnownSum {
  VarId sum, kept;
  ExprRef index;
};

std::optional<VarId> localOf(const Expr& e) {
  const auto* load = std::get_if<Load>(&e.node);
  return load && load->place.path.empty() ? std::optional(load->place.base) : std::nullopt;
}

/// Where each iteration puts the term, in an element of its own.
const Assign* storeOf(const Kernel& kernel, const For& loop, VarId term) {
  const analysis::LoopFacts facts(kernel, loop);
  for (const Stmt& stmt : loop.body) {
    const auto* s = std::get_if<Assign>(&stmt.node);
    const bool isStored = s && s->op == AssignOp::Set && s->target.path.size() == 1 &&
                          s->target.path[0].indices.size() == 1 && localOf(*s->value) == term;
    if (isStored && analysis::followsCounter(*s->target.path[0].indices[0], facts))
      return s;
  }
  return nullptr;
}

class Finder {
public:
  explicit Finder(Kernel& adjoint) : kernel(adjoint), writes(adjoint) {}

  bool hasChanged = false;

  void block(Block& statements) {
    for (Stmt& stmt : statements)
      for (Block* inner : blocks(stmt))
        block(*inner);
    for (std::size_t first = 0; first < statements.size(); ++first) {
      const auto* loop = std::get_if<For>(&statements[first].node);
      if (!loop || loop->parallel)
        continue;
      const std::vector<KnownSum> sums = sumsOf(statements, first);
      for (std::size_t next = first + 1; next < statements.size() && !sums.empty(); ++next)
        next += reuse(sums, statements, first, next);
    }
  }

private:
  Kernel& kernel;
  const WriteCounts writes;

  std::vector<KnownSum> sumsOf(const Block& statements, std::size_t at) const {
    const auto& loop = std::get<For>(statements[at].node);
    const std::set<VarId> own = declaredIn(loop.body);
    std::vector<KnownSum> found;
    for (const Stmt& stmt : loop.body) {
      const auto* s = std::get_if<Assign>(&stmt.node);
      if (!s || s->op != AssignOp::Add || !s->target.path.empty() ||
          !s->target.type->is(TypeKind::Real))
        continue;
      const std::optional<VarId> term = localOf(*s->value);
      const Assign* store = term && own.contains(*term) && writes.of(*term).later() == 0
                                ? storeOf(kernel, loop, *term)
                                : nullptr;
      if (store && isWrittenOnce(s->target.base) && beginsAtZero(statements, at, s->target.base) &&
          isKept(store->target.base))
        found.push_back({s->target.base, store->target.base, store->target.path[0].indices[0]});
    }
    return found;
  }

  bool isKept(VarId array) const {
    return kernel[array].role == Role::Local && !kernel[array].byReference && isWrittenOnce(array);
  }

  bool isWrittenOnce(VarId var) const {
    const WriteCount count = writes.of(var);
    return count.begun + count.bare == 1 && count.taken == 0 && count.later() == 1;
  }

  bool beginsAtZero(const Block& statements, std::size_t before, VarId sum) const {
    while (before-- > 0) {
      if (!mentions(statements[before], sum))
        continue;
      const auto* s = std::get_if<Declare>(&statements[before].node);
      const auto* zero = s && s->value ? std::get_if<Literal>(&s->value->node) : nullptr;
      return zero && s->var == sum && isSame(*s->value, *real(0.0, s->value->type));
    }
    return false;
  }

  /// How many statements have come after the loop.
  std::size_t reuse(const std::vector<KnownSum>& sums, Block& statements, std::size_t first,
                    std::size_t next) {
    auto* loop = std::get_if<For>(&statements[next].node);
    const auto& earlier = std::get<For>(statements[first].node);
    if (!loop || loop->parallel || loop->step != earlier.step ||
        !isSame(*loop->lower, *earlier.lower) || !isSame(*loop->upper, *earlier.upper))
      return 0;
    // Since the first loop began, but for its counter.
    analysis::RegionSet written =
        analysis::writesOf(kernel, std::span(statements).subspan(first, next - first + 1));
    written.erase(analysis::Region{earlier.counter, {}});
    if (analysis::mayChange(*loop->lower, written) || analysis::mayChange(*loop->upper, written))
      return 0;
    Block after;
    for (const KnownSum& sum : sums)
      if (!analysis::mayChange(*sum.index, written))
        take(sum, earlier.counter, *loop, after);
    if (after.empty())
      return 0;
    hasChanged = true;
    Block guarded;
    appendWhereRuns(kernel, *loop, std::move(after), statements[next].location, guarded);
    const std::size_t count = guarded.size();
    statements.insert(statements.begin() + static_cast<std::ptrdiff_t>(next) + 1,
                      std::make_move_iterator(guarded.begin()),
                      std::make_move_iterator(guarded.end()));
    return count;
  }

  void take(const KnownSum& sum, VarId counter, For& loop, Block& after) const {
    const std::set<VarId> running = runningSums(kernel, loop);
    if (running.empty())
      return;
    const Iteration iteration(kernel, loop, sum, counter);
    std::erase_if(loop.body, [&](const Stmt& stmt) {
      const auto* s = std::get_if<Assign>(&stmt.node);
      if (!s || !s->target.path.empty() || !running.contains(s->target.base) || s->isAtomic)
        return false;
      const ExprRef whole = iteration.whole(s->value);
      if (whole)
        after.push_back(assign(s->target, s->op, whole, stmt.location));
      return whole != nullptr;
    });
  }

  /// One iteration of the second loop.
  class Iteration {
  public:
    Iteration(const Kernel& kernel, const For& loop, const KnownSum& sum, VarId counter)
        : kernel(kernel), sum(sum), facts(kernel, loop), values(kernel, loop.body) {
      const ExprRef index = rewrite(sum.index, [&](const ExprRef& e) {
        return localOf(*e) == counter ? ir::load(kernel, loop.counter) : e;
      });
      const Place term = element(place(kernel, sum.kept), {index});
      termOf = load(term);
    }

    /// What an expression adds up to in all iterations, if it is the term times a steady factor
    /// that the sum's adjoint is part of; else null.
    ExprRef whole(const ExprRef& e) const {
      if (const std::optional<Guarded> product = guardedSum(*e)) {
        const ExprRef seed = steady(product->seed), value = whole(product->value);
        return seed && value ? guarded({seed, value}, e->type) : nullptr;
      }
      if (const ExprRef value = valueOf(*e))
        return isTerm(*value) ? nullptr : whole(value);
      const auto* product = std::get_if<Apply>(&e->node);
      if (!product || product->op != Op::mul)
        return nullptr;
      for (const unsigned i : {0u, 1u})
        if (isTerm(*product->args[1 - i]))
          if (const ExprRef factor = steady(product->args[i]); factor && isAdjoints(*factor))
            return apply(Op::mul, {factor, load(kernel, sum.sum)}, e->type, e->location);
      return nullptr;
    }

  private:
    const Kernel& kernel;
    const KnownSum& sum;
    const analysis::LoopFacts facts;
    const analysis::OnlyValues values; // of the iteration's own locals
    ExprRef termOf;

    ExprRef valueOf(const Expr& e) const {
      const std::optional<VarId> local = localOf(e);
      return local ? values.of(*local) : nullptr;
    }
    bool isTerm(const Expr& e) const {
      const ExprRef value = valueOf(e);
      return value ? isTerm(*value) : isSame(e, *termOf);
    }
    /// The same as it is before the loop; null if it differs between iterations.
    ExprRef steady(const ExprRef& e) const {
      const ExprRef outside = rewrite(e, [&](const ExprRef& part) {
        const ExprRef value = valueOf(*part);
        const ExprRef before = value ? steady(value) : nullptr;
        return before ? before : part;
      });
      return facts.isInvariant(*outside) ? outside : nullptr;
    }
    bool isAdjoints(const Expr& factor) const {
      bool found = false;
      forEachRead(factor, [&](const Place& p) {
        found = found || (p.path.empty() && kernel[p.base].shadowOf == sum.sum);
      });
      return found;
    }
  };
};

} // namespace

bool useKnownSums(Kernel& adjoint) {
  Finder finder(adjoint);
  finder.block(adjoint.body);
  return finder.hasChanged;
}

} // namespace treelize::grad
