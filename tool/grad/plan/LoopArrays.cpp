#include "grad/plan/LoopArrays.h"

#include "ir/Builder.h"
#include "ir/Intrinsics.h"
#include "ir/Loops.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>

namespace treelize::grad {

using namespace ir;

namespace {

const std::vector<VarId>& savedLocals(const Block& block, const StoragePlan& plan) {
  static const std::vector<VarId> none;
  auto ends = plan.scopes.find(&block);
  return ends == plan.scopes.end() ? none : ends->second.saved;
}

VarId addPointer(Kernel& kernel, const Variable& of, const TypeRef& element,
                 const std::string& suffix) {
  auto type = std::make_shared<Type>();
  type->kind = TypeKind::Pointer;
  type->element = element;
  type->spelling = element->spelling + "*";
  Variable variable;
  variable.name = of.name + suffix;
  variable.wish = of.wish.empty() ? "" : of.wish + suffix;
  variable.type = type;
  variable.location = of.location;
  return addVariable(kernel, std::move(variable));
}

} // namespace

LoopArray makeLoopArray(Kernel& kernel, VarId of, TypeRef element, const std::string& suffix) {
  const Variable original = kernel[of];
  return {addPointer(kernel, original, element, suffix),
          addPointer(kernel, original, element, suffix)};
}

ExprRef lengthOfRows(const ExprRef& rows, const ExprRef& length) {
  std::vector<ExprRef> factors{rows, length};
  if (const Opaque* inner = asIntrinsic(*length, Intrinsic::product)) {
    factors.pop_back();
    std::ranges::copy(inner->args, std::back_inserter(factors));
  }
  return intrinsic(Intrinsic::product, std::move(factors), sizeType());
}

bool savesAnything(const Stmt& stmt, const StoragePlan& plan) {
  return plan.saves(stmt) || plan.histories.contains(&stmt) ||
         std::holds_alternative<Call>(stmt.node) ||
         std::ranges::any_of(blocks(stmt),
                             [&](const Block* inner) { return savesAnything(*inner, plan); });
}

bool savesAnything(const Block& block, const StoragePlan& plan) {
  if (auto ends = plan.scopes.find(&block);
      ends != plan.scopes.end() && (!ends->second.saved.empty() || !ends->second.onTape.empty()))
    return true;
  return std::ranges::any_of(block, [&](const Stmt& stmt) { return savesAnything(stmt, plan); });
}

std::vector<LoopArray> LoopArrays::all() const {
  std::vector<LoopArray> found;
  for (const auto& [stmt, array] : overwritten)
    found.push_back(array);
  for (const auto& [local, array] : saved)
    found.push_back(array);
  std::ranges::sort(found, {}, &LoopArray::taken);
  return found;
}

bool savesIntoArrays(const Kernel& kernel, const For& loop, const StoragePlan& plan) {
  unsigned count = 0;
  for (const Stmt& stmt : loop.body) {
    if (!plan.saves(stmt)) {
      if (savesAnything(stmt, plan)) // deeper, or in a call
        return false;
      continue;
    }
    const auto* s = std::get_if<Assign>(&stmt.node);
    if (!s || !s->target.type->isScalar())
      return false;
    ++count;
  }
  if (auto ends = plan.scopes.find(&loop.body);
      ends != plan.scopes.end() && !ends->second.onTape.empty())
    return false;
  const std::vector<VarId>& locals = savedLocals(loop.body, plan);
  return count + locals.size() > 0 &&
         std::ranges::all_of(locals, [&](VarId local) { return kernel[local].type->isScalar(); });
}

LoopArrays makeLoopArrays(Kernel& kernel, const For& loop, const StoragePlan& plan) {
  LoopArrays arrays;
  for (const Stmt& stmt : loop.body)
    if (plan.saves(stmt)) {
      const Place& lost = std::get<Assign>(stmt.node).target;
      arrays.overwritten[&stmt] = makeLoopArray(kernel, lost.base, lost.type, "_old");
    }
  for (VarId local : savedLocals(loop.body, plan))
    arrays.saved[local] = makeLoopArray(kernel, local, kernel[local].type, "_kept");
  arrays.count = tripCount(kernel, loop);
  arrays.index = iterationNumber(kernel, loop);
  return arrays;
}

} // namespace treelize::grad
