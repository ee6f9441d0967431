#include "grad/finish/loops/SkipZeros.h"

#include "analysis/Regions.h"
#include "ir/Builder.h"
#include "ir/Literals.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <utility>

namespace treelize::grad {

using namespace ir;

namespace {

/// A shadow that is chosen to be zero.
std::optional<VarId> chosenSeed(const Kernel& kernel, const Stmt& stmt) {
  const auto* s = std::get_if<Declare>(&stmt.node);
  const auto* choice =
      s && s->value && kernel[s->var].shadowOf ? std::get_if<Select>(&s->value->node) : nullptr;
  const bool mayBeZero = choice && kernel[s->var].type->is(TypeKind::Real) &&
                         (isZero(*choice->ifTrue) || isZero(*choice->ifFalse));
  return mayBeZero ? std::optional(s->var) : std::nullopt;
}

/// The adjoint arrays of which a branch sets elements to zero: it has overwritten the values.
std::set<VarId> emptiedArrays(const Kernel& kernel) {
  std::set<VarId> arrays;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    if (!std::holds_alternative<If>(stmt.node))
      return;
    for (const Block* branch : blocks(stmt))
      for (const Stmt& inner : *branch) {
        const auto* s = std::get_if<Assign>(&inner.node);
        if (s && s->op == AssignOp::Set && !s->target.path.empty() && isZero(*s->value) &&
            kernel[s->target.base].shadowOf)
          arrays.insert(s->target.base);
      }
  });
  return arrays;
}

/// A shadow that has an element of such an array as a factor.
std::optional<VarId> emptiedSeed(const Kernel& kernel, const Stmt& stmt,
                                 const std::set<VarId>& emptied) {
  const auto* s = std::get_if<Declare>(&stmt.node);
  const auto* product = s && s->value ? std::get_if<Apply>(&s->value->node) : nullptr;
  if (!product || product->op != Op::mul || !kernel[s->var].shadowOf ||
      !kernel[s->var].type->is(TypeKind::Real))
    return std::nullopt;
  const bool isScaled = std::ranges::any_of(product->args, [&](const ExprRef& factor) {
    const auto* read = std::get_if<Load>(&factor->node);
    return read && !read->place.path.empty() && emptied.contains(read->place.base);
  });
  return isScaled ? std::optional(s->var) : std::nullopt;
}

/// A shadow that starts at zero and to which the next statement adds if something holds.
std::optional<VarId> conditionalSeed(const Kernel& kernel, const Stmt& stmt, const Stmt& next) {
  const auto* s = std::get_if<Declare>(&stmt.node);
  const auto* branch = std::get_if<If>(&next.node);
  if (!s || !s->value || !isZero(*s->value) || !kernel[s->var].shadowOf || !branch ||
      !branch->elseBlock.empty())
    return std::nullopt;
  auto adds = [&](const Stmt& part) {
    const auto* sum = std::get_if<Assign>(&part.node);
    return sum && sum->target.base == s->var && sum->op != AssignOp::Set;
  };
  return std::ranges::any_of(branch->thenBlock, adds) ? std::optional(s->var) : std::nullopt;
}

bool writes(const Kernel& kernel, const Stmt& stmt, VarId var) {
  return analysis::writesOf(kernel, std::span(&stmt, 1)).overlaps(analysis::Region{var, {}});
}

/// Statements whose every effect is to add something that has a seed as a factor.
class Spread {
public:
  explicit Spread(std::set<VarId> seeds) : scaled(std::move(seeds)) {}

  bool isAll(std::span<const Stmt> code) {
    return std::ranges::all_of(code, [&](const Stmt& stmt) { return isOne(stmt); });
  }

private:
  std::set<VarId> scaled; // the seeds, and locals that have them as factors

  bool isOne(const Stmt& stmt) {
    if (const auto* s = std::get_if<For>(&stmt.node))
      return isAll(s->body);
    if (const auto* s = std::get_if<Declare>(&stmt.node)) {
      if (s->value && isScaled(*s->value))
        scaled.insert(s->var);
      return s->value != nullptr;
    }
    const auto* s = std::get_if<Assign>(&stmt.node);
    return s && s->op != AssignOp::Set && !scaled.contains(s->target.base) && isScaled(*s->value);
  }

  bool isScaled(const Expr& e) const {
    if (const auto* load = std::get_if<Load>(&e.node))
      return load->place.path.empty() && scaled.contains(load->place.base);
    const auto* apply = std::get_if<Apply>(&e.node);
    if (!apply)
      return false;
    auto operand = [&](std::size_t i) { return isScaled(*apply->args[i]); };
    switch (apply->op) {
    case Op::mul:
      return operand(0) || operand(1);
    case Op::where_seeded_:
      return operand(1);
    case Op::div:
    case Op::neg:
      return operand(0);
    case Op::add:
    case Op::sub:
      return operand(0) && operand(1);
    default:
      return false;
    }
  }
};

/// The shadows that open at zero before a statement of the block and still are zero there.
std::set<VarId> zerosBefore(const Kernel& kernel, std::span<const Stmt> before) {
  std::set<VarId> zeros;
  for (const Stmt& stmt : before) {
    std::erase_if(zeros, [&](VarId var) { return writes(kernel, stmt, var); });
    const auto* s = std::get_if<Declare>(&stmt.node);
    if (s && s->value && isZero(*s->value) && kernel[s->var].shadowOf &&
        kernel[s->var].type->is(TypeKind::Real))
      zeros.insert(s->var);
  }
  return zeros;
}

/// No compiler makes selections of this branch.
bool isSurelyBranch(const If& branch) {
  bool found = usesTape(branch.thenBlock);
  forEachStmt(branch.thenBlock, [&](const Stmt& stmt) {
    const Place* place = namedPlace(stmt);
    found = found || isLoop(stmt) || (place && !place->path.empty());
  });
  return found;
}

/// What follows a branch and only spreads seeds that are zero without it goes into the branch.
void spreadInBranch(const Kernel& kernel, Block& block) {
  const auto last = std::ranges::find_if(block.rbegin(), block.rend(), [](const Stmt& stmt) {
    return std::holds_alternative<If>(stmt.node);
  });
  if (last == block.rend() || last == block.rbegin())
    return;
  const auto tail = last.base();
  auto& branch = std::get<If>(last->node);
  std::set<VarId> seeds = zerosBefore(kernel, std::span(block.begin(), tail - 1));
  const std::set<VarId> own = declaredIn(branch.thenBlock);
  const bool isApart = std::ranges::none_of(tail, block.end(), [&](const Stmt& stmt) {
    const std::optional<VarId> local = declared(stmt);
    return local && own.contains(*local);
  });
  if (seeds.empty() || !branch.elseBlock.empty() || !isApart || !isSurelyBranch(branch) ||
      !Spread(std::move(seeds)).isAll(std::span(tail, block.end())))
    return;
  std::move(tail, block.end(), std::back_inserter(branch.thenBlock));
  block.erase(tail, block.end());
}

void spreadInLoops(const Kernel& kernel, Block& block) {
  for (Stmt& stmt : block)
    for (Block* inner : blocks(stmt)) {
      if (isLoop(stmt))
        spreadInBranch(kernel, *inner);
      spreadInLoops(kernel, *inner);
    }
}

void skipZeros(const Kernel& kernel, const std::set<VarId>& emptied, Block& block) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    for (Block* inner : blocks(block[i]))
      skipZeros(kernel, emptied, *inner);
    std::size_t next = i + 1;
    std::optional<VarId> seed = chosenSeed(kernel, block[i]);
    if (!seed)
      seed = emptiedSeed(kernel, block[i], emptied);
    if (!seed && next < block.size() && (seed = conditionalSeed(kernel, block[i], block[next])))
      ++next;
    if (!seed)
      continue;
    for (Stmt& stmt : std::span(block).subspan(next)) {
      const auto* loop = std::get_if<For>(&stmt.node);
      if (writes(kernel, stmt, *seed))
        break;
      if (!loop || !Spread({*seed}).isAll(loop->body))
        continue;
      const ExprRef isThere =
          apply(Op::ne_, {load(kernel, *seed), real(0.0, kernel[*seed].type)}, boolType());
      const Location at = stmt.location;
      Block skipped;
      skipped.push_back(std::move(stmt));
      stmt = Stmt{at, If{isThere, std::move(skipped), {}}};
    }
  }
}

} // namespace

void skipZeros(Kernel& adjoint) {
  skipZeros(adjoint, emptiedArrays(adjoint), adjoint.body);
}

void spreadInBranches(Kernel& adjoint) {
  spreadInLoops(adjoint, adjoint.body);
}

} // namespace treelize::grad
