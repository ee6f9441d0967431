#include "analysis/IndexTerms.h"

#include "analysis/ElementRanges.h"
#include "analysis/LocalArrays.h"
#include "ir/Walk.h"

namespace treelize::analysis {

using namespace ir;

static void addTerms(const Expr& e, bool isNegative, IndexTerms& sum) {
  if (const std::optional<std::int64_t> number = numberOf(e)) {
    sum.number += isNegative ? -*number : *number;
    return;
  }
  const auto* apply = std::get_if<Apply>(&e.node);
  if (!apply || (apply->op != Op::add && apply->op != Op::sub))
    return sum.terms.emplace_back(&e, isNegative), void();
  addTerms(*apply->args[0], isNegative, sum);
  addTerms(*apply->args[1], isNegative != (apply->op == Op::sub), sum);
}

IndexTerms termsOf(const Expr& index) {
  IndexTerms sum;
  addTerms(index, false, sum);
  return sum;
}

const Expr* lastIndex(const Place& place) {
  const bool isElement = !place.path.empty() && place.path.back().indices.size() == 1;
  return isElement ? place.path.back().indices[0].get() : nullptr;
}

static bool isSteady(const Expr& e, VarId counter, const RegionSet& written) {
  bool steady = true;
  forEachRead(
      e, [&](const Place& p) { steady = steady && p.base != counter && !written.overlaps(p); });
  return steady;
}

bool followsCounter(const Expr& index, VarId counter, const RegionSet& written) {
  unsigned counters = 0;
  for (const auto& [term, isSubtracted] : termsOf(index).terms) {
    const auto* load = std::get_if<Load>(&withoutCasts(*term).node);
    if (load && load->place.base == counter && !isSubtracted)
      ++counters;
    else if (!isSteady(*term, counter, written))
      return false;
  }
  return counters == 1;
}

bool isInSteadyRow(const Kernel& kernel, const Place& place, VarId counter,
                   const RegionSet& written) {
  TypeRef type = kernel[place.base].type;
  for (const Selector& selector : place.path) {
    if (selector.isField() || type->is(TypeKind::Map))
      return false;
    type = type->element;
    if (&selector != &place.path.back())
      for (const ExprRef& index : selector.indices)
        if (!isSteady(*index, counter, written))
          return false;
  }
  return true;
}

} // namespace treelize::analysis
