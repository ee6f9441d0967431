#include "grad/finish/sums/SharedSums.h"

#include "analysis/Regions.h"
#include "grad/loops/LoopGuards.h"
#include "ir/Builder.h"
#include "ir/Existence.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

namespace {

const Place& targetOf(const Stmt& addition) {
  return std::get<Assign>(addition.node).target;
}

bool hasIndex(const Place& place) {
  return analysis::regionOf(place).hasIndex();
}

} // namespace

SharedSums::SharedSums(Kernel& derived, For& shared, bool toShadows)
    : kernel(derived), loop(shared), addToShadows(toShadows), elements(derived, shared),
      own(declaredIn(shared.body)) {
  own.insert(loop.counter);
  collect(loop.body, false);
  for (auto& [var, use] : uses)
    look(var, use);
}

void SharedSums::refuse(std::string reason) {
  if (why.empty())
    why = std::move(reason);
}

std::string SharedSums::nameOf(VarId var) const {
  return kernel[var].wish.empty() ? kernel[var].name : kernel[var].wish;
}

// --- what they do --------------------------------------------------------------------------------

void SharedSums::read(const Place& place) {
  if (!own.contains(place.base))
    uses[place.base].reads.push_back(place);
}

void SharedSums::collect(Block& block, bool isRepeated) {
  for (Stmt& stmt : block) {
    collect(stmt, block, isRepeated);
    for (Block* inner : blocks(stmt))
      collect(*inner, isRepeated || isLoop(stmt));
  }
}

void SharedSums::collect(Stmt& stmt, const Block& in, bool isRepeated) {
  if (std::holds_alternative<Abandon>(stmt.node))
    refuse("an iteration may throw");
  if (std::holds_alternative<Perform>(stmt.node))
    refuse("an iteration takes a step that carries no derivative");
  // The size of a container stays what it is.
  forEachExpr(stmt, [&](const Expr& e) { forEachLoad(e, [&](const Place& p) { read(p); }); });
  const bool isElementwise = std::holds_alternative<Assign>(stmt.node) ||
                             std::holds_alternative<Pop>(stmt.node) ||
                             std::holds_alternative<Call>(stmt.node);
  forEachWritten(kernel, stmt, [&](const Place& place) {
    forEachIndexRead(place, [&](const Place& p) { read(p); });
    if (own.contains(place.base))
      return;
    if (!isElementwise)
      refuse("'" + nameOf(place.base) + "' changes its length");
    if (std::holds_alternative<Call>(stmt.node))
      return refuse("a function that stays a call writes to '" + nameOf(place.base) + "'");
    auto* assigned = std::get_if<Assign>(&stmt.node);
    if (assigned && assigned->op != AssignOp::Set)
      uses[place.base].additions.push_back({&stmt, &in, isRepeated});
    else
      uses[place.base].settings.push_back({place, &in});
  });
}

// --- what can be done about it -------------------------------------------------------------------

void SharedSums::look(VarId var, Uses& use) {
  std::vector<const Addition*> indexed;
  for (const Setting& setting : use.settings)
    if (!hasIndex(setting.place))
      refuse("each iteration sets '" + nameOf(var) + "'");
  for (const Addition& addition : use.additions) {
    const Place& sum = targetOf(*addition.stmt);
    const bool isShadow = addToShadows && kernel[var].shadowOf;
    const bool isOne = !hasIndex(sum) || (isShadow && elements.facts().keepsPlace(sum));
    if (isOne && sum.type->isScalar() && !isTouchedOtherwise(sum, use))
      addSummed(addition);
    else if (!hasIndex(sum))
      refuse("each iteration changes '" + nameOf(var) + "'");
    else if (isShadow)
      indexed.push_back(&addition);
  }
  lookAtShadow(var, use, indexed);
}

void SharedSums::addSummed(const Addition& addition) {
  summed.push_back(addition.stmt);
  if (addition.in != &loop.body && !isAlwaysThere(kernel, targetOf(*addition.stmt)))
    chancy.insert(addition.stmt);
}

void SharedSums::lookAtShadow(VarId var, const Uses& use,
                              const std::vector<const Addition*>& indexed) {
  std::vector<const Addition*> shared;
  std::ranges::copy_if(indexed, std::back_inserter(shared),
                       [&](const Addition* a) { return !isOwn(*a, use); });
  auto isScalar = [](const Addition* a) { return targetOf(*a->stmt).type->is(TypeKind::Real); };
  const bool isWorthCopies =
      std::ranges::any_of(shared, [&](const Addition* a) { return a->isRepeated || !isScalar(a); });
  if (isWorthCopies && use.reads.empty() && use.settings.empty() && canBeCopied(var))
    copied.insert(var);
  else if (!std::ranges::all_of(shared, isScalar))
    refuse("several iterations add to an object in '" + nameOf(var) + "'");
  else
    for (const Addition* addition : shared)
      atomic.push_back(addition->stmt);
}

/// An element that nobody else adds to: by its index, or because this iteration of the primal
/// writes it.
bool SharedSums::isOwn(const Addition& addition, const Uses& use) const {
  const Place& sum = targetOf(*addition.stmt);
  auto isApart = [&](const Place& other) {
    return !analysis::overlap(sum, other) || elements.areApart(sum, other);
  };
  const bool isByIndex =
      std::ranges::all_of(use.reads, isApart) &&
      std::ranges::all_of(use.settings, [&](const Setting& s) { return isApart(s.place); }) &&
      std::ranges::all_of(use.additions, [&](const Addition& a) {
        const bool isSummed = std::ranges::find(summed, a.stmt) != summed.end();
        return isSummed || isApart(targetOf(*a.stmt));
      });
  return isByIndex || std::ranges::any_of(use.settings, [&](const Setting& s) {
           const bool isSetThen = s.in == addition.in || s.in == &loop.body;
           return isSetThen && isSame(s.place, sum) && elements.values().keepsPlace(sum);
         });
}

/// Does the loop read or set the sum?
bool SharedSums::isTouchedOtherwise(const Place& sum, const Uses& use) const {
  auto meets = [&](const Place& other) { return analysis::overlap(sum, other); };
  return std::ranges::any_of(use.reads, meets) ||
         std::ranges::any_of(use.settings, [&](const Setting& s) { return meets(s.place); });
}

/// Can a clause of the directive name the variable?
bool SharedSums::isNameable(VarId var) const {
  const bool isLocal = kernel[var].role == Role::Local && !kernel[var].byReference;
  return isLocal || std::ranges::find(kernel.parameters, var) != kernel.parameters.end();
}

bool SharedSums::canBeCopied(VarId var) const {
  const Type& type = *kernel[var].type;
  if (type.is(TypeKind::Span))
    return type.element->is(TypeKind::Real);
  const bool isObject = type.is(TypeKind::Vector) || type.is(TypeKind::Record) ||
                        type.is(TypeKind::Matrix) ||
                        (type.is(TypeKind::Array) && !type.isBuiltinArray);
  return isObject && isNameable(var) && type.defaultConstructible && !holdsView(type);
}

// --- doing it ------------------------------------------------------------------------------------

void SharedSums::apply(ParallelDecision& decision, Block& before, Block& after) {
  for (Stmt* addition : summed) {
    const VarId var = targetOf(*addition).base;
    if (copied.contains(var))
      continue;
    decision.sums.push_back(nameOf(var));
    sumInLocal(*addition, before, after);
  }
  for (VarId var : copied) {
    decision.sums.push_back(nameOf(var));
    sumInCopy(var, before, after);
  }
  for (Stmt* addition : atomic) {
    std::get<Assign>(addition->node).isAtomic = true;
    decision.atomic.push_back(nameOf(targetOf(*addition).base));
  }
  for (std::vector<std::string>* names : {&decision.sums, &decision.atomic}) {
    std::ranges::sort(*names);
    names->erase(std::unique(names->begin(), names->end()), names->end());
  }
}

void SharedSums::sumInLocal(Stmt& addition, Block& before, Block& after) {
  auto& sum = std::get<Assign>(addition.node);
  std::vector<VarId>& sums = loop.parallel->sums;
  const VarId var = sum.target.base;
  if (sum.target.path.empty() && isNameable(var)) {
    if (std::ranges::find(sums, var) == sums.end())
      sums.push_back(var);
    return;
  }
  const auto known = std::ranges::find_if(
      locals, [&](const auto& each) { return isSame(each.first, sum.target); });
  if (known != locals.end()) {
    sum.target = place(kernel, known->second);
    return;
  }
  const VarId local =
      addLocal(kernel, kernel[var].name + "_sum", sum.target.type, addition.location);
  kernel[local].shadowOf = kernel[var].shadowOf;
  const TypeRef type = kernel[local].type;
  const ExprRef zero = type->is(TypeKind::Real) ? real(0.0, type) : integer(0, type);
  before.push_back(declare(local, zero, addition.location));
  Block whole = {assign(sum.target, AssignOp::Add, load(kernel, local), addition.location)};
  if (chancy.contains(&addition)) { // where nothing was added there may be nothing to add to
    If added{ir::apply(Op::ne_, {load(kernel, local), zero}, boolType()), std::move(whole), {}};
    whole = {Stmt{addition.location, std::move(added)}};
  }
  appendWhereRuns(kernel, loop, std::move(whole), addition.location, after);
  locals.emplace_back(sum.target, local);
  sum.target = place(kernel, local);
  sums.push_back(local);
}

/// A span gets a vector beside it; any other variable is copied by the directive itself.
void SharedSums::sumInCopy(VarId var, Block& before, Block& after) {
  if (!kernel[var].type->is(TypeKind::Span)) {
    loop.parallel->sums.push_back(var);
    return;
  }
  const VarId sum =
      addLocal(kernel, kernel[var].name + "_sum", vectorOf(kernel[var].type->element));
  kernel[sum].shadowOf = kernel[var].shadowOf;
  replaceVariable(loop.body, var, sum);
  before.push_back(declare(sum, construct(kernel[sum].type, {size(place(kernel, var))})));
  const VarId i = addLocal(kernel, "i", sizeType());
  const ExprRef index = load(kernel, i);
  For adding{i, integer(0, sizeType()), size(place(kernel, var)), 1, false, {}};
  adding.body.push_back(assign(element(place(kernel, var), {index}), AssignOp::Add,
                               load(element(place(kernel, sum), {index}))));
  after.push_back(Stmt{{}, std::move(adding)});
  loop.parallel->sums.push_back(sum);
}

} // namespace treelize::grad
