#include "grad/plan/StorageCost.h"

#include "ir/Intrinsics.h"
#include "ir/Operators.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

namespace {

constexpr unsigned keptNumber = 25, keptChoice = 11;
constexpr unsigned operation = 2, division = 14, function = 120;

bool isReal(const Expr& e) {
  return e.type->is(TypeKind::Real);
}

/// A call of a function of which it is not known what it costs.
bool isUnknown(const Expr& e) {
  const auto* call = std::get_if<Opaque>(&e.node);
  return call && !(call->row && info(*call->row).nature == Nature::Operation);
}

void addNode(const Expr& e, Work& work) {
  const auto* read = std::get_if<Load>(&e.node);
  const auto* apply = std::get_if<Apply>(&e.node);
  if (read)
    work.reads += !read->place.path.empty() && isReal(e) ? 1 : 0;
  else if (apply && isCostly(apply->op))
    ++work.functions;
  else if (apply && apply->op == Op::div && isReal(e))
    ++work.divisions;
  else if (std::holds_alternative<Select>(e.node) || std::holds_alternative<Opaque>(e.node) ||
           (apply && std::ranges::any_of(apply->args,
                                         [](const ExprRef& operand) { return isReal(*operand); })))
    ++work.operations;
}

} // namespace

unsigned costOfKeeping(const Type& type) {
  return type.is(TypeKind::Bool) ? keptChoice : keptNumber;
}

std::optional<Work> workOf(const Expr& value) {
  Work work;
  const bool hasUnknown = any(value, [&](const Expr& e) {
    addNode(e, work);
    return isUnknown(e);
  });
  return hasUnknown ? std::nullopt : std::optional(work);
}

std::optional<unsigned> costOfComputing(const Expr& value) {
  const std::optional<Work> work = workOf(value);
  return work ? std::optional(operation * (work->reads + work->operations) +
                              division * work->divisions + function * work->functions)
              : std::nullopt;
}

} // namespace treelize::grad
