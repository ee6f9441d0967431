#include "ir/FirstValues.h"

#include "ir/Builder.h"
#include "ir/Walk.h"

#include <algorithm>
#include <map>

namespace treelize::ir {

namespace {

/// A container or an object of the kernel's own, to which nothing else refers.
bool isOwnObject(const Variable& variable) {
  const Type& type = *variable.type;
  return variable.role == Role::Local && !variable.byReference && !type.isScalar() &&
         !type.is(TypeKind::Opaque) && !holdsView(type);
}

/// The local that the statement sets as a whole, whatever it was.
std::optional<VarId> setAsWhole(const Stmt& stmt, const Kernel& kernel) {
  const auto* local = std::get_if<Declare>(&stmt.node);
  if (local)
    return isOwnObject(kernel[local->var]) ? std::optional(local->var) : std::nullopt;
  const auto* s = std::get_if<Assign>(&stmt.node);
  const bool isWhole = s && s->op == AssignOp::Set && s->target.path.empty();
  return isWhole && isOwnObject(kernel[s->target.base]) && !reads(stmt, s->target.base) &&
                 isSameInCpp(*s->value->type, *s->target.type)
             ? std::optional(s->target.base)
             : std::nullopt;
}

} // namespace

void beginWithFirstValues(Block& block, const Kernel& kernel) {
  std::map<VarId, std::size_t> unread; // where a local was set that nothing has named since
  std::vector<bool> isLost(block.size());
  for (std::size_t i = 0; i < block.size(); ++i) {
    Stmt& stmt = block[i];
    for (Block* inner : blocks(stmt))
      beginWithFirstValues(*inner, kernel);
    const std::optional<VarId> var = setAsWhole(stmt, kernel);
    if (const auto before = var ? unread.find(*var) : unread.end(); before != unread.end()) {
      isLost[before->second] = true;
      if (declared(block[before->second]) == var)
        stmt = declare(*var, std::get<Assign>(stmt.node).value, stmt.location);
    }
    forEachMention(stmt, [&](VarId mentioned) { unread.erase(mentioned); });
    if (var)
      unread[*var] = i;
  }
  std::size_t position = 0;
  std::erase_if(block, [&](const Stmt&) { return isLost[position++]; });
}

} // namespace treelize::ir
