#include "grad/plan/Recomputation.h"

#include "ir/Builder.h"
#include "ir/Operators.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

/// Operations on real numbers and elements that they read: more of them are worth a place on the
/// tape. Indices are as good as free, as neighbouring reads share them.
static constexpr unsigned recomputeLimit = 12;

/// The same where the operands would have to be there for this alone.
static constexpr unsigned aloneLimit = 6;

static bool isElement(const Expr& e) {
  const auto* read = std::get_if<Load>(&e.node);
  return read && !read->place.path.empty() && e.type->is(TypeKind::Real);
}

/// An operation on real numbers, comparisons and choices among them.
static bool isOperation(const Expr& e) {
  const auto* apply = std::get_if<Apply>(&e.node);
  if (std::holds_alternative<Select>(e.node))
    return true;
  return apply && std::ranges::any_of(apply->args, [](const ExprRef& operand) {
           return operand->type->is(TypeKind::Real);
         });
}

/// Divisions cost more than a place on the tape, unless they save one.
static bool isCheap(const Expr& expr, unsigned allowedDivisions, unsigned limit) {
  unsigned cost = 0, divisions = 0;
  const bool isDear = any(expr, [&](const Expr& e) {
    const auto* apply = std::get_if<Apply>(&e.node);
    cost += isElement(e) || isOperation(e) ? 1 : 0;
    divisions += apply && apply->op == Op::div && e.type->is(TypeKind::Real) ? 1 : 0;
    return (apply && isCostly(apply->op)) || std::holds_alternative<Opaque>(e.node);
  });
  return !isDear && divisions <= allowedDivisions && cost <= limit;
}

Recomputation::Recomputation(const Kernel& kernel, const StatementAdjointMap& adjoints,
                             const analysis::RegionTrail& needed)
    : kernel(kernel), adjoints(adjoints), needed(needed), writeCounts(kernel.variables.size()) {
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    forEachWritten(kernel, stmt, [&](const Place& place) { ++writeCounts[place.base.index]; });
  });
}

bool Recomputation::isPossible(const Block& block, std::size_t declaration) {
  const auto& s = std::get<Declare>(block[declaration].node);
  if (!isSingleNumber(s))
    return false;
  const unsigned divisions = readsNothingNew(block, *s.value) ? 1 : 0;
  const unsigned limit = readsWhatIsKept(*s.value) ? recomputeLimit : aloneLimit;
  return isCheap(*s.value, divisions, limit) &&
         !factsOf(block).changesAny(*s.value, declaration, block.size());
}

std::vector<std::size_t> Recomputation::lateAt(const Block& block, std::size_t at) {
  const BlockFacts& facts = factsOf(block);
  std::vector<std::size_t> found;
  for (std::size_t position : facts.lastReadAt(at)) {
    const auto& s = std::get<Declare>(block[position].node);
    if (!isSingleNumber(s) || !isCheap(*s.value, 0, recomputeLimit) || !needed.overlaps(place(kernel, s.var)))
      continue;
    bool isPutBack = true; // for others anyway
    forEachRead(*s.value, [&](const Place& p) {
      isPutBack = isPutBack && isKept(p);
    });
    if (isPutBack && !facts.changesAny(*s.value, position, at) &&
        facts.changesAny(*s.value, at, block.size()))
      found.push_back(position);
  }
  return found;
}

const Place* Recomputation::copyOf(const Block& block, const Declare& local,
                                   const std::set<VarId>& kept, const std::set<const Stmt*>& idle) {
  if (!isSingleNumber(local))
    return nullptr;
  const BlockFacts& facts = factsOf(block);
  const std::vector<std::size_t>& copies = facts.copiesOf(local.var);
  hasCopies = hasCopies || !copies.empty();
  const auto found = std::ranges::find_if(copies, [&](std::size_t at) {
    const Place& element = std::get<Assign>(block[at].node).target;
    bool stands = kept.contains(element.base) && !idle.contains(&block[at]) &&
                  isSameInCpp(*element.type, *kernel[local.var].type) &&
                  !facts.declares(element.base) && !facts.changes(element, at, block.size());
    forEachIndexRead(element, [&](const Place& p) {
      stands = stands && !facts.declares(p.base) && !facts.changes(p, at, block.size());
    });
    return stands;
  });
  return found == copies.end() ? nullptr : &std::get<Assign>(block[*found].node).target;
}

const BlockFacts& Recomputation::factsOf(const Block& block) {
  auto found = facts.find(&block);
  if (found == facts.end())
    found = facts.emplace(&block, BlockFacts(kernel, block, adjoints)).first;
  return found->second;
}

bool Recomputation::isSingleNumber(const Declare& local) const {
  return local.value && kernel[local.var].type->isScalar() && writeCounts[local.var.index] == 1;
}

/// Are the operands there in the reverse sweep whether this is recomputed or not, but for what
/// outlives the block?
bool Recomputation::readsNothingNew(const Block& block, const Expr& expr) {
  const BlockFacts& facts = factsOf(block);
  bool found = false;
  forEachRead(expr, [&](const Place& p) {
    found = found || (facts.declares(p.base) && !needed.overlaps(p));
  });
  return !found;
}

/// Does it stay what it is, or does the reverse sweep put it back for others?
bool Recomputation::isKept(const Place& place) const {
  return writeCounts[place.base.index] == 0 || needed.overlaps(place);
}

bool Recomputation::readsWhatIsKept(const Expr& expr) const {
  bool areKept = true;
  forEachRead(expr, [&](const Place& p) { areKept = areKept && (p.path.empty() || isKept(p)); });
  return areKept;
}

} // namespace treelize::grad
