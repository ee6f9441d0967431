#include "analysis/SharedMemory.h"

#include "ir/Walk.h"

#include <algorithm>
#include <optional>
#include <set>

namespace treelize::analysis {

using namespace ir;

namespace {

/// By variable; none where it is not mentioned.
using AccessOfVariables = std::vector<std::optional<Access>>;

void note(std::optional<Access>& known, std::optional<Access> access) {
  if (!known)
    known = access;
  else if (access && *access != *known)
    known = Access::Written; // to be read and added to is as bad as that
}

/// Two threads that add to the same memory under different names know nothing of each other.
std::set<const Stmt*> inParallel(const Kernel& kernel) {
  std::set<const Stmt*> found;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    if (const auto* loop = std::get_if<For>(&stmt.node); loop && loop->parallel)
      forEachStmt(loop->body, [&](const Stmt& inner) { found.insert(&inner); });
  });
  return found;
}

AccessOfVariables accessesOf(const Kernel& kernel) {
  AccessOfVariables result(kernel.variables.size());
  const std::set<const Stmt*> besideOthers = inParallel(kernel);
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    const auto read = [&](const Place& place) { note(result[place.base.index], Access::Read); };
    forEachExpr(stmt, [&](const Expr& expr) { forEachRead(expr, read); });
    if (const Place* named = namedPlace(stmt))
      forEachIndexRead(*named, read);
    if (const auto* push = std::get_if<Push>(&stmt.node))
      read(push->place);
    const auto* assign = std::get_if<Assign>(&stmt.node);
    const bool isSum = assign && assign->op != AssignOp::Set && !besideOthers.contains(&stmt);
    const Access access = isSum ? Access::Added : Access::Written;
    forEachWritten(kernel, stmt,
                   [&](const Place& place) { note(result[place.base.index], access); });
  });
  return result;
}

std::vector<VarId> withRole(const Kernel& kernel, const std::vector<VarId>& ids, Role role) {
  std::vector<VarId> result;
  std::ranges::copy_if(ids, std::back_inserter(result),
                       [&](VarId id) { return kernel[id].role == role; });
  return result;
}

bool reachesCaller(const Variable& variable) {
  return variable.byReference || holdsView(*variable.type);
}

bool canConflict(const std::vector<SharedMemory>& uses) {
  std::set<Access> kinds;
  for (const SharedMemory& use : uses)
    kinds.insert(use.access);
  return uses.size() > 1 && (kinds.size() > 1 || kinds.contains(Access::Written));
}

} // namespace

std::vector<SharedMemory> sharedMemory(const Kernel& primal, const Kernel& derived) {
  const AccessOfVariables inPrimal = accessesOf(primal), inDerived = accessesOf(derived);
  std::vector<SharedMemory> result;
  const auto add = [&](VarId id, std::optional<Access> access) {
    note(access, inDerived[id.index]);
    if (access && reachesCaller(derived[id]))
      result.push_back({id, *access});
  };
  // Those of the primal come in its order.
  const auto addPrimals = [&](const std::vector<VarId>& ids, const std::vector<VarId>& originals,
                              Role role) {
    const std::vector<VarId> own = withRole(derived, ids, role);
    for (std::size_t i = 0; i < own.size() && i < originals.size(); ++i)
      add(own[i], inPrimal[originals[i].index]);
  };
  addPrimals(derived.members, primal.members, Role::Member);
  addPrimals(derived.parameters, primal.parameters, Role::Parameter);
  for (const std::vector<VarId>& ids : {derived.members, derived.parameters})
    for (VarId id : withRole(derived, ids, Role::Shadow))
      add(id, std::nullopt);
  return canConflict(result) ? result : std::vector<SharedMemory>();
}

} // namespace treelize::analysis
