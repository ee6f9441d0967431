#include "analysis/Chosen.h"

#include "ir/Operators.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace treelize::analysis {

using namespace ir;

namespace {

/// What a local, or an element of one, is given.
struct Gift {
  VarId local;
  const Expr* value;
  bool isFirst = false; // the declaration's
  bool isSum = false;
};

std::vector<Gift> giftsOf(const Kernel& kernel) {
  std::vector<Gift> gifts;
  const auto add = [&](const Gift& gift) {
    if (gift.value && kernel[gift.local].role == Role::Local)
      gifts.push_back(gift);
  };
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    if (const auto* local = std::get_if<Declare>(&stmt.node))
      add({local->var, local->value.get(), /*isFirst=*/true});
    else if (const auto* s = std::get_if<Assign>(&stmt.node))
      add({s->target.base, s->value.get(), false, s->op != AssignOp::Set});
    else if (const auto* s = std::get_if<Append>(&stmt.node))
      add({s->container.base, s->value.get()});
  });
  return gifts;
}

/// Numbers that are a constant at one time and at another one are not.
std::set<VarId> sometimesConstant(const Kernel& kernel, const Activity& activity,
                                  const std::vector<Gift>& gifts) {
  std::set<VarId> constant, varied, replaced, found;
  for (const Gift& gift : gifts)
    if (kernel[gift.local].type->isScalar() && !gift.isSum) {
      (activity.isActive(kernel, *gift.value) ? varied : constant).insert(gift.local);
      if (!gift.isFirst)
        replaced.insert(gift.local);
    }
  std::ranges::copy_if(replaced, std::inserter(found, found.end()), [&](VarId local) {
    return constant.contains(local) && varied.contains(local);
  });
  return found;
}

} // namespace

bool isChosen(const Expr& value, const std::set<VarId>& chosen) {
  return any(value, [&](const Expr& e) {
    const auto* apply = std::get_if<Apply>(&e.node);
    const auto* read = std::get_if<Load>(&e.node);
    return std::holds_alternative<Select>(e.node) || (apply && choosesOne(apply->op)) ||
           (read && chosen.contains(read->place.base));
  });
}

std::set<VarId> chosenLocals(const Kernel& kernel, const Activity& activity) {
  const std::vector<Gift> gifts = giftsOf(kernel);
  std::set<VarId> chosen = sometimesConstant(kernel, activity, gifts);
  for (bool grows = true; grows;) {
    grows = false;
    for (const Gift& gift : gifts)
      if (!chosen.contains(gift.local) && isChosen(*gift.value, chosen))
        grows |= chosen.insert(gift.local).second;
  }
  return chosen;
}

} // namespace treelize::analysis
